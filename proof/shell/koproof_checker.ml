(* koproof-checker [--limit-stones] FILE…: what the proved checker (extracted from ../theories) says of certificates. This file and text.ml are the
   shell around it: under 150 lines in all, and not verified. The shell turns text into values, hands them over and prints what is proved;
   it keeps no claim and decides nothing about Go. `koproof certificate convert` makes text of the binary form: if it went wrong, another statement
   would be proved, and printed as what it is. Exit codes: 0 proved, 2 usage, an unreadable file or no certificate, 4 refused. *)
open Checker
let koproof = Option.value (Sys.getenv_opt "KOPROOF") ~default:"koproof"
let open_text path = let channel = open_in_bin path in
  match really_input_string channel 8 with
  | "KPCERT\r\n" -> close_in channel; Unix.open_process_args_in koproof [| koproof; "certificate"; "convert"; "--"; path; "-" |]
  | exception End_of_file | _ -> seek_in channel 0; channel
let close channel = try Unix.close_process_in channel = Unix.WEXITED 0 with Unix.Unix_error _ -> close_in channel; true
let fine = function Fine value -> value | Refused (reason, numbers) ->
  Text.refuse "%s" (String.concat " " (reason :: List.map (fun n -> string_of_int (Numbers.int_of_n n)) numbers))
let print_root root =
  let cell = function Empty -> '.' | Stone Black -> 'X' | Stone White -> 'O' and (prover, score) = root.root_bound in
  Printf.printf "  %s %s %s %d\n" (String.of_seq (Seq.map cell (List.to_seq root.root_coloring)))
    (if root.root_to_move = Black then "black" else "white") (if prover = Black then ">=" else "<=") (Numbers.int_of_z score)
let check hint path where converted =
  let file = Text.read_from (open_text path) in where := (fun () -> Printf.sprintf "line %d: " file.line);
  Fun.protect ~finally:(fun () -> converted := close file.channel) @@ fun () ->
  let rec items size state =
    where := (fun () -> Printf.sprintf "step %d, line %d: " (Numbers.int_of_n (steps_made state)) file.line);
    let item = hint (Text.item size (Text.line file)) in
    match item, fine (feed state item) with Item_end _, state -> Text.tail file; fine (finish state) | _, state -> items size state in
  let lines, header, symmetries, size = Text.header file in let roots = items size (fine (start header symmetries)) in
  Printf.printf "%s: proved: %s\n" path (String.concat ", " (List.tl lines));
  match header.states with Table _ -> List.iter print_root roots | Position _ -> ()
let judge limits path =
  let where = ref (fun () -> "") and converted = ref true in
  let say code reason = Printf.eprintf "%s: %s%s\n%!" path (!where ()) reason; code in
  try check (if limits then Peaks.hints open_text close path else Fun.id) path where converted; 0 with
  | Text.Malformed (code, reason) -> if !converted then say code reason else 4 (* `koproof certificate convert` has said why. *)
  | Unix.Unix_error (error, _, _) -> let cure = "set KOPROOF to the program koproof, or give the text form" in
    say 2 (Printf.sprintf "cannot run `%s certificate convert`: %s: %s" koproof (Unix.error_message error) cure)
  | Sys_error reason -> Printf.eprintf "%s\n%!" (if String.starts_with ~prefix:path reason then reason else path ^ ": " ^ reason); 2
  | Out_of_memory | Stack_overflow -> say 2 "out of memory"
let () =
  let options, paths = List.partition (String.starts_with ~prefix:"-") (List.tl (Array.to_list Sys.argv)) in
  match List.filter (( <> ) "--limit-stones") options with
  | "--help" :: _ -> print_endline "usage: koproof-checker [--limit-stones] FILE…\nExit codes: 0 proved, 2 usage or no certificate, 4 refused."
  | other :: _ -> Printf.eprintf "koproof-checker: there is no option `%s`: see --help, and write ./%s for a file\n" other other; exit 2
  | [] when paths = [] -> prerr_endline "koproof-checker: name a FILE, see --help"; exit 2
  | [] -> exit (List.fold_left (fun worst path -> max worst (judge (options <> []) path)) 0 paths)
