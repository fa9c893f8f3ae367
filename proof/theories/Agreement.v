(** * The game that is computed is Go

    [Plays.v] proves it for plays and scores; what is left are the codes of records. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Fast Game Sets Plays.
Import ListNotations.
Local Open Scope N_scope.

Section Agreement.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Notation ok := (ok R).
Notation drawn := (coloring_of E).
Notation move x := (place_of R x).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

(** ** Records *)

(** A code can be taken apart again. *)
Lemma low_part b w k : (forall v, v ∈ b -> (v < k)%nat) -> N.land (N.lor b (N.shiftl w (N.of_nat k))) (N.ones (N.of_nat k)) = b.
Proof.
  intro A. apply same_set. intro v. rewrite in_land, in_lor, in_ones. split; [|intuition].
  intros [[I|I] L]; [exact I|]. unfold is_in in I. rewrite N.shiftl_spec_low in I by lia. discriminate.
Qed.

Lemma high_part b w k : (forall v, v ∈ b -> (v < k)%nat) -> N.shiftr (N.lor b (N.shiftl w (N.of_nat k))) (N.of_nat k) = w.
Proof.
  intro A. rewrite N.shiftr_lor, N.shiftr_shiftl_l, N.sub_diag, N.shiftl_0_r by lia. apply same_set. intro v.
  rewrite in_lor. split; [|auto]. intros [I|I]; [|exact I]. unfold is_in in I. rewrite N.shiftr_spec in I by lia.
  replace (N.of_nat v + N.of_nat k) with (N.of_nat (v + k)) in I by lia. apply A in I. lia.
Qed.

Lemma taken_apart x y : y < 4 -> N.shiftr (N.lor (N.shiftl x 2) y) 2 = x /\ N.land (N.lor (N.shiftl x 2) y) (N.ones 2) = y.
Proof.
  intro L. rewrite N.shiftr_lor, N.shiftr_shiftl_l, N.sub_diag, N.shiftl_0_r by lia.
  rewrite N.land_lor_distr_l, (N.land_ones y), N.mod_small by (simpl; lia).
  rewrite N.land_ones, N.shiftl_mul_pow2, N.mod_mul by discriminate.
  rewrite N.shiftr_div_pow2, N.div_small by (simpl; lia). now rewrite N.lor_0_r.
Qed.

Lemma code_injective p o p' o' : ok p -> ok p' -> code E p o = code E p' o' -> p = p' /\ o = o'.
Proof.
  assert (T : forall o, tag o < 4) by (intros [[]|]; simpl; lia).
  intros (OB & _ & _) (OB' & _ & _) C. unfold code in C. cbn [width new_env] in C.
  destruct (taken_apart (N.lor (fst p) (N.shiftl (snd p) (N.of_nat n))) (tag o) (T o)) as [U1 U2].
  destruct (taken_apart (N.lor (fst p') (N.shiftl (snd p') (N.of_nat n))) (tag o') (T o')) as [U1' U2'].
  rewrite C in U1, U2. rewrite U1 in U1'. rewrite U2 in U2'.
  split.
  - pose proof (low_part _ (snd p) n OB) as L. pose proof (high_part _ (snd p) n OB) as Hi. rewrite U1' in L, Hi.
    rewrite (low_part _ _ _ OB') in L. rewrite (high_part _ _ _ OB') in Hi. destruct p, p'; cbn [fst snd] in *; congruence.
  - destruct o as [[]|], o' as [[]|]; cbn [tag] in U2'; congruence.
Qed.

(** ** The two games *)

(** Go as it is computed. *)
Definition fast : game :=
  Game stones N
    (fun p t q r d => exists v, (v < n)%nat /\ play_at E p t (move v) = Some (q, d) /\ r = play_code E q t)
    (pass_code E)
    (fun p x => x = score_of E p).

(** Sets and the coloring that they draw; codes and the records that they stand for. *)
Definition draws (p : stones) (p' : coloring) : Prop := ok p /\ p' = drawn p.
Definition stands_for (x : N) (r : record) : Prop := exists p, ok p /\ x = code E p (snd r) /\ fst r = drawn p.

Lemma stands_for_code p o : ok p -> stands_for (code E p o) (drawn p, o).
Proof. intro O. exists p. auto. Qed.

Lemma stands_for_once x x' r r' : stands_for x r -> stands_for x' r' -> (x = x' <-> r = r').
Proof.
  destruct r as [c o], r' as [c' o']. intros (p & O & -> & C) (p' & O' & -> & C'). cbn [fst snd] in *. subst c c'. split.
  - intro X. apply code_injective in X as [-> ->]; auto.
  - intros [= X ->]. apply drawn_injective in X as ->; auto.
Qed.

(** [fast] is Go. *)
Theorem agreement : simulation fast (Go R) false draws stands_for.
Proof.
  constructor; cbn [flip flip_score]; cbn [Col Rec Statement.play pass_record score fast Go].
  - intros p p' x [O ->]. split; [intros ->; now apply score_spec|].
    intro D. eapply difference_once; [exact D|now apply score_spec].
  - intros p p' t [O ->]. unfold pass_code, pass_tag, pass_makes. cbn [ruleset new_env].
    destruct (superko_rule R); cbn [option_map]; auto using stands_for_code.
  - intros p p' t q r d [O ->] (v & L & P & ->). destruct (play_at_plays R edges_on_board p t v q d O P) as [O' P'].
    exists (drawn q), (play_makes R (drawn q) t). split; [now split|]. split; [|eauto].
    unfold play_code, play_tag, play_makes. cbn [ruleset new_env]. destruct (superko_rule R); now apply stands_for_code.
  - intros p p' t q' r' d' [O ->] [[v P] ->]. destruct (plays_play_at R edges_on_board p t v q' d' O P) as (q & Q & -> & O').
    exists q, (play_code E q t), d'. split; [now split|]. split; [|split; [|reflexivity]].
    + unfold play_code, play_tag, play_makes. cbn [ruleset new_env]. destruct (superko_rule R); now apply stands_for_code.
    + exists v. split; [apply P|auto].
  - intros a a' b b' A A'. now apply stands_for_once.
Qed.

End Agreement.
