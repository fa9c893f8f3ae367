(* The name by which the extracted checker calls Zarith's integers: it has modules Z and N of its own. *)
include Z
