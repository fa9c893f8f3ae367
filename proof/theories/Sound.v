(** * The checker derives only true claims

    Whatever [Checker.v] accepts as a step is an instance of a rule of [Calculus.v]. *)

From Coq Require Import Arith ZArith NArith List Bool Lia String.
From Koproof Require Import Statement Game Calculus Fast Sets Plays Quick Agreement Image Symmetry Carry Alone Passing Merge Maps Checker.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

(** ** Small facts *)

Lemma bind_fine {A B} (x : outcome A) (f : A -> outcome B) b : bind x f = Fine b -> exists a, x = Fine a /\ f a = Fine b.
Proof. destruct x; [eauto|discriminate]. Qed.

Lemma when_fine b w l u : when b w l = Fine u -> b = true.
Proof. unfold when. now destruct b. Qed.

(** Takes a chain of binds apart. *)
Ltac taken H := let a := fresh "got" in let E := fresh "Got" in apply bind_fine in H as (a & E & H).
Ltac checked H := let a := fresh in let E := fresh "Got" in apply bind_fine in H as (a & E & H); apply when_fine in E; clear a.

Lemma same_is p q : same p q = true <-> p = q.
Proof.
  destruct p, q. unfold same. cbn [fst snd]. rewrite andb_true_iff, !N.eqb_eq. split; [intros []; congruence|now intros [=]].
Qed.

Lemma same_player_is a b : same_player a b = true <-> a = b.
Proof. destruct a, b; simpl; intuition congruence. Qed.

Lemma meetsb_is me x s : meetsb me x s = true <-> meets me x s.
Proof. destruct me; simpl; apply Z.leb_le. Qed.

Lemma mem_is x l : mem x l = true <-> In x l.
Proof. unfold mem. rewrite existsb_exists. split; [intros (y & I & Q); apply N.eqb_eq in Q; now subst|intro I; exists x; now rewrite N.eqb_refl]. Qed.

Lemma is_made_is o x : is_made o x = true <-> o = Some x.
Proof. destruct o as [y|]; simpl; [|intuition discriminate]. rewrite N.eqb_eq. split; congruence. Qed.

Section Sound.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Notation ok := (ok R).
Notation fast := (fast R).
Notation known := (known_codes E).

Lemma known_play p t q r d x : play fast p t q r d -> In x (known q (opponent t) false) -> x = r.
Proof.
  intros (v & _ & _ & ->). unfold known_codes, play_code, play_tag. cbn [ruleset new_env].
  destruct (superko_rule R); cbn [In]; rewrite ?opponent_twice; intuition.
Qed.

Lemma known_pass p t x : In x (known p (opponent t) true) -> In x (known p t false) \/ pass_record fast p t = Some x.
Proof.
  cbn [pass_record Agreement.fast]. unfold known_codes, pass_code, pass_tag. cbn [ruleset new_env].
  destruct (superko_rule R); cbn [In]; rewrite ?opponent_twice; intuition (subst; auto).
Qed.

(** Codes of records, as opposed to other numbers. *)
Definition codes (l : list N) : Prop := forall x, In x l -> exists p o, ok p /\ x = code E p o.

Lemma codes_union a b : codes a -> codes b -> codes (union a b).
Proof. intros A A' x I. apply in_union in I as [I|I]; auto. Qed.

Lemma codes_nil : codes [].
Proof. intros x []. Qed.

Lemma codes_known p t k : ok p -> codes (known p t k).
Proof.
  intros O x I. unfold known_codes in I. cbn [ruleset new_env] in I.
  destruct (superko_rule R), k; cbn [In] in I; repeat destruct I as [<-|I]; try destruct I; eauto.
Qed.

(** ** Limits *)

(** Records with more stones of the prover than a limit. *)
Definition over (me : player) (l : limit) (x : N) : Prop := exists p o, ok p /\ x = code E p o /\ exceeds E me l p = true.
(** What a claim avoids. *)
Definition avoids (me : player) (l : limit) (a : list N) (x : N) : Prop := In x a \/ over me l x.

Lemma over_code me l p o : ok p -> over me l (code E p o) -> exceeds E me l p = true.
Proof. intros O (q & w & Q & C & X). apply code_injective in C as [-> _]; auto. Qed.

Lemma exceeds_smaller me l l' p : exceeds E me l p = true \/ exceeds E me l' p = true -> exceeds E me (smaller l l') p = true.
Proof.
  unfold exceeds, smaller. destruct l as [x|], l' as [y|]; rewrite ?Z.ltb_lt; intros [I|I]; try discriminate; auto; lia.
Qed.

Lemma avoids_smaller_l me l l' a a' x : incl a a' -> avoids me l a x -> avoids me (smaller l l') a' x.
Proof. intros A [I|(p & o & O & C & X)]; [left; auto|right]. exists p, o. auto using exceeds_smaller. Qed.

Lemma avoids_smaller_r me l l' a a' x : incl a a' -> avoids me l' a x -> avoids me (smaller l l') a' x.
Proof. intros A [I|(p & o & O & C & X)]; [left; auto|right]. exists p, o. auto using exceeds_smaller. Qed.

Lemma avoids_more me l a a' x : incl a a' -> avoids me l a x -> avoids me l a' x.
Proof. intros A [I|I]; [left; auto|now right]. Qed.

Lemma in_sift me l a x : codes a -> In x a -> In x (sift E me l a) \/ over me l x.
Proof.
  intros C I. unfold sift. destruct l as [m|]; [|now left]. destruct a as [|y a]; [destruct I|].
  destruct (C x I) as (p & o & O & X). destruct (exceeds E me (Some m) p) eqn:Q; [right; now exists p, o|left].
  apply in_keep. split; [exact I|]. rewrite X, uncode_code by exact O. cbn [fst]. now rewrite Q.
Qed.

Lemma sift_in me l a : incl (sift E me l a) a.
Proof. intros x I. unfold sift in I. destruct l; [|exact I]. destruct a; [exact I|]. now apply in_keep in I. Qed.

Lemma avoids_sift me l a x : codes a -> avoids me l a x -> avoids me l (sift E me l a) x.
Proof. intros C [I|I]; [|now right]. apply (in_sift me l) in I; [|exact C]. destruct I; [now left|now right]. Qed.

(** A claim that is true, about a coloring and codes of records. *)
Definition true_claim (c : claim) : Prop :=
  ok (c_col c) /\ codes (c_avoid c) /\ codes (c_need c) /\
  valid fast known (c_prover c) (c_col c) (c_mover c) (c_passed c) (c_bound c) (avoids (c_prover c) (c_limit c) (c_avoid c)) (c_need c).

(** A state whose live claims are true and whose symmetries are some. *)
Variable S : state.
Hypothesis env_is : env_of S = E.
Hypothesis carries_are : forall y g, M.find y (carries S) = Some g -> exists images swap, new_carry E images swap = Some g.
Hypothesis live_are : forall i c, M.find i (live S) = Some c -> true_claim c.

Lemma to_stones_is p q : to_stones S p = Fine q -> List.length p = n /\ q = stones_of p /\ legalb E q = true.
Proof.
  unfold to_stones. rewrite env_is. intro T. checked T. checked T. injection T as <-. apply Nat.eqb_eq in Got. auto.
Qed.

Lemma to_stones_ok p q : to_stones S p = Fine q -> ok q.
Proof. intro T. apply to_stones_is in T as (L & -> & _). now apply stones_of_ok. Qed.

(** ** Children *)

Lemma carried_claim g images swap c : new_carry E images swap = Some g -> true_claim c ->
  true_claim (Claim (carry_stones g (c_col c)) (carry_player g (c_mover c)) (c_passed c) (carry_player g (c_prover c))
                (carry_score g (c_bound c)) (c_limit c) (sort_map (carry_code E g) (c_avoid c))
                (sort_map (carry_code E g) (c_need c))).
Proof.
  intros A (O & CA & CN & V). unfold true_claim. cbn [c_col c_mover c_passed c_prover c_bound c_limit c_avoid c_need].
  rewrite !(carry_player_is R images swap g A), (carry_score_is R images swap g A).
  assert (CC : forall l, codes l -> codes (sort_map (carry_code E g) l)).
  { intros l C x I. apply in_sort_map in I as (y & I & <-). destruct (C y I) as (p & o & Op & ->).
    rewrite (carry_code_is R images swap g A) by exact Op. exists (carry_stones g p), (flip_option swap o).
    split; [now apply (ok_carried R images swap g A)|reflexivity]. }
  assert (Im : forall l, codes l -> forall x, In x l -> exists x', code_goes_to R images swap x x' /\ In x' (sort_map (carry_code E g) l)).
  { intros l C x I. exists (carry_code E g x). split; [|apply in_sort_map; eauto].
    destruct (C x I) as (p & o & Op & ->). now apply (code_goes_to_carried R images swap g A). }
  split; [now apply (ok_carried R images swap g A)|]. split; [now apply CC|]. split; [now apply CC|].
  apply (symmetry_valid fast known swap (goes_to R images swap) (code_goes_to R images swap)
    (fast_symmetry R edges_on_board images swap g A) (code_origin R edges_on_board images swap g A) _ (c_col c) _ _ _ (avoids (c_prover c) (c_limit c) (c_avoid c)) (c_need c));
    auto; [now apply (goes_to_carried R images swap g A)| |].
  2:{ intros r [I|(p & o & Op & -> & X)].
    - destruct (Im _ CA r I) as (r' & Y & I'). exists r'. split; [exact Y|now left].
    - exists (carry_code E g (code E p o)). split; [now apply (code_goes_to_carried R images swap g A)|right].
      exists (carry_stones g p), (flip_option swap o). split; [now apply (ok_carried R images swap g A)|].
      split; [now apply (carry_code_is R images swap g A)|]. unfold exceeds in *. destruct (c_limit c); [|discriminate].
      now rewrite (own_carried R images swap g A), (count_image R edges_on_board images swap g A). }
  intros r I. exists (carry_code E g r). split.
  - destruct (codes_known _ _ _ O r I) as (p & o & Op & ->). now apply (code_goes_to_carried R images swap g A).
  - unfold known_codes in *. cbn [ruleset new_env] in *. destruct (superko_rule R), (c_passed c); cbn [In] in *;
      repeat destruct I as [<-|I]; try destruct I; rewrite (carry_code_is R images swap g A) by exact O; cbn [flip_option];
      rewrite ?flip_opponent; auto.
Qed.

Lemma claim_of_true c x : claim_of S c = Fine x -> true_claim x.
Proof.
  destruct c as [i y]. unfold claim_of. intro C. checked C. checked C.
  destruct (M.find i (live S)) as [z|] eqn:F; [|discriminate]. apply live_are in F.
  destruct (N.eqb y 0); [now injection C as <-|].
  destruct (M.find y (carries S)) as [g|] eqn:G; [|discriminate]. apply carries_are in G as (images & swap & G).
  injection C as <-. rewrite env_is. now apply carried_claim with images swap.
Qed.

(** A child that is about the right state and implies the bound. *)
Lemma child_about_true me c p t k s x : child_about S me c p t k s = Fine x ->
  ok p /\ codes (c_avoid x) /\ codes (c_need x) /\ valid fast known me p t k (c_bound x) (avoids me (c_limit x) (c_avoid x)) (c_need x) /\ meets me (c_bound x) s.
Proof.
  unfold child_about. intro C. taken C. apply claim_of_true in Got. checked C. checked C. injection C as <-.
  unfold about, implies in *. apply andb_prop in Got0 as [A Ak]. apply andb_prop in A as [Ap At]. apply andb_prop in Got1 as [Am Ab].
  apply same_is in Ap. apply same_player_is in At, Am. apply eqb_prop in Ak. apply meetsb_is in Ab.
  destruct Got as (O & CA & CN & V). subst. auto.
Qed.

Section One_step.
Variables (p : stones) (t : player) (k : bool) (me : player) (s : Z).
Hypothesis ok_p : ok p.
Hypothesis legal_p : legalb E p = true.

Lemma turn_fits p' k' w d c l a m : turn S p t k me s p' k' w d c = Fine (l, a, m) ->
  codes a /\ codes m /\ fits fast known me p t k s p' k' (option_map (code E p') w) d (avoids me l a) m.
Proof.
  unfold turn. rewrite env_is. set (o := option_map (code E p') w). intro T. taken T. checked T. checked T. injection T as <- <- Hm.
  apply child_about_true in Got as (O & CA & CN & V & M).
  assert (Fm : m = keep (fun r => negb (mem r (known p t k)) && negb (is_made o r)) (c_need got)) by (now destruct (c_need got)).
  clear Hm. subst m. set (m := keep _ _).
  assert (Nd : forall r, In r (c_need got) -> In r m \/ In r (known p t k) \/ o = Some r).
  { intros r I. destruct (mem r (known p t k)) eqn:K; [apply mem_is in K; auto|]. destruct (is_made o r) eqn:I'; [apply is_made_is in I'; auto|].
    left. apply in_keep. rewrite K, I'. auto. }
  assert (Cm : codes m) by (intros r I; apply CN; now apply in_keep in I).
  split; [exact CA|]. split; [exact Cm|]. exists (c_bound got), (avoids me (c_limit got) (c_avoid got)), (c_need got).
  split; [exact V|]. split; [exact M|]. split; [|split; [auto|exact Nd]].
  intros r Q [I|I].
  - assert (X : existsb (is_made o) (c_avoid got) = true) by (apply existsb_exists; exists r; split; [exact I|now apply is_made_is]).
    destruct (c_avoid got); [destruct I|]. apply negb_true_iff in Got0. congruence.
  - destruct w as [w|]; [|discriminate]. injection Q as <-. apply over_code in I; [|exact O]. now rewrite I in Got1.
Qed.

Lemma after_pass_fits c l a m : Checker.after_pass S p t k me s c = Fine (l, a, m) ->
  k = false /\ codes a /\ codes m /\ fits fast known me p t k s p true (pass_record fast p t) 0 (avoids me l a) m.
Proof.
  unfold Checker.after_pass. intro A. checked A. apply negb_true_iff in Got. rewrite env_is in A. apply turn_fits in A. tauto.
Qed.

Lemma ends_is w x : ends S p k me s w = Fine x -> x = nothing /\ k = true /\ meets me (score_of E p) s.
Proof. unfold ends. rewrite env_is. intro A. checked A. checked A. injection A as <-. apply meetsb_is in Got0. auto. Qed.

(** A play whose answer is in the conditions. *)
Definition settled (q : stones) (d : Z) (a : N -> Prop) (m : list N) : Prop :=
  let r := play_code E q t in In r m \/ In r (known p t k) \/ fits fast known me p t k s q false (Some r) d a m.

Lemma settled_more q d (a a' : N -> Prop) m m' : settled q d a m -> (forall x, a x -> a' x) -> incl m m' -> settled q d a' m'.
Proof.
  intros [I|[I|F]] A M; [left; auto|right; left; exact I|]. right. right. eapply fits_more; eauto.
Qed.

Lemma incl_union_l a b : incl a (union a b).
Proof. intros x I. apply in_union. now left. Qed.
Lemma incl_union_r a b : incl b (union a b).
Proof. intros x I. apply in_union. now right. Qed.

Lemma answer_all_settles xs : incl xs (places E) -> forall seen answers l0 a0 m0 l a m,
  answer_all S p t k me s (empties E p) xs seen answers (l0, a0, m0) = Fine (l, a, m) -> codes a0 -> codes m0 ->
  (forall q d, In (q, d) seen -> settled q d (avoids me l0 a0) m0) ->
  codes a /\ codes m /\ (forall x, avoids me l0 a0 x -> avoids me l a x) /\ incl m0 m /\
  forall x q d, In x xs -> play_at E p t x = Some (q, d) -> settled q d (avoids me l a) m.
Proof.
  induction xs as [|x xs IH]; intros Sub seen answers l0 a0 m0 l a m A C0 C1 Se; cbn [answer_all] in A.
  { destruct answers as [|[v c] rest]; [|discriminate]. injection A as <- <- <-. repeat split; auto using incl_refl. intros x q d []. }
  assert (Sub' : incl xs (places E)) by (intros y I; apply Sub; now right). rewrite env_is in A.
  destruct (proj1 (in_places R x) (Sub x (or_introl eq_refl))) as (u & _ & ->).
  rewrite (quick_play_is R edges_on_board p t u (legalb_lively R p legal_p)) in A.
  destruct (play_at E p t (place_of R u)) as [[q d]|] eqn:P.
  2:{ destruct (IH Sub' _ _ _ _ _ _ _ _ A C0 C1 Se) as (X1 & X2 & X3 & X4 & X5). repeat split; auto.
      intros y q d [<-|I] Q; [congruence|eauto]. }
  destruct (existsb _ seen) eqn:Seen.
  { destruct (IH Sub' _ _ _ _ _ _ _ _ A C0 C1 Se) as (X1 & X2 & X3 & X4 & X5). repeat split; auto.
    intros y q1 d1 [<-|I] Q; [|eauto]. rewrite P in Q. injection Q as <- <-.
    apply existsb_exists in Seen as ([q2 d2] & I & Q). apply andb_prop in Q as [Q1 Q2]. cbn [fst snd] in *.
    apply same_is in Q1. apply Z.eqb_eq in Q2. subst. apply (settled_more q d (avoids me l0 a0) (avoids me l a) m0); auto. }
  destruct answers as [|[v c] answers]; [discriminate|]. checked A. cbv zeta in A. taken A. destruct got as [[l1 a1] m1]. cbn [join] in A.
  assert (O' : ok q) by (now apply (play_at_plays R edges_on_board p t u q d ok_p)).
  assert (T : codes a1 /\ codes m1 /\ settled q d (avoids me l1 a1) m1).
  { destruct c as [c|].
    - apply turn_fits in Got0 as (X1 & X2 & F). split; [exact X1|]. split; [exact X2|]. right. right. exact F.
    - injection Got0 as <- <- <-. split; [apply codes_nil|]. destruct (mem (play_code E q t) (known p t k)) eqn:K.
      + split; [apply codes_nil|]. right. left. now apply mem_is.
      + split; [|left; now left]. intros r [<-|[]]. destruct (play_code_is R q t) as [o ->]. eauto. }
  destruct T as (T1 & T2 & T3).
  destruct (IH Sub' _ _ _ _ _ _ _ _ A (codes_union _ _ T1 C0) (codes_union _ _ T2 C1)) as (X1 & X2 & X3 & X4 & X5).
  { intros q1 d1 I. assert (J : (q1, d1) = (q, d) \/ In (q1, d1) seen) by (destruct (same q p); [destruct I as [I|I]; [left; congruence|now right]|now right]).
    destruct J as [[= -> ->]|J].
    - apply (settled_more q d _ _ m1 _ T3); [intro z; apply avoids_smaller_l|]; apply incl_union_l.
    - apply (settled_more q1 d1 _ _ m0 _ (Se _ _ J)); [intro z; apply avoids_smaller_r|]; apply incl_union_r. }
  split; [exact X1|]. split; [exact X2|]. split; [intros z I; apply X3; revert I; apply avoids_smaller_r, incl_union_r|]. split; [exact (incl_tran (incl_union_r _ _) X4)|].
  intros y q1 d1 [<-|I] Q; [|eauto]. rewrite P in Q. injection Q as <- <-.
  apply (settled_more q d _ _ m1 _ T3); [|exact (incl_tran (incl_union_l _ _) X4)].
  intros z I. apply X3. revert I. apply avoids_smaller_l, incl_union_l.
Qed.

Lemma listed_codes l : forall m, listed S l = Fine m -> codes m.
Proof.
  unfold listed. induction l as [|r l IH]; cbn [fold_right]; intros m L; [injection L as <-; apply codes_nil|].
  taken L. taken L. checked L. injection L as <-. apply to_stones_ok in Got0. rewrite env_is.
  intros x [<-|I]; [eauto|]. now apply (IH got).
Qed.

End One_step.

(** The conditions that are derived make a true claim. *)
Lemma conditions_true p t k me s ru l a m : ok p -> legalb E p = true -> conditions_of S p t k me s ru = Fine (l, a, m) ->
  codes a /\ codes m /\ valid fast known me p t k s (avoids me l a) m.
Proof.
  intros ok_p Lp C. destruct ru as [| | |v c limits|c|answers c|c av ne]; cbn [conditions_of] in C; rewrite ?env_is in C.
  - checked C. apply same_player_is in Got as ->. apply ends_is in C as ([= -> -> ->] & -> & M).
    split; [apply codes_nil|]. split; [apply codes_nil|]. now apply stop_valid with (score_of E p).
  - checked C. injection C as <- <- <-. apply meetsb_is in Got. split; [apply codes_nil|]. split; [apply codes_nil|].
    intros H _ _ _. now apply alive_sound.
  - destruct (pass_forever E p me s) eqn:P; try discriminate. injection C as <- <- <-. split; [apply codes_nil|]. split; [apply codes_nil|].
    intros H _ _ _. now apply pass_forever_sound.
  - checked C. apply same_player_is in Got as ->. destruct (find _ (places E)) as [x|] eqn:F; [|discriminate].
    apply find_some in F as [F _]. apply in_places in F as (u & U & ->).
    rewrite (quick_play_is R edges_on_board p me u (legalb_lively R p Lp)) in C.
    destruct (play_at E p me (place_of R u)) as [[q d]|] eqn:P; [|discriminate]. cbv zeta in C. taken C. destruct got as [[l1 a1] m1].
    apply turn_fits in Got as (CA & CM & F).
    assert (O' : ok q) by (now apply (play_at_plays R edges_on_board p me u q d ok_p)).
    assert (P' : Statement.play fast p me q (play_code E q me) d) by (exists u; auto).
    destruct (limits && _) eqn:Lim in C; injection C as <- <- <-.
    { split; [exact CA|]. split; [exact CM|]. apply andb_prop in Lim as [_ Lim].
      apply (play_valid fast known known_play me p k s q (play_code E q me) d); [exact P'| |].
      - apply (fits_more _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ F); [|apply incl_refl].
        intros x I. exact (avoids_smaller_r me (Some (count E (own me p))) l1 a1 a1 x (incl_refl _) I).
      - right. destruct (play_code_is R q me) as [o Q]. exists q, o. split; [exact O'|]. split; [exact Q|].
        apply (exceeds_smaller me (Some (count E (own me p))) l1 q). now left. }
    split; [|split; [exact CM|]].
    + apply (codes_union [play_code E q me]); [|exact CA]. intros r [<-|[]]. destruct (play_code_is R q me) as [o ->]. eauto.
    + apply (play_valid fast known known_play me p k s q (play_code E q me) d); [exact P'| |left; apply (in_union _ [_]); left; now left].
      apply (fits_more _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ F); [intro x; apply avoids_more, (incl_union_r [_])|apply incl_refl].
  - checked C. apply same_player_is in Got as ->. apply after_pass_fits in C as (-> & CA & CM & F).
    split; [exact CA|]. split; [exact CM|]. now apply (pass_valid fast known known_pass).
  - checked C. apply same_player_is in Got as Q. taken C. destruct got as [[l0 a0] m0].
    assert (F0 : codes a0 /\ codes m0 /\
      (k = false -> fits fast known me p t k s p true (pass_record fast p t) 0 (avoids me l0 a0) m0) /\ (k = true -> meets me (score_of E p) s)).
    { destruct c as [c|].
      - apply after_pass_fits in Got0 as (-> & CA & CM & F). repeat split; auto. discriminate.
      - apply ends_is in Got0 as ([= -> -> ->] & -> & M). repeat split; auto using codes_nil. discriminate. }
    destruct F0 as (CA & CM & F0 & F1).
    cbv zeta in C. destruct (answer_all_settles p t k me s ok_p Lp (places_of E (empties E p)) (places_of_places R _) _ _ _ _ _ _ _ _ C CA CM) as (X1 & X2 & X3 & X4 & X5); [intros ? ? []|].
    split; [exact X1|]. split; [exact X2|]. subst t.
    apply (replies_valid fast known known_play known_pass).
    + intros q r d (v & Lv & P & ->). apply (X5 (place_of R v)); [now apply (play_place R p (opponent me) v q d)|exact P].
    + intro K. rewrite K in F0. apply (fits_more _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (F0 eq_refl)); [exact X3|exact X4].
    + intro K. exists (score_of E p). split; [reflexivity|auto].
  - taken C. taken C. taken C. injection C as <- <- <-. apply child_about_true in Got as (_ & CA & CN & V & M).
    apply listed_codes in Got0, Got1. split; [|split].
    + apply codes_union; [exact CA|]. intros r I. apply (proj1 (in_sort _ _)) in I. auto.
    + apply codes_union; [exact CN|]. intros r I. apply (proj1 (in_sort _ _)) in I. auto.
    + eapply weaken_valid; [exact V|exact M| |apply incl_union_l]. intro x. apply avoids_more, incl_union_l.
Qed.

Theorem derive_true p t k me s ru c : ok p -> legalb E p = true -> derive S p t k me s ru = Fine c -> true_claim c.
Proof.
  intros ok_p Lp D. unfold derive in D. taken D. destruct got as [[l a] m]. checked D. checked D. checked D. injection D as <-.
  apply (conditions_true _ _ _ _ _ _ _ _ _ ok_p Lp) in Got as (CA & CM & V). rewrite env_is. split; [exact ok_p|]. split; [intros x I; apply CA; revert I; apply sift_in|]. split; [exact CM|].
  cbn [c_prover c_col c_mover c_passed c_bound c_limit c_avoid c_need].
  eapply weaken_valid; [exact V|destruct me; simpl; apply Z.le_refl| |apply incl_refl]. intro x. now apply avoids_sift.
Qed.
End Sound.
