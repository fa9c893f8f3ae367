(* koproof-checker [--limit-stones] FILE…: what the proved checker (extracted from ../theories) says of certificates. This file and text.ml are the
   shell around it: under 180 lines in all, and not verified. The shell turns text into values, hands them over and prints what is proved;
   it keeps no claim and decides nothing about Go. `koproof certificate convert` makes text of the binary form: if it went wrong, another statement
   would be proved, and printed as what it is. Exit codes: 0 proved, 1 the answer could not be
   written, 2 usage, an unreadable file or no certificate, 4 refused. *)
open Checker
let koproof = Option.value (Sys.getenv_opt "KOPROOF") ~default:"koproof"
(* The text of a file, which is opened again if it is binary, or if it is read [twice]. *)
let open_text twice path =
  let file = Text.read_from (open_in_bin path) in
  let is_binary = Bytes.sub_string file.bytes 0 file.filled = "KPCERT\r\n" in
  let is_pipe = match in_channel_length file.channel with exception Sys_error _ -> true | _ -> false in
  if is_pipe && (twice || is_binary) then raise (Text.Malformed (2, "it must be read twice: name a file, not a pipe"));
  if not is_binary then file else (
    close_in file.channel; Text.read_from (Unix.open_process_args_in koproof [| koproof; "certificate"; "convert"; "--"; path; "-" |]))
let close channel = try Unix.close_process_in channel with Unix.Unix_error _ -> close_in channel; Unix.WEXITED 0
let fine = function Fine value -> value | Refused (reason, numbers) ->
  Text.refuse "%s" (String.concat " " (reason :: List.map (fun n -> string_of_int (Numbers.int_of_n n)) numbers))
let print_root root =
  let cell = function Empty -> '.' | Stone Black -> 'X' | Stone White -> 'O' and (prover, score) = root.root_bound in
  Printf.printf "  %s %s %s %d\n" (String.of_seq (Seq.map cell (List.to_seq root.root_coloring)))
    (if root.root_to_move = Black then "black" else "white") (if prover = Black then ">=" else "<=") (Numbers.int_of_z score)
let check hint open_text path where ended =
  let file = open_text path in where := (fun () -> Printf.sprintf "line %d: " file.Text.line);
  Fun.protect ~finally:(fun () -> ended := close file.channel) @@ fun () ->
  let rec items size state =
    where := (fun () -> Printf.sprintf "step %d, line %d: " (Numbers.int_of_n (steps_made state)) file.line);
    let item = hint (Text.item size (Text.line file)) in
    match item, fine (feed state item) with Item_end _, state -> Text.tail file; fine (finish state) | _, state -> items size state in
  let lines, header, symmetries, size = Text.header file in lines, header, items size (fine (start header symmetries))
let judge limits path =
  let where = ref (fun () -> "") and ended = ref (Unix.WEXITED 0) and name = String.escaped path in
  let say code reason = Printf.eprintf "%s: %s%s\n%!" name (!where ()) reason; code in
  let convert_ended how = where := (fun () -> ""); say 2 (Printf.sprintf "`%s certificate convert` ended with %s" koproof how) in
  let close_first file = ended := close file.Text.channel; match !ended with WEXITED (2 | 4) -> Text.refuse "not converted" | _ -> () in
  match check (if limits then Peaks.hints (open_text true) close_first path else Fun.id) (open_text limits) path where ended with
  | lines, header, roots -> (
    try
      Printf.printf "%s: proved: %s\n" name (String.concat ", " (List.tl lines));
      (match header.states with Table _ -> List.iter print_root roots | Position _ -> ());
      flush stdout; 0
    with Sys_error reason -> Printf.eprintf "cannot write the answer to stdout: %s\n%!" reason; 1)
  | exception Text.Malformed (code, reason) -> (
    match !ended with
    | WEXITED 0 -> say code reason
    | WEXITED (2 | 4 as code) -> code (* `koproof certificate convert` has said why. *)
    | WEXITED code -> convert_ended (Printf.sprintf "exit code %d" code)
    | WSIGNALED _ | WSTOPPED _ -> convert_ended "a signal")
  | exception Unix.Unix_error (error, _, _) -> let cure = "set KOPROOF to the program koproof, or give the text form" in
    say 2 (Printf.sprintf "cannot run `%s certificate convert`: %s: %s" koproof (Unix.error_message error) cure)
  | exception Sys_error reason ->
    let reason = String.escaped reason in
    Printf.eprintf "%s\n%!" (if String.starts_with ~prefix:name reason then reason else name ^ ": " ^ reason); 2
  | exception (Out_of_memory | Stack_overflow) -> say 2 "out of memory"
let () =
  let options, paths = List.partition (String.starts_with ~prefix:"-") (List.tl (Array.to_list Sys.argv)) in
  match List.filter (( <> ) "--limit-stones") options with
  | "--help" :: _ -> print_endline "usage: koproof-checker [--limit-stones] FILE…\nExit codes: 0 proved, 1 stdout failed, 2 usage or no certificate, 4 refused."
  | other :: _ -> Printf.eprintf "koproof-checker: there is no option `%s`: see --help, and write ./%s for a file\n" (String.escaped other) (String.escaped other); exit 2
  | [] when paths = [] -> prerr_endline "koproof-checker: name a FILE, see --help"; exit 2
  | [] -> exit (List.fold_left (fun worst path -> max worst (judge (options <> []) path)) 0 paths)
