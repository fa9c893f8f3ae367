(** * Quick plays

    In a legal coloring [quick_play] is [play_at]: where no chain lost its last empty point, clearing changes nothing. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Fast Sets Plays.
Import ListNotations.
Local Open Scope N_scope.

Section Quick.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Notation kept := (kept E).
Notation empties := (empties E).

(** ** Facts about clearing *)

Lemma in_kept_beside c p v w : v ∈ own c p -> w ∈ empties p -> adjacent B w v -> v ∈ kept c p.
Proof. intros I J A. now apply (reach_beside R edges_on_board _ _ w). Qed.

Lemma kept_closed c p v w : v ∈ kept c p -> adjacent B v w -> w ∈ own c p -> w ∈ kept c p.
Proof. now apply reach_closed. Qed.

Lemma kept_induction c p (P : point -> Prop) :
  (forall v w, v ∈ own c p -> w ∈ empties p -> adjacent B w v -> P v) ->
  (forall v w, P v -> adjacent B v w -> w ∈ own c p -> P w) ->
  forall v, v ∈ kept c p -> P v.
Proof.
  intros S C. apply (reach_induction R edges_on_board); [|exact C]. eauto.
Qed.

(** A point that was empty is empty after clearing. *)
Lemma empties_cleared c p v : v ∈ empties p -> v ∈ empties (cleared E c p).
Proof.
  rewrite !in_empties. intros (L & NB & NW). split; [exact L|].
  assert (N : forall c', ~ v ∈ own c' p) by (intros []; auto).
  split; intro I; [apply (N Black)|apply (N White)]; apply (cleared_sub R p c); exact I.
Qed.

(** After clearing, every stone of the colour has its liberty. *)
Lemma cleared_keeps c p v : v ∈ own c (cleared E c p) -> v ∈ kept c (cleared E c p).
Proof.
  assert (Q : own c (cleared E c p) = kept c p) by (unfold cleared; apply own_set_own).
  rewrite Q at 1. intro I. revert v I.
  enough (H : forall v, v ∈ kept c p -> v ∈ kept c p /\ v ∈ kept c (cleared E c p)) by (intros v I; now apply H).
  apply kept_induction.
  - intros v w I J A. assert (K : v ∈ kept c p) by (now apply (in_kept_beside c p v w)). split; [exact K|].
    apply (in_kept_beside c _ v w); [now rewrite Q|now apply empties_cleared|exact A].
  - intros v w [K K'] A I. assert (J : w ∈ kept c p) by (now apply (kept_closed c p v w)). split; [exact J|].
    apply (kept_closed c _ v w); [exact K'|exact A|now rewrite Q].
Qed.

(** ** Legal colorings *)

Definition lively (p : stones) : Prop := forall c v, v ∈ own c p -> v ∈ kept c p.

Lemma legalb_lively p : legalb E p = true -> lively p.
Proof.
  unfold legalb. intros L c v I. apply andb_prop in L as [Bl W]. apply N.eqb_eq in Bl, W.
  apply in_ldiff. split; [exact I|]. destruct c; cbn [own]; [rewrite Bl|rewrite W]; apply in_zero.
Qed.

(** A play leads to a legal coloring. *)
Lemma play_lively p t v q d : play_at E p t (place_of R v) = Some (q, d) -> lively q.
Proof.
  intro P. apply play_at_spec in P as (_ & -> & _). intros c u I. destruct (mine_or_not c t) as [->| ->]; [now apply cleared_keeps|].
  unfold after_play in *. set (p2 := after_captures R p t v) in *.
  assert (Q : own (opponent t) (cleared E t p2) = own (opponent t) p2) by apply own_set_other.
  rewrite Q in I. apply cleared_keeps in I. revert u I. apply kept_induction.
  - intros u w I J A. apply in_kept_beside with w; [now rewrite Q|now apply empties_cleared|exact A].
  - intros u w K A I. apply kept_closed with u; [exact K|exact A|now rewrite Q].
Qed.

(** ** The new stone *)

Section Play.
Variables (p : stones) (t : player) (v : point).
Hypothesis is_lively : lively p.
Notation they := (opponent t).
Notation p1 := (after_put p t v).
Notation p2 := (after_captures R p t v).
Notation rest := (N.ldiff (empties p) (bit_of v)).

Lemma in_rest w : w ∈ rest <-> w ∈ empties p /\ w <> v.
Proof. now rewrite in_ldiff, in_bit. Qed.

Lemma rest_empty w : w ∈ rest -> w ∈ empties p1.
Proof.
  rewrite in_rest, !in_empties. intros [(L & NB & NW) D]. split; [exact L|].
  destruct t; cbn [after_put set_own own fst snd]; rewrite in_lor, in_bit; tauto.
Qed.

Lemma all_kept c q : (forall u, u ∈ own c q -> u ∈ kept c q) -> cleared E c q = q.
Proof.
  intro K. unfold cleared. replace (kept c q) with (own c q); [now destruct c, q|].
  apply same_set. intro u. split; [apply K|apply kept_own].
Qed.

Lemma own_put : own they p1 = own they p.
Proof. apply own_set_other. Qed.

(** Nothing is taken if each of the opponent's stones next to the new one has another empty point. *)
Lemma takes_nothing : apart E (N.land (near_of B v) (own they p)) rest = 0 -> cleared E they p1 = p1.
Proof.
  intro A. apply all_kept. rewrite own_put. intros u I. apply is_lively in I. revert u I. apply kept_induction.
  - intros u w I J Q. destruct (Nat.eq_dec w v) as [->|D].
    + destruct (touch (near_of B u) rest) eqn:T.
      * apply touch_spec in T as (x & X & X'). apply in_near in X. apply in_kept_beside with x; [now rewrite own_put|now apply rest_empty|].
        now apply adjacent_sym.
      * exfalso. apply (in_zero u). rewrite <- A. apply in_apart; [exact edges_on_board|]. split; [apply in_land; split; [now apply in_near|exact I]|].
        intros x X Y. assert (T' : touch (near_of B u) rest = true); [|congruence]. apply touch_spec. exists x. split; [|exact X].
        now apply in_near, adjacent_sym.
    + apply in_kept_beside with w; [now rewrite own_put|apply rest_empty, in_rest; auto|exact Q].
  - intros u w K Q I. apply kept_closed with u; [exact K|exact Q|now rewrite own_put].
Qed.

(** It is no suicide if the new stone has an empty point next to it. *)
Lemma no_suicide : touch (near_of B v) rest = true -> cleared E t p2 = p2.
Proof.
  intro T. apply touch_spec in T as (x & X & Y). apply in_near in X.
  assert (Q : own t p2 = N.lor (own t p) (bit_of v)).
  { unfold after_captures, cleared. rewrite <- (opponent_twice t) at 1. rewrite own_set_other, opponent_twice. apply own_set_own. }
  assert (Fr : forall w, w ∈ rest -> w ∈ empties p2) by (intros w W; now apply empties_cleared, rest_empty).
  assert (V : v ∈ kept t p2).
  { apply in_kept_beside with x; [rewrite Q; apply in_lor; right; now apply in_bit|auto|now apply adjacent_sym]. }
  apply all_kept. intros u I. rewrite Q in I. apply in_lor in I as [I|I]; [|apply in_bit in I; now subst].
  assert (O : forall w, w ∈ own t p -> w ∈ own t p2) by (intros w W; rewrite Q; apply in_lor; now left).
  apply is_lively in I. revert u I. apply kept_induction.
  - intros u w I J A. destruct (Nat.eq_dec w v) as [->|D]; [now apply kept_closed with v; auto|].
    apply in_kept_beside with w; [auto|apply Fr, in_rest; auto|exact A].
  - intros u w K A I. apply kept_closed with u; auto.
Qed.
End Play.

Theorem quick_play_is p t v : lively p -> quick_play E p (empties p) t (place_of R v) = play_at E p t (place_of R v).
Proof.
  intro L. unfold quick_play, play_at. cbn [bit near place_of]. destruct (has (empties p) (bit_of v)) eqn:I; [|reflexivity]. apply has_spec in I.
  fold (after_put p t v).
  assert (Q : (if N.eqb (apart E (N.land (near_of B v) (own (opponent t) p)) (N.ldiff (empties p) (bit_of v))) 0 then after_put p t v
               else cleared E (opponent t) (after_put p t v)) = after_captures R p t v).
  { unfold after_captures. destruct (N.eqb_spec (apart E (N.land (near_of B v) (own (opponent t) p)) (N.ldiff (empties p) (bit_of v))) 0) as [A|A];
      [|reflexivity]. symmetry. now apply takes_nothing. }
  rewrite Q. fold (after_captures R p t v). destruct (touch _ _) eqn:T; [|reflexivity]. now rewrite no_suicide.
Qed.

(** ** The empty points *)

Lemma places_positive_in l : forall s v x, nth_error l v = Some x -> v ∈ Npos s -> In x (places_positive s l).
Proof.
  induction l as [|y l IH]; intros s v x X I; [destruct v; discriminate|]. cbn [places_positive]. destruct s as [s|s|].
  - apply (in_odd (Npos s) v) in I. destruct v as [|v]; [left; cbn in X; congruence|right; now apply (IH s v)].
  - apply (in_even (Npos s) v) in I. destruct v as [|v]; [contradiction|now apply (IH s v)].
  - apply (in_odd 0 v) in I. destruct v as [|v]; [left; cbn in X; congruence|now apply in_zero in I].
Qed.

Lemma places_of_in v s : (v < n)%nat -> v ∈ s -> In (place_of R v) (places_of E s).
Proof.
  intros L I. destruct s as [|s]; [now apply in_zero in I|]. apply places_positive_in with v; [|exact I].
  rewrite places_are, nth_error_map, nth_error_seq by exact L. reflexivity.
Qed.

Lemma places_of_places s : incl (places_of E s) (places E).
Proof.
  destruct s as [|s]; [intros x []|]. cbn [places_of]. generalize (places E). intro l. revert s.
  induction l as [|y l IH]; intros [s|s|] x; cbn [places_positive]; try easy.
  - intros [->|I]; [now left|right; now apply (IH s)].
  - intro I. right. now apply (IH s).
  - intros [->|[]]. now left.
Qed.

(** A play is at an empty point. *)
Lemma play_place p t v q d : (v < n)%nat -> play_at E p t (place_of R v) = Some (q, d) -> In (place_of R v) (places_of E (empties p)).
Proof. intros L P. apply play_at_spec in P as (I & _). now apply places_of_in. Qed.
End Quick.
