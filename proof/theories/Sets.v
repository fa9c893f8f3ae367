(** * Sets of points as numbers: what the functions of [Fast.v] compute *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Fast.
Import ListNotations.
Local Open Scope N_scope.

(** Point [v] is in the set [s]. *)
Definition is_in (v : point) (s : N) : Prop := N.testbit s (N.of_nat v) = true.
Notation "v ∈ s" := (is_in v s) (at level 70).

Lemma in_dec v s : {v ∈ s} + {~ v ∈ s}.
Proof. apply bool_dec. Qed.

Lemma same_set s s' : (forall v, v ∈ s <-> v ∈ s') -> s = s'.
Proof.
  intro A. apply N.bits_inj. intro x. rewrite <- (N2Nat.id x). specialize (A (N.to_nat x)). unfold is_in in A.
  destruct (N.testbit s _), (N.testbit s' _); intuition congruence.
Qed.

Lemma in_lor v a b : v ∈ N.lor a b <-> v ∈ a \/ v ∈ b.
Proof. unfold is_in. now rewrite N.lor_spec, orb_true_iff. Qed.

Lemma in_land v a b : v ∈ N.land a b <-> v ∈ a /\ v ∈ b.
Proof. unfold is_in. now rewrite N.land_spec, andb_true_iff. Qed.

Lemma in_ldiff v a b : v ∈ N.ldiff a b <-> v ∈ a /\ ~ v ∈ b.
Proof. unfold is_in. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. now rewrite <- not_true_iff_false. Qed.

Lemma in_zero v : ~ v ∈ 0.
Proof. unfold is_in. now rewrite N.bits_0. Qed.

Lemma in_bit v w : v ∈ bit_of w <-> v = w.
Proof.
  unfold is_in, bit_of. rewrite N.shiftl_1_l. destruct (Nat.eq_dec v w) as [->|D].
  - now rewrite N.pow2_bits_true.
  - rewrite N.pow2_bits_false by lia. split; [discriminate|contradiction].
Qed.

Lemma in_ones v n : v ∈ N.ones (N.of_nat n) <-> (v < n)%nat.
Proof.
  unfold is_in. destruct (Nat.lt_ge_cases v n).
  - rewrite N.ones_spec_low by lia. tauto.
  - rewrite N.ones_spec_high by lia. split; [discriminate|lia].
Qed.

Lemma zero_or_some s : s = 0 \/ exists v, v ∈ s.
Proof.
  destruct (N.eq_dec s 0) as [->|D]; [now left|right].
  exists (N.to_nat (N.log2 s)). unfold is_in. rewrite N2Nat.id. now apply N.bit_log2.
Qed.

Lemma has_spec s v : has s (bit_of v) = true <-> v ∈ s.
Proof.
  unfold has. rewrite negb_true_iff, N.eqb_neq. split.
  - intro D. destruct (zero_or_some (N.land s (bit_of v))) as [E|[w I]]; [contradiction|].
    apply in_land in I as [I J]. apply in_bit in J. now subst.
  - intros I E. apply (in_zero v). rewrite <- E. apply in_land. split; [exact I|now apply in_bit].
Qed.

Lemma empty_set s : s = 0 <-> forall v, ~ v ∈ s.
Proof.
  split; [intros ->; apply in_zero|]. intro A. destruct (zero_or_some s) as [E|[v I]]; [exact E|now apply A in I].
Qed.

Lemma diff_zero a b : N.ldiff a b = 0 <-> forall v, v ∈ a -> v ∈ b.
Proof.
  rewrite empty_set. setoid_rewrite in_ldiff. split; intros A v; specialize (A v); destruct (in_dec v b); tauto.
Qed.

(** [gather] unites the sets whose numbers are in [s]. *)
Lemma in_gather_positive v l : forall s found,
  v ∈ gather_positive s l found <-> v ∈ found \/ exists i a, N.testbit (Npos s) (N.of_nat i) = true /\ nth_error l i = Some a /\ v ∈ a.
Proof.
  assert (Hi : forall (i : nat) a, nth_error (@nil N) i = Some a -> False) by (intros [] a; discriminate).
  assert (Odd : forall p (i : nat), N.testbit (Npos (xI p)) (N.of_nat (S i)) = N.testbit (Npos p) (N.of_nat i)).
  { intros p i. change (Npos (xI p)) with (2 * Npos p + 1). rewrite Nat2N.inj_succ. apply N.testbit_odd_succ. lia. }
  assert (Even : forall p (i : nat), N.testbit (Npos (xO p)) (N.of_nat (S i)) = N.testbit (Npos p) (N.of_nat i)).
  { intros p i. change (Npos (xO p)) with (2 * Npos p). rewrite Nat2N.inj_succ. apply N.testbit_even_succ. lia. }
  induction l as [|b l IH]; intros s found; cbn [gather_positive].
  - split; [now left|]. intros [I|(i & a & _ & X & _)]; [exact I|now apply Hi in X].
  - destruct s as [s|s|]; rewrite ?IH, ?in_lor.
    + split.
      * intros [[I|I]|(i & a & T & X & I)]; [right; exists 0%nat, b; auto|now left|]. right. exists (S i), a. rewrite Odd. auto.
      * intros [I|([|i] & a & T & X & I)]; [tauto|injection X as <-; tauto|]. right. exists i, a. rewrite Odd in T. auto.
    + split.
      * intros [I|(i & a & T & X & I)]; [now left|]. right. exists (S i), a. rewrite Even. auto.
      * intros [I|([|i] & a & T & X & I)]; [tauto|discriminate|]. right. exists i, a. rewrite Even in T. auto.
    + split.
      * intros [I|I]; [right; exists 0%nat, b; auto|now left].
      * intros [I|([|i] & a & T & X & I)]; [tauto|injection X as <-; tauto|discriminate].
Qed.

Lemma in_gather v s l : v ∈ gather s l <-> exists i a, i ∈ s /\ nth_error l i = Some a /\ v ∈ a.
Proof.
  destruct s as [|s]; cbn [gather].
  - split; [intro I; now apply in_zero in I|intros (i & _ & I & _); now apply in_zero in I].
  - rewrite in_gather_positive. split; [|now right]. intros [I|I]; [now apply in_zero in I|exact I].
Qed.

Section Board.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).

(** Every edge joins points of the board. *)
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

Lemma adjacent_sym v w : adjacent B v w -> adjacent B w v.
Proof. unfold adjacent. tauto. Qed.

Lemma in_all v : v ∈ all E <-> (v < n)%nat.
Proof. apply in_ones. Qed.

Lemma in_near v w : v ∈ near_of B w <-> adjacent B w v.
Proof.
  assert (I : forall (b : bool) u, v ∈ (if b then bit_of u else 0) <-> b = true /\ v = u).
  { intros [] u; [rewrite in_bit; tauto|]. split; [intro J; now apply in_zero in J|intros [? _]; discriminate]. }
  unfold adjacent, near_of. induction (edges B) as [|[a b] l IH]; [split; [intro J; now apply in_zero in J|intros [[]|[]]]|].
  cbn [fold_right add_edge In]. rewrite !in_lor, IH, !I, !Nat.eqb_eq. split.
  - intros [[-> ->]|[[-> ->]|[J|J]]]; auto.
  - intros [[[= -> ->]|J]|[[= -> ->]|J]]; auto.
Qed.

Definition place_of (v : point) : place := Place v (bit_of v) (near_of B v).

Lemma places_are : places E = map place_of (seq 0 n).
Proof. reflexivity. Qed.

Lemma in_places x : In x (places E) <-> exists v, (v < n)%nat /\ x = place_of v.
Proof.
  rewrite places_are, in_map_iff. split.
  - intros (v & <- & I). apply in_seq in I. exists v. split; [lia|reflexivity].
  - intros (v & L & ->). exists v. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma place_in v : (v < n)%nat -> In (place_of v) (places E).
Proof. intro L. apply in_places. eauto. Qed.

Lemma nth_error_seq k i : (i < k)%nat -> nth_error (seq 0 k) i = Some i.
Proof. intro L. rewrite (nth_error_nth' _ 0%nat) by (now rewrite seq_length). now rewrite seq_nth. Qed.

Lemma nth_error_seq_inv k i u : nth_error (seq 0 k) i = Some u -> u = i.
Proof.
  intro U. assert (L : (i < k)%nat) by (rewrite <- (seq_length k 0); apply nth_error_Some; congruence).
  rewrite nth_error_seq in U by exact L. congruence.
Qed.

Lemma in_around v s : v ∈ around E s <-> exists w, w ∈ s /\ adjacent B w v.
Proof.
  unfold around. cbn [nears new_env]. rewrite in_gather. split.
  - intros (w & a & I & X & N). rewrite nth_error_map in X. unfold option_map in X.
    match type of X with match ?o with _ => _ end = _ => destruct o as [u|] eqn:U; [|discriminate X] end.
    injection X as <-. apply nth_error_seq_inv in U as ->. apply in_near in N. eauto.
  - intros (w & I & A). exists w, (near_of B w). split; [exact I|]. split; [|now apply in_near].
    rewrite nth_error_map, nth_error_seq; [reflexivity|]. now apply (edges_on_board w v).
Qed.

(** ** Counting *)

Definition size_of (s : N) : nat := length (filter (fun v => N.testbit s (N.of_nat v)) (seq 0 n)).

Lemma count_is s : count E s = Z.of_nat (size_of s).
Proof.
  unfold count, size_of. rewrite places_are.
  assert (A : forall l z, fold_left (fun m x => if has s (bit x) then Z.succ m else m) (map place_of l) z =
    (z + Z.of_nat (length (filter (fun v => N.testbit s (N.of_nat v)) l)))%Z).
  { induction l as [|v l IH]; intro z; cbn [map fold_left filter length]; [lia|]. rewrite IH. cbn [bit place_of].
    destruct (has s (bit_of v)) eqn:C.
    - apply has_spec in C. unfold is_in in C. rewrite C. cbn [length]. lia.
    - destruct (N.testbit s (N.of_nat v)) eqn:T; [|lia]. apply has_spec in T. congruence. }
  now rewrite A.
Qed.

Lemma in_members v s : In v (filter (fun v => N.testbit s (N.of_nat v)) (seq 0 n)) <-> (v < n)%nat /\ v ∈ s.
Proof. rewrite filter_In, in_seq. unfold is_in. intuition lia. Qed.

Lemma size_le s : (size_of s <= n)%nat.
Proof.
  unfold size_of. rewrite <- (seq_length n 0) at 2. apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|].
  intros v I. now apply filter_In in I.
Qed.

Lemma size_grows s s' v : (forall w, w ∈ s -> w ∈ s') -> (v < n)%nat -> v ∈ s' -> ~ v ∈ s -> (size_of s < size_of s')%nat.
Proof.
  intros Sub L I N. unfold size_of.
  apply (NoDup_incl_length (l := v :: filter (fun v => N.testbit s (N.of_nat v)) (seq 0 n))).
  - constructor; [|apply NoDup_filter, seq_NoDup]. intro J. now apply in_members in J.
  - intros w [<-|J]; [now apply in_members|]. apply in_members in J. apply in_members. intuition.
Qed.

Lemma full_size s v : (n <= size_of s)%nat -> (v < n)%nat -> v ∈ s.
Proof.
  intros L I. destruct (in_dec v s) as [J|J]; [exact J|exfalso].
  assert (size_of s < size_of (N.lor s (bit_of v)))%nat.
  { apply size_grows with v; [|exact I| |exact J]; intros; apply in_lor; [now left|right; now apply in_bit]. }
  pose proof (size_le (N.lor s (bit_of v))). lia.
Qed.

(** ** Growing along paths *)

Lemma grow_induction within (P : point -> Prop) rounds : forall s,
  (forall v, v ∈ s -> P v) ->
  (forall v w, P v -> adjacent B v w -> w ∈ within -> P w) ->
  forall v, v ∈ grow E rounds within s -> P v.
Proof.
  induction rounds as [|x rounds IH]; intros s S C v; simpl; [auto|].
  destruct (N.eqb _ s); [auto|]. apply IH; [|exact C].
  intros w I. apply in_lor in I as [I|I]; [auto|]. apply in_land in I as [I J]. apply in_around in J as (u & J & A). eauto.
Qed.

Lemma grow_contains within rounds : forall s v, v ∈ s -> v ∈ grow E rounds within s.
Proof.
  induction rounds as [|x rounds IH]; intros s v I; simpl; [exact I|].
  destruct (N.eqb _ s); [exact I|]. apply IH, in_lor. now left.
Qed.

Lemma grow_closed within rounds : forall s, (n <= size_of s + length rounds)%nat ->
  forall v w, v ∈ grow E rounds within s -> adjacent B v w -> w ∈ within -> w ∈ grow E rounds within s.
Proof.
  induction rounds as [|x rounds IH]; intros s L v w I A J; simpl in *.
  - apply full_size; [lia|]. now apply (edges_on_board v w).
  - set (s' := N.lor s (N.land within (around E s))) in *. destruct (N.eqb_spec s' s) as [Q|D].
    + rewrite <- Q. apply in_lor. right. apply in_land. split; [exact J|]. apply in_around. eauto.
    + apply IH with v; auto.
      assert (exists u, u ∈ s' /\ ~ u ∈ s) as (u & U & N).
      { destruct (zero_or_some (N.ldiff s' s)) as [Z|[u U]]; [|apply in_ldiff in U; eauto].
        exfalso. apply D, same_set. intro u. split; [now apply (proj1 (diff_zero s' s))|].
        intro X. apply in_lor. now left. }
      assert (u < n)%nat.
      { apply in_lor in U as [U|U]; [contradiction|]. apply in_land in U as [_ U].
        apply in_around in U as (y & _ & Y). now apply (edges_on_board y u). }
      assert (size_of s < size_of s')%nat by (apply size_grows with u; auto; intros; apply in_lor; now left).
      lia.
Qed.

(** [joined within s] is the least set that has the points of [s] in [within] and, with each point, its neighbours in [within]. *)
Lemma joined_induction within s (P : point -> Prop) :
  (forall v, v ∈ s -> v ∈ within -> P v) ->
  (forall v w, P v -> adjacent B v w -> w ∈ within -> P w) ->
  forall v, v ∈ joined E within s -> P v.
Proof. intros S C. apply grow_induction; [|exact C]. intros v I. apply in_land in I. now apply S. Qed.

Lemma joined_contains within s v : v ∈ s -> v ∈ within -> v ∈ joined E within s.
Proof. intros I J. apply grow_contains, in_land. auto. Qed.

Lemma joined_closed within s v w : v ∈ joined E within s -> adjacent B v w -> w ∈ within -> w ∈ joined E within s.
Proof. apply grow_closed. rewrite places_are, map_length, seq_length. lia. Qed.

Lemma joined_within within s v : v ∈ joined E within s -> v ∈ within.
Proof. apply (joined_induction within s (fun v => v ∈ within)); auto. Qed.

End Board.
