(* Which plays are to limit the prover's stones instead of avoiding their records (docs/certificates.md, section 8): hints for the proved
   checker, from a first reading of the file. They need not be trusted: the theorem holds for all hints, and false ones only make the
   checker refuse. *)
open Checker

let stones player coloring =
  List.fold_left (fun sum -> function Stone found when found = player -> sum + 1 | Stone _ | Empty -> sum) 0 coloring

let children = function
  | Stop | Alive | Pass_forever -> []
  | Play (_, child, _) | Pass child | Weaken (child, _, _) -> [ child ]
  | Replies (answers, last) -> Option.to_list last @ List.filter_map snd answers

(* The peak of each step: a byte. [next] returns the items, and the game before the certificate has at most [most] stones of a player. *)
let peaks most next =
  let own, counts, steps_back = Buffer.create 65536, Buffer.create 65536, Buffer.create 65536 in
  let raised = ref [] in
  let add = function
    | Item_step (coloring, _, _, (prover, _), rule) ->
      let step = Buffer.length own in
      let back (child, _) = step - Numbers.int_of_n child in
      let backs = List.filter (fun back -> back > 0 && back <= step) (List.map back (children rule)) in
      Buffer.add_uint8 own (stones prover coloring);
      Buffer.add_uint8 counts (List.length backs);
      List.iter (fun back -> Buffer.add_int32_le steps_back (Int32.of_int back)) backs
    | Item_root (_, _, (prover, _), (child, _)) -> raised := (Numbers.int_of_n child, most prover) :: !raised
    | Item_drop _ | Item_end _ -> () in
  (* What is wrong with the file is found in the second reading. *)
  (try while true do add (next ()) done with Text.Malformed _ | End_of_file -> ());
  let peaks = Buffer.to_bytes own in
  let raise_to step peak = if step < Bytes.length peaks then Bytes.set_uint8 peaks step (max peak (Bytes.get_uint8 peaks step)) in
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

(* Reads a file, and returns what adds the hints to its items, one after the other. *)
let hints open_text close path =
  let file = { Text.channel = open_text path; line = 0; crc = 0xffffffff } in
  let peaks =
    Fun.protect ~finally:(fun () -> ignore (close file.channel)) @@ fun () ->
    match Text.header file with
    | exception Text.Malformed _ -> Bytes.empty
    | _, header, _, size ->
      let most player =
        match header.states with
        | Table _ -> 0
        | Position (start, _, moves, _, _) -> stones player start + List.length moves in
      let next () = match Text.item size (Text.line file) with Item_end _ -> raise End_of_file | item -> item in
      peaks most next in
  let step = ref (-1) in
  function
  | Item_step (coloring, mover, passed, ((prover, _) as bound), rule) ->
    incr step;
    let is_limited = !step < Bytes.length peaks && Bytes.get_uint8 peaks !step <= stones prover coloring in
    let rule = match rule with Play (point, child, _) -> Play (point, child, is_limited) | other -> other in
    Item_step (coloring, mover, passed, bound, rule)
  | item -> item
