(* Which plays are to limit the prover's stones instead of avoiding their records (docs/certificates.md, section 8): hints for the proved
   checker, from a first reading of the file. They need not be trusted: the theorem holds for all hints, and false ones only make the
   checker refuse. *)
open Checker

let stones player coloring =
  List.fold_left (fun sum -> function Stone found when found = player -> sum + 1 | Stone _ | Empty -> sum) 0 coloring

(* The first reading needs little of a line, and takes it without a look at the rest: what is wrong is found in the second reading. *)
let prover relation = if relation = ">=" then Black else White
let stones_in points player =
  let stone = if player = Black then 'X' else 'O' in
  let count = ref 0 in
  String.iter (fun c -> if c = stone then incr count) points;
  !count

(* The step at the start of a child, [from] there. *)
let step_at from text =
  let rec digits at step =
    if at < String.length text && '0' <= text.[at] && text.[at] <= '9' then digits (at + 1) ((10 * step) + Char.code text.[at] - 48) else step in
  digits from 0

let children = function
  | "play" :: _ :: child :: _ | "pass" :: child :: _ | "weaken" :: child :: _ -> [ step_at 0 child ]
  | "replies" :: answers ->
    let step answer =
      let from = String.index answer ':' + 1 in
      match answer.[from] with '0' .. '9' -> Some (step_at from answer) | _ -> None in
    List.filter_map step answers
  | _ -> []

(* The peak of each step: a byte. [next] returns the lines of the items, and the records of the header's moves have at most [most] stones of a player. *)
let peaks most next =
  let own, counts, steps_back = Buffer.create 65536, Buffer.create 65536, Buffer.create 65536 in
  let raised = ref [] in
  let add line =
    match String.split_on_char ' ' line with
    | "s" :: _ :: _ :: points :: relation :: _ :: rule ->
      let step = Buffer.length own in
      let backs = List.filter (fun back -> back > 0 && back <= step) (List.map (fun child -> step - child) (children rule)) in
      Buffer.add_uint8 own (stones_in points (prover relation));
      Buffer.add_uint8 counts (List.length backs);
      List.iter (fun back -> Buffer.add_int32_le steps_back (Int32.of_int back)) backs
    | [ "r"; _; _; relation; _; child ] -> raised := (step_at 0 child, most (prover relation)) :: !raised
    | "end" :: _ -> raise End_of_file
    | _ -> () in
  (try while true do add (next ()) done with Text.Malformed _ | End_of_file | Not_found | Invalid_argument _ -> ());
  let peaks = Buffer.to_bytes own in
  let raise_to step peak = if 0 <= step && step < Bytes.length peaks then Bytes.set_uint8 peaks step (max peak (Bytes.get_uint8 peaks step)) in
  List.iter (fun (step, peak) -> raise_to step (min peak 255)) !raised;
  let at = ref (Buffer.length steps_back) in
  let backs = Buffer.to_bytes steps_back in
  for step = Bytes.length peaks - 1 downto 0 do
    for _ = 1 to Char.code (Buffer.nth counts step) do
      at := !at - 4;
      raise_to (step - Int32.to_int (Bytes.get_int32_le backs !at)) (Bytes.get_uint8 peaks step)
    done
  done;
  peaks

(* The most stones of a player in a record of the header's moves. The second reading finds errors in the header. *)
let most_stones header symmetries =
  match start header symmetries with
  | Fine { aim = One (game, _, _); env_of; _ } ->
    let stones player record = Numbers.int_of_z (count env_of (own player (fst (uncode env_of record)))) in
    fun player -> List.fold_left (fun most record -> max most (stones player record)) 0 game.p_history
  | Fine { aim = Many _; _ } | Refused _ -> fun _ -> 0

(* Reads a file, and returns what adds the hints to its items, one after the other. [close] raises if the file is not read again. *)
let hints open_text close path =
  let file = open_text path in
  let peaks =
    match Text.header file with
    | exception Text.Malformed _ -> Bytes.empty
    | _, header, symmetries, _ -> peaks (most_stones header symmetries) (fun () -> Text.line file) in
  close file;
  let step = ref (-1) in
  function
  | Item_step (coloring, mover, passed, ((prover, _) as bound), rule) ->
    incr step;
    let is_limited = !step < Bytes.length peaks && Bytes.get_uint8 peaks !step <= stones prover coloring in
    let rule = match rule with Play (point, child, _) -> Play (point, child, is_limited) | other -> other in
    Item_step (coloring, mover, passed, bound, rule)
  | item -> item
