(* Between OCaml's numbers and the checker's. *)
let n_of_int : int -> Integers.t = Integers.of_int (* not negative *)
let z_of_int : int -> Integers.t = Integers.of_int
let int_of_n : Integers.t -> int = Integers.to_int
let int_of_z : Integers.t -> int = Integers.to_int
let rec nat_of_int n = if n <= 0 then Checker.O else Checker.S (nat_of_int (n - 1))
