(** * What the checker proves

    To trust a value, read this page. It defines games with superko, the rules of Go on a graph, the statement of a certificate and, at
    its end, what it means that a checker is sound. [Main.v] proves it for [check], whose parts are the extracted checker.

    How to read it: [Inductive] lists the only ways in which something can come about; [forall] is "for all", [exists] "there is", [/\] "and",
    [\/] "or", [~] "not", [->] "implies"; [H : list X] with [In x H] is a set; [option X] is [None] or [Some x]. *)

From Coq Require Import Arith ZArith List.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Games with superko *)

Inductive player := Black | White.
Definition opponent (t : player) : player := match t with Black => White | White => Black end.

(** In a coloring, a player who moves plays or passes. A play leads to a coloring, makes a record, and shifts the score. A pass may make a
    record. The game ends after two passes; then the last coloring has a score, to which the shifts of all plays are added. *)
Record game := Game {
  Col : Type; Rec : Type;
  play : Col -> player -> Col -> Rec -> Z -> Prop;
  pass_record : Col -> player -> option Rec;
  score : Col -> Z -> Prop }.

(** Scores are Black's points minus White's. Black wants at least [s], White at most [s]. *)
Definition meets (me : player) (x s : Z) : Prop := match me with Black => s <= x | White => x <= s end.

Definition made {R} (r : option R) (H : list R) : list R := match r with Some r => r :: H | None => H end.

(** [forces G me p t k H s]: player [me] can force the bound [s] on what is still to come, where [p] is the coloring, [t] is to move, [k]
    says whether the last move was a pass, and [H] are the records made so far. Superko: no play may make a record that is in [H].
    It is a finite strategy: [me] stops, passes or plays, and has an answer to every move of the opponent. *)
Inductive forces (G : game) (me : player) : Col G -> player -> bool -> list (Rec G) -> Z -> Prop :=
| I_stop p H x s : score G p x -> meets me x s -> forces G me p me true H s
| I_pass p H s : forces G me p (opponent me) true (made (pass_record G p me) H) s -> forces G me p me false H s
| I_play p k H s q r d : play G p me q r d -> ~ In r H ->
    forces G me q (opponent me) false (r :: H) (s - d) -> forces G me p me k H s
| They_move p k H s :
    (forall q r d, play G p (opponent me) q r d -> ~ In r H -> forces G me q me false (r :: H) (s - d)) ->
    (k = false -> forces G me p me true (made (pass_record G p (opponent me)) H) s) ->
    (k = true -> exists x, score G p x /\ meets me x s) ->
    forces G me p (opponent me) k H s.

(** ** Go on a graph *)

Definition point := nat.

(** The points are [0] to [size - 1]; an edge joins two of them. *)
Record board := Board { size : nat; edges : list (point * point) }.
Definition adjacent (B : board) (v w : point) : Prop := In (v, w) (edges B) \/ In (w, v) (edges B).

Inductive cell := Empty | Stone (c : player).
Definition coloring := list cell.
Definition color (p : coloring) (v : point) : cell := nth v p Empty.

(** [reaches B p a b v]: a path of points that all look like [a] leads from [v] to a point that looks like [b]. *)
Inductive reaches (B : board) (p : coloring) (a b : cell) : point -> Prop :=
| beside v w : color p v = a -> adjacent B v w -> color p w = b -> reaches B p a b v
| along v w : color p v = a -> adjacent B v w -> reaches B p a b w -> reaches B p a b v.

(** Clearing [c] takes off every stone of that colour that does not reach an empty point; nothing else changes. *)
Definition clears (B : board) (c : player) (p q : coloring) : Prop :=
  length q = length p /\ forall v,
    let dead := color p v = Stone c /\ ~ reaches B p (Stone c) Empty v in
    (dead -> color q v = Empty) /\ (~ dead -> color q v = color p v).

(** A coloring is legal if every stone reaches an empty point. *)
Definition legal (B : board) (p : coloring) : Prop :=
  length p = size B /\ forall v c, color p v = Stone c -> reaches B p (Stone c) Empty v.

Definition puts (v : point) (c : player) (p q : coloring) : Prop :=
  length q = length p /\ color q v = Stone c /\ forall w, w <> v -> color q w = color p w.

(** Exactly [n] points have the property [P]. *)
Definition number (P : point -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall v, In v l <-> P v) /\ Z.of_nat (length l) = n.

(** Black's number minus White's. *)
Definition difference (P : player -> point -> Prop) (x : Z) : Prop :=
  exists b w, number (P Black) b /\ number (P White) w /\ x = b - w.

Inductive superko := Positional | Situational | Natural_situational | Taylor.
Record rules := Rules { on : board; superko_rule : superko; suicide : bool; territory : bool }.

(** The points that count for [c]: empty points that reach stones of [c] only, and, under area scoring, the stones of [c]. *)
Definition counts (R : rules) (p : coloring) (c : player) (v : point) : Prop :=
  (reaches (on R) p Empty (Stone c) v /\ ~ reaches (on R) p Empty (Stone (opponent c)) v)
  \/ (territory R = false /\ color p v = Stone c).

(** The prisoners of [c]: the opponent's stones that are gone. A play shifts the score by them if territory is counted. *)
Definition prisoners (p q : coloring) (c : player) (v : point) : Prop :=
  color p v = Stone (opponent c) /\ color q v = Empty.
Definition shifts (R : rules) (p q : coloring) (d : Z) : Prop :=
  if territory R then difference (prisoners p q) d else d = 0.

(** [t] plays at the empty point [v]: put the stone, clear the opponent's colour, then one's own, which is a suicide if it takes anything. *)
Definition plays (R : rules) (p : coloring) (t : player) (v : point) (q : coloring) (d : Z) : Prop :=
  (v < size (on R))%nat /\ color p v = Empty /\ exists p1 p2,
    puts v t p p1 /\ clears (on R) (opponent t) p1 p2 /\ clears (on R) t p2 q /\
    (suicide R = false -> q = p2) /\ shifts R p1 q d.

(** A record is a coloring, with a player unless superko is positional. [known] lists the records that every history of a state contains. *)
Definition record : Type := coloring * option player.
Definition play_makes (R : rules) (q : coloring) (t : player) : record :=
  match superko_rule R with
  | Positional => (q, None) | Situational => (q, Some (opponent t)) | Natural_situational | Taylor => (q, Some t) end.
Definition pass_makes (R : rules) (p : coloring) (t : player) : option record :=
  match superko_rule R with
  | Positional | Natural_situational => None | Situational => Some (p, Some (opponent t)) | Taylor => Some (p, Some t) end.
Definition known (R : rules) (p : coloring) (t : player) (k : bool) : list record :=
  match superko_rule R, k with
  | Positional, _ => [(p, None)]
  | Situational, false => [(p, Some t)]
  | Situational, true => [(p, Some t); (p, Some (opponent t))]
  | Natural_situational, false => [(p, Some (opponent t))]
  | Natural_situational, true => [(p, Some t)]
  | Taylor, false => []
  | Taylor, true => [(p, Some (opponent t))]
  end.

Definition Go (R : rules) : game :=
  Game coloring record
    (fun p t q r d => (exists v, plays R p t v q d) /\ r = play_makes R q t)
    (pass_makes R)
    (fun p => difference (counts R p)).

(** ** What a certificate states *)

(** A game in progress: coloring, player to move, whether the last move was a pass, records made, the sum of the shifts. *)
Record moment := Moment { at_coloring : coloring; to_move : player; passed : bool; history : list record; gained : Z }.
Definition opening (R : rules) (p : coloring) (t : player) : moment := Moment p t false (known R p t false) 0.

(** Moves lead from one moment to another; [Some v] is a play at [v], [None] a pass, which must not be the second in a row. *)
Inductive lead (R : rules) : moment -> list (option point) -> moment -> Prop :=
| no_move g : lead R g [] g
| by_play p t k H D v q d moves g : plays R p t v q d -> ~ In (play_makes R q t) H ->
    lead R (Moment q (opponent t) false (play_makes R q t :: H) (D + d)) moves g ->
    lead R (Moment p t k H D) (Some v :: moves) g
| by_pass p t H D moves g :
    lead R (Moment p (opponent t) true (made (pass_makes R p t) H) D) moves g ->
    lead R (Moment p t false H D) (None :: moves) g.

(** The player can force the bound [s] on the score of the whole game. *)
Definition can_force (R : rules) (me : player) (g : moment) (s : Z) : Prop :=
  forces (Go R) me (at_coloring g) (to_move g) (passed g) (history g) (s - gained g).

(** Both players can force it: [s] is the value. ([Main.v] proves that every game has one value.) *)
Definition is_value (R : rules) (g : moment) (s : Z) : Prop := can_force R Black g s /\ can_force R White g s.

(** A certificate is about one position, with a lower bound, an upper bound or both; or about a table of so many roots. *)
Inductive statement :=
| Position (start : coloring) (mover : player) (moves : list (option point)) (at_least at_most : option Z)
| Table (roots : N).
Record header := Header { game_rules : rules; states : statement }.

(** A root of a table states a bound on the game that starts there: [(Black, s)] is "at least s", [(White, s)] "at most s". *)
Record root := Root { root_coloring : coloring; root_to_move : player; root_bound : player * Z }.

Definition true_of (R : rules) (r : root) : Prop :=
  legal (on R) (root_coloring r) /\
  can_force R (fst (root_bound r)) (opening R (root_coloring r) (root_to_move r)) (snd (root_bound r)).

(** [h] is true; [roots] are the roots that were proved. *)
Definition holds (h : header) (roots : list root) : Prop :=
  let R := game_rules h in
  match states h with
  | Position start mover moves at_least at_most =>
      legal (on R) start /\ exists g, lead R (opening R start mover) moves g /\
        (forall s, at_least = Some s -> can_force R Black g s) /\
        (forall s, at_most = Some s -> can_force R White g s)
  | Table n => Z.of_nat (length roots) = Z.of_N n /\ forall r, In r roots -> true_of R r
  end.

(** ** The theorem: what a sound checker accepts is true *)

(** [check] is given the header and everything else that is in the file, none of which it need trust. *)
Definition sound {rest : Type} (check : header -> rest -> option (list root)) : Prop :=
  forall h file roots, check h file = Some roots -> holds h roots.
