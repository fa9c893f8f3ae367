(** * The plays that are computed are the plays of Go

    [Fast.v] computes with sets what [Statement.v] says of colorings: clearing, plays, scores. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Fast Game Sets.
Import ListNotations.
Local Open Scope N_scope.

Section Plays.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

(** ** Colorings *)

(** Two sets of stones that are a coloring: on the board, and no point has both colours. *)
Definition ok (p : stones) : Prop :=
  (forall v, v ∈ fst p -> (v < n)%nat) /\ (forall v, v ∈ snd p -> (v < n)%nat) /\ (forall v, v ∈ fst p -> ~ v ∈ snd p).

(** The coloring of two sets. *)
Notation drawn := (coloring_of E).

Lemma drawn_length p : length (drawn p) = n.
Proof. unfold coloring_of. now rewrite places_are, !map_length, seq_length. Qed.

Lemma drawn_color p v : (v < n)%nat ->
  color (drawn p) v = if has (fst p) (bit_of v) then Stone Black else if has (snd p) (bit_of v) then Stone White else Empty.
Proof.
  intro L. unfold coloring_of, color. rewrite places_are, map_map. cbn [bit place_of].
  set (f := fun v => _). rewrite (nth_indep _ Empty (f 0%nat)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.

Lemma color_outside p v : (length p <= v)%nat -> color p v = Empty.
Proof. intro L. now apply nth_overflow. Qed.

Lemma color_inside p v c : color p v = Stone c -> (v < length p)%nat.
Proof. intro C. destruct (Nat.lt_ge_cases v (length p)) as [L|L]; [exact L|]. rewrite color_outside in C by exact L. discriminate. Qed.

Lemma drawn_stone p c v : ok p -> color (drawn p) v = Stone c <-> v ∈ own c p.
Proof.
  intros (OB & OW & D). split.
  - intro C. apply color_inside in C as L. rewrite drawn_length in L. rewrite drawn_color in C by exact L.
    destruct (has (fst p) (bit_of v)) eqn:HB; [apply has_spec in HB; injection C as <-; exact HB|].
    destruct (has (snd p) (bit_of v)) eqn:HW; [apply has_spec in HW; injection C as <-; exact HW|discriminate].
  - intro I. assert (L : (v < n)%nat) by (destruct c; auto). rewrite drawn_color by exact L.
    destruct c; simpl in I.
    + now rewrite (proj2 (has_spec _ _) I).
    + destruct (has (fst p) (bit_of v)) eqn:HB; [apply has_spec in HB; now apply D in HB|].
      now rewrite (proj2 (has_spec _ _) I).
Qed.

Lemma in_empties p v : v ∈ empties E p <-> (v < n)%nat /\ ~ v ∈ fst p /\ ~ v ∈ snd p.
Proof. unfold empties. rewrite in_ldiff, in_lor, in_all. tauto. Qed.

Lemma cell_cases (c : cell) : c = Empty \/ exists t, c = Stone t.
Proof. destruct c; eauto. Qed.

Lemma drawn_empty p v : ok p -> v ∈ empties E p <-> (v < n)%nat /\ color (drawn p) v = Empty.
Proof.
  intro O. rewrite in_empties. split; intros [L A]; (split; [exact L|]).
  - destruct (cell_cases (color (drawn p) v)) as [C|[[] C]]; [exact C| |]; apply (drawn_stone _ _ _ O) in C; simpl in C; tauto.
  - split; intro I.
    + apply (drawn_stone p Black v O) in I. congruence.
    + apply (drawn_stone p White v O) in I. congruence.
Qed.

Lemma same_coloring (p q : coloring) : length p = length q -> (forall v, color p v = color q v) -> p = q.
Proof. intros L C. apply nth_ext with Empty Empty; [exact L|]. intros v _. apply C. Qed.

Lemma drawn_injective p q : ok p -> ok q -> drawn p = drawn q -> p = q.
Proof.
  intros O O' D. assert (A : forall c, own c p = own c q).
  { intro c. apply same_set. intro v. rewrite <- !drawn_stone by assumption. now rewrite D. }
  destruct p, q. f_equal; [exact (A Black)|exact (A White)].
Qed.

(** Every coloring of the board is drawn from its sets. *)
Lemma stones_from_spec c p : forall v, v ∈ stones_from c p <-> color p v = Stone c.
Proof.
  induction p as [|x p IH]; intro v; cbn [stones_from].
  - unfold color. split; [intro I; now apply in_zero in I|]. destruct v; discriminate.
  - assert (A : v ∈ (match x, c with Stone Black, Black | Stone White, White => N.succ_double (stones_from c p) | _, _ => N.double (stones_from c p) end)
      <-> match v with O => x = Stone c | S v => v ∈ stones_from c p end).
    { destruct x as [|[]], c; rewrite ?in_odd, ?in_even; destruct v; intuition discriminate. }
    rewrite A. destruct v as [|v]; [reflexivity|apply IH].
Qed.

Lemma stones_of_spec p c v : v ∈ own c (stones_of p) <-> color p v = Stone c.
Proof. destruct c; apply stones_from_spec. Qed.

Lemma stones_of_ok p : length p = n -> ok (stones_of p).
Proof.
  intro L. pose proof (stones_of_spec p Black) as SB. pose proof (stones_of_spec p White) as SW.
  cbn [own] in *. repeat split; intros v I.
  - apply SB, color_inside in I. lia.
  - apply SW, color_inside in I. lia.
  - intro J. apply SB in I. apply SW in J. congruence.
Qed.

Lemma drawn_stones_of p : length p = n -> drawn (stones_of p) = p.
Proof.
  intro L. apply same_coloring; [now rewrite drawn_length|]. intro v.
  assert (A : forall c, color (drawn (stones_of p)) v = Stone c <-> color p v = Stone c).
  { intro c. now rewrite drawn_stone, stones_of_spec by auto using stones_of_ok. }
  destruct (color (drawn (stones_of p)) v) as [|c] eqn:C; [|symmetry; now apply A].
  destruct (color p v) as [|c] eqn:D; [reflexivity|]. destruct (A c) as [_ F]. now specialize (F eq_refl).
Qed.

(** ** Reaching and clearing *)

(** [reach] computes the points of [a] that reach [b]. *)
Lemma reach_reaches p a b within seen :
  (forall v, v ∈ within <-> (v < n)%nat /\ color p v = a) ->
  (forall v, v ∈ seen <-> (v < n)%nat /\ color p v = b) ->
  forall v, v ∈ reach E within seen <-> reaches B p a b v.
Proof.
  intros W A v. split.
  - revert v. apply (reach_induction R edges_on_board).
    + intros v w I X J. apply A in I as [_ I]. apply W in J as [_ J]. apply beside with v; [exact J|now apply adjacent_sym|exact I].
    + intros v w I X J. apply W in J as [_ J]. apply along with v; [exact J|now apply adjacent_sym|exact I].
  - induction 1 as [v w C X D|v w C X _ IH]; destruct (edges_on_board _ _ X) as [Lv Lw].
    + apply reach_beside with w; [exact edges_on_board|now apply A|now apply adjacent_sym|now apply W].
    + apply reach_closed with w; [exact edges_on_board|exact IH|now apply adjacent_sym|now apply W].
Qed.

Lemma stone_on_board p c v : length p = n -> color p v = Stone c <-> (v < n)%nat /\ color p v = Stone c.
Proof. intro L. split; [|tauto]. intro C. split; [|exact C]. apply color_inside in C. lia. Qed.

Lemma kept_spec p c v : ok p -> v ∈ kept E c p <-> reaches B (drawn p) (Stone c) Empty v.
Proof.
  intro O. apply reach_reaches; intro w.
  - rewrite <- stone_on_board by apply drawn_length. symmetry. now apply drawn_stone.
  - now apply drawn_empty.
Qed.

Lemma kept_own p c v : v ∈ kept E c p -> v ∈ own c p.
Proof. apply reach_within. Qed.

Lemma own_set_own c p s : own c (set_own c p s) = s.
Proof. now destruct c. Qed.

Lemma own_set_other c p s : own (opponent c) (set_own c p s) = own (opponent c) p.
Proof. now destruct c. Qed.

Lemma ok_players p :
  ok p <-> (forall c v, v ∈ own c p -> (v < n)%nat) /\ (forall c v, v ∈ own c p -> ~ v ∈ own (opponent c) p).
Proof.
  split.
  - intros (OB & OW & D). split; intros [] v I; cbn [own opponent] in *; auto. intro J. now apply D in J.
  - intros [A D]. split; [|split]; [exact (A Black)|exact (A White)|exact (D Black)].
Qed.

Lemma ok_disjoint p c v : ok p -> v ∈ own c p -> ~ v ∈ own (opponent c) p.
Proof. intro O. apply ok_players in O as [_ D]. apply D. Qed.

(** Taking stones off leaves a coloring. *)
Lemma ok_set_own p c s : ok p -> (forall v, v ∈ s -> v ∈ own c p) -> ok (set_own c p s).
Proof.
  intros O S. destruct (proj1 (ok_players p) O) as [A D]. apply ok_players. split; intros c' v I.
  - destruct (mine_or_not c' c) as [->| ->]; [rewrite own_set_own in I; eauto|rewrite own_set_other in I; eauto].
  - destruct (mine_or_not c' c) as [->| ->].
    + rewrite own_set_own in I. rewrite own_set_other. auto.
    + rewrite own_set_other in I. rewrite opponent_twice, own_set_own. intro J. apply S in J. now apply D in J.
Qed.

Lemma ok_cleared p c : ok p -> ok (cleared E c p).
Proof. intro O. apply ok_set_own; [exact O|]. apply kept_own. Qed.

Lemma cleared_clears p c : ok p -> clears B c (drawn p) (drawn (cleared E c p)).
Proof.
  intro O. pose proof (ok_cleared p c O) as O'. split; [now rewrite !drawn_length|].
  assert (S : forall v, color (drawn (cleared E c p)) v = Stone c <-> reaches B (drawn p) (Stone c) Empty v).
  { intro v. rewrite drawn_stone by exact O'. unfold cleared. rewrite own_set_own. now apply kept_spec. }
  assert (T : forall v, color (drawn (cleared E c p)) v = Stone (opponent c) <-> color (drawn p) v = Stone (opponent c)).
  { intro v. rewrite !drawn_stone by assumption. unfold cleared. now rewrite own_set_other. }
  assert (P : forall v, reaches B (drawn p) (Stone c) Empty v -> color (drawn p) v = Stone c) by (intros v []; auto).
  intro v. cbv zeta. split.
  - intros [C N]. destruct (color (drawn (cleared E c p)) v) as [|x] eqn:D; [reflexivity|].
    destruct (mine_or_not x c) as [->| ->]; [now apply S in D|]. apply T in D. rewrite C in D.
    injection D as D. symmetry in D. now apply opponent_differs in D.
  - intro N. destruct (color (drawn p) v) as [|x] eqn:C.
    + destruct (color (drawn (cleared E c p)) v) as [|x] eqn:D; [reflexivity|].
      destruct (mine_or_not x c) as [->| ->]; [apply S, P in D; congruence|apply T in D; congruence].
    + destruct (mine_or_not x c) as [->| ->]; [|now apply T]. apply S.
      destruct (in_dec v (kept E c p)) as [I|I]; [now apply kept_spec|]. exfalso. apply N. split; [reflexivity|].
      intro X. apply I. now apply kept_spec.
Qed.

(** Clearing has only one result. *)
Lemma clears_once p c q q' : ok p -> clears B c (drawn p) q -> clears B c (drawn p) q' -> q = q'.
Proof.
  intros O [L A] [L' A']. apply same_coloring; [congruence|]. intro v. specialize (A v). specialize (A' v). cbv zeta in *.
  destruct (in_dec v (kept E c p)) as [I|I].
  - apply (kept_spec _ _ _ O) in I. destruct A as [_ A], A' as [_ A']. rewrite A, A' by tauto. reflexivity.
  - destruct (color (drawn p) v) as [|x] eqn:C.
    + destruct A as [_ A], A' as [_ A']. rewrite A, A' by (intros [? _]; discriminate). reflexivity.
    + destruct (mine_or_not x c) as [->| ->].
      * assert (N : ~ reaches B (drawn p) (Stone c) Empty v) by (intro X; now apply I, kept_spec).
        destruct A as [A _], A' as [A' _]. now rewrite A, A' by auto.
      * destruct A as [_ A], A' as [_ A']. rewrite A, A' by (intros [X _]; injection X as X; now apply opponent_differs in X). reflexivity.
Qed.

(** ** Numbers *)

Lemma number_once P x y : number P x -> number P y -> x = y.
Proof.
  intros (l & D & A & <-) (l' & D' & A' & <-). f_equal. apply Nat.le_antisymm; apply NoDup_incl_length; auto;
    intros v I; [apply A', A, I|apply A, A', I].
Qed.

Lemma count_number s P : (forall v, (v < n)%nat /\ v ∈ s <-> P v) -> number P (count E s).
Proof.
  intro A. exists (filter (fun v => N.testbit s (N.of_nat v)) (seq 0 n)). split; [apply NoDup_filter, seq_NoDup|]. split.
  - intro v. rewrite in_members. apply A.
  - symmetry. apply count_is.
Qed.

Lemma difference_once P x y : difference P x -> difference P y -> x = y.
Proof.
  intros (b & w & PB & PW & ->) (b' & w' & PB' & PW' & ->). now rewrite (number_once _ _ _ PB PB'), (number_once _ _ _ PW PW').
Qed.

Lemma land_spec c p v : ok p -> v ∈ land_of E c p <->
  reaches B (drawn p) Empty (Stone c) v /\ ~ reaches B (drawn p) Empty (Stone (opponent c)) v.
Proof.
  intro O. unfold land_of. rewrite in_ldiff.
  assert (J : forall c, v ∈ reach E (empties E p) (own c p) <-> reaches B (drawn p) Empty (Stone c) v).
  { intro x. apply reach_reaches; intro w; [now apply drawn_empty|].
    rewrite <- stone_on_board by apply drawn_length. symmetry. now apply drawn_stone. }
  now rewrite !J.
Qed.

Lemma score_spec p : ok p -> difference (counts R (drawn p)) (score_of E p).
Proof.
  intro O. exists (count E (counted E Black p)), (count E (counted E White p)).
  assert (A : forall c, number (counts R (drawn p) c) (count E (counted E c p))).
  { intro c. apply count_number. intro v. unfold counted, counts. cbn [ruleset new_env].
    assert (I : v ∈ own c p -> (v < n)%nat) by (destruct (proj1 (ok_players p) O) as [L _]; apply L).
    assert (J : v ∈ land_of E c p -> (v < n)%nat).
    { unfold land_of. rewrite in_ldiff. intros [X _]. apply reach_within in X. now apply in_empties in X. }
    rewrite drawn_stone, <- land_spec by exact O. destruct (territory R); rewrite ?in_lor; intuition congruence. }
  auto.
Qed.

(** ** Plays *)

Notation move x := (place_of R x).

Lemma put_puts p t v : ok p -> v ∈ empties E p ->
  ok (set_own t p (N.lor (own t p) (bit_of v))) /\ puts v t (drawn p) (drawn (set_own t p (N.lor (own t p) (bit_of v)))).
Proof.
  intros O I. apply in_empties in I as (L & NB & NW).
  assert (N : forall c, ~ v ∈ own c p) by (intros []; auto).
  set (q := set_own t p (N.lor (own t p) (bit_of v))).
  assert (O' : ok q).
  { destruct (proj1 (ok_players p) O) as [A D]. apply ok_players. split; intros c w I.
    - destruct (mine_or_not c t) as [->| ->]; unfold q in I.
      + rewrite own_set_own in I. apply in_lor in I as [I|I]; [eauto|]. apply in_bit in I. now subst.
      + rewrite own_set_other in I. eauto.
    - destruct (mine_or_not c t) as [->| ->]; unfold q in *.
      + rewrite own_set_own in I. rewrite own_set_other. apply in_lor in I as [I|I]; [auto|]. apply in_bit in I. now subst.
      + rewrite own_set_other in I. rewrite opponent_twice, own_set_own. intro J. apply in_lor in J as [J|J].
        * now apply D in J.
        * apply in_bit in J. subst. now apply N in I. }
  split; [exact O'|]. split; [now rewrite !drawn_length|]. split.
  - apply drawn_stone; [exact O'|]. unfold q. rewrite own_set_own. apply in_lor. right. now apply in_bit.
  - intros w D. assert (A : forall c, color (drawn q) w = Stone c <-> color (drawn p) w = Stone c).
    { intro c. rewrite !drawn_stone by assumption. unfold q. destruct (mine_or_not c t) as [->| ->].
      - rewrite own_set_own, in_lor, in_bit. tauto.
      - now rewrite own_set_other. }
    destruct (color (drawn q) w) as [|c] eqn:C; [|symmetry; now apply A].
    destruct (color (drawn p) w) as [|c] eqn:C'; [reflexivity|]. destruct (A c) as [_ F]. now specialize (F eq_refl).
Qed.

Lemma puts_once v t p q q' : puts v t p q -> puts v t p q' -> q = q'.
Proof.
  intros (L & C & A) (L' & C' & A'). apply same_coloring; [congruence|]. intro w.
  destruct (Nat.eq_dec w v) as [->|D]; [congruence|]. now rewrite A, A'.
Qed.

(** Taking stones off, [d] is what [play_at] counts. *)
Lemma lost_spec p q c : ok p -> ok q -> (forall c v, v ∈ own c q -> v ∈ own c p) ->
  number (prisoners (drawn p) (drawn q) (opponent c)) (count E (N.ldiff (own c p) (own c q))).
Proof.
  intros O O' S. apply count_number. intro v. unfold prisoners. rewrite in_ldiff, opponent_twice, drawn_stone by exact O.
  split.
  - intros (L & I & N). split; [exact I|]. destruct (color (drawn q) v) as [|x] eqn:C; [reflexivity|].
    apply (drawn_stone _ _ _ O') in C. destruct (mine_or_not x c) as [->| ->]; [easy|].
    apply S in C. apply (ok_disjoint p (opponent c) v O) in C. now rewrite opponent_twice in C.
  - intros [I C]. split; [destruct (proj1 (ok_players p) O); eauto|]. split; [exact I|].
    intro J. apply (drawn_stone q c v O') in J. congruence.
Qed.

Definition after_put (p : stones) (t : player) (v : point) : stones := set_own t p (N.lor (own t p) (bit_of v)).
Definition after_captures (p : stones) (t : player) (v : point) : stones := cleared E (opponent t) (after_put p t v).
Definition after_play (p : stones) (t : player) (v : point) : stones := cleared E t (after_captures p t v).

Lemma cleared_sub p c : forall c' v, v ∈ own c' (cleared E c p) -> v ∈ own c' p.
Proof.
  intros c' v I. unfold cleared in I. destruct (mine_or_not c' c) as [->| ->].
  - rewrite own_set_own in I. now apply kept_own.
  - now rewrite own_set_other in I.
Qed.

Lemma play_at_spec p t v q d : play_at E p t (move v) = Some (q, d) ->
  v ∈ empties E p /\ q = after_play p t v /\ (suicide R = false -> own t (after_captures p t v) = own t q) /\
  d = if territory R then (count E (N.ldiff (own White (after_put p t v)) (own White q)) -
                           count E (N.ldiff (own Black (after_put p t v)) (own Black q)))%Z else 0%Z.
Proof.
  unfold play_at, outcome_of_play. cbn [bit place_of ruleset new_env]. destruct (has _ _) eqn:He; [|discriminate]. apply has_spec in He.
  fold (after_put p t v). fold (after_captures p t v). fold (after_play p t v).
  destruct (suicide R) eqn:S; cbn [orb].
  - intros [= <- <-]. repeat split; auto; discriminate.
  - destruct (N.eqb _ _) eqn:Q; [|discriminate]. apply N.eqb_eq in Q. intros [= <- <-]. repeat split; auto.
Qed.

Lemma same_own p q c : own c p = own c q -> own (opponent c) p = own (opponent c) q -> p = q.
Proof. destruct p, q, c; cbn [own opponent fst snd]; congruence. Qed.

Lemma ok_after p t v : ok p -> v ∈ empties E p -> ok (after_put p t v) /\ ok (after_captures p t v) /\ ok (after_play p t v).
Proof.
  intros O I. destruct (put_puts p t v O I) as [O1 _]. split; [exact O1|]. split; [|apply ok_cleared]; now apply ok_cleared.
Qed.

(** A play that is computed is one that the rules allow. *)
Theorem play_at_plays p t v q d : ok p -> play_at E p t (move v) = Some (q, d) ->
  ok q /\ plays R (drawn p) t v (drawn q) d.
Proof.
  intros O P. apply play_at_spec in P as (I & -> & S & D). destruct (ok_after p t v O I) as (O1 & O2 & O3).
  split; [exact O3|]. apply in_empties in I as I'. destruct I' as [L _]. split; [exact L|].
  split; [now apply (drawn_empty p v O) in I|].
  exists (drawn (after_put p t v)), (drawn (after_captures p t v)).
  split; [now apply put_puts|]. split; [now apply cleared_clears|]. split; [now apply cleared_clears|]. split.
  - intro F. f_equal. apply (same_own _ _ t); [symmetry; now apply S|]. unfold after_play, cleared. now rewrite own_set_other.
  - unfold shifts. destruct (territory R); [|exact D].
    assert (Sub : forall c w, w ∈ own c (after_play p t v) -> w ∈ own c (after_put p t v)).
    { intros c w J. now apply cleared_sub, cleared_sub in J. }
    exists (count E (N.ldiff (own White (after_put p t v)) (own White (after_play p t v)))),
      (count E (N.ldiff (own Black (after_put p t v)) (own Black (after_play p t v)))).
    split; [exact (lost_spec _ _ White O1 O3 Sub)|]. split; [exact (lost_spec _ _ Black O1 O3 Sub)|exact D].
Qed.

(** A play at a point has one result. *)
Lemma plays_once p t v q d q' d' : ok p -> plays R (drawn p) t v q d -> plays R (drawn p) t v q' d' -> q = q' /\ d = d'.
Proof.
  intros O (L & C & p1 & p2 & P & C1 & C2 & S & D) (_ & _ & p1' & p2' & P' & C1' & C2' & S' & D').
  assert (I : v ∈ empties E p) by (now apply drawn_empty). destruct (put_puts p t v O I) as [O1 X]. fold (after_put p t v) in *.
  rewrite (puts_once _ _ _ _ _ P X) in *. rewrite (puts_once _ _ _ _ _ P' X) in *.
  pose proof (cleared_clears _ (opponent t) O1) as Y. fold (after_captures p t v) in Y.
  rewrite (clears_once _ _ _ _ O1 C1 Y) in *. rewrite (clears_once _ _ _ _ O1 C1' Y) in *.
  assert (O2 : ok (after_captures p t v)) by now apply ok_cleared.
  rewrite (clears_once _ _ _ _ O2 C2 C2') in *. split; [reflexivity|].
  unfold shifts in *. destruct (territory R); [|congruence]. eapply difference_once; eauto.
Qed.

(** A play that the rules allow is computed. *)
Theorem plays_play_at p t v q d : ok p -> plays R (drawn p) t v q d ->
  exists q', play_at E p t (move v) = Some (q', d) /\ q = drawn q' /\ ok q'.
Proof.
  intros O P. destruct (play_at E p t (move v)) as [[q' d']|] eqn:Q.
  - destruct (play_at_plays p t v q' d' O Q) as [O' P']. destruct (plays_once _ _ _ _ _ _ _ O P P') as [-> ->]. eauto.
  - exfalso. destruct P as (L & C & p1 & p2 & P & C1 & C2 & S & _).
    assert (I : v ∈ empties E p) by (now apply drawn_empty). destruct (ok_after p t v O I) as (O1 & O2 & O3).
    unfold play_at, outcome_of_play in Q. cbn [bit place_of ruleset new_env] in Q. rewrite (proj2 (has_spec _ _) I) in Q.
    fold (after_put p t v) in Q. fold (after_captures p t v) in Q. fold (after_play p t v) in Q.
    destruct (suicide R); [discriminate|]. cbn [orb] in Q.
    destruct (N.eqb (own t (after_captures p t v)) (own t (after_play p t v))) eqn:F; [discriminate|].
    apply N.eqb_neq in F. apply F.
    destruct (put_puts p t v O I) as [_ X]. fold (after_put p t v) in X. rewrite (puts_once _ _ _ _ _ P X) in C1.
    rewrite (clears_once _ _ _ _ O1 C1 (cleared_clears _ _ O1)) in *. fold (after_captures p t v) in *.
    rewrite (S eq_refl) in C2. pose proof (clears_once _ _ _ _ O2 C2 (cleared_clears _ _ O2)) as Z.
    apply drawn_injective in Z; [|exact O2|exact O3]. unfold after_play. now rewrite <- Z.
Qed.

End Plays.
