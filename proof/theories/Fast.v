(** * The rules as they are computed

    Sets of points are numbers: point [v] is in [s] if bit [v] of [s] is set. Nothing here has to be trusted: [Agreement.v] proves that
    these functions agree with the rules of [Statement.v]. *)

From Coq Require Import Arith ZArith List Bool.
From Koproof Require Import Statement.
Import ListNotations.
Local Open Scope N_scope.

(** A point, as a set of one, and its neighbours. *)
Record place := Place { index : point; bit : N; near : N }.

(** The rules of a game with what is worked out once: the number of points, the set of all points, the places, and
    the neighbours of each. *)
Record env := Env { ruleset : rules; width : N; all : N; places : list place; nears : list N }.

Definition bit_of (v : point) : N := N.shiftl 1 (N.of_nat v).

(** The neighbours of [v], by one edge after the other. *)
Definition add_edge (v : point) (e : point * point) (s : N) : N :=
  let '(a, b) := e in
  N.lor (if Nat.eqb a v then bit_of b else 0) (N.lor (if Nat.eqb b v then bit_of a else 0) s).
Definition near_of (B : board) (v : point) : N := fold_right (add_edge v) 0 (edges B).

Definition new_env (R : rules) : env :=
  let n := size (on R) in
  Env R (N.of_nat n) (N.ones (N.of_nat n)) (map (fun v => Place v (bit_of v) (near_of (on R) v)) (seq 0 n)) (map (near_of (on R)) (seq 0 n)).

(** Black's stones and White's. *)
Definition stones : Type := N * N.
Definition own (c : player) (p : stones) : N := match c with Black => fst p | White => snd p end.
Definition set_own (c : player) (p : stones) (s : N) : stones := match c with Black => (s, snd p) | White => (fst p, s) end.
Definition same (p q : stones) : bool := N.eqb (fst p) (fst q) && N.eqb (snd p) (snd q).
Definition same_player (a b : player) : bool := match a, b with Black, Black | White, White => true | _, _ => false end.

Definition meetsb (me : player) (x s : Z) : bool := match me with Black => Z.leb s x | White => Z.leb x s end.

(** The union of those sets in a list whose number, counted from 0, is in [s]. *)
Fixpoint gather_positive (s : positive) (l : list N) (found : N) {struct l} : N :=
  match l with
  | [] => found
  | a :: l =>
      match s with
      | xI s => gather_positive s l (N.lor a found)
      | xO s => gather_positive s l found
      | xH => N.lor a found
      end
  end.
Definition gather (s : N) (l : list N) : N := match s with N0 => 0 | Npos s => gather_positive s l 0 end.

(** Whether two sets have a common point. *)
Fixpoint touch_positive (s s' : positive) : bool :=
  match s, s' with
  | xI _, xI _ | xI _, xH | xH, xI _ | xH, xH => true
  | xI s, xO s' | xO s, xI s' | xO s, xO s' => touch_positive s s'
  | xO _, xH | xH, xO _ => false
  end.
Definition touch (s s' : N) : bool := match s, s' with Npos s, Npos s' => touch_positive s s' | _, _ => false end.

(** The points of a set that are not next to [front]. The list has the neighbours of each point. *)
Fixpoint apart_positive (s : positive) (l : list N) (front : N) {struct l} : N :=
  match l with
  | [] => Npos s
  | near :: l =>
      match s with
      | xI s => let rest := apart_positive s l front in if touch near front then N.double rest else N.succ_double rest
      | xO s => N.double (apart_positive s l front)
      | xH => if touch near front then 0 else 1
      end
  end.

(** The number of points of a set, no more of them than there are places. *)
Fixpoint count_positive (s : positive) (l : list place) (n : N) {struct l} : N :=
  match l with
  | [] => n
  | _ :: l =>
      match s with
      | xI s => count_positive s l (N.succ n)
      | xO s => count_positive s l n
      | xH => N.succ n
      end
  end.

(** The places of a set. *)
Fixpoint places_positive (s : positive) (l : list place) {struct l} : list place :=
  match l with
  | [] => []
  | x :: l =>
      match s with
      | xI s => x :: places_positive s l
      | xO s => places_positive s l
      | xH => [x]
      end
  end.

Section Rules.
Variable E : env.

Definition places_of (s : N) : list place := match s with N0 => [] | Npos s => places_positive s (places E) end.

Definition has (s b : N) : bool := touch s b.

(** The points next to a set. *)
Definition around (s : N) : N := gather s (nears E).

(** The points of [rest] to which no path in [rest] leads from a point next to [front]. In each round only the points that were found in the
    round before lead on. One round for each place is enough. *)
Definition apart (s front : N) : N := match s with N0 => 0 | Npos s => apart_positive s (nears E) front end.
Fixpoint unreached (rounds : list place) (rest front : N) : N :=
  match rest, rounds with
  | N0, _ => 0
  | _, [] => rest
  | _, _ :: rounds =>
      let rest' := apart rest front in match N.ldiff rest rest' with N0 => rest | found => unreached rounds rest' found end
  end.

(** The points of [within] that paths in [within] join to a point next to [s]; those that they join to a point of [s]. *)
Definition reach (within s : N) : N := N.ldiff within (unreached (places E) within s).
Definition joined (within s : N) : N := let s := N.land within s in N.lor s (reach within s).

Definition empties (p : stones) : N := N.ldiff (all E) (N.lor (fst p) (snd p)).
Definition kept (c : player) (p : stones) : N := reach (own c p) (empties p).
Definition cleared (c : player) (p : stones) : stones := set_own c p (kept c p).

Definition count (s : N) : Z := match s with N0 => 0%Z | Npos s => Z.of_N (count_positive s (places E) 0) end.

Definition land_of (c : player) (p : stones) : N :=
  let e := empties p in
  N.ldiff (reach e (own c p)) (reach e (own (opponent c) p)).
Definition counted (c : player) (p : stones) : N :=
  if territory (ruleset E) then land_of c p else N.lor (land_of c p) (own c p).
Definition score_of (p : stones) : Z := count (counted Black p) - count (counted White p).

(** Whether every stone of a coloring reaches an empty point. *)
Definition legalb (p : stones) : bool :=
  let e := empties p in N.eqb (unreached (places E) (fst p) e) 0 && N.eqb (unreached (places E) (snd p) e) 0.

(** The result of a play, and its shift; nothing if the play is not possible. Superko is ignored. [p1] has the new stone, in [p2] the
    opponent's colour is cleared, in [q] both are. *)
Definition outcome_of_play (t : player) (p1 p2 q : stones) : option (stones * Z) :=
  if suicide (ruleset E) || N.eqb (own t p2) (own t q) then
    let lost c := count (N.ldiff (own c p1) (own c q)) in
    Some (q, if territory (ruleset E) then (lost White - lost Black)%Z else 0%Z)
  else None.
Definition play_at (p : stones) (t : player) (x : place) : option (stones * Z) :=
  if has (empties p) (bit x) then
    let p1 := set_own t p (N.lor (own t p) (bit x)) in
    let p2 := cleared (opponent t) p1 in
    outcome_of_play t p1 p2 (cleared t p2)
  else None.

(** The same, if the coloring is legal and [e] are its empty points ([Quick.v]). Most plays take nothing, and the neighbours of the new stone
    show it: each of the opponent's has an empty point next to it, or the new stone has one itself. *)
Definition quick_play (p : stones) (e : N) (t : player) (x : place) : option (stones * Z) :=
  if has e (bit x) then
    let rest := N.ldiff e (bit x) in
    let p1 := set_own t p (N.lor (own t p) (bit x)) in
    let p2 := if N.eqb (apart (N.land (near x) (own (opponent t) p)) rest) 0 then p1 else cleared (opponent t) p1 in
    outcome_of_play t p1 p2 (if touch (near x) rest then p2 else cleared t p2)
  else None.

(** A record as one number. *)
Definition tag (o : option player) : N := match o with None => 0 | Some Black => 1 | Some White => 2 end.
Definition code (p : stones) (o : option player) : N :=
  N.lor (N.shiftl (N.lor (fst p) (N.shiftl (snd p) (width E))) 2) (tag o).

(** The player in the record of a play, and in that of a pass, if it makes one. *)
Definition play_tag (t : player) : option player :=
  match superko_rule (ruleset E) with Positional => None | Situational => Some (opponent t) | Natural_situational | Taylor => Some t end.
Definition pass_tag (t : player) : option (option player) :=
  match superko_rule (ruleset E) with
  | Positional | Natural_situational => None | Situational => Some (Some (opponent t)) | Taylor => Some (Some t) end.
Definition play_code (q : stones) (t : player) : N := code q (play_tag t).
Definition pass_code (p : stones) (t : player) : option N := option_map (code p) (pass_tag t).
Definition known_codes (p : stones) (t : player) (k : bool) : list N :=
  match superko_rule (ruleset E), k with
  | Positional, _ => [code p None]
  | Situational, false => [code p (Some t)]
  | Situational, true => [code p (Some t); code p (Some (opponent t))]
  | Natural_situational, false => [code p (Some (opponent t))]
  | Natural_situational, true => [code p (Some t)]
  | Taylor, false => []
  | Taylor, true => [code p (Some (opponent t))]
  end.

(** Between the colorings of [Statement.v] and sets. *)
Fixpoint stones_from (c : player) (p : coloring) : N :=
  match p with
  | [] => 0
  | x :: p =>
      let s := stones_from c p in
      match x, c with Stone Black, Black | Stone White, White => N.succ_double s | _, _ => N.double s end
  end.
Definition stones_of (p : coloring) : stones := (stones_from Black p, stones_from White p).
Definition coloring_of (p : stones) : coloring :=
  map (fun x => if has (fst p) (bit x) then Stone Black else if has (snd p) (bit x) then Stone White else Empty) (places E).

End Rules.
