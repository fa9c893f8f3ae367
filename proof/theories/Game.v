(** * Games with superko in general: facts that do not depend on Go *)

From Coq Require Import ZArith List Bool Lia Wf_nat.
From Koproof Require Import Statement.
Import ListNotations.
Local Open Scope Z_scope.

Lemma opponent_twice t : opponent (opponent t) = t.
Proof. now destruct t. Qed.

Lemma opponent_differs t : opponent t <> t.
Proof. now destruct t. Qed.

Lemma mine_or_not (t me : player) : t = me \/ t = opponent me.
Proof. destruct t, me; auto. Qed.

Lemma meets_refl me x : meets me x x.
Proof. destruct me; simpl; lia. Qed.

Lemma meets_trans me a b c : meets me a b -> meets me b c -> meets me a c.
Proof. destruct me; simpl; lia. Qed.

Lemma meets_shift me a b d : meets me a b -> meets me (a - d) (b - d).
Proof. destruct me; simpl; lia. Qed.

(** Two lists with the same members. *)
Definition alike {R} (H H' : list R) : Prop := forall r, In r H <-> In r H'.

Lemma alike_cons {R} (r : R) H H' : alike H H' -> alike (r :: H) (r :: H').
Proof. intros A x. simpl. now rewrite (A x). Qed.

Lemma alike_made {R} (o : option R) H H' : alike H H' -> alike (made o H) (made o H').
Proof. destruct o; [apply alike_cons|auto]. Qed.

Lemma alike_refl {R} (H : list R) : alike H H.
Proof. intro. reflexivity. Qed.

Lemma in_made {R} (o : option R) H r : In r (made o H) <-> o = Some r \/ In r H.
Proof. destruct o as [x|]; simpl; [|intuition discriminate]. split; intros [E|E]; auto; left; congruence. Qed.

Section One_game.
Variable G : game.

(** Only the members of the history count, and who can force a bound can force a weaker one. *)
Lemma forces_weaker me p t k H s :
  forces G me p t k H s -> forall H' s', alike H H' -> meets me s s' -> forces G me p t k H' s'.
Proof.
  induction 1 as [p H x s S M|p H s F IH|p k H s q r d P N F IH|p k H s F IH PF IHP M]; intros H' s' A W.
  - apply I_stop with x; [exact S|]. eapply meets_trans; eauto.
  - apply I_pass, IH; [now apply alike_made|exact W].
  - apply I_play with q r d; [exact P|now rewrite <- (A r)|]. apply IH; [now apply alike_cons|now apply meets_shift].
  - apply They_move.
    + intros q r d P N. apply (IH q r d P); [now rewrite (A r)|now apply alike_cons|now apply meets_shift].
    + intro K. apply (IHP K); [now apply alike_made|exact W].
    + intro K. destruct (M K) as (x & S & X). exists x. split; [exact S|]. eapply meets_trans; eauto.
Qed.

Lemma forces_same me p t k H H' s : alike H H' -> forces G me p t k H s -> forces G me p t k H' s.
Proof. intros A F. exact (forces_weaker _ _ _ _ _ _ F _ _ A (meets_refl _ _)). Qed.

(** ** There is at most one value *)

Hypothesis one_score : forall p x y, score G p x -> score G p y -> x = y.

(** Black cannot force more than White can hold Black to. *)
Lemma no_contradiction p t k H b : forces G Black p t k H b -> forall w, forces G White p t k H w -> b <= w.
Proof.
  induction 1 as [p H x s S M|p H s F IH|p k H s q r d P N F IH|p k H s F IH PF IHP M]; intros w W;
    inversion W; subst; simpl in *; try discriminate.
  - match goal with E : true = true -> _ |- _ => destruct (E eq_refl) as (y & Sy & My) end.
    rewrite (one_score _ _ _ S Sy) in *. lia.
  - match goal with E : false = false -> _ |- _ => exact (IH _ (E eq_refl)) end.
  - match goal with E : forall q r d, _ |- _ => specialize (IH _ (E _ _ _ P N)); lia end.
  - destruct (M eq_refl) as (y & Sy & My).
    match goal with S : score G _ _ |- _ => rewrite (one_score _ _ _ S Sy) in * end. lia.
  - now apply IHP.
  - match goal with Q : play G _ _ _ _ _, N : ~ In _ H, R : forces G White _ _ _ _ _ |- _ => specialize (IH _ _ _ Q N _ R); lia end.
Qed.

(** ** There is a value

    if the plays can be listed, records compared, and only finitely many records can be made. *)

Variable proper : Col G -> Prop.
Variable moves : Col G -> player -> list (Col G * Rec G * Z).
Variable every_record : list (Rec G).
Hypothesis moves_ok : forall p t q r d, proper p -> play G p t q r d <-> In (q, r, d) (moves p t).
Hypothesis stays_proper : forall p t q r d, proper p -> play G p t q r d -> proper q.
Hypothesis finite : forall p t q r d, proper p -> play G p t q r d -> In r every_record.
Hypothesis same_record : forall a b : Rec G, {a = b} + {a <> b}.
Hypothesis some_score : forall p, proper p -> exists x, score G p x.

Notation in_dec := (in_dec same_record).

(** The records that are still to be made. *)
Fixpoint missing (l : list (Rec G)) (H : list (Rec G)) : nat :=
  match l with [] => 0 | r :: l => (if in_dec r H then 0 else 1) + missing l H end%nat.

Lemma missing_le l H H' : incl H H' -> (missing l H' <= missing l H)%nat.
Proof.
  intro I. induction l as [|r l IH]; simpl; [lia|]. destruct (in_dec r H), (in_dec r H'); try lia. now apply I in i.
Qed.

Lemma missing_lt l H r : In r l -> ~ In r H -> (missing l (r :: H) < missing l H)%nat.
Proof.
  intros I N. induction l as [|x l IH]; [easy|]. cbn [missing].
  pose proof (missing_le l H (r :: H) (fun y => in_cons r y H)) as L.
  destruct (same_record r x) as [->|D].
  - destruct (in_dec x (x :: H)) as [_|O]; [|exfalso; apply O; now left]. destruct (in_dec x H); [easy|lia].
  - destruct I as [E|I]; [now subst|]. specialize (IH I).
    destruct (in_dec x (r :: H)) as [Y|Y], (in_dec x H) as [Z|Z]; try lia.
    exfalso. apply Y. now right.
Qed.

(** What is left of the game falls with every move. *)
Definition left (k : bool) (H : list (Rec G)) : nat := (2 * missing every_record H + if k then 0 else 1)%nat.

Lemma left_play p t q r d k H : proper p -> play G p t q r d -> ~ In r H -> (left false (r :: H) < left k H)%nat.
Proof.
  intros O P N. pose proof (missing_lt every_record H r (finite _ _ _ _ _ O P) N). unfold left. destruct k; lia.
Qed.

Lemma left_pass o H : (left true (made o H) < left false H)%nat.
Proof.
  assert (missing every_record (made o H) <= missing every_record H)%nat.
  { apply missing_le. intros x I. apply in_made. now right. }
  unfold left. lia.
Qed.

Definition valued p t k H x : Prop := forces G Black p t k H x /\ forces G White p t k H x.

(** The best of the listed plays, for the player to move, if [w] is what the game is worth without a play. *)
Lemma best_play p t k H l w :
  (forall q r d, In (q, r, d) l -> play G p t q r d) ->
  (forall q r d, In (q, r, d) l -> ~ In r H -> exists x, valued q (opponent t) false (r :: H) x) ->
  forces G t p t k H w ->
  exists x, meets t x w /\ forces G t p t k H x /\
    forall q r d, In (q, r, d) l -> ~ In r H -> forces G (opponent t) q (opponent t) false (r :: H) (x - d).
Proof.
  intros P V W. induction l as [|[[q r] d] l IH].
  - exists w. repeat split; [apply meets_refl|exact W|intros q r d []].
  - destruct IH as (x & M & F & A); [firstorder|firstorder|].
    destruct (in_dec r H) as [I|N].
    { exists x. repeat split; auto. intros q' r' d' [[= <- <- <-]|I'] N'; [easy|eauto]. }
    destruct (V q r d (or_introl eq_refl) N) as (y & B & C).
    assert (T : forces G t q (opponent t) false (r :: H) y) by (destruct t; auto).
    assert (O : forces G (opponent t) q (opponent t) false (r :: H) y) by (destruct t; auto).
    assert (D : meets t x (y + d) \/ meets t (y + d) x) by (destruct t; simpl; lia).
    destruct D as [D|D].
    + exists x. repeat split; auto. intros q' r' d' [[= <- <- <-]|I'] N'; [|eauto].
      apply (forces_weaker _ _ _ _ _ _ O); [apply alike_refl|]. destruct t; simpl in *; lia.
    + exists (y + d). repeat split.
      * eapply meets_trans; eauto.
      * apply I_play with q r d; [apply P; now left|exact N|]. now replace (y + d - d) with y by lia.
      * intros q' r' d' [[= <- <- <-]|I'] N'; [now replace (y + d - d) with y by lia|].
        apply (forces_weaker _ _ _ _ _ _ (A _ _ _ I' N')); [apply alike_refl|]. destruct t; simpl in *; lia.
Qed.

Theorem value_exists p t k H : proper p -> exists x, valued p t k H x.
Proof.
  remember (left k H) as n eqn:L. revert p t k H L. induction n as [n IH] using lt_wf_ind. intros p t k H -> O.
  assert (V : forall q r d, In (q, r, d) (moves p t) -> ~ In r H -> exists x, valued q (opponent t) false (r :: H) x).
  { intros q r d I N. apply (moves_ok _ _ _ _ _ O) in I as P. apply (IH (left false (r :: H))); eauto using left_play. }
  assert (W : exists w, forces G t p t k H w /\
    (k = true -> exists x, score G p x /\ meets (opponent t) x w) /\
    (k = false -> forces G (opponent t) p (opponent t) true (made (pass_record G p t) H) w)).
  { destruct k.
    - destruct (some_score p O) as [x S]. exists x. repeat split.
      + apply I_stop with x; [exact S|apply meets_refl].
      + intros _. exists x. split; [exact S|apply meets_refl].
      + discriminate.
    - destruct (IH _ (left_pass (pass_record G p t) H) p (opponent t) true _ eq_refl O) as (w & B & C). exists w. repeat split.
      + apply I_pass. destruct t; auto.
      + discriminate.
      + intros _. destruct t; auto. }
  destruct W as (w & W & E & F).
  destruct (best_play p t k H (moves p t) w) as (x & M & X & A); auto.
  { intros q r d I. now apply moves_ok. }
  assert (O' : forces G (opponent t) p t k H x).
  { rewrite <- (opponent_twice t) at 2. apply They_move; rewrite ?opponent_twice.
    - intros q r d P N. apply A; [now apply moves_ok|exact N].
    - intro K. apply (forces_weaker _ _ _ _ _ _ (F K)); [apply alike_refl|]. destruct t; exact M.
    - intro K. destruct (E K) as (y & S & Y). exists y. split; [exact S|]. destruct t; simpl in *; lia. }
  exists x. split; destruct t; auto.
Qed.

End One_game.

(** ** One game in another

    If what can happen in one game can happen in another and the other way round, bounds carry over. With [swap] the players change places. *)

Definition flip (swap : bool) (t : player) : player := if swap then opponent t else t.
Definition flip_score (swap : bool) (s : Z) : Z := if swap then - s else s.

Lemma flip_opponent swap t : flip swap (opponent t) = opponent (flip swap t).
Proof. now destruct swap, t. Qed.

Lemma flip_twice swap t : flip swap (flip swap t) = t.
Proof. now destruct swap, t. Qed.

Lemma flip_meets swap me x s : meets me x s -> meets (flip swap me) (flip_score swap x) (flip_score swap s).
Proof. destruct swap, me; simpl; lia. Qed.

Lemma flip_minus swap s d : flip_score swap (s - d) = flip_score swap s - flip_score swap d.
Proof. destruct swap; simpl; lia. Qed.

Record simulation (G G' : game) (swap : bool) (C : Col G -> Col G' -> Prop) (R : Rec G -> Rec G' -> Prop) : Prop := {
  sim_score p p' x : C p p' -> (score G p x <-> score G' p' (flip_score swap x));
  sim_pass p p' t : C p p' ->
    match pass_record G p t, pass_record G' p' (flip swap t) with Some r, Some r' => R r r' | None, None => True | _, _ => False end;
  sim_play p p' t q r d : C p p' -> play G p t q r d ->
    exists q' r', C q q' /\ R r r' /\ play G' p' (flip swap t) q' r' (flip_score swap d);
  sim_back p p' t q' r' d' : C p p' -> play G' p' (flip swap t) q' r' d' ->
    exists q r d, C q q' /\ R r r' /\ play G p t q r d /\ d' = flip_score swap d;
  sim_same a a' b b' : R a a' -> R b b' -> (a = b <-> a' = b') }.

(** The other way round, and one after the other. *)
Lemma flip_score_twice swap s : flip_score swap (flip_score swap s) = s.
Proof. destruct swap; simpl; lia. Qed.

Lemma simulation_back G G' swap C R : simulation G G' swap C R ->
  simulation G' G swap (fun p p' => C p' p) (fun r r' => R r' r).
Proof.
  intros [Sc Pa Pl Ba Sa]. constructor.
  - intros p' p x E. rewrite (Sc p p' _ E). now rewrite flip_score_twice.
  - intros p' p t E. specialize (Pa p p' (flip swap t) E). rewrite flip_twice in Pa.
    destruct (pass_record G p (flip swap t)), (pass_record G' p' t); auto.
  - intros p' p t q' r' d' E P. rewrite <- (flip_twice swap t) in P.
    destruct (Ba p p' (flip swap t) q' r' d' E P) as (q & r & d & Q & X & P' & ->). rewrite flip_score_twice. eauto.
  - intros p' p t q r d E P. destruct (Pl p p' (flip swap t) q r d E P) as (q' & r' & Q & X & P').
    rewrite flip_twice in P'. exists q', r', (flip_score swap d). rewrite flip_score_twice. auto.
  - intros a' a b' b X Y. symmetry. now apply Sa.
Qed.

Lemma simulation_then G1 G2 G3 swap swap' C C' R R' : simulation G1 G2 swap C R -> simulation G2 G3 swap' C' R' ->
  simulation G1 G3 (xorb swap swap') (fun p p'' => exists p', C p p' /\ C' p' p'') (fun r r'' => exists r', R r r' /\ R' r' r'').
Proof.
  assert (F : forall t, flip (xorb swap swap') t = flip swap' (flip swap t)) by (intros []; destruct swap, swap'; reflexivity).
  assert (N : forall s, flip_score (xorb swap swap') s = flip_score swap' (flip_score swap s)) by (intro s; destruct swap, swap'; simpl; lia).
  intros [Sc Pa Pl Ba Sa] [Sc' Pa' Pl' Ba' Sa']. constructor.
  - intros p p'' x (p' & E & E'). rewrite (Sc _ _ _ E), (Sc' _ _ _ E'). now rewrite N.
  - intros p p'' t (p' & E & E'). specialize (Pa p p' t E). specialize (Pa' p' p'' (flip swap t) E'). rewrite F.
    destruct (pass_record G1 p t), (pass_record G2 p' (flip swap t)), (pass_record G3 p'' (flip swap' (flip swap t))); try easy. eauto.
  - intros p p'' t q r d (p' & E & E') P. destruct (Pl _ _ _ _ _ _ E P) as (q' & r' & Q & X & P').
    destruct (Pl' _ _ _ _ _ _ E' P') as (q'' & r'' & Q' & X' & P''). exists q'', r''. rewrite F, N. split; [now exists q'|]. split; [now exists r'|exact P''].
  - intros p p'' t q'' r'' d'' (p' & E & E') P. rewrite F in P.
    destruct (Ba' _ _ _ _ _ _ E' P) as (q' & r' & d' & Q' & X' & P' & ->).
    destruct (Ba _ _ _ _ _ _ E P') as (q & r & d & Q & X & P'' & ->). exists q, r, d. rewrite N. split; [now exists q'|]. split; [now exists r'|auto].
  - intros a a'' b b'' (a' & A & A') (b' & X & X'). rewrite (Sa _ _ _ _ A X). now apply Sa'.
Qed.

(** Histories that have the same records, as far as these correspond. *)
Definition match_up {A B} (R : A -> B -> Prop) (H : list A) (H' : list B) : Prop := forall r r', R r r' -> (In r H <-> In r' H').

Section Simulation.
Context {G G' : game} {swap : bool} {C : Col G -> Col G' -> Prop} {R : Rec G -> Rec G' -> Prop}.
Hypothesis S : simulation G G' swap C R.

Lemma match_cons r r' H H' : R r r' -> match_up R H H' -> match_up R (r :: H) (r' :: H').
Proof. intros E M x x' X. simpl. rewrite (M _ _ X). now rewrite (sim_same _ _ _ _ _ S _ _ _ _ E X). Qed.

Lemma match_pass p p' t H H' : C p p' -> match_up R H H' ->
  match_up R (made (pass_record G p t) H) (made (pass_record G' p' (flip swap t)) H').
Proof.
  intros E M. pose proof (sim_pass _ _ _ _ _ S p p' t E) as P.
  destruct (pass_record G p t), (pass_record G' p' (flip swap t)); simpl; try easy. now apply match_cons.
Qed.

Theorem carried_over me p t k H s : forces G me p t k H s -> forall p' H', C p p' -> match_up R H H' ->
  forces G' (flip swap me) p' (flip swap t) k H' (flip_score swap s).
Proof.
  induction 1 as [p H x s X M|p H s F IH|p k H s q r d P N F IH|p k H s F IH PF IHP M]; intros p' H' E U.
  - apply I_stop with (flip_score swap x); [now apply (sim_score _ _ _ _ _ S p)|now apply flip_meets].
  - apply I_pass. rewrite <- flip_opponent. apply IH; [exact E|now apply match_pass].
  - destruct (sim_play _ _ _ _ _ S _ _ _ _ _ _ E P) as (q' & r' & Q & X & P').
    apply I_play with q' r' (flip_score swap d); [exact P'|now rewrite <- (U _ _ X)|].
    rewrite <- flip_opponent, <- flip_minus. apply IH; [exact Q|now apply match_cons].
  - rewrite flip_opponent. apply They_move; rewrite <- ?flip_opponent.
    + intros q' r' d' P' N'. destruct (sim_back _ _ _ _ _ S _ _ _ _ _ _ E P') as (q & r & d & Q & X & P & ->).
      rewrite <- flip_minus. apply (IH q r d P); [now rewrite (U _ _ X)|exact Q|now apply match_cons].
    + intro K. apply (IHP K); [exact E|now apply match_pass].
    + intro K. destruct (M K) as (x & X & Y). exists (flip_score swap x).
      split; [now apply (sim_score _ _ _ _ _ S p)|now apply flip_meets].
Qed.
End Simulation.

(** ** The prover only passes

    If [I p s] says that at [p] the bound [s] is met, whatever the opponent has played, and every play of the opponent keeps this true,
    then passing is enough. *)
Section Only_passes.
Variable G : game.
Variable me : player.
Variable I : Col G -> Z -> Prop.
Hypothesis stop : forall p s, I p s -> exists x, score G p x /\ meets me x s.
Hypothesis keep : forall p s q r d, I p s -> play G p (opponent me) q r d -> I q (s - d).

(** It needs that the game ends. *)
Variable every_record : list (Rec G).
Hypothesis finite : forall p s q r d, I p s -> play G p (opponent me) q r d -> In r every_record.
Hypothesis same_record : forall a b : Rec G, {a = b} + {a <> b}.

Lemma passing_is_enough p s : I p s -> forall t k H, forces G me p t k H s.
Proof.
  intros Ip t k H. remember (missing G same_record every_record H) as n eqn:L. revert p s Ip t k H L.
  induction n as [n IH] using lt_wf_ind. intros p s Ip t k H L.
  assert (They : forall k H, (missing G same_record every_record H <= n)%nat ->
    (k = false -> forces G me p me true (made (pass_record G p (opponent me)) H) s) -> forces G me p (opponent me) k H s).
  { intros k' H' L' P. apply They_move; [|exact P|intros _; now apply stop].
    intros q r d Q N. apply (IH (missing G same_record every_record (r :: H'))); [|now apply (keep p s q r d)|reflexivity].
    pose proof (missing_lt G same_record every_record H' r (finite _ _ _ _ _ Ip Q) N). lia. }
  assert (Stop : forall H, forces G me p me true H s).
  { intro H'. destruct (stop p s Ip) as (x & S & M). now apply I_stop with x. }
  destruct (mine_or_not t me) as [->| ->].
  - destruct k; [apply Stop|]. apply I_pass, They; [|discriminate].
    subst n. apply missing_le. intros x X. apply in_made. now right.
  - apply They; [lia|]. intros _. apply Stop.
Qed.
End Only_passes.
