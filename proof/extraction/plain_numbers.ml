(* Between OCaml's numbers and the checker's, where these are plain data (Plain.v). *)
open Checker
let rec positive_of_int x =
  if x = 1 then XH else if x land 1 = 1 then XI (positive_of_int (x lsr 1)) else XO (positive_of_int (x lsr 1))
let rec int_of_positive = function XH -> 1 | XO half -> 2 * int_of_positive half | XI half -> (2 * int_of_positive half) + 1
let n_of_int x = if x = 0 then N0 else Npos (positive_of_int x)
let z_of_int x = if x = 0 then Z0 else if x > 0 then Zpos (positive_of_int x) else Zneg (positive_of_int (-x))
let int_of_n = function N0 -> 0 | Npos x -> int_of_positive x
let int_of_z = function Z0 -> 0 | Zpos x -> int_of_positive x | Zneg x -> -int_of_positive x
let rec nat_of_int x = if x <= 0 then O else S (nat_of_int (x - 1))
