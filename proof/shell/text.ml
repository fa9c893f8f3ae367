(* The text form of a certificate (docs/certificates.md, section 6) as values of the proved checker; see koproof_checker.ml. *)
open Checker
exception Malformed of int * string (* The exit code and the reason. *)
let refuse format = Printf.ksprintf (fun reason -> raise (Malformed (4, reason))) format
let at_most limit list what = if List.compare_length_with list limit > 0 then refuse "more than %d %s" limit what else list
let split = String.split_on_char
(* Text of a file that a terminal can show. *)
let quote text = Printf.sprintf "%S%s" (String.sub text 0 (min 40 (String.length text))) (if String.length text > 40 then "…" else "")
(* Lines, and the CRC-32 of all that was read. [bytes] from [at] to [filled] are read ahead. *)
type file = { channel : in_channel; bytes : Bytes.t; mutable at : int; mutable filled : int; mutable line : int; mutable crc : int }
let read_from channel =
  let file = { channel; bytes = Bytes.create 65536; at = 0; filled = 0; line = 0; crc = 0xffffffff } in
  (* The first eight bytes tell the form; a pipe may bring fewer at a time. *)
  let rec fill () = let more = input channel file.bytes file.filled (8 - file.filled) in if more > 0 then (file.filled <- file.filled + more; fill ()) in
  fill (); file
let is_over file = if file.at = file.filled then (file.at <- 0; file.filled <- input file.channel file.bytes 0 65536); file.filled = 0
let divide c _ = if c land 1 = 1 then 0xedb88320 lxor (c lsr 1) else c lsr 1
let crc_of_byte = Array.init 256 (fun byte -> List.fold_left divide byte (List.init 8 Fun.id))
let line file =
  let text = Buffer.create 100 in
  let rec read () =
    if is_over file then refuse "the file ends too early";
    let c = Bytes.get file.bytes file.at in
    if c > '\127' || (c <> '\n' && Buffer.length text >= 1048575) then refuse "the line is not ASCII or has more than 1,048,576 bytes";
    file.at <- file.at + 1; file.crc <- crc_of_byte.((file.crc lxor Char.code c) land 255) lxor (file.crc lsr 8);
    if c <> '\n' then (Buffer.add_char text c; read ()) in
  file.line <- file.line + 1; read (); Buffer.contents text
let tail file =
  let check = Printf.sprintf "crc32 %08x" (file.crc lxor 0xffffffff) in
  if line file <> check then refuse "the last line is not `%s`: the file is damaged or was changed" check;
  if not (is_over file) then refuse "something follows the end"
(* Words, numbers, colorings. *)
let word words text = match List.find_opt (fun (name, _) -> String.equal name text) words with
  | Some (_, value) -> value | None -> refuse "%s is not one of: %s" (quote text) (String.concat ", " (List.map fst words))
let player = word [ "black", Black; "white", White ]
let unless none read text = if text = none then None else Some (read text)
let natural text =
  let is_number = text <> "" && String.length text <= 18 && String.for_all (fun c -> '0' <= c && c <= '9') text in
  if is_number && (text.[0] <> '0' || text = "0") then int_of_string text else refuse "%s is no number" (quote text)
let number text = Numbers.n_of_int (natural text)
let point text = match natural text with n when n > 255 -> refuse "the board has no point %s" text | n -> Numbers.nat_of_int n
let score text =
  let sign, digits = match split '-' text with [ ""; digits ] when digits <> "0" -> -1, digits | _ -> 1, text in
  Numbers.z_of_int (sign * natural digits)
let bound relation text = word [ ">=", Black; "<=", White ] relation, score text
let coloring size text : coloring =
  if String.length text <> size then refuse "a coloring has %d characters" size;
  let cell = function '.' -> Empty | 'X' -> Stone Black | 'O' -> Stone White | c -> refuse "a coloring has no %C" c in
  List.init size (fun point -> cell text.[point])
let child text : child = match split '/' text with [ step; symmetry ] -> number step, number symmetry | _ -> number text, N0
let record size text =
  match split ':' text with [ points; mover ] -> coloring size points, Some (player mover) | _ -> coloring size text, None
let records size text = List.map (record size) (at_most 4096 (if text = "-" then [] else split ',' text) "records in a list")
(* The header. *)
let graph6 text =
  let value at =
    if at < String.length text && '?' <= text.[at] && text.[at] <= '~' then Char.code text.[at] - 63 else refuse "no graph6" in
  let size, first = if value 0 < 63 then value 0, 1 else (value 1 lsl 12) lor (value 2 lsl 6) lor value 3, 4 in
  if size < 1 || size > 64 || (first = 4 && size < 63) then refuse "a board has 1 to 64 points";
  let pairs = List.concat_map (fun high -> List.init high (fun low -> low, high)) (List.init size Fun.id) in
  let used = List.length pairs and bits = 6 * (String.length text - first) in
  let is_set bit = (value (first + (bit / 6)) lsr (5 - (bit mod 6))) land 1 = 1 in
  if bits < used || bits > used + 5 || List.exists is_set (List.init (bits - used) (( + ) used)) then refuse "no graph6";
  let edge (low, high) = Numbers.nat_of_int low, Numbers.nat_of_int high in
  { size = Numbers.nat_of_int size; edges = List.map edge (List.filteri (fun bit _ -> is_set bit) pairs) }, size
let symmetry text =
  match List.rev (at_most 66 (split ' ' text) "fields"), String.sub text 0 (min 9 (String.length text)) with
  | colors :: images, "symmetry " ->
    { images = List.map point (List.tl (List.rev images)); swap = word [ "keep", false; "swap", true ] colors }
  | _ -> refuse "`symmetry`, the images of all points and `keep` or `swap` should be here, or `steps`"
(* Its lines as they are; the header and the symmetries for the checker; the number of points. *)
let header file =
  let lines = ref [] in
  let next () = lines := line file :: !lines; List.hd !lines in
  let field keyword =
    match split ' ' (next ()) with
    | first :: (_ :: _ as value) when first = keyword -> String.concat " " value
    | _ -> refuse "`%s` and its value should be here" keyword in
  let second = try word [ "koproof certificate 1", false; "koproof certificate 2", true ] (next ()) with Malformed _ ->
    raise (Malformed (2, "not a certificate: its first line is neither `koproof certificate 1` nor `koproof certificate 2`")) in
  let on, size = graph6 (field "graph6") in
  let rules = [ "positional", Positional; "situational", Situational; "natural-situational", Natural_situational; "taylor", Taylor ] in
  let superko_rule = word rules (field "superko") in let suicide = word [ "allow", true; "forbid", false ] (field "suicide") in
  let territory = second && word [ "territory", true ] (field "scoring") in
  let position () =
    let start = coloring size (field "start") in let mover = player (field "to-move") in
    let moves = match field "moves" with "-" -> [] | text -> at_most 65536 (split ' ' text) "moves" in
    let at_least = unless "-" score (field "at-least") in
    Position (start, mover, List.map (unless "pass" point) moves, at_least, unless "-" score (field "at-most")) in
  let states = if word [ "table", false; "position", true ] (next ()) then position () else Table (number (field "roots")) in
  let rec symmetries found =
    match line file with "steps" -> List.rev found | text -> symmetries (at_most 4096 (symmetry text :: found) "symmetries") in
  List.rev !lines, { game_rules = { on; superko_rule; suicide; territory }; states }, symmetries [], size
(* Items. *)
let rule size = function
  | [ "stop" ] -> Stop | [ "alive" ] -> Alive | [ "pass-forever" ] -> Pass_forever
  | [ "play"; v; answer ] -> Play (point v, child answer, false) | [ "pass"; answer ] -> Pass (child answer)
  | [ "weaken"; stronger; "avoid"; avoid; "need"; need ] -> Weaken (child stronger, records size avoid, records size need)
  | "replies" :: answers -> (
    let reply = function [ v; answer ] -> point v, unless "blocked" child answer | _ -> refuse "a reply is POINT:CHILD" in
    match List.rev_map (split ':') (at_most 65 answers "replies") with
    | [ "pass"; last ] :: plays -> Replies (List.rev_map reply plays, unless "end" child last)
    | _ -> refuse "`replies` ends with `pass:` and a child or `end`")
  | _ -> refuse "there is no such rule, or its fields are others"
let item size text =
  match split ' ' text with
  | "s" :: mover :: passes :: points :: relation :: number :: fields ->
    Item_step (coloring size points, player mover, word [ "0", false; "1", true ] passes, bound relation number, rule size fields)
  | "d" :: (_ :: _ as steps) -> Item_drop (List.map number (at_most 4096 steps "steps in a drop"))
  | [ "r"; mover; points; relation; number; proof ] -> Item_root (coloring size points, player mover, bound relation number, child proof)
  | [ "end"; steps ] -> Item_end (number steps)
  | _ -> refuse "an item is `s`, `d`, `r` or `end` and its fields, one space between them"
