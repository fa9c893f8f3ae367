(** * What the theorems assume: nothing. `make` compares what is printed here with assumptions.expected. *)

From Koproof Require Import Main Refuted.

Print Assumptions checker_is_sound.
Print Assumptions at_most_one_value.
Print Assumptions has_value.
Print Assumptions exact_value.
Print Assumptions children_must_fit.
Print Assumptions passes_make_records.
