(* Between OCaml's numbers and the checker's, which are plain data. Part of the shell: it is not verified. *)
open Checker

let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))
let n_of_int i = if i <= 0 then N0 else Npos (positive i)
let z_of_int i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))
let rec nat_of_int i = if i <= 0 then O else S (nat_of_int (i - 1))

let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> -int_of_positive p
