(** * Maps by number

    A look-up follows the bits of the number and compares nothing. The numbers are taken in blocks of 256, because most steps are used soon
    after they are made: what is used together stays together in memory. *)

From Coq Require Import NArith Lia FMapPositive.
Local Open Scope N_scope.

Module M.
Definition t (A : Type) : Type := PositiveMap.t (PositiveMap.t A).
Definition empty (A : Type) : t A := PositiveMap.empty (PositiveMap.t A).

Definition block (i : N) : positive := N.succ_pos (N.shiftr i 8).
Definition place (i : N) : positive := N.succ_pos (N.land i 255).

Section Maps.
Context {A : Type}.
Implicit Type m : t A.

Definition find (i : N) m : option A :=
  match PositiveMap.find (block i) m with Some b => PositiveMap.find (place i) b | None => None end.
Definition mem (i : N) m : bool := match find i m with Some _ => true | None => false end.
Definition add (i : N) (a : A) m : t A :=
  let k := block i in
  PositiveMap.add k (PositiveMap.add (place i) a (match PositiveMap.find k m with Some b => b | None => PositiveMap.empty A end)) m.
Definition set_block (k : positive) (b : PositiveMap.t A) m : t A :=
  match b with PositiveMap.Leaf _ => PositiveMap.remove k m | _ => PositiveMap.add k b m end.
Definition remove (i : N) m : t A :=
  match PositiveMap.find (block i) m with Some b => set_block (block i) (PositiveMap.remove (place i) b) m | None => m end.

(** ** What they do *)

Lemma same_number i j : block i = block j -> place i = place j -> i = j.
Proof.
  unfold block, place. intros B P. apply (f_equal Npos) in B, P. rewrite !N.succ_pos_spec in B, P. apply N.succ_inj in B, P.
  change 255 with (N.ones 8) in P. rewrite !N.land_ones in P. rewrite !N.shiftr_div_pow2 in B.
  rewrite (N.div_mod i (2 ^ 8)), (N.div_mod j (2 ^ 8)) by discriminate. now rewrite B, P.
Qed.

Lemma find_added i j a m : find j (add i a m) = if N.eq_dec i j then Some a else find j m.
Proof.
  unfold find, add. destruct (Pos.eq_dec (block i) (block j)) as [Q|Q].
  - rewrite Q, PositiveMap.gss. destruct (N.eq_dec i j) as [->|D]; [apply PositiveMap.gss|].
    rewrite PositiveMap.gso by (intro P; apply D; now apply same_number). destruct (PositiveMap.find _ m); [reflexivity|apply PositiveMap.gempty].
  - rewrite PositiveMap.gso by congruence. destruct (N.eq_dec i j) as [->|D]; [contradiction|reflexivity].
Qed.

Lemma find_set_block k j b m : find j (set_block k b m) = if Pos.eq_dec k (block j) then PositiveMap.find (place j) b else find j m.
Proof.
  unfold find, set_block. destruct (Pos.eq_dec k (block j)) as [->|D].
  - destruct b as [|l o r]; [|now rewrite PositiveMap.gss]. rewrite PositiveMap.grs. symmetry. apply PositiveMap.gempty.
  - destruct b as [|l o r]; [now rewrite PositiveMap.gro by congruence|now rewrite PositiveMap.gso by congruence].
Qed.

Lemma find_left i j m : find j (remove i m) = if N.eq_dec i j then None else find j m.
Proof.
  unfold remove. destruct (PositiveMap.find (block i) m) as [b|] eqn:F.
  - rewrite find_set_block. destruct (Pos.eq_dec (block i) (block j)) as [Q|Q].
    + destruct (N.eq_dec i j) as [->|D]; [apply PositiveMap.grs|].
      rewrite PositiveMap.gro by (intro P; apply D; now apply same_number). unfold find. now rewrite <- Q, F.
    + destruct (N.eq_dec i j) as [->|D]; [contradiction|reflexivity].
  - destruct (N.eq_dec i j) as [->|D]; [unfold find; now rewrite F|reflexivity].
Qed.

Lemma find_none j : find j (empty A) = None.
Proof. unfold find, empty. now rewrite PositiveMap.gempty. Qed.
End Maps.
End M.
