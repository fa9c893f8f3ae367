(** * The theorem: what the checker accepts is true *)

From Coq Require Import Arith ZArith NArith List Bool Lia String.
From Koproof Require Import Statement Game Calculus Fast Sets Plays Quick Agreement Image Symmetry Carry Alone Passing Maps Checker Sound.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

Section Game_in_progress.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

(** ** Games in progress *)

(** A game as the checker keeps it, and as [Statement.v] describes it. *)
Definition pictures (g : progress) (m : moment) : Prop :=
  draws R (p_col g) (at_coloring m) /\ p_mover g = to_move m /\ p_passed g = passed m /\ p_gained g = gained m /\
  match_up (stands_for R) (p_history g) (history m) /\
  incl (known_codes E (p_col g) (p_mover g) (p_passed g)) (p_history g).

Lemma known_match p t k : ok R p -> match_up (stands_for R) (known_codes E p t k) (known R (coloring_of E p) t k).
Proof.
  intros O x r X. assert (Q : forall o, code E p o = x <-> (coloring_of E p, o) = r).
  { intro o. exact (stands_for_once R _ _ _ _ (stands_for_code R p o O) X). }
  unfold known_codes, known. cbn [ruleset new_env].
  destruct (superko_rule R), k; cbn [In]; rewrite <- ?Q; reflexivity.
Qed.

Lemma begin_pictures S p t : env_of S = E -> ok R p -> pictures (begin S p t) (opening R (coloring_of E p) t).
Proof.
  intros Q O. unfold begin, opening. rewrite Q. split; [now split|]. cbn. do 3 (split; [reflexivity|]).
  split; [now apply known_match|apply incl_refl].
Qed.

(** The player can force the bound in the one if he can in the other. *)
Lemma progress_forces g m me s : pictures g m ->
  forces (fast R) me (p_col g) (p_mover g) (p_passed g) (p_history g) (s - p_gained g) -> can_force R me m s.
Proof.
  intros (C & T & K & D & H & _) F. unfold can_force. rewrite <- T, <- K, <- D.
  exact (carried_over (agreement R edges_on_board) _ _ _ _ _ _ F _ _ C H).
Qed.

(** The checker makes the moves that the rules allow. *)
Lemma follow_leads moves : forall g m g', pictures g m -> follow E moves g = Fine g' -> exists m', lead R m moves m' /\ pictures g' m'.
Proof.
  induction moves as [|[v|] moves IH]; intros g [p t k H D] g' P F; cbn [follow] in F.
  - injection F as <-. exists (Moment p t k H D). split; [constructor|exact P].
  - destruct (find _ (places E)) as [x|] eqn:Fx; [|discriminate]. apply find_some in Fx as [Fx Q]. apply Nat.eqb_eq in Q.
    apply in_places in Fx as (u & U & ->). cbn [index place_of] in Q. subst u.
    destruct (play_at E (p_col g) (p_mover g) (place_of R v)) as [[q d]|] eqn:Pl; [|discriminate]. cbv zeta in F. checked F.
    destruct P as ((O & Pc) & Pt & Pk & Pd & Ph & Pi); cbn [at_coloring to_move passed gained history] in *.
    destruct (play_at_plays R edges_on_board _ _ _ _ _ O Pl) as [O' Pl'].
    set (r := play_code E q (p_mover g)) in *.
    assert (St : stands_for R r (play_makes R (coloring_of E q) t)).
    { unfold r, play_code, play_tag, play_makes. rewrite Pt. cbn [ruleset new_env]. destruct (superko_rule R); now apply stands_for_code. }
    apply (IH _ (Moment (coloring_of E q) (opponent t) false (play_makes R (coloring_of E q) t :: H) (D + d))) in F as (m' & L & P').
    + exists m'. split; [|exact P']. apply by_play with (coloring_of E q) d; [|..]; auto.
      * rewrite Pc, <- Pt. exact Pl'.
      * rewrite <- (Ph _ _ St). intro I. apply mem_is in I. rewrite I in Got. discriminate.
    + split; [now split|]. cbn. split; [now rewrite Pt|]. split; [reflexivity|]. split; [now rewrite Pd|]. split.
      * now apply (match_cons (agreement R edges_on_board)).
      * intros y Y. left. symmetry. apply (known_play R (p_col g) (p_mover g) q r d); [|exact Y]. exists v. auto.
  - checked F. apply negb_true_iff in Got.
    destruct P as ((O & Pc) & Pt & Pk & Pd & Ph & Pi); cbn [at_coloring to_move passed gained history] in *.
    rewrite Got in Pk. subst k.
    apply (IH _ (Moment p (opponent t) true (made (pass_makes R p t) H) D)) in F as (m' & L & P').
    + exists m'. split; [now apply by_pass|exact P'].
    + split; [now split|]. cbn. split; [now rewrite Pt|]. split; [reflexivity|]. split; [exact Pd|]. split.
      * rewrite Pt. apply (match_pass (agreement R edges_on_board) (p_col g) p t); [now split|exact Ph].
      * intros y Y. apply in_made. destruct (known_pass R (p_col g) (p_mover g) y Y) as [K|K]; [|now left].
        right. apply Pi. now rewrite Got.
Qed.

Lemma legalb_legal p : List.length p = n -> legalb E (stones_of p) = true -> legal B p.
Proof.
  intros L G. split; [exact L|]. intros v c C. rewrite <- (drawn_stones_of R p L).
  apply (kept_spec R edges_on_board); [now apply stones_of_ok|]. apply (legalb_lively R); [exact G|]. now apply stones_of_spec.
Qed.
End Game_in_progress.

(** ** The states of the checker *)

Section Run.
Variable h : header.
Notation R := (game_rules h).
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).

(** What is true of every state on the way. *)
Record good_state (S : state) : Prop := {
  good_env : env_of S = E;
  good_edges v w : adjacent B v w -> (v < n)%nat /\ (w < n)%nat;
  good_carries y g : M.find y (carries S) = Some g -> exists images swap, new_carry E images swap = Some g;
  good_live i c : M.find i (live S) = Some c -> true_claim R c;
  good_aim : match states h, aim S with
             | Position p t moves lo hi, One g lo' hi' =>
                 lo' = lo /\ hi' = hi /\ legal B p /\ exists m, lead R (opening R p t) moves m /\ pictures R g m
             | Table k, Many k' => k = k'
             | _, _ => False end;
  good_shown : match aim S with
               | One g _ _ => forall r, In r (shown S) -> forall m, pictures R g m -> can_force R (fst (root_bound r)) m (snd (root_bound r))
               | Many _ => forall r, In r (shown S) -> true_of R r end;
  good_count : shown_count S = N.of_nat (List.length (shown S)) }.

(** A root that is shown is true. *)
Lemma shows_forces S c g me s u : good_state S -> shows S c g me s = Fine u ->
  incl (known_codes E (p_col g) (p_mover g) (p_passed g)) (p_history g) ->
  forces (fast R) me (p_col g) (p_mover g) (p_passed g) (p_history g) (s - p_gained g).
Proof.
  intros G X K. unfold shows in X. taken X. checked X. checked X. checked X. checked X. apply when_fine in X.
  apply (claim_of_true R (good_edges S G) S (good_env S G) (good_carries S G) (good_live S G)) in Got as (_ & _ & _ & V).
  unfold about, implies in *. apply andb_prop in Got0 as [A Ak]. apply andb_prop in A as [Ap At]. apply andb_prop in Got1 as [Am Ab].
  apply same_is in Ap. apply same_player_is in At, Am. apply eqb_prop in Ak. apply meetsb_is in Ab. rewrite Ap, At, Ak, Am in V.
  apply (forces_weaker (fast R) _ _ _ _ (p_history g) (c_bound got)); [|apply alike_refl|exact Ab]. apply V; [exact K| |].
  - intros r I. rewrite forallb_forall in X. now apply mem_is, X.
  - intros r [I|(p & o & O & -> & I)] J.
    + rewrite forallb_forall in Got2. specialize (Got2 r I). apply mem_is in J. rewrite J in Got2. discriminate.
    + rewrite forallb_forall in Got3. specialize (Got3 _ J). rewrite (good_env S G), uncode_code in Got3 by exact O.
      cbn [fst] in Got3. now rewrite I in Got3.
Qed.

Lemma take_root_good S p t b c S' : good_state S -> take_root S p t b c = Fine S' -> good_state S'.
Proof.
  intros G X. unfold take_root in X. taken X. destruct b as [me s]. cbv zeta in X. checked X. taken X. injection X as <-.
  pose proof (good_env S G) as Ge. pose proof (good_edges S G) as Ged.
  apply (to_stones_is R S Ge) in Got as (L & -> & Lg). pose proof (stones_of_ok R p L) as O.
  constructor; cbn [env_of carries aim live shown shown_count].
  - exact Ge.
  - exact Ged.
  - apply (good_carries S G).
  - apply (good_live S G).
  - apply (good_aim S G).
  - pose proof (good_shown S G) as Gs. destruct (aim S) as [g lo hi|k].
    + checked Got1. checked Got1. intros r [<-|I]; [|now apply Gs]. intros m P. cbn [root_bound fst snd].
      apply (progress_forces R Ged g m me s P). apply (shows_forces S c g me s _ G Got1). apply P.
    + taken Got1. checked Got1. intros r [<-|I]; [|now apply Gs]. split; [now apply legalb_legal|].
      cbn [root_bound root_coloring root_to_move fst snd].
      pose proof (begin_pictures R S (stones_of p) t Ge O) as P. rewrite (drawn_stones_of R p L) in P.
      apply (progress_forces R Ged _ _ me s P). apply (shows_forces S c _ me s _ G Got1). apply P.
  - rewrite (good_count S G). cbn [List.length]. lia.
Qed.

Lemma with_live_good S l k : good_state S -> (forall i c, M.find i l = Some c -> true_claim R c) -> good_state (with_live S l k).
Proof. intros G L. destruct G. constructor; auto. Qed.

Lemma drop_good i S S' : good_state S -> drop i (Fine S) = Fine S' -> good_state S'.
Proof.
  intros G D. unfold drop in D. cbn [bind] in D. checked D. injection D as <-. apply with_live_good; [exact G|].
  intros j c F. rewrite M.find_left in F. destruct (N.eq_dec i j); [discriminate|]. now apply (good_live S G j).
Qed.

Lemma drops_good l : forall S S', good_state S -> fold_left (fun S i => drop i S) l (Fine S) = Fine S' -> good_state S'.
Proof.
  induction l as [|i l IH]; cbn [fold_left]; intros S S' G F; [now injection F as <-|].
  destruct (drop i (Fine S)) as [S1|w z] eqn:D.
  - apply (IH S1); [now apply (drop_good i S)|exact F].
  - exfalso. clear -F. induction l as [|j l IH]; cbn [fold_left] in F; [discriminate|exact (IH F)].
Qed.

Theorem feed_good S i S' : good_state S -> feed S i = Fine S' -> good_state S'.
Proof.
  intros G F. unfold feed in F. checked F. destruct i as [p t k [me s] ru|l|p t b c|k].
  - taken F. taken F. taken F. injection F as <-. apply (to_stones_is R S (good_env S G)) in Got0 as (L & -> & Lg).
    apply (derive_true R (good_edges S G) S (good_env S G) (good_carries S G) (good_live S G)) in Got2; [|now apply stones_of_ok|exact Lg].
    apply with_live_good; [exact G|]. intros i c Fi. rewrite M.find_added in Fi. destruct (N.eq_dec (steps_made S) i).
    + injection Fi as <-. exact Got2.
    + now apply (good_live S G i).
  - now apply (drops_good l S).
  - now apply (take_root_good S p t b c).
  - checked F. injection F as <-. destruct G. constructor; auto.
Qed.

Lemma all_feeds_good items : forall S S', good_state S ->
  fold_left (fun S i => bind S (fun S => feed S i)) items (Fine S) = Fine S' -> good_state S'.
Proof.
  induction items as [|i items IH]; cbn [fold_left]; intros S S' G F; [now injection F as <-|].
  cbn [bind] in F. destruct (feed S i) as [S1|w z] eqn:D.
  - apply (IH S1); [now apply (feed_good S i)|exact F].
  - exfalso. clear -F. induction items as [|j items IH]; cbn [fold_left bind] in F; [discriminate|exact (IH F)].
Qed.

Lemma all_carries_good l : forall k found gs, all_carries E l k found = Fine gs ->
  (forall y g, M.find y found = Some g -> exists images swap, new_carry E images swap = Some g) ->
  forall y g, M.find y gs = Some g -> exists images swap, new_carry E images swap = Some g.
Proof.
  induction l as [|y l IH]; cbn [all_carries]; intros k found gs A F; [now injection A as <-|].
  destruct (new_carry E (images y) (swap y)) as [g|] eqn:C; [|discriminate]. apply (IH _ _ _ A).
  intros z g' Fz. rewrite M.find_added in Fz. destruct (N.eq_dec k z); [injection Fz as <-; eauto|eauto].
Qed.

Lemma board_ok_edges (b : board) : board_ok b = true -> forall v w, adjacent b v w -> (v < size b)%nat /\ (w < size b)%nat.
Proof.
  unfold board_ok. intros O v w A. apply andb_prop in O as [_ O]. rewrite forallb_forall in O.
  assert (X : forall e, In e (edges b) -> (fst e < size b)%nat /\ (snd e < size b)%nat).
  { intros e I. apply O in I. apply andb_prop in I as [I _]. apply andb_prop in I as [I J]. now apply Nat.ltb_lt in I, J. }
  destruct A as [A|A]; apply X in A; cbn [fst snd] in A; tauto.
Qed.

Theorem start_good l S : start h l = Fine S -> good_state S.
Proof.
  unfold start. intro X. checked X. taken X. cbv zeta in X. taken X. injection X as <-.
  pose proof (board_ok_edges _ Got) as Ed.
  constructor; cbn [env_of carries aim live shown shown_count]; auto.
  - apply (all_carries_good l 1 (M.empty carry) got Got0). intros y g F. now rewrite M.find_none in F.
  - intros i c F. now rewrite M.find_none in F.
  - destruct (states h) as [p t moves lo hi|k].
    + checked Got1. taken Got1. taken Got1. checked Got1. taken Got1. taken Got1. injection Got1 as <-.
      apply to_stones_is with (R := R) in Got3 as (L & -> & Lg); [|reflexivity].
      repeat split; auto; [apply (legalb_legal R Ed p L Lg)..|].
      apply (follow_leads R Ed moves _ (opening R (coloring_of E (stones_of p)) t)) in Got4.
      * now rewrite (drawn_stones_of R p L) in Got4.
      * apply begin_pictures; [reflexivity|now apply stones_of_ok].
    + checked Got1. injection Got1 as <-. reflexivity.
  - destruct got0; intros r [].
Qed.

Theorem finish_holds S roots : good_state S -> finish S = Fine roots -> holds h roots.
Proof.
  intros G F. unfold finish in F. checked F. unfold holds. pose proof (good_aim S G) as A. pose proof (good_shown S G) as Sh.
  destruct (states h) as [p t moves lo hi|k], (aim S) as [g lo' hi'|k']; try contradiction.
  - cbv zeta in F. checked F. injection F as <-. destruct A as (-> & -> & Lg & m & Le & P). split; [exact Lg|]. exists m.
    split; [exact Le|]. apply andb_prop in Got0 as [L H].
    assert (X : forall me s, existsb (fun r => same_player (fst (root_bound r)) me && Z.eqb (snd (root_bound r)) s) (shown S) = true ->
      can_force R me m s).
    { intros me s Y. apply existsb_exists in Y as (r & I & Y). apply andb_prop in Y as [Y Y']. apply same_player_is in Y.
      apply Z.eqb_eq in Y'. subst. now apply Sh. }
    split; intros s Q; subst; now apply X.
  - checked F. injection F as <-. apply N.eqb_eq in Got0. subst k'. split.
    + rewrite rev_length, A, (good_count S G). lia.
    + intros r I. apply in_rev in I. now apply Sh.
Qed.
End Run.

(** ** The main theorem *)

Theorem checker_is_sound : sound check.
Proof.
  intros h [l items] roots C. unfold check in C. cbn [fst snd] in C.
  destruct (bind _ _) as [x|w z] eqn:F in C; [|discriminate]. injection C as <-.
  taken F. taken F. apply (finish_holds h got0); [|exact F].
  apply (all_feeds_good h items got); [|exact Got0]. now apply (start_good h l).
Qed.

(** ** Every game has one value

    So a certificate that states a lower and an upper bound that are equal states the value. *)

Section Value.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

Lemma one_score p x y : score (Go R) p x -> score (Go R) p y -> x = y.
Proof. apply difference_once. Qed.

(** No bounds contradict each other. *)
Theorem bounds_agree g lo hi : can_force R Black g lo -> can_force R White g hi -> (lo <= hi)%Z.
Proof. intros L H. pose proof (no_contradiction _ one_score _ _ _ _ _ L _ H). lia. Qed.

Theorem at_most_one_value g s s' : is_value R g s -> is_value R g s' -> s = s'.
Proof. intros [L H] [L' H']. pose proof (bounds_agree g s s' L H'). pose proof (bounds_agree g s' s L' H). lia. Qed.

(** The plays of a coloring and the records of a board, to be listed. *)
Definition listed_moves (p : coloring) (t : player) : list (coloring * record * Z) :=
  flat_map (fun v => match play_at E (stones_of p) t (place_of R v) with
                     | Some (q, d) => [(coloring_of E q, play_makes R (coloring_of E q) t, d)] | None => [] end) (seq 0 n).

Fixpoint all_colorings (k : nat) : list coloring :=
  match k with O => [[]] | S k => flat_map (fun p => map (fun c => c :: p) [Empty; Stone Black; Stone White]) (all_colorings k) end.

Lemma in_all_colorings p : In p (all_colorings (List.length p)).
Proof.
  induction p as [|c p IH]; [now left|]. cbn [List.length all_colorings]. apply in_flat_map. exists p. split; [exact IH|].
  apply (in_map (fun c => c :: p)). destruct c as [|[]]; simpl; auto.
Qed.

Lemma same_record (a b : record) : {a = b} + {a <> b}.
Proof. repeat decide equality. Qed.

Theorem has_value g : List.length (at_coloring g) = n -> exists s, is_value R g s.
Proof.
  intro L. destruct (value_exists (Go R) (fun p => List.length p = n) listed_moves (list_prod (all_colorings n) [None; Some Black; Some White]))
    with (p := at_coloring g) (t := to_move g) (k := passed g) (H := history g) as [x [A A']]; auto.
  - intros p t q r d Lp. rewrite <- (drawn_stones_of R p Lp) at 1. pose proof (stones_of_ok R p Lp) as O. unfold listed_moves.
    rewrite in_flat_map. split.
    + intros [[v P] ->]. destruct (plays_play_at R edges_on_board _ _ _ _ _ O P) as (q' & Q & -> & _). exists v.
      split; [apply in_seq; split; [lia|apply P]|]. rewrite Q. now left.
    + intros (v & _ & I). destruct (play_at E (stones_of p) t (place_of R v)) as [[q' d']|] eqn:Q; [|destruct I].
      destruct I as [[= <- <- <-]|[]]. split; [|reflexivity]. exists v. now apply (play_at_plays R edges_on_board).
  - intros p t q r d Lp [[v P] _]. destruct P as (_ & _ & p1 & p2 & (L1 & _) & (L2 & _) & (L3 & _) & _). congruence.
  - intros p t q r d Lp [[v P] ->]. assert (Lq : List.length q = n) by (destruct P as (_ & _ & p1 & p2 & (L1 & _) & (L2 & _) & (L3 & _) & _); congruence).
    pose proof (in_all_colorings q) as I. rewrite Lq in I. unfold play_makes.
    destruct (superko_rule R); apply in_prod; auto; destruct t; simpl; auto.
  - apply same_record.
  - intros p Lp. exists (score_of E (stones_of p)). rewrite <- (drawn_stones_of R p Lp) at 1. apply (score_spec R edges_on_board).
    now apply stones_of_ok.
  - exists (x + gained g)%Z. unfold is_value, can_force. now replace (x + gained g - gained g)%Z with x by lia.
Qed.

(** A certificate that states the same number twice proves that this is the value. *)
Theorem exact_value (h : header) roots p t moves s :
  game_rules h = R -> states h = Position p t moves (Some s) (Some s) -> holds h roots ->
  exists g, lead R (opening R p t) moves g /\ is_value R g s /\ forall s', is_value R g s' -> s' = s.
Proof.
  intros Q St Ho. unfold holds in Ho. rewrite Q, St in Ho. destruct Ho as (_ & g & L & Lo & Hi). exists g.
  assert (V : is_value R g s) by (split; auto). split; [exact L|]. split; [exact V|]. intros s' V'. now apply (at_most_one_value g).
Qed.
End Value.
