(** * Unconditional life

    Benson's theorem (1976), as docs/certificates.md uses it: chains with two vital regions each are never taken although their owner only
    passes, suicide allowed or not; and of what is left the opponent gets no more than [margin] allows. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Fast Alone Sets Plays Quick Agreement Sums Parts.
Import ListNotations.
Local Open Scope N_scope.

Section Life.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Notation ok := (ok R).
Notation kept := (kept E).
Notation empties := (empties E).
Notation around := (around E).
Notation in_kept_beside := (in_kept_beside R edges_on_board).
Notation kept_closed := (kept_closed R edges_on_board).
Notation kept_induction := (kept_induction R edges_on_board).
Notation cleared_keeps := (cleared_keeps R edges_on_board).

(** ** The prover, his chains and the regions between them *)

Variable p0 : stones.
Variable me : player.
Notation they := (opponent me).

(** Some of the prover's chains, each with two vital regions: [living] ends with such. *)
Variable chains : list N.
Hypothesis are_chains : forall c, In c chains -> is_part R (own me p0) c.
Hypothesis all_alive : forall c, In c chains -> two_vital E (regions_of E chains) c = true.
Notation X := (union_all chains).
Notation regions := (regions_of E chains).

Lemma in_union_all l v : v ∈ union_all l <-> exists s, In s l /\ v ∈ s.
Proof.
  unfold union_all. induction l as [|s l IH]; cbn [fold_right].
  - split; [intro I; now apply in_zero in I|intros (? & [] & _)].
  - rewrite in_lor, IH. split.
    + intros [I|(t & I & J)]; [exists s; split; [now left|exact I]|exists t; split; [now right|exact J]].
    + intros (t & [->|I] & J); eauto.
Qed.

Lemma living_within v : v ∈ X -> v ∈ own me p0.
Proof. intro I. apply in_union_all in I as (c & J & I). apply are_chains in J. now apply (part_within R edges_on_board _ c). Qed.

Lemma rest_on_board v : v ∈ N.ldiff (all E) X -> (v < n)%nat.
Proof. intro I. apply in_ldiff in I as [I _]. now apply in_all in I. Qed.

Lemma regions_spec :
  (forall r, In r regions -> is_part R (N.ldiff (all E) X) r) /\ disjoint regions /\
  (forall v, (v < n)%nat -> ~ v ∈ X -> exists r, In r regions /\ v ∈ r).
Proof.
  destruct (parts_spec R edges_on_board _ rest_on_board) as (A & D & C). split; [exact A|]. split; [exact D|].
  intros v L N. apply C. apply in_ldiff. split; [now apply in_all|exact N].
Qed.

Lemma region_not_living r v : In r regions -> v ∈ r -> ~ v ∈ X.
Proof.
  intros I J. apply regions_spec in I. apply (part_within R edges_on_board _ r v I) in J. now apply in_ldiff in J.
Qed.

Lemma region_on_board r v : In r regions -> v ∈ r -> (v < n)%nat.
Proof.
  intros I J. apply regions_spec in I. apply (part_within R edges_on_board _ r v I) in J. now apply rest_on_board.
Qed.

Lemma region_closed r v w : In r regions -> v ∈ r -> adjacent B v w -> ~ w ∈ X -> w ∈ r.
Proof.
  intros I J A N. apply regions_spec in I. apply (part_closed R edges_on_board _ r v w I J A).
  apply in_ldiff. split; [apply in_all; now apply (edges_on_board v w)|exact N].
Qed.

Lemma region_some r : In r regions -> exists v, v ∈ r.
Proof. intro I. apply regions_spec in I. now apply (part_some R (N.ldiff (all E) X)). Qed.

Lemma inside_spec a b : inside a b = true <-> forall v, v ∈ a -> v ∈ b.
Proof. unfold inside. rewrite N.eqb_eq. apply diff_zero. Qed.

(** Of the two vital regions of a chain at least one does not have the point [v]. *)
Lemma vital_region c v : In c chains -> exists r, In r regions /\ ~ v ∈ r /\ forall u, u ∈ r -> u ∈ around c.
Proof.
  intro I. apply all_alive in I. unfold two_vital in I.
  assert (V : forall r, In r (filter (fun region => inside region (around c)) regions) -> In r regions /\ forall u, u ∈ r -> u ∈ around c).
  { intros r J. apply filter_In in J as [J K]. split; [exact J|]. now apply inside_spec. }
  assert (D : disjoint (filter (fun region => inside region (around c)) regions)).
  { generalize (proj1 (proj2 regions_spec)). clear. induction regions as [|r l IH]; cbn [filter disjoint]; [auto|]. intros [D Dl].
    destruct (inside r (around c)); [|auto]. split; [|auto]. intros s u J. apply filter_In in J as [J _]. now apply D. }
  destruct (filter _ _) as [|r [|r' l]]; [discriminate|discriminate|]. destruct D as [D _].
  destruct (in_dec v r) as [J|J].
  - exists r'. destruct (V r' (or_intror (or_introl eq_refl))) as [V1 V2]. split; [exact V1|]. split; [|exact V2].
    apply (D r' v); [now left|exact J].
  - exists r. destruct (V r (or_introl eq_refl)) as [V1 V2]. auto.
Qed.

(** A vital region has none of the prover's stones: they would be part of the chain. *)
Lemma vital_without_stones c r v : In c chains -> In r regions -> (forall u, u ∈ r -> u ∈ around c) -> v ∈ r -> ~ v ∈ own me p0.
Proof.
  intros I J V K O. apply V in K as A. apply (in_around R edges_on_board) in A as (u & U & A).
  apply (region_not_living r v J K). apply in_union_all. exists c. split; [exact I|].
  apply (part_closed R edges_on_board (own me p0) c u v); auto.
Qed.

(** ** What stays true while the prover passes *)

Record secure (q : stones) : Prop := {
  secure_ok : ok q;
  secure_alive v : v ∈ X -> v ∈ own me q;
  secure_fewer v : v ∈ own me q -> v ∈ own me p0;
  secure_liberties v : v ∈ own they q -> v ∈ kept they q }.

Section Secure.
Variable q : stones.
Hypothesis S : secure q.

Lemma not_both v : v ∈ own me q -> ~ v ∈ own they q.
Proof. apply ok_disjoint with R. apply (secure_ok _ S). Qed.

Lemma three_ways v : (v < n)%nat -> v ∈ own me q \/ v ∈ own they q \/ v ∈ empties q.
Proof.
  intro L. destruct (in_dec v (own me q)) as [I|I]; [now left|]. destruct (in_dec v (own they q)) as [J|J]; [auto|].
  right. right. apply in_empties. split; [exact L|]. now destruct me.
Qed.

Lemma empty_no_stone v c : v ∈ empties q -> ~ v ∈ own c q.
Proof. intro I. apply in_empties in I as (_ & A & A'). now destruct c. Qed.

(** Where no point of a region is empty, the opponent has no stone. *)
Lemma full_region r : In r regions -> (forall v, v ∈ r -> ~ v ∈ empties q) -> forall v, v ∈ r -> ~ v ∈ own they q.
Proof.
  intros I F v J O. apply (secure_liberties _ S) in O. revert J.
  enough (H : v ∈ own they q /\ ~ v ∈ r) by tauto. revert v O.
  apply kept_induction.
  - intros v w O W A. split; [exact O|]. intro J. apply (F w); [|exact W]. apply (region_closed r v w I J); [now apply adjacent_sym|].
    intro K. apply (secure_alive _ S) in K. now apply (empty_no_stone w me) in W.
  - intros v w [O N] A O'. split; [exact O'|]. intro J. apply N. apply (region_closed r w v I J); [now apply adjacent_sym|].
    intro K. apply (secure_alive _ S) in K. now apply not_both in K.
Qed.

(** A play of the opponent changes none of this. *)
Lemma secure_play v d q' : play_at E q they (place_of R v) = Some (q', d) -> secure q'.
Proof.
  pose proof (secure_ok _ S) as O. intro P. destruct (play_at_plays R edges_on_board q they v q' d O P) as [O' _].
  apply play_at_spec in P as (Ve & -> & _). clear d.
  set (q1 := after_put q they v) in *.
  assert (Mine1 : own me q1 = own me q).
  { unfold q1, after_put. rewrite <- (opponent_twice me) at 1. now rewrite own_set_other, opponent_twice. }
  assert (Mine : own me (after_play R q they v) = kept me q1).
  { unfold after_play, after_captures. unfold cleared at 1. rewrite <- (opponent_twice me) at 1. rewrite own_set_other.
    fold q1. rewrite !opponent_twice. unfold cleared. now rewrite own_set_own. }
  assert (Empty1 : forall w, w ∈ empties q -> w <> v -> w ∈ empties q1).
  { intros w W D. apply in_empties in W as (L & NB & NW). apply in_empties. split; [exact L|].
    unfold q1, after_put. destruct me; cbn [opponent set_own own fst snd]; rewrite in_lor, in_bit; tauto. }
  constructor.
  - exact O'.
  - intros x I. rewrite Mine. apply in_union_all in I as (c & Ic & I).
    destruct (vital_region c v Ic) as (r & Ir & Nv & V).
    assert (exists e, e ∈ r /\ e ∈ empties q) as (e & Er & Ee).
    { destruct (zero_or_some (N.land r (empties q))) as [Z|[e J]]; [|apply in_land in J; eauto].
      exfalso. destruct (region_some r Ir) as [u U].
      assert (F : forall v, v ∈ r -> ~ v ∈ empties q) by (intros w W W'; apply (proj1 (empty_set _) Z w), in_land; auto).
      destruct (three_ways u (region_on_board r u Ir U)) as [M|[T|Em]].
      - apply (secure_fewer _ S) in M. now apply (vital_without_stones c r u Ic Ir V U).
      - now apply (full_region r Ir F u).
      - now apply (F u). }
    assert (Sub : forall w, w ∈ c -> w ∈ own me q1).
    { intros w W. rewrite Mine1. apply (secure_alive _ S). apply in_union_all. eauto. }
    apply V in Er as A. apply (in_around R edges_on_board) in A as (u & U & A).
    apply (part_connected R edges_on_board (own me p0) c (fun w => w ∈ kept me q1) (are_chains c Ic)) with u; auto.
    + intros y z Y Z YZ K. apply (kept_closed me q1 y z K YZ). auto.
    + apply (in_kept_beside me q1 u e); [auto| |now apply adjacent_sym]. apply Empty1; [exact Ee|]. intros ->. contradiction.
  - intros x I. rewrite Mine in I. apply (kept_own R) in I. rewrite Mine1 in I. now apply (secure_fewer _ S).
  - intros x I. now apply cleared_keeps.
Qed.

(** ** What the prover has in the end *)

Definition area (c : player) : N := N.lor (land_of E c q) (own c q).

Lemma land_empty c v : v ∈ land_of E c q -> v ∈ empties q.
Proof. unfold land_of. intro I. apply in_ldiff in I as [I _]. now apply (reach_within R) in I. Qed.

Lemma my_stone v : v ∈ own me q -> v ∈ area me /\ ~ v ∈ area they.
Proof.
  intro I. split; [apply in_lor; now right|]. intro J. apply in_lor in J as [J|J].
  - apply land_empty in J. now apply (empty_no_stone v me) in J.
  - now apply not_both in I.
Qed.

(** An empty point next to living stones is not the opponent's. *)
Lemma beside_living e x : e ∈ empties q -> x ∈ X -> adjacent B x e ->
  e ∈ reach E (empties q) (own me q) /\ ~ e ∈ area they.
Proof.
  intros Ee Ix A. assert (J : e ∈ reach E (empties q) (own me q)).
  { apply reach_beside with x; [exact edges_on_board|now apply (secure_alive _ S)|exact A|exact Ee]. }
  split; [exact J|]. intro K. apply in_lor in K as [K|K].
  - unfold land_of in K. apply in_ldiff in K as [_ K]. rewrite opponent_twice in K. contradiction.
  - now apply (empty_no_stone e they) in Ee.
Qed.

(** The neighbours of a region that is one point are living stones, or it is its own neighbour. *)
Lemma single_region r u w : In r regions -> (forall v, v ∈ r -> v = u) -> u ∈ r -> adjacent B u w -> w ∈ X \/ w = u.
Proof.
  intros I One J A. destruct (in_dec w X) as [K|K]; [now left|right]. apply One. now apply (region_closed r u w).
Qed.

(** From such a point, if it is empty, no stone of the opponent is reached. *)
Lemma single_reaches_none r u : In r regions -> (forall v, v ∈ r -> v = u) -> u ∈ r -> u ∈ empties q ->
  ~ u ∈ reach E (empties q) (own they q).
Proof.
  intros I One J Ee K. enough (H : u ∈ empties q /\ u <> u) by tauto. revert K.
  apply (reach_induction R edges_on_board (empties q) (own they q) (fun v => v ∈ empties q /\ v <> u)).
  - intros w v W A Ev. split; [exact Ev|]. intros ->.
    destruct (single_region r u w I One J (adjacent_sym _ _ _ A)) as [L| ->].
    + apply (secure_alive _ S) in L. now apply not_both in L.
    + now apply (empty_no_stone u they) in Ee.
  - intros v w [Ev D] A Ew. split; [exact Ew|]. intros ->.
    destruct (single_region r u v I One J (adjacent_sym _ _ _ A)) as [L|L]; [|contradiction].
    apply (secure_alive _ S) in L. now apply (empty_no_stone v me) in Ev.
Qed.

Lemma single_not_theirs r u : In r regions -> (forall v, v ∈ r -> v = u) -> u ∈ r -> ~ u ∈ area they.
Proof.
  intros I One J K. destruct (in_dec u (empties q)) as [Ee|Ne].
  - apply in_lor in K as [K|K]; [|now apply (empty_no_stone u they) in Ee].
    unfold land_of in K. apply in_ldiff in K as [K _]. now apply (single_reaches_none r u I One J Ee).
  - assert (F : forall v, v ∈ r -> ~ v ∈ empties q) by (intros v V; now rewrite (One v V)).
    apply in_lor in K as [K|K]; [now apply land_empty in K|]. now apply (full_region r I F u J).
Qed.

Lemma single_mine r u : In r regions -> (forall v, v ∈ r -> v = u) -> u ∈ r -> u ∈ around X -> u ∈ area me.
Proof.
  intros I One J A. apply (in_around R edges_on_board) in A as (x & Ix & A).
  destruct (three_ways u (region_on_board r u I J)) as [M|[T|Em]].
  - now apply my_stone.
  - exfalso. apply (single_not_theirs r u I One J). apply in_lor. now right.
  - destruct (beside_living u x Em Ix A) as [K _]. apply in_lor. left. unfold land_of. apply in_ldiff. split; [exact K|].
    now apply (single_reaches_none r u I One J).
Qed.

(** Of an enclosed region at least one point is not the opponent's. *)
Lemma enclosed_one r : In r regions -> (forall v, v ∈ r -> v ∈ around X) -> exists u, u ∈ r /\ ~ u ∈ area they.
Proof.
  intros I En. destruct (zero_or_some (N.land r (empties q))) as [Z|[e J]].
  - assert (F : forall v, v ∈ r -> ~ v ∈ empties q) by (intros v V W; apply (proj1 (empty_set _) Z v), in_land; auto).
    destruct (region_some r I) as [u U]. exists u. split; [exact U|]. intro K. apply in_lor in K as [K|K].
    + apply land_empty in K. now apply (F u).
    + now apply (full_region r I F u).
  - apply in_land in J as [J Ee]. exists e. split; [exact J|]. apply En in J. apply (in_around R edges_on_board) in J as (x & Ix & A).
    now apply (beside_living e x Ee Ix A).
Qed.

(** 1 for the prover's points, -1 for the opponent's. *)
Definition worth (v : point) : Z := (ind (area me) v - ind (area they) v)%Z.

Lemma worth_low v : (-1 <= worth v)%Z.
Proof.
  unfold worth. destruct (ind_cases (area me) v) as [[_ ->]|[_ ->]], (ind_cases (area they) v) as [[_ ->]|[_ ->]]; lia.
Qed.

Lemma worth_not_theirs v : ~ v ∈ area they -> (0 <= worth v)%Z.
Proof. intro N. unfold worth. rewrite (ind_out (area they)) by exact N. destruct (ind_cases (area me) v) as [[_ ->]|[_ ->]]; lia. Qed.

Lemma worth_mine v : v ∈ area me -> ~ v ∈ area they -> worth v = 1%Z.
Proof. intros I N. unfold worth. now rewrite ind_in, ind_out by assumption. Qed.

Lemma one_point r u v : count E r = 1%Z -> u ∈ r -> v ∈ r -> (u < n)%nat -> (v < n)%nat -> v = u.
Proof.
  intros C I J Lu Lv. destruct (Nat.eq_dec v u) as [Q|D]; [exact Q|exfalso].
  assert (F : (count E (N.lor (bit_of u) (bit_of v)) <= count E r)%Z).
  { apply count_le. intros w W. apply in_lor in W as [W|W]; apply in_bit in W; now subst. }
  assert (O : forall w, (w < n)%nat -> (1 <= count E (bit_of w))%Z).
  { intros w L. rewrite count_sum. rewrite <- (ind_in (bit_of w) w) by now apply in_bit.
    apply sum_one; [exact L|]. intro y. destruct (ind_cases (bit_of w) y) as [[_ ->]|[_ ->]]; lia. }
  rewrite count_union in F; [|intros w W W'; apply in_bit in W, W'; congruence].
  specialize (O u Lu) as O1. specialize (O v Lv). lia.
Qed.

(** A region is worth what [margin] says. *)
Lemma region_worth r : In r regions -> (margin E (around X) r <= sum R (fun v => ind r v * worth v))%Z.
Proof.
  intro I. unfold margin.
  assert (Low : (- count E r <= sum R (fun v => ind r v * worth v))%Z).
  { rewrite count_sum. replace (- sum R (ind r))%Z with (0 - sum R (ind r))%Z by lia.
    rewrite <- (sum_zero R), <- sum_minus. apply sum_le. intros v _. pose proof (worth_low v).
    destruct (ind_cases r v) as [[_ ->]|[_ ->]]; lia. }
  destruct (region_some r I) as [u U]. pose proof (region_on_board r u I U) as L.
  destruct (Z.eqb_spec (count E r) 1) as [C|C].
  - assert (One : forall v, v ∈ r -> v = u) by (intros v V; apply (one_point r); auto; now apply (region_on_board r)).
    assert (Nt : ~ u ∈ area they) by now apply (single_not_theirs r).
    assert (Pos : forall v, (0 <= ind r v * worth v)%Z).
    { intro v. destruct (ind_cases r v) as [[V ->]|[_ ->]]; [|lia]. rewrite (One v V). pose proof (worth_not_theirs u Nt). lia. }
    pose proof (sum_one R _ u L Pos) as Sum. cbv beta in Sum. rewrite (ind_in r u U) in Sum.
    destruct (inside r (around X)) eqn:In_r.
    + rewrite inside_spec in In_r. rewrite (worth_mine u) in Sum; [lia| |exact Nt]. apply (single_mine r); auto.
    + pose proof (worth_not_theirs u Nt). lia.
  - destruct (inside r (around X)) eqn:In_r; [|exact Low]. rewrite inside_spec in In_r.
    destruct (enclosed_one r I In_r) as (w & W & Nw).
    assert (Pos : forall v, (0 <= ind r v * worth v + ind r v)%Z).
    { intro v. pose proof (worth_low v). destruct (ind_cases r v) as [[_ ->]|[_ ->]]; lia. }
    pose proof (sum_one R _ w (region_on_board r w I W) Pos) as Sum. cbv beta in Sum. rewrite (ind_in r w W), sum_plus, <- count_sum in Sum.
    pose proof (worth_not_theirs w Nw). lia.
Qed.

(** The sum over all points. *)
Lemma life_worth : (count E X + fold_right (fun r z => margin E (around X) r + z) 0 regions <= sum R worth)%Z.
Proof.
  destruct regions_spec as (_ & D & C).
  rewrite (sum_parts R (X :: regions) worth).
  - cbn [fold_right].
    assert (A : (count E X <= sum R (fun v => ind X v * worth v))%Z).
    { rewrite count_sum. apply sum_le. intros v _. destruct (ind_cases X v) as [[V ->]|[_ ->]]; [|lia].
      apply (secure_alive _ S), my_stone in V as [V1 V2]. rewrite worth_mine by assumption. lia. }
    assert (W : forall l, incl l regions -> (fold_right (fun r z => margin E (around X) r + z) 0 l <=
      fold_right (fun s z => sum R (fun v => (ind s v * worth v)%Z) + z) 0 l)%Z).
    { induction l as [|r l IH]; intro Sub; cbn [fold_right]; [lia|].
      specialize (IH (fun x J => Sub x (or_intror J))). pose proof (region_worth r (Sub r (or_introl eq_refl))). lia. }
    specialize (W regions (incl_refl _)). lia.
  - split; [|exact D]. intros r v I J K. now apply (region_not_living r v).
  - intros v L. destruct (in_dec v X) as [I|I]; [exists X; split; [now left|exact I]|].
    destruct (C v L I) as (r & J & K). exists r. split; [now right|exact K].
Qed.
End Secure.
End Life.
