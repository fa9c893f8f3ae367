(** * The checker

    It takes a header, then one item after the other: steps, drops, roots, the end. It trusts nothing: each step is derived again from
    the claims of earlier steps. [Sound.v] proves that what it accepts is true. *)

From Coq Require Import Arith ZArith List Bool String.
From Koproof Require Import Statement Fast Image Alone Merge Maps.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

(** ** Answers *)

(** Either a result or the reason why there is none, with the numbers that belong to it. *)
Inductive outcome (A : Type) := Fine (a : A) | Refused (why : string) (numbers : list N).
Arguments Fine {A}. Arguments Refused {A}.

Definition bind {A B} (x : outcome A) (f : A -> outcome B) : outcome B :=
  match x with Fine a => f a | Refused w n => Refused w n end.
Notation "x <- e ; f" := (bind e (fun x => f)) (at level 60, e at level 50, right associativity).
Notation "' x <- e ; f" := (bind e (fun y => let x := y in f)) (at level 60, x pattern, e at level 50, right associativity).

(** [when b why numbers] continues if [b] holds. *)
Definition when (b : bool) (why : string) (numbers : list N) : outcome unit := if b then Fine tt else Refused why numbers.

Definition number_of (v : point) : N := N.of_nat v.

(** ** What is in a file *)

(** A symmetry as written: the images of the points, and whether the colours change places. *)
Record symmetry := Symmetry { images : list point; swap : bool }.

(** The number of an earlier step, and that of a symmetry (0: none). *)
Definition child : Type := N * N.
Definition bound : Type := player * Z.

(** [limits] is a hint that is in no file: a play that adds to the prover's stones is to limit them, instead of avoiding its record. *)
Inductive rule :=
| Stop | Alive | Pass_forever
| Play (v : point) (c : child) (limits : bool)
| Pass (c : child)
| Replies (answers : list (point * option child)) (after_pass : option child)
| Weaken (c : child) (avoid need : list record).

Inductive item :=
| Item_step (p : coloring) (t : player) (k : bool) (b : bound) (ru : rule)
| Item_drop (steps : list N)
| Item_root (p : coloring) (t : player) (b : bound) (c : child)
| Item_end (steps : N).

(** ** Sets of records *)

(** The first common member of two ascending lists. *)
Fixpoint common (a : list N) : list N -> option N :=
  fix with_a (b : list N) : option N :=
    match a, b with
    | x :: a', y :: b' => match order x y with Lt => common a' b | Gt => with_a b' | Eq => Some x end
    | _, _ => None
    end.

Definition mem (x : N) (l : list N) : bool := existsb (N.eqb x) l.
Definition is_made (o : option N) (x : N) : bool := match o with Some r => N.eqb x r | None => false end.

(** The most stones of the prover in a record; none: any number. *)
Definition limit : Type := option Z.
Definition smaller (a b : limit) : limit := match a, b with None, l | l, None => l | Some x, Some y => Some (Z.min x y) end.
Definition exceeds (E : env) (me : player) (l : limit) (p : stones) : bool :=
  match l with None => false | Some m => Z.ltb m (count E (own me p)) end.
(** The records that do not exceed a limit. *)
Definition sift (E : env) (me : player) (l : limit) (records : list N) : list N :=
  match l, records with None, _ | _, [] => records | _, _ => keep (fun r => negb (exceeds E me l (fst (uncode E r)))) records end.

(** A claim avoids the records that exceed a limit and those of a list, and needs those of another list. *)
Definition conditions : Type := limit * list N * list N.
Definition nothing : conditions := (None, [], []).
Definition join (a b : conditions) : conditions :=
  let '(l, avoid, need) := a in let '(l', avoid', need') := b in (smaller l l', union avoid avoid', union need need').

(** ** Claims *)

Record claim := Claim {
  c_col : stones; c_mover : player; c_passed : bool; c_prover : player; c_bound : Z; c_limit : limit; c_avoid : list N; c_need : list N }.

Definition about (c : claim) (p : stones) (t : player) (k : bool) : bool :=
  same (c_col c) p && same_player (c_mover c) t && Bool.eqb (c_passed c) k.
Definition implies (c : claim) (me : player) (s : Z) : bool := same_player (c_prover c) me && meetsb me (c_bound c) s.

(** ** The state *)

(** A game in progress, as in [Statement.v]. *)
Record progress := Progress { p_col : stones; p_mover : player; p_passed : bool; p_history : list N; p_gained : Z }.

(** What the header states: bounds on one game, or a number of roots. *)
Inductive goal := One (g : progress) (at_least at_most : option Z) | Many (roots : N).

Record state := State {
  env_of : env; carries : M.t carry; aim : goal;
  live : M.t claim; steps_made : N;
  shown : list root; shown_count : N; shown_keys : M.t unit; over : bool }.

Section Derive.
Variable S : state.
Notation E := (env_of S).

Definition to_stones (p : coloring) : outcome stones :=
  _ <- when (Nat.eqb (List.length p) (size (on (ruleset E)))) "a coloring of the wrong length" [];
  let q := stones_of p in
  _ <- when (legalb E q) "a coloring that is not legal: a chain has no liberty" [];
  Fine q.

Definition in_range (s : Z) : outcome unit :=
  let most := if territory (ruleset E) then 128%Z else 64%Z in
  when (Z.leb (- most) s && Z.leb s most) "the score of a bound is out of range" [].

(** The claim of a child, carried over by its symmetry. *)
Definition claim_of (c : child) : outcome claim :=
  let '(n, y) := c in
  _ <- when (N.ltb n (steps_made S)) "a child is not an earlier step:" [n];
  _ <- when (N.leb (steps_made S) 4294967295 || N.leb (steps_made S - n) 4294967295) "a child is more than 4294967295 steps back:" [n];
  match M.find n (live S) with
  | None => Refused "a child is a dropped step:" [n]
  | Some c =>
      if N.eqb y 0 then Fine c else
      match M.find y (carries S) with
      | None => Refused "there is no such symmetry:" [y]
      | Some g =>
          Fine (Claim (carry_stones g (c_col c)) (carry_player g (c_mover c)) (c_passed c) (carry_player g (c_prover c))
                  (carry_score g (c_bound c)) (c_limit c) (sort_map (carry_code E g) (c_avoid c))
                  (sort_map (carry_code E g) (c_need c)))
      end
  end.

Section One_step.
Variables (p : stones) (t : player) (k : bool) (me : player) (s : Z).

Definition child_about (c : child) (p' : stones) (t' : player) (k' : bool) (s' : Z) : outcome claim :=
  x <- claim_of c;
  _ <- when (about x p' t' k') "a child is about another state:" [fst c; snd c];
  _ <- when (implies x me s') "a child does not imply the bound:" [fst c; snd c];
  Fine x.

(** What a child contributes after a turn that leads to [p'], makes a record with the tag [o] and has the shift [d]. It must fit. Most claims
    list no records; then no code is worked out. *)
Definition turn (p' : stones) (k' : bool) (o : option (option player)) (d : Z) (c : child) : outcome conditions :=
  x <- child_about c p' (opponent t) k' (s - d);
  _ <- when (match c_avoid x with
             | [] => true | avoid => let r := option_map (code E p') o in negb (existsb (is_made r) avoid) end)
         "a child does not fit, it avoids the record of the turn:" [fst c; snd c];
  _ <- when (match o with None => true | Some _ => negb (exceeds E me (c_limit x) p') end)
         "a child does not fit, it limits the stones of the prover to fewer than the record of the turn has:" [fst c; snd c];
  Fine (c_limit x, c_avoid x, match c_need x with
                   | [] => []
                   | need =>
                       let K := known_codes E p t k in
                       let made := option_map (code E p') o in keep (fun r => negb (mem r K) && negb (is_made made r)) need
                   end).

Definition after_pass (c : child) : outcome conditions :=
  _ <- when (negb k) "a pass after a pass ends the game: no child can follow it" [];
  turn p true (pass_tag E t) 0 c.

Definition ends (why : string) : outcome conditions :=
  _ <- when k "the game ends too early: the last move was no pass" [];
  _ <- when (meetsb me (score_of E p) s) why [];
  Fine nothing.

(** Every possible play is answered, those with one result once, at the lowest point. [e] are the empty points, [xs] their places. *)
Fixpoint answer_all (e : N) (xs : list place) (seen : list (stones * Z)) (answers : list (point * option child)) (sum : conditions)
    : outcome conditions :=
  match xs with
  | [] => match answers with [] => Fine sum | (v, _) :: _ => Refused "a reply is given twice, out of order or not possible:" [number_of v] end
  | x :: xs =>
      match quick_play E p e t x with
      | None => answer_all e xs seen answers sum
      | Some (q, d) =>
          if existsb (fun y => same (fst y) q && Z.eqb (snd y) d) seen then answer_all e xs seen answers sum else
          match answers with
          | (v, a) :: answers =>
              _ <- when (Nat.eqb v (index x)) "a reply is missing:" [number_of (index x)];
              more <- match a with
                      | Some c => turn q false (Some (play_tag E t)) d c
                      | None => let r := play_code E q t in Fine (None, [], if mem r (known_codes E p t k) then [] else [r])
                      end;
              answer_all e xs (if same q p then (q, d) :: seen else seen) answers (join more sum)
          | [] => Refused "a reply is missing:" [number_of (index x)]
          end
      end
  end.

Definition listed (l : list record) : outcome (list N) :=
  fold_right (fun r rest =>
    rest <- rest;
    q <- to_stones (fst r);
    _ <- when (match superko_rule (ruleset E), snd r with Positional, None => true | Positional, _ => false | _, None => false | _, _ => true end)
           "a record must have a player, except under positional superko" [];
    Fine (code E q (snd r) :: rest)) (Fine []) l.

Definition conditions_of (ru : rule) : outcome conditions :=
  match ru with
  | Stop =>
      _ <- when (same_player t me) "`stop` is only for turns of the prover" [];
      ends "the score does not meet the bound"
  | Alive =>
      _ <- when (meetsb me (alive E p me) s) "unconditional life does not ensure the bound" [];
      Fine nothing
  | Pass_forever =>
      match pass_forever E p me s with
      | Holds => Fine nothing
      | Fails => Refused "the opponent can reach a score that does not meet the bound" []
      | Too_large => Refused "`pass-forever` reaches more colorings than this checker allows" []
      end
  | Play v c limits =>
      _ <- when (same_player t me) "`play` is only for turns of the prover" [];
      match find (fun x => Nat.eqb (index x) v) (places E) with
      | None => Refused "the board has no point" [number_of v]
      | Some x =>
          match quick_play E p (empties E p) t x with
          | None => Refused "a play that is not possible, at" [number_of v]
          | Some (q, d) =>
              '(l, avoid, need) <- turn q false (Some (play_tag E t)) d c;
              let before := Some (count E (own me p)) in
              Fine (if limits && exceeds E me before q then (smaller before l, avoid, need)
                    else (l, union [play_code E q t] avoid, need))
          end
      end
  | Pass c =>
      _ <- when (same_player t me) "`pass` is only for turns of the prover" [];
      after_pass c
  | Replies answers c =>
      _ <- when (same_player t (opponent me)) "`replies` is only for turns of the opponent" [];
      first <- match c with Some c => after_pass c | None => ends "the score does not meet the bound" end;
      let e := empties E p in answer_all e (places_of E e) [] answers first
  | Weaken c avoid need =>
      x <- child_about c p t k s;
      avoid <- listed avoid;
      need <- listed need;
      Fine (c_limit x, union (c_avoid x) (sort avoid), union (c_need x) (sort need))
  end.

Definition derive (ru : rule) : outcome claim :=
  '(l, avoid, need) <- conditions_of ru;
  let avoid := sift E me l avoid in
  _ <- when (match common avoid need with None => true | _ => false end)
         "the claim is not well-formed: a record is in `avoid` and in `need`" [];
  _ <- when (match avoid with [] => true | _ => negb (existsb (fun r => mem r avoid) (known_codes E p t k)) end)
         "the claim is not well-formed: it avoids a record that is in every history of the state" [];
  _ <- when (negb (exceeds E me l p)) "the claim is not well-formed: its state has more stones of the prover than it allows" [];
  Fine (Claim p t k me s l avoid need).

End One_step.

(** ** Roots *)

(** A claim holds in a game in progress. *)
Definition shows (c : child) (g : progress) (me : player) (s : Z) : outcome unit :=
  x <- claim_of c;
  _ <- when (about x (p_col g) (p_mover g) (p_passed g)) "the child of a root is about another state:" [fst c; snd c];
  _ <- when (implies x me (s - p_gained g)) "the child of a root does not imply its bound:" [fst c; snd c];
  _ <- when (forallb (fun r => negb (mem r (p_history g))) (c_avoid x)) "the history has a record that the root avoids:" [fst c; snd c];
  _ <- when (forallb (fun r => negb (exceeds E me (c_limit x) (fst (uncode E r)))) (p_history g))
         "the history has a record with more stones than the root allows:" [fst c; snd c];
  when (forallb (fun r => mem r (p_history g)) (c_need x)) "the history has not a record that the root needs:" [fst c; snd c].

Definition begin (p : stones) (t : player) : progress := Progress p t false (known_codes E p t false) 0.

End Derive.

(** A number for what may be stated once: a coloring, the player to move and the side of the bound. *)
Definition key_of (E : env) (p : stones) (t me : player) : N :=
  2 * code E p (Some t) + match me with Black => 0 | White => 1 end.

Definition take_root (S : state) (p : coloring) (t : player) (b : bound) (c : child) : outcome state :=
  q <- to_stones S p;
  let '(me, s) := b in
  let key := key_of (env_of S) q t me in
  _ <- when (negb (M.mem key (shown_keys S))) "a bound is stated twice" [];
  _ <- match aim S with
       | One g at_least at_most =>
           _ <- when (same q (p_col g) && same_player t (p_mover g)) "a root is about another state than the header's" [];
           _ <- when (match me, at_least, at_most with
                      | Black, Some s', _ | White, _, Some s' => Z.eqb s s' | _, _, _ => false end)
                  "the header does not state the bound of a root" [];
           shows S c g me s
       | Many n =>
           _ <- in_range S s;
           _ <- when (N.ltb (shown_count S) n) "more roots than the header announces" [];
           shows S c (begin S q t) me s
       end;
  Fine (State (env_of S) (carries S) (aim S) (live S) (steps_made S)
          (Root p t b :: shown S) (N.succ (shown_count S)) (M.add key tt (shown_keys S)) false).

Definition with_live (S : state) (l : M.t claim) (n : N) : state :=
  State (env_of S) (carries S) (aim S) l n (shown S) (shown_count S) (shown_keys S) false.

Definition drop (n : N) (S : outcome state) : outcome state :=
  S <- S;
  _ <- when (M.mem n (live S)) "a step that is dropped already or was not made cannot be dropped:" [n];
  Fine (with_live S (M.remove n (live S)) (steps_made S)).

(** ** The three calls *)

(** One item. *)
Definition feed (S : state) (i : item) : outcome state :=
  _ <- when (negb (over S)) "something follows the end" [];
  match i with
  | Item_step p t k (me, s) ru =>
      q <- to_stones S p;
      _ <- in_range S s;
      c <- derive S q t k me s ru;
      Fine (with_live S (M.add (steps_made S) c (live S)) (N.succ (steps_made S)))
  | Item_drop l => fold_left (fun S n => drop n S) l (Fine S)
  | Item_root p t b c => take_root S p t b c
  | Item_end n =>
      _ <- when (N.eqb n (steps_made S)) "`end` announces another number of steps than there are:" [n; steps_made S];
      Fine (State (env_of S) (carries S) (aim S) (live S) (steps_made S) (shown S) (shown_count S) (shown_keys S) true)
  end.

(** The moves of a position, all legal, superko included, and not ending the game. *)
Fixpoint follow (E : env) (moves : list (option point)) (g : progress) : outcome progress :=
  match moves with
  | [] => Fine g
  | None :: moves =>
      _ <- when (negb (p_passed g)) "the moves end the game: two passes in a row" [];
      follow E moves (Progress (p_col g) (opponent (p_mover g)) true (made (pass_code E (p_col g) (p_mover g)) (p_history g)) (p_gained g))
  | Some v :: moves =>
      match find (fun x => Nat.eqb (index x) v) (places E) with
      | None => Refused "the moves: the board has no point" [number_of v]
      | Some x =>
          match play_at E (p_col g) (p_mover g) x with
          | None => Refused "the moves: a play that is not possible, at" [number_of v]
          | Some (q, d) =>
              let r := play_code E q (p_mover g) in
              _ <- when (negb (mem r (p_history g))) "the moves: a play repeats a record, at" [number_of v];
              follow E moves (Progress q (opponent (p_mover g)) false (r :: p_history g) (p_gained g + d))
          end
      end
  end.

Definition board_ok (B : board) : bool :=
  Nat.leb 1 (size B) && Nat.leb (size B) 64
  && forallb (fun e => Nat.ltb (fst e) (size B) && Nat.ltb (snd e) (size B) && negb (Nat.eqb (fst e) (snd e))) (edges B).

Fixpoint all_carries (E : env) (l : list symmetry) (n : N) (found : M.t carry) : outcome (M.t carry) :=
  match l with
  | [] => Fine found
  | y :: l =>
      match new_carry E (images y) (swap y) with
      | Some g => all_carries E l (N.succ n) (M.add n g found)
      | None => Refused "a symmetry is no automorphism of the board:" [n]
      end
  end.

(** Whether a score, if there is one, is in the range of the format. *)
Definition storable (o : option Z) : bool := match o with None => true | Some s => Z.leb (-32767) s && Z.leb s 32767 end.

Definition start (h : header) (symmetries : list symmetry) : outcome state :=
  let R := game_rules h in
  _ <- when (board_ok (on R)) "a board must be a graph of 1 to 64 points" [];
  let E := new_env R in
  gs <- all_carries E symmetries 1 (M.empty carry);
  let S0 := State E gs (Many 0) (M.empty claim) 0 [] 0 (M.empty unit) false in
  aim <- match states h with
         | Table n =>
             _ <- when (negb (N.eqb n 0)) "a table without roots: nothing is stated" [];
             Fine (Many n)
         | Position p t moves at_least at_most =>
             _ <- when (match at_least, at_most with None, None => false | _, _ => true end) "a position without a bound: nothing is stated" [];
             q <- to_stones S0 p;
             g <- follow E moves (begin S0 q t);
             _ <- when (storable at_least && storable at_most && storable (Some (p_gained g)))
                    "a score that is not from -32767 to 32767" [];
             _ <- match at_least with Some s => in_range S0 (s - p_gained g) | None => Fine tt end;
             _ <- match at_most with Some s => in_range S0 (s - p_gained g) | None => Fine tt end;
             Fine (One g at_least at_most)
         end;
  Fine (State E gs aim (M.empty claim) 0 [] 0 (M.empty unit) false).

(** The header's bounds are all proved: what has been shown. *)
Definition finish (S : state) : outcome (list root) :=
  _ <- when (over S) "the end is missing" [];
  match aim S with
  | Many n =>
      _ <- when (N.eqb (shown_count S) n) "fewer roots than the header announces:" [shown_count S; n];
      Fine (rev (shown S))
  | One g at_least at_most =>
      let is_shown me o := match o with None => true | Some s =>
        existsb (fun r => same_player (fst (root_bound r)) me && Z.eqb (snd (root_bound r)) s) (shown S) end in
      _ <- when (is_shown Black at_least && is_shown White at_most) "the header states a bound that no root proves" [];
      Fine (rev (shown S))
  end.

(** All of it, as [sound] in [Statement.v] speaks of it: a header, the symmetries and the items. The program makes the three calls itself. *)
Definition check (h : header) (file : list symmetry * list item) : option (list root) :=
  match S <- start h (fst file); S <- fold_left (fun S i => S <- S; feed S i) (snd file) (Fine S); finish S with
  | Fine roots => Some roots
  | Refused _ _ => None
  end.
