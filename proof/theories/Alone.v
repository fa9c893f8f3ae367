(** * The score that a player keeps by only passing, as it is computed: unconditional life, and all that the opponent can reach alone *)

From Coq Require Import Arith ZArith List Bool FMapAVL OrderedTypeEx.
From Koproof Require Import Statement Fast.
Import ListNotations.
Local Open Scope N_scope.

Module Codes := FMapAVL.Make N_as_OT.

Section Alone.
Variable E : env.

(** ** Unconditional life *)

(** The connected parts of a set. *)
Definition parts (s : N) : list N :=
  snd (fold_left (fun '(rest, found) x =>
    if has rest (bit x) then let part := joined E s (bit x) in (N.ldiff rest part, part :: found) else (rest, found))
    (places E) (s, [])).

Definition union_all (l : list N) : N := fold_right N.lor 0 l.
Definition inside (a b : N) : bool := N.eqb (N.ldiff a b) 0.

(** A region is vital to a chain if every point of it is next to the chain. *)
Definition two_vital (regions : list N) (chain : N) : bool :=
  let near := around E chain in
  match filter (fun region => inside region near) regions with _ :: _ :: _ => true | _ => false end.

Definition regions_of (chains : list N) : list N := parts (N.ldiff (all E) (union_all chains)).

(** Removes chains with fewer than two vital regions until none is left to remove. *)
Fixpoint living (rounds : list N) (chains : list N) : list N :=
  match rounds with
  | [] => []
  | _ :: rounds =>
      let regions := regions_of chains in
      if forallb (two_vital regions) chains then chains else living rounds (filter (two_vital regions) chains)
  end.

(** The points of a region that the prover keeps, less those that the opponent may get. *)
Definition margin (border region : N) : Z :=
  let n := count E region in
  if Z.eqb n 1 then (if inside region border then 1 else 0)%Z
  else if inside region border then (1 - n)%Z else (- n)%Z.

(** The bound on the score that [me] keeps by only passing: for Black a lower one. *)
Definition alive (p : stones) (me : player) : Z :=
  let chains := parts (own me p) in
  let living := living (0 :: chains) chains in
  let border := around E (union_all living) in
  let sum := (count E (union_all living) + fold_right (fun r n => margin border r + n) 0 (regions_of living))%Z in
  let bound := match me with Black => sum | White => (- sum)%Z end in
  if territory (ruleset E) then (bound - count E (fst p) + count E (snd p))%Z else bound.

(** ** Passing forever *)

(** Colorings that the opponent reaches, each with the worst sum of shifts on the way there; their number; those still to continue from. *)
Inductive search :=
| Working (table : Codes.t Z) (size : N) (todo : list stones)
| Failed | Overflow | Done.

(** [q] is reached with the sum [d]: if that is new, the search must continue from it. *)
Definition enter (me : player) (q : stones) (d : Z) (acc : Codes.t Z * N * list stones) : Codes.t Z * N * list stones :=
  let '(table, size, todo) := acc in
  let key := code E q None in
  match Codes.find key table with
  | Some d' => if meetsb me d d' then acc else (Codes.add key d table, size, q :: todo)
  | None => (Codes.add key d table, N.succ size, q :: todo)
  end.

Definition spread (me : player) (q : stones) (d : Z) (acc : Codes.t Z * N * list stones) :=
  let e := empties E q in
  fold_left (fun acc x =>
    match quick_play E q e (opponent me) x with None => acc | Some (q', d') => enter me q' (d + d') acc end) (places_of E e) acc.

Definition advance (me : player) (s : Z) (w : search) : search :=
  match w with
  | Working table size [] => Done
  | Working table size (q :: todo) =>
      match Codes.find (code E q None) table with
      | None => Failed
      | Some d =>
          if meetsb me (score_of E q + d) s then
            if N.leb size 1048576 then let '(table, size, todo) := spread me q d (table, size, todo) in Working table size todo
            else Overflow
          else Failed
      end
  | _ => w
  end.

(** [2 ^ k] times, or until it is over. *)
Fixpoint advance_many (k : nat) (me : player) (s : Z) (w : search) : search :=
  match k with
  | O => advance me s w
  | S k => match advance_many k me s w with Working t n l => advance_many k me s (Working t n l) | w => w end
  end.

Inductive verdict := Holds | Fails | Too_large.
Definition pass_forever (p : stones) (me : player) (s : Z) : verdict :=
  match advance_many 40 me s (Working (Codes.add (code E p None) 0%Z (Codes.empty Z)) 1 [p]) with
  | Done => Holds | Failed => Fails | _ => Too_large
  end.

End Alone.
