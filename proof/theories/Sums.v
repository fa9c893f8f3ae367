(** * Sums over the points of a board *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Fast Sets.
Import ListNotations.
Local Open Scope Z_scope.

Section Sums.
Variable R : rules.
Notation n := (size (on R)).
Notation E := (new_env R).

Definition sum (f : point -> Z) : Z := fold_right (fun v z => f v + z) 0 (seq 0 n).
Definition ind (s : N) (v : point) : Z := if N.testbit s (N.of_nat v) then 1 else 0.

Lemma ind_in s v : v ∈ s -> ind s v = 1.
Proof. unfold ind, is_in. now intros ->. Qed.

Lemma ind_out s v : ~ v ∈ s -> ind s v = 0.
Proof. unfold ind, is_in. destruct (N.testbit s _); [congruence|reflexivity]. Qed.

Lemma ind_cases s v : (v ∈ s /\ ind s v = 1) \/ (~ v ∈ s /\ ind s v = 0).
Proof. destruct (in_dec v s) as [I|I]; [left|right]; auto using ind_in, ind_out. Qed.

Lemma sum_over (l : list point) (f g : point -> Z) : (forall v, In v l -> f v <= g v) ->
  fold_right (fun v z => f v + z) 0 l <= fold_right (fun v z => g v + z) 0 l.
Proof.
  induction l as [|v l IH]; cbn [fold_right]; intro L; [lia|].
  specialize (IH (fun w I => L w (or_intror I))). specialize (L v (or_introl eq_refl)). lia.
Qed.

Lemma sum_le f g : (forall v, (v < n)%nat -> f v <= g v) -> sum f <= sum g.
Proof. intro L. apply sum_over. intros v I. apply in_seq in I. apply L. lia. Qed.

Lemma sum_same f g : (forall v, (v < n)%nat -> f v = g v) -> sum f = sum g.
Proof. intro L. apply Z.le_antisymm; apply sum_le; intros v I; rewrite (L v I); lia. Qed.

Lemma sum_plus f g : sum (fun v => f v + g v) = sum f + sum g.
Proof. unfold sum. induction (seq 0 n) as [|v l IH]; cbn [fold_right]; lia. Qed.

Lemma sum_minus f g : sum (fun v => f v - g v) = sum f - sum g.
Proof. unfold sum. induction (seq 0 n) as [|v l IH]; cbn [fold_right]; lia. Qed.

Lemma sum_zero : sum (fun _ => 0) = 0.
Proof. unfold sum. induction (seq 0 n) as [|v l IH]; cbn [fold_right]; lia. Qed.

(** A sum of numbers that are not negative is at least each of them. *)
Lemma sum_one (f : point -> Z) (u : point) : (u < n)%nat -> (forall v, 0 <= f v) -> f u <= sum f.
Proof.
  intros L P. unfold sum. assert (I : In u (seq 0 n)) by (apply in_seq; lia). revert I.
  assert (Q : forall l : list point, 0 <= fold_right (fun v z => f v + z) 0 l) by (induction l as [|v l IH]; cbn [fold_right]; [lia|]; specialize (P v); lia).
  induction (seq 0 n) as [|v l IH]; cbn [fold_right]; [easy|]. intros [->|I]; [specialize (Q l); lia|]. specialize (IH I). specialize (P v). lia.
Qed.

Lemma count_sum s : count E s = sum (ind s).
Proof.
  rewrite count_is. unfold size_of, sum, ind. induction (seq 0 n) as [|v l IH]; [reflexivity|].
  cbn [filter fold_right]. destruct (N.testbit s (N.of_nat v)); cbn [length]; lia.
Qed.

Lemma count_le a b : (forall v, v ∈ a -> v ∈ b) -> count E a <= count E b.
Proof.
  intro S. rewrite !count_sum. apply sum_le. intros v _.
  destruct (ind_cases a v) as [[I ->]|[_ ->]]; [rewrite ind_in by auto; lia|]. destruct (ind_cases b v) as [[_ ->]|[_ ->]]; lia.
Qed.

Lemma count_union a b : (forall v, v ∈ a -> ~ v ∈ b) -> count E (N.lor a b) = count E a + count E b.
Proof.
  intro D. rewrite !count_sum, <- sum_plus. apply sum_same. intros v _.
  destruct (ind_cases a v) as [[I ->]|[I ->]], (ind_cases b v) as [[J ->]|[J ->]].
  - now apply D in I.
  - rewrite ind_in; [lia|]. apply in_lor. auto.
  - rewrite ind_in; [lia|]. apply in_lor. auto.
  - rewrite ind_out; [lia|]. rewrite in_lor. tauto.
Qed.

Lemma count_ldiff a b : (forall v, v ∈ b -> v ∈ a) -> count E (N.ldiff a b) = count E a - count E b.
Proof.
  intro S. assert (D : forall v, v ∈ N.ldiff a b -> ~ v ∈ b) by (intros v I; now apply in_ldiff in I).
  pose proof (count_union _ _ D) as C. replace (N.lor (N.ldiff a b) b) with a in C; [lia|].
  apply same_set. intro v. rewrite in_lor, in_ldiff. specialize (S v). destruct (in_dec v b); tauto.
Qed.

(** ** Partitions *)

Fixpoint disjoint (l : list N) : Prop :=
  match l with [] => True | s :: l => (forall s' v, In s' l -> v ∈ s -> ~ v ∈ s') /\ disjoint l end.

Lemma sum_parts (l : list N) (f : point -> Z) : disjoint l -> (forall v, (v < n)%nat -> exists s, In s l /\ v ∈ s) ->
  sum f = fold_right (fun s z => sum (fun v => ind s v * f v) + z) 0 l.
Proof.
  intros D C.
  assert (X : fold_right (fun s z => sum (fun v => ind s v * f v) + z) 0 l = sum (fun v => fold_right (fun s z => ind s v + z) 0 l * f v)).
  { clear. induction l as [|s l IH]; cbn [fold_right]; [symmetry; etransitivity; [|apply sum_zero]; now apply sum_same|].
    rewrite IH, <- sum_plus. apply sum_same. intros v _. lia. }
  rewrite X. apply sum_same. intros v L. specialize (C v L). clear X L.
  enough (fold_right (fun s z => ind s v + z) 0 l = 1) by lia.
  induction l as [|s l IH]; cbn [fold_right]; [destruct C as (? & [] & _)|]. destruct D as [Ds D].
  destruct (ind_cases s v) as [[I ->]|[I ->]].
  - enough (Z : fold_right (fun s z => ind s v + z) 0 l = 0) by (rewrite Z; reflexivity).
    clear C IH D. induction l as [|t l IH]; cbn [fold_right]; [reflexivity|].
    rewrite ind_out by (apply (Ds t v); [now left|exact I]). apply IH. intros t' u J. apply Ds. now right.
  - rewrite IH; [lia|exact D|]. destruct C as (t & [->|J] & T); [contradiction|eauto].
Qed.

End Sums.
