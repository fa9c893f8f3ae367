(** * Symmetries, as they are computed *)

From Coq Require Import Arith ZArith List Bool.
From Koproof Require Import Statement Fast.
Import ListNotations.
Local Open Scope N_scope.

(** The image of each point, as a set of one; and whether the colours change places. *)
Record carry := Carry { goals : list N; swaps : bool }.

Definition image (g : carry) (s : N) : N := gather s (goals g).

Definition carry_stones (g : carry) (p : stones) : stones :=
  let b := image g (fst p) in
  let w := image g (snd p) in
  if swaps g then (w, b) else (b, w).
Definition carry_player (g : carry) (t : player) : player := if swaps g then opponent t else t.
Definition carry_score (g : carry) (s : Z) : Z := if swaps g then Z.opp s else s.

(** Records are taken apart and put together again. *)
Definition uncode (E : env) (x : N) : stones * option player :=
  let low := N.land x 3 in
  let both := N.shiftr x 2 in
  ((N.land both (all E), N.shiftr both (width E)),
   if N.eqb low 0 then None else if N.eqb low 1 then Some Black else Some White).

Definition carry_code (E : env) (g : carry) (x : N) : N :=
  let '(p, o) := uncode E x in
  code E (carry_stones g p) (match o with None => None | Some t => Some (carry_player g t) end).

(** A symmetry as a certificate lists it, if it is one: every point is an image, and neighbours go to neighbours. *)
Definition new_carry (E : env) (images : list point) (swap : bool) : option carry :=
  let g := Carry (map bit_of images) swap in
  if Nat.eqb (length images) (size (on (ruleset E)))
     && forallb (fun v => Nat.ltb v (size (on (ruleset E)))) images
     && N.eqb (image g (all E)) (all E)
     && forallb (fun e => match find (fun y => Nat.eqb (index y) (snd e)) (places E) with
                          | Some y => N.eqb (image g (near (fst e))) (near y) | None => false end)
          (combine (places E) images)
  then Some g else None.
