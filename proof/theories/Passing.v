(** * The prover only passes: [alive] and [pass_forever] are sound *)

From Coq Require Import Arith ZArith NArith List Bool Lia FMapFacts OrderedTypeEx.
From Koproof Require Import Statement Game Fast Alone Sets Plays Quick Agreement Sums Parts Life.
Import ListNotations.
Local Open Scope N_scope.

Module Facts := WFacts_fun N_as_OT Codes.

Section Passing.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Notation E := (new_env R).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Notation ok := (ok R).

(** ** Legal colorings, finitely many records *)

Lemma set_bound s : (forall v, v ∈ s -> (v < n)%nat) -> s < 2 ^ N.of_nat n.
Proof.
  intro A. replace s with (N.land s (N.ones (N.of_nat n))).
  - rewrite N.land_ones. apply N.mod_lt. now apply N.pow_nonzero.
  - apply same_set. intro v. rewrite in_land, in_ones. specialize (A v). tauto.
Qed.

Definition all_sets : list N := map N.of_nat (seq 0 (N.to_nat (2 ^ N.of_nat n))).
Definition all_codes : list N :=
  map (fun x => code E (fst x) (snd x)) (list_prod (list_prod all_sets all_sets) [None; Some Black; Some White]).

Lemma in_all_codes p o : ok p -> In (code E p o) all_codes.
Proof.
  intros (OB & OW & _). assert (S : forall s, (forall v, v ∈ s -> (v < n)%nat) -> In s all_sets).
  { intros s A. apply set_bound in A. apply in_map_iff. exists (N.to_nat s). split; [apply N2Nat.id|]. apply in_seq. lia. }
  apply in_map_iff. exists (p, o). split; [reflexivity|]. destruct p as [b w]. apply in_prod; [|destruct o as [[]|]; simpl; auto].
  apply in_prod; auto.
Qed.

Lemma play_code_is q t : exists o, play_code E q t = code E q o.
Proof. unfold play_code. eauto. Qed.

Lemma finite p t q r d : ok p -> play (fast R) p t q r d -> In r all_codes.
Proof.
  intros O (v & _ & P & ->). apply (play_at_plays R edges_on_board) in P as [O' _]; [|exact O].
  destruct (play_code_is q t) as [o ->]. now apply in_all_codes.
Qed.

(** ** Unconditional life *)

Lemma living_spec p me rounds : forall chains, (forall c, In c chains -> is_part R (own me p) c) ->
  (forall c, In c (living E rounds chains) -> is_part R (own me p) c) /\
  (forall c, In c (living E rounds chains) -> two_vital E (regions_of E (living E rounds chains)) c = true).
Proof.
  induction rounds as [|x rounds IH]; intros chains P; cbn [living]; [split; intros c []|].
  destruct (forallb _ chains) eqn:F; [split; [exact P|now apply forallb_forall]|].
  apply IH. intros c I. apply filter_In in I as [I _]. auto.
Qed.

Definition signed (me : player) (x : Z) : Z := match me with Black => x | White => (- x)%Z end.

(** Black's stones less White's; only under territory scoring it matters. *)
Definition surplus (p : stones) : Z := if territory R then (count E (fst p) - count E (snd p))%Z else 0%Z.

Lemma score_worth p0 me chains q : secure R p0 me chains q -> score_of E q = (signed me (sum R (worth R me q)) - surplus q)%Z.
Proof.
  intro S. unfold worth. rewrite sum_minus, <- !count_sum. unfold score_of, counted, area, surplus. cbn [ruleset new_env].
  assert (U : forall c, count E (N.lor (land_of E c q) (own c q)) = (count E (land_of E c q) + count E (own c q))%Z).
  { intro c. apply count_union. intros v I. apply (land_empty R) in I. now apply empty_no_stone with R. }
  rewrite !U. destruct (territory R), me; cbn [signed opponent]; rewrite ?U; cbn [own]; lia.
Qed.

(** A play of [t] changes the surplus by its shift and by the stone that is put. *)
Lemma surplus_play p t v q d : ok p -> play_at E p t (place_of R v) = Some (q, d) ->
  meets (opponent t) (surplus p) (surplus q - d)%Z.
Proof.
  intros O P. apply play_at_spec in P as (Ve & -> & _ & ->). unfold surplus. destruct (territory R); [|destruct t; simpl; lia].
  set (p1 := after_put p t v). set (q := after_play R p t v).
  assert (Sub : forall c w, w ∈ own c q -> w ∈ own c p1).
  { intros c w J. apply (cleared_sub R) in J. now apply (cleared_sub R) in J. }
  rewrite (count_ldiff R (own White p1) (own White q)), (count_ldiff R (own Black p1) (own Black q)) by auto.
  assert (G : (count E (own t p) <= count E (own t p1))%Z).
  { apply count_le. intros w I. unfold p1, after_put. rewrite own_set_own. apply in_lor. now left. }
  assert (Q : own (opponent t) p1 = own (opponent t) p) by apply own_set_other.
  destruct t; cbn [opponent own meets] in *; rewrite Q; lia.
Qed.

Theorem alive_sound p me t k H s : ok p -> legalb E p = true -> meets me (alive E p me) s -> forces (fast R) me p t k H s.
Proof.
  intros O L M.
  set (first := parts E (own me p)). set (chains := living E (0 :: first) first).
  assert (On : forall v, v ∈ own me p -> (v < n)%nat) by (destruct (proj1 (ok_players R p) O) as [A _]; apply A).
  destruct (living_spec p me (0 :: first) first (proj1 (parts_spec R edges_on_board _ On))) as [Ch Al]. fold chains in Ch, Al.
  set (bound := (count E (union_all chains) +
    fold_right (fun r z => margin E (around E (union_all chains)) r + z) 0 (regions_of E chains))%Z).
  assert (Mb : meets me (signed me bound) (s + surplus p)%Z).
  { unfold alive in M. cbv zeta in M. fold first in M. fold chains in M. fold bound in M. unfold surplus. cbn [ruleset new_env] in M.
    destruct (territory R), me; cbn [meets signed] in *; lia. }
  assert (I : secure R p me chains p /\ meets me (signed me bound) (s + surplus p)%Z).
  { split; [|exact Mb]. constructor; auto; [|intros v J; now apply legalb_lively]. intros v J. apply in_union_all in J as (c & Ic & J).
    now apply (part_within R edges_on_board _ c v (Ch c Ic)). }
  refine (passing_is_enough (fast R) me (fun q s => secure R p me chains q /\ meets me (signed me bound) (s + surplus q)%Z)
    _ _ all_codes _ N.eq_dec p s I t k H); clear I Mb M.
  - clear s. intros q s [S I]. exists (score_of E q). split; [reflexivity|]. rewrite (score_worth p me chains q S).
    pose proof (life_worth R edges_on_board p me chains Ch q S) as W. fold bound in W. destruct me; cbn [meets signed] in *; lia.
  - clear s. intros q s q' r d [S I] (v & Lv & P & _). split; [now apply (secure_play R edges_on_board p me chains Ch Al q S v d)|].
    pose proof (surplus_play q (opponent me) v q' d (secure_ok _ _ _ _ _ S) P) as D. rewrite opponent_twice in D.
    destruct me; cbn [meets] in *; lia.
  - clear s. intros q s q' r d [S I] P. now apply (finite q (opponent me) q' r d (secure_ok _ _ _ _ _ S)).
Qed.

(** ** Passing forever *)

Section Closure.
Variables (me : player) (s : Z).
Notation they := (opponent me).

(** [q] is in the table with a sum of shifts that is at least as bad as [d]. *)
Definition reached (table : Codes.t Z) (q : stones) (d : Z) : Prop :=
  exists d', Codes.find (code E q None) table = Some d' /\ meets me d d'.

Definition closed (table : Codes.t Z) (q : stones) (d : Z) : Prop :=
  meets me (score_of E q + d)%Z s /\
  forall v q' e, (v < n)%nat -> play_at E q they (place_of R v) = Some (q', e) -> reached table q' (d + e)%Z.

Definition sure (q : stones) : Prop := ok q /\ lively R q.
Definition good (table : Codes.t Z) (todo : list stones) : Prop :=
  (forall q, In q todo -> sure q) /\
  forall q d, ok q -> Codes.find (code E q None) table = Some d -> In q todo \/ closed table q d.

Definition more (table table' : Codes.t Z) : Prop := forall q d, reached table q d -> reached table' q d.

Lemma meetsb_spec x y : meetsb me x y = true <-> meets me x y.
Proof. destruct me; simpl; apply Z.leb_le. Qed.

(** What one entry, or many, may change. *)
Definition steps (acc acc' : Codes.t Z * N * list stones) : Prop :=
  let '(table, _, todo) := acc in
  let '(table', _, todo') := acc' in
  more table table' /\ incl todo todo' /\ ((forall q, In q todo -> sure q) -> forall q, In q todo' -> sure q) /\
  forall q d, ok q -> Codes.find (code E q None) table' = Some d -> Codes.find (code E q None) table = Some d \/ In q todo'.

Lemma steps_refl acc : steps acc acc.
Proof. destruct acc as [[table m] todo]. split; [now intros ? ?|]. split; [apply incl_refl|auto]. Qed.

Lemma steps_trans a b c : steps a b -> steps b c -> steps a c.
Proof.
  destruct a as [[t1 m1] l1], b as [[t2 m2] l2], c as [[t3 m3] l3]. intros (A1 & A2 & A3 & A4) (B1 & B2 & B3 & B4).
  split; [|split; [|split]]; auto.
  - intros q d X. apply B1, A1, X.
  - now apply incl_tran with l2.
  - intros q d O X. destruct (B4 q d O X) as [Y|Y]; [|now right]. destruct (A4 q d O Y) as [Z|Z]; [now left|right; now apply B2].
Qed.

Definition table_of (acc : Codes.t Z * N * list stones) : Codes.t Z := fst (fst acc).

Lemma enter_sound q d acc : sure q -> steps acc (enter E me q d acc) /\ reached (table_of (enter E me q d acc)) q d.
Proof.
  destruct acc as [[table m] todo]. intros [O V]. unfold enter.
  assert (Add : forall m', (forall d', Codes.find (code E q None) table = Some d' -> meets me d' d) ->
    steps (table, m, todo) (Codes.add (code E q None) d table, m', q :: todo) /\ reached (Codes.add (code E q None) d table) q d).
  { intros m' W. split.
    - split; [|split; [|split]].
      + intros q1 d1 (x & F & X). unfold reached. rewrite Facts.add_o. destruct (Facts.eq_dec _ _) as [Q|Q]; [|exists x; auto].
        exists d. split; [reflexivity|]. rewrite <- Q in F. apply meets_trans with x; auto.
      + intros q1 I. now right.
      + intros T q1 [<-|I]; [now split|auto].
      + intros q1 d1 O1 F. rewrite Facts.add_o in F. destruct (Facts.eq_dec _ _) as [Q|Q]; [|now left].
        apply (code_injective R) in Q as [<- _]; [|exact O|exact O1]. right. now left.
    - exists d. rewrite Facts.add_eq_o by reflexivity. split; [reflexivity|apply meets_refl]. }
  destruct (Codes.find (code E q None) table) as [d'|] eqn:F.
  - destruct (meetsb me d d') eqn:M.
    + apply meetsb_spec in M. split; [apply steps_refl|]. exists d'. auto.
    + apply Add. intros x [= <-]. destruct me; simpl in *; apply Z.leb_gt in M; lia.
  - apply Add. discriminate.
Qed.

Lemma spread_sound q d acc : sure q ->
  steps acc (spread E me q d acc) /\
  forall v q' e, (v < n)%nat -> play_at E q they (place_of R v) = Some (q', e) -> reached (table_of (spread E me q d acc)) q' (d + e)%Z.
Proof.
  intros [O V]. unfold spread. set (xs := places_of E (empties E q)).
  enough (H : forall l acc, incl l (places E) -> let acc' := fold_left (fun acc x => match quick_play E q (empties E q) they x with
      None => acc | Some (q', d') => enter E me q' (d + d') acc end) l acc in
    steps acc acc' /\ forall v q' e, In (place_of R v) l -> play_at E q they (place_of R v) = Some (q', e) -> reached (table_of acc') q' (d + e)%Z).
  { destruct (H xs acc (places_of_places R _)) as [S F]. split; [exact S|]. intros v q' e L P. apply (F v); [|exact P].
    now apply (play_place R q they v q' e). }
  clear acc. induction l as [|x l IH]; intros acc Sub; cbn [fold_left].
  - split; [apply steps_refl|intros v q' e []].
  - assert (Sub' : incl l (places E)) by (intros y I; apply Sub; now right).
    destruct (proj1 (in_places R x) (Sub x (or_introl eq_refl))) as (u & _ & ->). rewrite (quick_play_is R edges_on_board q they u V).
    destruct (play_at E q they (place_of R u)) as [[q' e]|] eqn:P.
    + assert (O' : sure q') by (split; [now apply (play_at_plays R edges_on_board q they u q' e O)|now apply (play_lively R edges_on_board q they u q' e)]).
      destruct (enter_sound q' (d + e) acc O') as [S1 R1].
      destruct (IH (enter E me q' (d + e) acc) Sub') as [S2 R2]. split; [now apply steps_trans with (enter E me q' (d + e) acc)|].
      intros w q1 e1 [W|I] Q; [|eauto]. rewrite <- W, P in Q. injection Q as <- <-.
      destruct (enter E me q' (d + e) acc) as [[t1 m1] l1]. cbn [table_of fst] in *.
      match goal with |- reached (table_of ?x) _ _ => destruct x as [[t2 m2] l2] end. now apply S2.
    + destruct (IH acc Sub') as [S2 R2]. split; [exact S2|]. intros w q1 e1 [W|I] Q; [congruence|eauto].
Qed.

(** The search: whatever is in the table is done with, or still to do. *)
Variable p : stones.
Definition sound_search (w : search) : Prop :=
  match w with
  | Working table _ todo => good table todo /\ reached table p 0
  | Done => exists table, good table [] /\ reached table p 0
  | _ => True
  end.

Lemma advance_sound w : sound_search w -> sound_search (advance E me s w).
Proof.
  destruct w as [table size [|q todo]| | |]; cbn [advance]; auto; [cbn [sound_search]; eauto|]. intros [[T D] P].
  destruct (Codes.find (code E q None) table) as [d|] eqn:F; [|exact I].
  destruct (meetsb me (score_of E q + d) s) eqn:M; [|exact I]. destruct (N.leb size 1048576); [|exact I].
  apply meetsb_spec in M. assert (O : sure q) by (apply T; now left).
  destruct (spread_sound q d (table, size, todo) O) as [St Re].
  destruct (spread E me q d (table, size, todo)) as [[table' size'] todo'].
  destruct St as (More & Sub & Ok & New). cbn [table_of fst] in Re. split; [|now apply More]. split.
  - apply Ok. intros q1 J. apply T. now right.
  - intros q1 d1 O1 F1. destruct (New q1 d1 O1 F1) as [Old|J]; [|now left].
    assert (C : In q1 todo \/ closed table' q1 d1); [|destruct C as [C|C]; auto].
    destruct (D q1 d1 O1 Old) as [[<-|J]|[C1 C2]]; [|now left|].
    + right. replace d1 with d by congruence. split; [exact M|]. intros v q' e L Q. now apply (Re v q' e).
    + right. split; [exact C1|]. intros v q' e L Q. now apply More, (C2 v q' e).
Qed.

Lemma advance_many_sound k : forall w, sound_search w -> sound_search (advance_many E k me s w).
Proof.
  induction k as [|k IH]; intros w S; cbn [advance_many]; [now apply advance_sound|].
  specialize (IH w S) as S'. destruct (advance_many E k me s w); auto.
Qed.

Theorem pass_forever_sound t k H : ok p -> legalb E p = true -> pass_forever E p me s = Holds -> forces (fast R) me p t k H s.
Proof.
  intros O Lp. unfold pass_forever. generalize 40%nat. intros rounds P.
  set (w := Working (Codes.add (code E p None) 0%Z (Codes.empty Z)) 1 [p]) in P.
  assert (S : sound_search w).
  { split; [split|].
    - intros q [<-|[]]. split; [exact O|now apply legalb_lively].
    - intros q d Oq F. rewrite Facts.add_o in F. destruct (Facts.eq_dec _ _) as [Q|Q].
      + apply (code_injective R) in Q as [<- _]; auto. left. now left.
      + now rewrite Facts.empty_o in F.
    - exists 0%Z. rewrite Facts.add_eq_o by reflexivity. split; [reflexivity|apply meets_refl]. }
  apply (advance_many_sound rounds) in S. destruct (advance_many E rounds me s w); try discriminate. destruct S as (table & [_ D] & P0).
  assert (Cl : forall q d, ok q -> Codes.find (code E q None) table = Some d -> closed table q d).
  { intros q d Oq F. destruct (D q d Oq F) as [[]|C]. exact C. }
  refine (passing_is_enough (fast R) me (fun q x => ok q /\ exists d, reached table q d /\ x = (s - d)%Z)
    _ _ all_codes _ N.eq_dec p s _ t k H).
  - intros q x (Oq & d & (d' & F & M) & ->). destruct (Cl q d' Oq F) as [C _]. exists (score_of E q). split; [reflexivity|].
    destruct me; cbn [meets] in *; lia.
  - intros q x q' r e (Oq & d & (d' & F & M) & ->) (v & L & Q & _). destruct (Cl q d' Oq F) as [_ C].
    split; [now apply (play_at_plays R edges_on_board q they v q' e Oq)|]. exists (d + e)%Z. split; [|lia].
    destruct (C v q' e L Q) as (x & Fx & Mx). exists x. split; [exact Fx|]. destruct me; cbn [meets] in *; lia.
  - intros q x q' r e (Oq & _) Q. now apply (finite q they q' r e Oq).
  - split; [exact O|]. exists 0%Z. split; [exact P0|lia].
Qed.
End Closure.
End Passing.

(** Coq need not look inside when it compares terms: it would start to count to [2 ^ 40]. *)
Global Strategy opaque [advance_many pass_forever].
