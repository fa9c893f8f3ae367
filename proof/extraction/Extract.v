(** * Extraction to OCaml

    Booleans, options, lists, pairs and strings become OCaml's own, by the mappings of Coq's library. Nothing else is mapped: numbers are
    plain data, and every operation on them is extracted from its definition in Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Koproof Require Import Checker.

Extraction "checker.ml" start feed finish steps_made.
