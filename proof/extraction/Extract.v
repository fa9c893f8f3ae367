(** * Extraction to OCaml: what is trusted beside Coq's extraction itself

    Booleans, options, lists, pairs and strings become OCaml's own, by the mappings of Coq's library. Numbers become those of Zarith, a
    binding of GMP. Each line below is trusted: it says that a function of Zarith does what Coq's definition says. [Integers] is
    Zarith's module [Z]; N and positive numbers are integers that are never negative. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Coq Require Import NArith ZArith.
From Koproof Require Import Checker.

Extract Inductive positive => "Integers.t"
  [ "(fun x -> Integers.succ (Integers.shift_left x 1))" "(fun x -> Integers.shift_left x 1)" "Integers.one" ]
  "(fun odd even one x -> if Integers.equal x Integers.one then one () else
      let half = Integers.shift_right x 1 in if Integers.testbit x 0 then odd half else even half)".
Extract Inductive N => "Integers.t" [ "Integers.zero" "" ]
  "(fun zero positive x -> if Integers.equal x Integers.zero then zero () else positive x)".
Extract Inductive Z => "Integers.t" [ "Integers.zero" "" "Integers.neg" ]
  "(fun zero positive negative x ->
      let s = Integers.sign x in if s = 0 then zero () else if s > 0 then positive x else negative (Integers.neg x))".

Extract Inlined Constant N.land => "Integers.logand".
Extract Inlined Constant N.lor => "Integers.logor".
Extract Inlined Constant N.ldiff => "(fun a b -> Integers.logand a (Integers.lognot b))".
Extract Inlined Constant N.shiftl => "(fun a b -> Integers.shift_left a (Integers.to_int b))".
Extract Inlined Constant N.shiftr => "(fun a b -> Integers.shift_right a (Integers.to_int b))".
Extract Inlined Constant N.succ => "Integers.succ".
Extract Inlined Constant N.eqb => "Integers.equal".
Extract Inlined Constant N.leb => "Integers.leq".
Extract Inlined Constant N.ltb => "Integers.lt".
Extract Inlined Constant N.compare =>
  "(fun a b -> let c = Integers.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Inlined Constant Z.add => "Integers.add".
Extract Inlined Constant Z.sub => "Integers.sub".
Extract Inlined Constant Z.opp => "Integers.neg".
Extract Inlined Constant Z.succ => "Integers.succ".
Extract Inlined Constant Z.eqb => "Integers.equal".
Extract Inlined Constant Z.leb => "Integers.leq".

Extraction "checker.ml" start feed finish steps_made.
