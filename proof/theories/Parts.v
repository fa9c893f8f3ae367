(** * Connected parts *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Fast Alone Sets Sums.
Import ListNotations.
Local Open Scope N_scope.

Section Parts.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.

Variable s : N.
Hypothesis on_board : forall v, v ∈ s -> (v < n)%nat.

(** A part grows from one point. *)
Definition is_part (c : N) : Prop := exists v, v ∈ s /\ c = joined E s (bit_of v).

Lemma part_within c v : is_part c -> v ∈ c -> v ∈ s.
Proof. intros (u & _ & ->). now apply joined_within. Qed.

Lemma part_some c : is_part c -> exists v, v ∈ c.
Proof. intros (u & I & ->). exists u. apply joined_contains; [now apply in_bit|exact I]. Qed.

Lemma part_closed c v w : is_part c -> v ∈ c -> adjacent B v w -> w ∈ s -> w ∈ c.
Proof. intros (u & _ & ->). now apply joined_closed. Qed.

(** What passes between neighbours passes to all of a part. *)
Lemma part_connected c (P : point -> Prop) : is_part c ->
  (forall v w, v ∈ c -> w ∈ c -> adjacent B v w -> P v -> P w) -> forall v w, v ∈ c -> w ∈ c -> P v -> P w.
Proof.
  intros (u & U & C) Q.
  assert (A : forall v, v ∈ c -> v ∈ c /\ (P v <-> P u)).
  { intros v I. rewrite C in I. revert v I. apply (joined_induction R edges_on_board s (bit_of u) (fun v => v ∈ c /\ (P v <-> P u))).
    - intros v I _. apply in_bit in I as ->. split; [|reflexivity]. rewrite C. apply joined_contains; [now apply in_bit|exact U].
    - intros v w [I X] Y W. assert (J : w ∈ c).
      { apply (part_closed c v w); [now exists u|exact I|exact Y|exact W]. }
      split; [exact J|]. rewrite <- X. split; [apply (Q w v J I); now apply adjacent_sym|now apply (Q v w I J)]. }
  intros v w I J X. apply (A w J). now apply (A v I).
Qed.

Lemma parts_spec :
  (forall c, In c (parts E s) -> is_part c) /\ disjoint (parts E s) /\ (forall v, v ∈ s -> exists c, In c (parts E s) /\ v ∈ c).
Proof.
  unfold parts. rewrite places_are.
  set (f := fun '(rest, found) x => _).
  assert (Inv : forall l rest found,
    (forall v, v ∈ rest -> v ∈ s) ->
    (forall v w, v ∈ rest -> adjacent B v w -> w ∈ s -> w ∈ rest) ->
    (forall c, In c found -> is_part c) -> disjoint found ->
    (forall c v, In c found -> v ∈ c -> ~ v ∈ rest) ->
    (forall v, v ∈ s -> v ∈ rest \/ exists c, In c found /\ v ∈ c) ->
    let '(rest', found') := fold_left f (map (place_of R) l) (rest, found) in
    (forall v, v ∈ rest' -> v ∈ rest /\ ~ In v l) /\
    (forall c, In c found' -> is_part c) /\ disjoint found' /\
    (forall v, v ∈ s -> v ∈ rest' \/ exists c, In c found' /\ v ∈ c)).
  { induction l as [|x l IH]; intros rest found Sub Cl Pa Di Se Co; cbn [map fold_left].
    - split; [intros v I; split; [exact I|now intros []]|auto].
    - unfold f at 2. cbn [bit place_of]. destruct (has rest (bit_of x)) eqn:Hx.
      + apply has_spec in Hx. set (part := joined E s (bit_of x)).
        assert (Ip : is_part part) by (exists x; auto).
        assert (Pr : forall v, v ∈ part -> v ∈ rest).
        { apply (joined_induction R edges_on_board s (bit_of x) (fun v => v ∈ rest)); [|exact Cl].
          intros v I _. apply in_bit in I. now subst. }
        specialize (IH (N.ldiff rest part) (part :: found)).
        destruct (fold_left f (map (place_of R) l) (N.ldiff rest part, part :: found)) as [rest' found'].
        destruct IH as (A1 & A2 & A3 & A4).
        * intros v I. apply in_ldiff in I as [I _]. auto.
        * intros v w I A W. apply in_ldiff in I as [I N]. apply in_ldiff. split; [eauto|].
          intro J. apply N. apply (part_closed part w v Ip J); [now apply adjacent_sym|auto].
        * intros c [<-|I]; auto.
        * split; [|exact Di]. intros c v I J K. apply Pr in J. now apply (Se c v).
        * intros c v [<-|I] J K; apply in_ldiff in K as [K1 K2]; [contradiction|]. now apply (Se c v).
        * intros v I. destruct (Co v I) as [J|(c & J & K)]; [|right; exists c; split; [now right|exact K]].
          destruct (in_dec v part) as [K|K]; [right; exists part; split; [now left|exact K]|left; now apply in_ldiff].
        * split; [|auto]. intros v I. apply A1 in I as [I N]. apply in_ldiff in I as [I K]. split; [exact I|].
          intros [<-|J]; [|contradiction]. apply K. apply joined_contains; [now apply in_bit|auto].
      + specialize (IH rest found Sub Cl Pa Di Se Co).
        destruct (fold_left f (map (place_of R) l) (rest, found)) as [rest' found'].
        destruct IH as (A1 & A2). split; [|exact A2]. intros v I. apply A1 in I as [I N]. split; [exact I|].
        intros [<-|J]; [|contradiction]. apply has_spec in I. congruence. }
  specialize (Inv (seq 0 n) s []). destruct (fold_left f (map (place_of R) (seq 0 n)) (s, [])) as [rest found].
  destruct Inv as (A1 & A2 & A3 & A4); auto; try (now intros ? []); try exact I. cbn [snd].
  repeat split; auto. intros v I. destruct (A4 v I) as [J|J]; [|exact J]. apply A1 in J as [_ N].
  exfalso. apply N, in_seq. specialize (on_board v I). lia.
Qed.

End Parts.
