(** * Symmetries carry the computed game over

    [Fast.v] computes the image of a state under a permutation of the points that the checker has accepted. Here it is the image that
    [Symmetry.v] speaks of. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Fast Image Sets Plays Agreement Calculus Symmetry.
Import ListNotations.
Local Open Scope N_scope.

Section Computed.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Notation drawn := (coloring_of E).

(** The permutation that a list of images means, and its inverse. *)
Definition forward (images : list point) (v : point) : point := nth v images 0%nat.
Definition backward (images : list point) (v : point) : point :=
  hd 0%nat (filter (fun u => Nat.eqb (forward images u) v) (seq 0 n)).

Variables (images : list point) (swap : bool) (y : carry).
Hypothesis accepted : new_carry E images swap = Some y.
Notation g := (forward images).
Notation h := (backward images).

Lemma accepted_is :
  y = Carry (map bit_of images) swap /\ length images = n /\
  (forall v, (v < n)%nat -> (g v < n)%nat) /\ image y (all E) = all E /\
  (forall v, (v < n)%nat -> image y (near_of B v) = near_of B (g v)).
Proof.
  unfold new_carry in accepted. destruct (_ && _) eqn:C in accepted; [|discriminate]. injection accepted as <-.
  apply andb_prop in C as [C N]. apply andb_prop in C as [C Al]. apply andb_prop in C as [L On].
  apply Nat.eqb_eq in L. apply N.eqb_eq in Al. cbn [ruleset new_env] in L.
  assert (G : forall v, (v < n)%nat -> (g v < n)%nat).
  { intros v I. rewrite forallb_forall in On. apply Nat.ltb_lt. apply (On (g v)). apply nth_In. lia. }
  repeat split; auto.
  intros v I. rewrite forallb_forall in N. specialize (N (place_of R v, g v)).
  assert (J : In (place_of R v, g v) (combine (places E) images)).
  { replace (place_of R v, g v) with (nth v (combine (places E) images) (place_of R 0%nat, 0%nat)).
    - apply nth_In. rewrite combine_length, L, places_are, map_length, seq_length. lia.
    - rewrite combine_nth by (now rewrite places_are, map_length, seq_length). f_equal.
      rewrite places_are, map_nth, seq_nth by exact I. reflexivity. }
  apply N in J. cbn [fst snd near place_of] in J.
  destruct (find _ _) as [z|] eqn:F; [|discriminate]. apply find_some in F as [Z F]. cbn [snd] in F. apply Nat.eqb_eq in F.
  apply in_places in Z as (w & _ & ->). cbn [index place_of near] in *. subst w. now apply N.eqb_eq.
Qed.

Lemma in_image s v : v ∈ image y s <-> exists u, (u < n)%nat /\ u ∈ s /\ v = g u.
Proof.
  destruct accepted_is as (-> & L & _). unfold image. cbn [goals]. rewrite in_gather. split.
  - intros (u & a & I & X & V). rewrite nth_error_map in X. unfold option_map in X.
    match type of X with match ?o with _ => _ end = _ => destruct o as [w|] eqn:U; [|discriminate X] end.
    injection X as <-. apply in_bit in V. exists u. split; [rewrite <- L; apply nth_error_Some; congruence|]. split; [exact I|].
    rewrite V. symmetry. now apply nth_error_nth.
  - intros (u & U & I & ->). exists u, (bit_of (g u)). split; [exact I|]. split; [|now apply in_bit].
    rewrite nth_error_map, (nth_error_nth' _ 0%nat); [reflexivity|]. exact (Nat.lt_le_trans _ _ _ U (Nat.eq_le_incl _ _ (eq_sym L))).
Qed.

Lemma forward_injective u v : (u < n)%nat -> (v < n)%nat -> g u = g v -> u = v.
Proof.
  destruct accepted_is as (_ & L & _ & Al & _). intros I J X.
  assert (D : NoDup images).
  { apply NoDup_incl_NoDup with (seq 0 n); [apply seq_NoDup|rewrite seq_length; exact (Nat.eq_le_incl _ _ L)|]. intros w W. apply in_seq in W.
    assert (K : w ∈ all E) by (apply in_all; lia). rewrite <- Al in K. apply in_image in K as (z & Z & _ & ->). apply nth_In. lia. }
  apply (proj1 (NoDup_nth images 0%nat) D); [lia|lia|exact X].
Qed.

Lemma backward_spec v : (v < n)%nat -> (h v < n)%nat /\ g (h v) = v.
Proof.
  intro I. destruct accepted_is as (_ & _ & _ & Al & _).
  assert (K : v ∈ all E) by now apply in_all. rewrite <- Al in K. apply in_image in K as (u & U & _ & X).
  assert (Y : In (h v) (filter (fun u => Nat.eqb (g u) v) (seq 0 n))).
  { assert (Z : In u (filter (fun u => Nat.eqb (g u) v) (seq 0 n))).
    { apply filter_In. split; [apply in_seq; lia|now apply Nat.eqb_eq]. }
    unfold backward. destruct (filter _ _) as [|w l]; [destruct Z|now left]. }
  apply filter_In in Y as [Y Z]. apply in_seq in Y. apply Nat.eqb_eq in Z. split; [lia|exact Z].
Qed.

Lemma accepted_automorphism : automorphism B g h.
Proof.
  destruct accepted_is as (_ & L & On & Al & N).
  assert (Ed : forall v w, adjacent B v w -> adjacent B (g v) (g w)).
  { intros v w X. destruct (edges_on_board _ _ X) as [Iv Iw]. apply in_near. rewrite <- N by exact Iv.
    apply in_image. exists w. split; [exact Iw|]. split; [now apply in_near|reflexivity]. }
  constructor; auto.
  - intros v I. now apply backward_spec.
  - intros v I. apply forward_injective; [apply backward_spec; auto|exact I|]. apply backward_spec. auto.
  - intros v I. now apply backward_spec.
  - intros v w X. destruct (edges_on_board _ _ X) as [Iv Iw]. destruct (backward_spec v Iv) as [Jv Gv], (backward_spec w Iw) as [Jw Gw].
    rewrite <- Gv in X. apply in_near in X. rewrite <- N in X by exact Jv. apply in_image in X as (u & U & X & Y).
    apply in_near in X. replace (h w) with u; [exact X|]. apply forward_injective; auto. congruence.
Qed.

Lemma swaps_is : swaps y = swap.
Proof. destruct accepted_is as (-> & _). reflexivity. Qed.

Lemma carry_player_is t : carry_player y t = flip swap t.
Proof. unfold carry_player. now rewrite swaps_is. Qed.

Lemma carry_score_is s : carry_score y s = flip_score swap s.
Proof. unfold carry_score. now rewrite swaps_is. Qed.

Lemma own_carried c p : own (flip swap c) (carry_stones y p) = image y (own c p).
Proof. unfold carry_stones. rewrite swaps_is. now destruct swap, c. Qed.

Lemma ok_carried p : ok R p -> ok R (carry_stones y p).
Proof.
  intro O. destruct (proj1 (ok_players R p) O) as [A D]. destruct accepted_is as (_ & _ & On & _). apply ok_players. split; intros c v I.
  - rewrite <- (flip_twice swap c), own_carried in I. apply in_image in I as (u & U & _ & ->). auto.
  - rewrite <- (flip_twice swap c), own_carried in I. rewrite <- (flip_twice swap c), <- flip_opponent, own_carried.
    apply in_image in I as (u & U & I & ->). intro J. apply in_image in J as (w & W & J & X).
    apply forward_injective in X; [|exact U|exact W]. subst w. now apply D in I.
Qed.

Lemma carry_stones_carried p : ok R p -> carried R swap g (drawn p) (drawn (carry_stones y p)).
Proof.
  intro O. pose proof (ok_carried p O) as O'. split; [apply drawn_length|]. split; [apply drawn_length|]. intros v I.
  assert (S : forall c, color (drawn (carry_stones y p)) (g v) = Stone (flip swap c) <-> color (drawn p) v = Stone c).
  { intro c. rewrite !drawn_stone, own_carried, in_image by assumption. split.
    - intros (u & U & J & X). apply forward_injective in X; [|exact I|exact U]. now subst.
    - intro J. eauto. }
  destruct (color (drawn p) v) as [|c] eqn:C; [|now apply S].
  destruct (color (drawn (carry_stones y p)) (g v)) as [|c] eqn:C'; [reflexivity|exfalso].
  specialize (proj1 (S (flip swap c))). rewrite flip_twice. intro F. now specialize (F eq_refl).
Qed.

Lemma uncode_code p o : ok R p -> uncode E (code E p o) = (p, o).
Proof.
  intros (OB & _ & _). unfold uncode, code. cbn [width all new_env].
  assert (T : tag o < 4) by (destruct o as [[]|]; simpl; lia).
  destruct (taken_apart (N.lor (fst p) (N.shiftl (snd p) (N.of_nat n))) (tag o) T) as [U1 U2].
  change 3 with (N.ones 2). rewrite U1, U2, (low_part _ _ _ OB), (high_part _ _ _ OB).
  destruct p, o as [[]|]; reflexivity.
Qed.

Lemma carry_code_is p o : ok R p -> carry_code E y (code E p o) = code E (carry_stones y p) (flip_option swap o).
Proof.
  intro O. unfold carry_code. rewrite uncode_code by exact O. destruct o as [t|]; [|reflexivity].
  cbn [flip_option]. now rewrite carry_player_is.
Qed.

(** An image has as many points. *)
Lemma count_image s : count E (image y s) = count E s.
Proof.
  apply (number_once (fun v => (v < n)%nat /\ v ∈ image y s)); [now apply (count_number R)|].
  apply (number_carried R g h accepted_automorphism (fun v => (v < n)%nat /\ v ∈ s)); [tauto|tauto| |now apply (count_number R)].
  intros v I. rewrite in_image. destruct accepted_is as (_ & _ & On & _). split; [intros [_ J]; split; [now apply On|eauto]|].
  intros [_ (u & U & J & X)]. apply forward_injective in X; [|exact I|exact U]. now subst.
Qed.

(** Sets and codes, and their images. *)
Definition goes_to (p p' : stones) : Prop := exists q', (exists q, draws R p q /\ carried R swap g q q') /\ draws R p' q'.
Definition code_goes_to (x x' : N) : Prop := exists r', (exists r, stands_for R x r /\ carried_record R swap g r r') /\ stands_for R x' r'.

Lemma fast_symmetry : simulation (fast R) (fast R) swap goes_to code_goes_to.
Proof.
  pose proof (agreement R edges_on_board) as S.
  pose proof (simulation_then _ _ _ _ _ _ _ _ _ (simulation_then _ _ _ _ _ _ _ _ _ S (symmetry R edges_on_board swap g h accepted_automorphism))
    (simulation_back _ _ _ _ _ S)) as T.
  rewrite xorb_false_l, xorb_false_r in T. exact T.
Qed.

Lemma goes_to_carried p : ok R p -> goes_to p (carry_stones y p).
Proof.
  intro O. exists (drawn (carry_stones y p)). split; [exists (drawn p); split; [now split|now apply carry_stones_carried]|].
  split; [now apply ok_carried|reflexivity].
Qed.

Lemma code_goes_to_carried p o : ok R p -> code_goes_to (code E p o) (carry_code E y (code E p o)).
Proof.
  intro O. exists (drawn (carry_stones y p), flip_option swap o). split.
  - exists (drawn p, o). split; [now apply stands_for_code|]. split; [now apply carry_stones_carried|reflexivity].
  - rewrite carry_code_is by exact O. apply stands_for_code. now apply ok_carried.
Qed.

Lemma code_dec x' : (exists p o, ok R p /\ x' = code E p o) \/ forall p o, ok R p -> x' <> code E p o.
Proof.
  destruct (uncode E x') as [p o] eqn:U.
  destruct (N.eq_dec x' (code E p o)) as [X|X].
  - destruct (N.eq_dec (N.ldiff (N.lor (fst p) (snd p)) (all E)) 0) as [Y|Y]; [destruct (N.eq_dec (N.land (fst p) (snd p)) 0) as [Z|Z]|].
    + left. exists p, o. split; [|exact X]. rewrite empty_set in Z. rewrite diff_zero in Y. repeat split; intros v I.
      * apply (in_all R v), Y, in_lor. now left.
      * apply (in_all R v), Y, in_lor. now right.
      * intro J. apply (Z v), in_land. auto.
    + right. intros q u O Q. rewrite Q, uncode_code in U by exact O. injection U as <- <-. apply Z, empty_set.
      intros v I. apply in_land in I as [I J]. destruct O as (_ & _ & D). now apply (D v).
    + right. intros q u O Q. rewrite Q, uncode_code in U by exact O. injection U as <- <-. apply Y, diff_zero.
      intros v I. apply in_all. destruct O as (OB & OW & _). apply in_lor in I as [I|I]; auto.
  - right. intros q u O Q. apply X. rewrite Q, uncode_code in U by exact O. now injection U as <- <-.
Qed.

Lemma code_origin x' : (exists x, code_goes_to x x') \/ forall x, ~ code_goes_to x x'.
Proof.
  destruct (code_dec x') as [(p' & o & O & ->)|N].
  - left. pose proof accepted_automorphism as A. pose proof (automorphism_back _ _ _ A) as A'.
    set (q := moved R swap g (drawn p')).
    assert (Q : carried R swap g q (drawn p')).
    { apply (carried_back R swap h g A'). apply (moved_carried R swap h g A'). apply drawn_length. }
    assert (Lq : length q = n) by apply Q.
    exists (code E (stones_of q) (flip_option swap o)). exists (drawn p', o). split; [|now apply stands_for_code].
    exists (q, flip_option swap o). split.
    + exists (stones_of q). split; [now apply stones_of_ok|]. split; [reflexivity|]. cbn [fst]. now rewrite drawn_stones_of.
    + split; [exact Q|]. cbn [fst snd]. destruct o; cbn [flip_option]; [now rewrite flip_twice|reflexivity].
  - right. intros x (r' & _ & p & O & X & _). now apply (N p (snd r') O).
Qed.

End Computed.
