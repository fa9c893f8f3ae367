(** * Extraction without a mapping of numbers

    The same checker as by [Extract.v], with numbers as Coq defines them: lists of bits. It is slower, and nothing of Zarith has to be
    trusted. What is left of mappings are those of Coq's library for booleans, options, lists, pairs and strings. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Koproof Require Import Checker.

Extraction "checker.ml" start feed finish steps_made.
