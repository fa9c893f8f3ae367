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

Lemma touch_land s s' : touch s s' = negb (N.eqb (N.land s s') 0).
Proof.
  destruct s as [|s], s' as [|s']; try reflexivity. cbn [touch N.land]. revert s'.
  induction s as [s IH|s IH|]; intros [s'|s'|]; cbn [touch_positive Pos.land]; try reflexivity; rewrite ?IH; now destruct (Pos.land s s').
Qed.

Lemma touch_spec s s' : touch s s' = true <-> exists v, v ∈ s /\ v ∈ s'.
Proof.
  rewrite touch_land, negb_true_iff, N.eqb_neq. split.
  - intro D. destruct (zero_or_some (N.land s s')) as [E|[v I]]; [contradiction|]. apply in_land in I. eauto.
  - intros (v & I) E. apply (in_zero v). rewrite <- E. now apply in_land.
Qed.

Lemma has_spec s v : has s (bit_of v) = true <-> v ∈ s.
Proof.
  unfold has. rewrite touch_spec. split; [intros (w & I & J); apply in_bit in J; now subst|].
  intro I. exists v. split; [exact I|now apply in_bit].
Qed.

Lemma empty_set s : s = 0 <-> forall v, ~ v ∈ s.
Proof.
  split; [intros ->; apply in_zero|]. intro A. destruct (zero_or_some s) as [E|[v I]]; [exact E|now apply A in I].
Qed.

Lemma diff_zero a b : N.ldiff a b = 0 <-> forall v, v ∈ a -> v ∈ b.
Proof.
  rewrite empty_set. setoid_rewrite in_ldiff. split; intros A v; specialize (A v); destruct (in_dec v b); tauto.
Qed.

(** The bits of a number, one after the other. *)
Lemma in_odd s v : v ∈ N.succ_double s <-> match v with O => True | S v => v ∈ s end.
Proof.
  rewrite N.succ_double_spec. unfold is_in. destruct v as [|v]; [rewrite N.testbit_odd_0; tauto|].
  now rewrite Nat2N.inj_succ, N.testbit_odd_succ by lia.
Qed.

Lemma in_even s v : v ∈ N.double s <-> match v with O => False | S v => v ∈ s end.
Proof.
  rewrite N.double_spec. unfold is_in. destruct v as [|v]; [rewrite N.testbit_even_0; split; [discriminate|easy]|].
  now rewrite Nat2N.inj_succ, N.testbit_even_succ by lia.
Qed.

(** [gather] unites the sets whose numbers are in [s]. *)
Lemma in_gather_positive v l : forall s found,
  v ∈ gather_positive s l found <-> v ∈ found \/ exists i a, N.testbit (Npos s) (N.of_nat i) = true /\ nth_error l i = Some a /\ v ∈ a.
Proof.
  assert (Hi : forall (i : nat) a, nth_error (@nil N) i = Some a -> False) by (intros [] a; discriminate).
  assert (Odd : forall p (i : nat), N.testbit (Npos (xI p)) (N.of_nat (S i)) = N.testbit (Npos p) (N.of_nat i)).
  { intros p i. apply eq_true_iff_eq. exact (in_odd (Npos p) (S i)). }
  assert (Even : forall p (i : nat), N.testbit (Npos (xO p)) (N.of_nat (S i)) = N.testbit (Npos p) (N.of_nat i)).
  { intros p i. apply eq_true_iff_eq. exact (in_even (Npos p) (S i)). }
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

Lemma filter_next p l : filter (fun v => N.testbit p (N.of_nat v)) (map S l) = map S (filter (fun v => N.testbit (N.div2 p) (N.of_nat v)) l).
Proof.
  induction l as [|v l IH]; [reflexivity|]. cbn [map filter].
  replace (N.testbit (N.div2 p) (N.of_nat v)) with (N.testbit p (N.of_nat (S v))).
  - rewrite IH. now destruct (N.testbit p _).
  - rewrite N.div2_spec, N.shiftr_spec, N.add_1_r, Nat2N.inj_succ by lia. reflexivity.
Qed.

Lemma count_is s : count E s = Z.of_nat (size_of s).
Proof.
  assert (None : forall l : list nat, filter (fun v => N.testbit 0 (N.of_nat v)) l = []) by (induction l as [|v l IH]; auto).
  destruct s as [|s]; unfold count, size_of; [now rewrite None|]. rewrite places_are.
  assert (A : forall (l : list nat) s m, count_positive s (map place_of l) m =
    m + N.of_nat (length (filter (fun v => N.testbit (Npos s) (N.of_nat v)) (seq 0 (length l))))).
  { induction l as [|v l IH]; intros t m; [symmetry; apply N.add_0_r|]. cbn [map count_positive length seq filter].
    rewrite <- seq_shift, filter_next.
    destruct t as [t|t|]; cbn [N.testbit Pos.testbit N.div2 N.of_nat]; rewrite ?IH, ?None; cbn [length map]; rewrite ?map_length;
      try change (fun v => Pos.testbit t (N.of_nat v)) with (fun v => N.testbit (Npos t) (N.of_nat v)); lia. }
  rewrite A, seq_length. lia.
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

(** ** Reaching along paths *)

Lemma in_apart_positive front l : forall s v,
  v ∈ apart_positive s l front <-> v ∈ Npos s /\ forall a, nth_error l v = Some a -> touch a front = false.
Proof.
  assert (First : forall a, (forall b, Some a = Some b -> touch b front = false) <-> touch a front = false).
  { intro a. split; [auto|]. intros T b [= <-]. exact T. }
  induction l as [|a l IH]; intros s v; cbn [apart_positive].
  - split; [|tauto]. intro I. split; [exact I|]. destruct v; discriminate.
  - destruct s as [s|s|].
    + change (Npos (xI s)) with (N.succ_double (Npos s)). rewrite in_odd.
      destruct (touch a front) eqn:T; rewrite ?in_even, ?in_odd; destruct v as [|v]; cbn [nth_error]; rewrite ?IH, ?First, ?T; intuition discriminate.
    + change (Npos (xO s)) with (N.double (Npos s)). rewrite !in_even. destruct v as [|v]; [tauto|apply IH].
    + change 1 with (N.succ_double 0). rewrite in_odd. assert (Z : forall v, v ∈ 0 <-> False) by (intro w; split; [apply in_zero|easy]).
      destruct (touch a front) eqn:T; rewrite ?in_odd; destruct v as [|v]; cbn [nth_error]; rewrite ?Z, ?First, ?T; intuition discriminate.
Qed.

Lemma in_apart v s front : v ∈ apart E s front <-> v ∈ s /\ forall w, w ∈ front -> ~ adjacent B w v.
Proof.
  destruct s as [|s]; [split; [intro I; now apply in_zero in I|intros [I _]; now apply in_zero in I]|].
  cbn [apart nears new_env]. rewrite in_apart_positive.
  enough (Q : (forall a, nth_error (map (near_of B) (seq 0 n)) v = Some a -> touch a front = false) <-> forall w, w ∈ front -> ~ adjacent B w v)
    by (now rewrite Q).
  split.
  - intros T w W A. specialize (T (near_of B v)). rewrite nth_error_map, nth_error_seq in T by now apply (edges_on_board w v).
    assert (touch (near_of B v) front = true); [|rewrite T in *; [discriminate|reflexivity]].
    apply touch_spec. exists w. split; [now apply in_near, adjacent_sym|exact W].
  - intros N a X. rewrite nth_error_map in X. destruct (nth_error _ v) as [u|] eqn:U in X; [|discriminate]. injection X as <-.
    apply nth_error_seq_inv in U as ->. destruct (touch _ front) eqn:T; [|reflexivity]. apply touch_spec in T as (w & A & W).
    apply in_near in A. exfalso. apply (N w W). now apply adjacent_sym.
Qed.

(** [reach within s] is the least set that has the points of [within] next to [s] and, with each point, its neighbours in [within]. *)
Lemma unreached_sub v rounds : forall rest front, v ∈ unreached E rounds rest front -> v ∈ rest.
Proof.
  induction rounds as [|x rounds IH]; intros rest front; cbn [unreached]; [now destruct rest|].
  destruct rest as [|rest]; [auto|]. cbv zeta. destruct (N.ldiff _ _); [auto|]. intro I. apply IH, in_apart in I. tauto.
Qed.

Lemma unreached_induction (P : point -> Prop) rounds : forall rest front,
  (forall v w, v ∈ front -> adjacent B v w -> w ∈ rest -> P w) ->
  (forall v w, P v -> adjacent B v w -> w ∈ rest -> P w) ->
  forall v, v ∈ rest -> ~ v ∈ unreached E rounds rest front -> P v.
Proof.
  induction rounds as [|x rounds IH]; intros rest front F C v I N; cbn [unreached] in N; [now destruct rest|].
  destruct rest as [|r]; [contradiction|]. set (rest := Npos r) in *. set (rest' := apart E rest front) in *.
  cbv zeta in N. destruct (N.ldiff rest rest') as [|f] eqn:D; [contradiction|]. rewrite <- D in N. clear D f.
  assert (New : forall u, u ∈ rest -> ~ u ∈ rest' -> P u).
  { intros u U U'. destruct (touch (near_of B u) front) eqn:T.
    - apply touch_spec in T as (w & A & W). apply in_near in A. apply (F w u W); [now apply adjacent_sym|exact U].
    - exfalso. apply U', in_apart. split; [exact U|]. intros w W A. assert (T' : touch (near_of B u) front = true); [|congruence].
      apply touch_spec. exists w. split; [now apply in_near, adjacent_sym|exact W]. }
  destruct (in_dec v rest') as [J|J]; [|auto]. revert N. apply IH; [| |exact J].
  - intros u w U A W. apply in_ldiff in U as [U U']. apply in_apart in W as [W _]. exact (C u w (New u U U') A W).
  - intros u w U A W. apply in_apart in W as [W _]. eauto.
Qed.

Lemma unreached_closed v w rounds : forall rest front, (size_of rest <= length rounds)%nat ->
  v ∈ front \/ (v ∈ rest /\ ~ v ∈ unreached E rounds rest front) -> adjacent B v w -> ~ w ∈ unreached E rounds rest front.
Proof.
  induction rounds as [|x rounds IH]; intros rest front L V A W.
  - assert (Z : unreached E [] rest front = rest) by (now destruct rest). rewrite Z in *. destruct V as [V|V]; [|tauto].
    assert (size_of 0 < size_of rest)%nat; [|cbn [length] in L; lia].
    apply size_grows with w; [intros u U; now apply in_zero in U|now apply (edges_on_board v w)|exact W|apply in_zero].
  - cbn [unreached] in *. destruct rest as [|r]; [now apply in_zero in W|]. set (rest := Npos r) in *.
    set (rest' := apart E rest front) in *. cbv zeta in *. destruct (N.ldiff rest rest') as [|f] eqn:D.
    + apply (proj1 (diff_zero rest rest') D) in W. apply in_apart in W as [_ W]. destruct V as [V|[V V']]; [now apply (W v)|contradiction].
    + rewrite <- D in *. assert (W' : w ∈ rest') by (now apply unreached_sub in W).
      assert (Sub : forall u, u ∈ rest' -> u ∈ rest) by (intros u U; now apply in_apart in U).
      apply in_apart in W' as [_ W']. destruct V as [V|[V V']]; [now apply (W' v)|].
      revert W. apply IH; [|destruct (in_dec v rest') as [J|J]; [now right|left; now apply in_ldiff]|exact A].
      destruct (zero_or_some (N.ldiff rest rest')) as [Z|[u U]]; [congruence|].
      apply in_ldiff in U as [U U'].
      assert (size_of rest' < size_of rest)%nat; [|cbn [length] in L; lia]. apply size_grows with u; auto.
      destruct (Nat.lt_ge_cases u n) as [O|O]; [exact O|]. exfalso. apply U', in_apart. split; [exact U|].
      intros y _ Y. apply edges_on_board in Y. lia.
Qed.

Lemma reach_induction within s (P : point -> Prop) :
  (forall v w, v ∈ s -> adjacent B v w -> w ∈ within -> P w) ->
  (forall v w, P v -> adjacent B v w -> w ∈ within -> P w) ->
  forall v, v ∈ reach E within s -> P v.
Proof. intros S C v I. apply in_ldiff in I as [I N]. exact (unreached_induction P _ within s S C v I N). Qed.

Lemma reach_within within s v : v ∈ reach E within s -> v ∈ within.
Proof. intro I. now apply in_ldiff in I. Qed.

Lemma reach_beside within s v w : v ∈ s -> adjacent B v w -> w ∈ within -> w ∈ reach E within s.
Proof.
  intros I A J. apply in_ldiff. split; [exact J|]. apply (unreached_closed v w); [|now left|exact A].
  rewrite places_are, map_length, seq_length. apply size_le.
Qed.

Lemma reach_closed within s v w : v ∈ reach E within s -> adjacent B v w -> w ∈ within -> w ∈ reach E within s.
Proof.
  intros I A J. apply in_ldiff in I. apply in_ldiff. split; [exact J|]. apply (unreached_closed v w); [|now right|exact A].
  rewrite places_are, map_length, seq_length. apply size_le.
Qed.

(** [joined within s] has the points of [s] in [within], too. *)
Lemma joined_induction within s (P : point -> Prop) :
  (forall v, v ∈ s -> v ∈ within -> P v) ->
  (forall v w, P v -> adjacent B v w -> w ∈ within -> P w) ->
  forall v, v ∈ joined E within s -> P v.
Proof.
  intros S C v I. assert (S' : forall u, u ∈ N.land within s -> P u) by (intros u U; apply in_land in U; now apply S).
  apply in_lor in I as [I|I]; [auto|]. revert v I. apply reach_induction; [|exact C]. eauto.
Qed.

Lemma joined_contains within s v : v ∈ s -> v ∈ within -> v ∈ joined E within s.
Proof. intros I J. apply in_lor. left. now apply in_land. Qed.

Lemma joined_closed within s v w : v ∈ joined E within s -> adjacent B v w -> w ∈ within -> w ∈ joined E within s.
Proof.
  intros I A J. apply in_lor. right. apply in_lor in I as [I|I]; [now apply (reach_beside within _ v)|now apply (reach_closed within _ v)].
Qed.

Lemma joined_within within s v : v ∈ joined E within s -> v ∈ within.
Proof. apply (joined_induction within s (fun v => v ∈ within)); auto. Qed.

End Board.
