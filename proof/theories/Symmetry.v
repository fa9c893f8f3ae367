(** * Symmetries of the board carry games over

    A permutation of the points that keeps neighbours neighbours, with or without an exchange of the colours. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Fast Image Sets Plays Agreement Calculus.
Import ListNotations.
Local Open Scope N_scope.

(** [g] and [h] undo each other on the points of the board, and both keep neighbours. *)
Record automorphism (B : board) (g h : point -> point) : Prop := {
  g_on v : (v < size B)%nat -> (g v < size B)%nat;
  h_on v : (v < size B)%nat -> (h v < size B)%nat;
  h_g v : (v < size B)%nat -> h (g v) = v;
  g_h v : (v < size B)%nat -> g (h v) = v;
  g_edge v w : adjacent B v w -> adjacent B (g v) (g w);
  h_edge v w : adjacent B v w -> adjacent B (h v) (h w) }.

Lemma automorphism_back B g h : automorphism B g h -> automorphism B h g.
Proof. intros []. now constructor. Qed.

Definition flip_cell (swap : bool) (c : cell) : cell := match c with Empty => Empty | Stone t => Stone (flip swap t) end.

Lemma flip_cell_twice swap c : flip_cell swap (flip_cell swap c) = c.
Proof. destruct c; simpl; [reflexivity|]. now rewrite flip_twice. Qed.

Lemma flip_cell_same swap a b : flip_cell swap a = flip_cell swap b -> a = b.
Proof. intro E. rewrite <- (flip_cell_twice swap a), E. apply flip_cell_twice. Qed.

Definition flip_option (swap : bool) (o : option player) : option player := match o with None => None | Some t => Some (flip swap t) end.

Section Stated.
Variable R : rules.
Notation B := (on R).
Notation n := (size B).
Hypothesis edges_on_board : forall v w, adjacent B v w -> (v < n)%nat /\ (w < n)%nat.
Variable swap : bool.

(** A stone at [v] goes to [g v]. *)
Definition carried (g : point -> point) (p p' : coloring) : Prop :=
  length p = n /\ length p' = n /\ forall v, (v < n)%nat -> color p' (g v) = flip_cell swap (color p v).

Definition carried_record (g : point -> point) (r r' : record) : Prop :=
  carried g (fst r) (fst r') /\ snd r' = flip_option swap (snd r).

(** The image of a coloring. *)
Definition moved (h : point -> point) (p : coloring) : coloring := map (fun v => flip_cell swap (color p (h v))) (seq 0 n).

Lemma moved_length h p : length (moved h p) = n.
Proof. unfold moved. now rewrite map_length, seq_length. Qed.

Lemma moved_color h p v : (v < n)%nat -> color (moved h p) v = flip_cell swap (color p (h v)).
Proof.
  intro L. unfold moved, color. set (f := fun v => _). rewrite (nth_indep _ Empty (f 0%nat)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.

Lemma color_on_board (p : coloring) v c : length p = n -> color p v = Stone c -> (v < n)%nat.
Proof. intros L C. apply color_inside in C. lia. Qed.

Section One_way.
Variables g h : point -> point.
Hypothesis A : automorphism B g h.

Lemma carried_back p p' : carried g p p' -> carried h p' p.
Proof.
  intros (L & L' & C). split; [exact L'|]. split; [exact L|]. intros v I.
  rewrite <- (flip_cell_twice swap (color p (h v))), <- C by (now apply (h_on _ _ _ A)). now rewrite (g_h _ _ _ A).
Qed.

Lemma moved_carried p : length p = n -> carried g p (moved h p).
Proof.
  intro L. split; [exact L|]. split; [apply moved_length|]. intros v I.
  rewrite moved_color by now apply (g_on _ _ _ A). now rewrite (h_g _ _ _ A).
Qed.

Lemma carried_once p p' p'' : carried g p p' -> carried g p p'' -> p' = p''.
Proof.
  intros (_ & L & C) (_ & L' & C'). apply same_coloring; [congruence|]. intro v.
  destruct (Nat.lt_ge_cases v n) as [I|I]; [|rewrite !color_outside by lia; reflexivity].
  rewrite <- (g_h _ _ _ A v I). rewrite C, C' by now apply (h_on _ _ _ A). reflexivity.
Qed.

Lemma carried_into p q p' : carried g p p' -> carried g q p' -> p = q.
Proof.
  intros (L & _ & C) (L' & _ & C'). apply same_coloring; [congruence|]. intro v.
  destruct (Nat.lt_ge_cases v n) as [I|I]; [|rewrite !color_outside by lia; reflexivity].
  apply (flip_cell_same swap). now rewrite <- C, <- C'.
Qed.

Lemma reaches_carried p p' a b v : carried g p p' -> reaches B p a b v -> reaches B p' (flip_cell swap a) (flip_cell swap b) (g v).
Proof.
  intros (L & L' & C). induction 1 as [v w X E Y|v w X E _ IH]; destruct (edges_on_board _ _ E) as [Iv Iw].
  - apply beside with (g w); [rewrite C by exact Iv; now rewrite X|now apply (g_edge _ _ _ A)|rewrite C by exact Iw; now rewrite Y].
  - apply along with (g w); [rewrite C by exact Iv; now rewrite X|now apply (g_edge _ _ _ A)|exact IH].
Qed.

(** Numbers of points are kept. *)
Lemma number_carried (P P' : point -> Prop) x :
  (forall v, P v -> (v < n)%nat) -> (forall v, P' v -> (v < n)%nat) -> (forall v, (v < n)%nat -> (P v <-> P' (g v))) ->
  number P x -> number P' x.
Proof.
  intros On On' Q (l & D & M & <-). exists (map g l). split; [|split].
  - assert (I : forall v, In v l -> (v < n)%nat) by (intros v J; now apply On, M). clear M.
    induction D as [|v l N D IH]; simpl; constructor; [|apply IH; intros; apply I; now right].
    intro J. apply in_map_iff in J as (w & W & J). apply N.
    replace v with w; [exact J|]. rewrite <- (h_g _ _ _ A w), W by (apply I; now right). apply (h_g _ _ _ A). apply I. now left.
  - intro v. rewrite in_map_iff. split.
    + intros (w & <- & J). apply M in J. apply Q; auto.
    + intro J. exists (h v). split; [now apply (g_h _ _ _ A), On'|]. apply M. apply Q; [now apply (h_on _ _ _ A), On'|].
      now rewrite (g_h _ _ _ A) by now apply On'.
  - now rewrite map_length.
Qed.

Lemma difference_carried (P P' : player -> point -> Prop) x :
  (forall c v, P c v -> (v < n)%nat) -> (forall c v, P' c v -> (v < n)%nat) ->
  (forall c v, (v < n)%nat -> (P c v <-> P' (flip swap c) (g v))) ->
  difference P x -> difference P' (flip_score swap x).
Proof.
  intros On On' Q (b & w & PB & PW & ->).
  assert (F : forall c x, number (P c) x -> number (P' (flip swap c)) x) by (intros c x; apply number_carried; eauto).
  apply F in PB, PW. unfold difference. destruct swap; cbn [flip opponent flip_score] in *; [exists w, b|exists b, w]; repeat split; auto; lia.
Qed.
End One_way.

Section Both_ways.
Variables g h : point -> point.
Hypothesis A : automorphism B g h.
Let A' : automorphism B h g := automorphism_back _ _ _ A.

Lemma reaches_both p p' a b v : carried g p p' -> (v < n)%nat ->
  (reaches B p a b v <-> reaches B p' (flip_cell swap a) (flip_cell swap b) (g v)).
Proof.
  intros C L. split; [now apply (reaches_carried g h A p p')|]. intro X.
  apply (reaches_carried h g A' p' p) in X; [|now apply (carried_back g h A)].
  rewrite !flip_cell_twice, (h_g _ _ _ A) in X by exact L. exact X.
Qed.

Lemma stone_both p p' c v : carried g p p' -> (v < n)%nat -> (color p v = Stone c <-> color p' (g v) = Stone (flip swap c)).
Proof.
  intros (_ & _ & C) L. rewrite C by exact L. split; [now intros ->|]. intro E. apply (flip_cell_same swap). exact E.
Qed.

Lemma empty_both p p' v : carried g p p' -> (v < n)%nat -> (color p v = Empty <-> color p' (g v) = Empty).
Proof.
  intros (_ & _ & C) L. rewrite C by exact L. split; [now intros ->|]. intro E. apply (flip_cell_same swap). exact E.
Qed.

Lemma reaches_on_board p a b v : reaches B p a b v -> (v < n)%nat.
Proof. intros [v' w _ E _|v' w _ E _]; now apply (edges_on_board _ _ E). Qed.

Lemma counts_carried p p' x : carried g p p' -> difference (counts R p) x -> difference (counts R p') (flip_score swap x).
Proof.
  intro C. apply (difference_carried g h A).
  - intros c v [[X _]|[_ X]]; [now apply reaches_on_board in X|]. apply color_on_board in X; [exact X|apply C].
  - intros c v [[X _]|[_ X]]; [now apply reaches_on_board in X|]. apply color_on_board in X; [exact X|apply C].
  - intros c v L. unfold counts. rewrite (reaches_both p p' Empty (Stone c) v C L),
      (reaches_both p p' Empty (Stone (opponent c)) v C L), (stone_both p p' c v C L). simpl flip_cell. now rewrite flip_opponent.
Qed.

Lemma clears_carried p p' c q : carried g p p' -> clears B c p q -> clears B (flip swap c) p' (moved h q).
Proof.
  intros C [L D]. pose proof (proj1 (proj2 C)) as L'. split; [now rewrite moved_length|]. intro v. cbv zeta.
  destruct (Nat.lt_ge_cases v n) as [I|I].
  2:{ assert (color p' v = Empty) as -> by (apply color_outside; lia).
      assert (color (moved h q) v = Empty) as -> by (apply color_outside; rewrite moved_length; lia).
      split; reflexivity. }
  rewrite moved_color by exact I. pose proof (h_on _ _ _ A v I) as J. specialize (D (h v)). cbv zeta in D.
  rewrite (stone_both p p' c (h v) C J), (reaches_both p p' _ _ (h v) C J), (g_h _ _ _ A v I) in D.
  destruct D as [D1 D2]. split; intro X.
  - now rewrite (D1 X).
  - rewrite (D2 X). rewrite <- (proj2 (proj2 C)) by exact J. now rewrite (g_h _ _ _ A v I).
Qed.

Lemma plays_carried p p' t v q d : carried g p p' -> plays R p t v q d ->
  carried g q (moved h q) /\ plays R p' (flip swap t) (g v) (moved h q) (flip_score swap d).
Proof.
  intros C (I & Em & p1 & p2 & (L1 & C1 & F1) & K1 & K2 & S & D).
  assert (Lp : length p = n) by apply C. assert (Lp1 : length p1 = n) by congruence.
  assert (Lp2 : length p2 = n) by (destruct K1; congruence). assert (Lq : length q = n) by (destruct K2; congruence).
  pose proof (moved_carried g h A p1 Lp1) as M1. pose proof (moved_carried g h A p2 Lp2) as M2.
  pose proof (moved_carried g h A q Lq) as Mq. split; [exact Mq|].
  split; [now apply (g_on _ _ _ A)|]. split; [now apply (empty_both p p' v C I)|].
  exists (moved h p1), (moved h p2). split; [|split; [|split; [|split]]].
  - split; [rewrite moved_length; symmetry; apply C|]. split; [now apply (stone_both p1 _ t v M1 I)|].
    intros w N. destruct (Nat.lt_ge_cases w n) as [Iw|Iw].
    2:{ rewrite !color_outside; [reflexivity|destruct C as (_ & -> & _); lia|rewrite moved_length; lia]. }
    rewrite moved_color by exact Iw. pose proof (h_on _ _ _ A w Iw) as J.
    rewrite F1; [|intro X; apply N; now rewrite <- (g_h _ _ _ A w Iw), X].
    rewrite <- (proj2 (proj2 C)) by exact J. now rewrite (g_h _ _ _ A w Iw).
  - rewrite <- flip_opponent. now apply clears_carried with p1.
  - now apply clears_carried with p2.
  - intro F. now rewrite (S F).
  - unfold shifts in *. destruct (territory R); [|rewrite D; now destruct swap].
    revert D. apply (difference_carried g h A).
    + intros c w [X _]. now apply color_on_board in X.
    + intros c w [X _]. apply color_on_board in X; [exact X|apply moved_length].
    + intros c w L. unfold prisoners. rewrite (stone_both p1 _ (opponent c) w M1 L), (empty_both q _ w Mq L). now rewrite flip_opponent.
Qed.

Lemma carried_made p p' q q' t : carried g p p' -> carried g q q' ->
  carried_record g (play_makes R q t) (play_makes R q' (flip swap t)) /\
  match pass_makes R p t, pass_makes R p' (flip swap t) with
  | Some r, Some r' => carried_record g r r' | None, None => True | _, _ => False end.
Proof.
  intros C Q. unfold play_makes, pass_makes, carried_record.
  destruct (superko_rule R); cbn [fst snd flip_option]; rewrite ?flip_opponent; auto.
Qed.
End Both_ways.

(** A symmetry carries games over. *)
Theorem symmetry g h : automorphism B g h -> simulation (Go R) (Go R) swap (carried g) (carried_record g).
Proof.
  intro A. pose proof (automorphism_back _ _ _ A) as A'. constructor; cbn [Col Rec Statement.play pass_record score Go].
  - intros p p' x C. split; [now apply (counts_carried g h A p p')|]. intro D.
    apply (counts_carried h g A' p' p) in D; [|now apply (carried_back g h A)]. now rewrite flip_score_twice in D.
  - intros p p' t C. exact (proj2 (carried_made g p p' p p' t C C)).
  - intros p p' t q r d C [[v P] ->]. destruct (plays_carried g h A p p' t v q d C P) as [Q P'].
    exists (moved h q), (play_makes R (moved h q) (flip swap t)). split; [exact Q|]. split; [exact (proj1 (carried_made g q _ q _ t Q Q))|eauto].
  - intros p p' t q' r' d' C [[v P] ->]. apply carried_back with (g := g) (h := h) in C as C'; [|exact A].
    destruct (plays_carried h g A' p' p (flip swap t) v q' d' C' P) as [Q P']. rewrite flip_twice in P'.
    apply carried_back with (g := h) (h := g) in Q; [|exact A'].
    exists (moved g q'), (play_makes R (moved g q') t), (flip_score swap d').
    split; [exact Q|]. split; [exact (proj1 (carried_made g _ q' _ q' t Q Q))|]. split; [eauto|]. now rewrite flip_score_twice.
  - intros [a o] [a' o'] [b u] [b' u'] [C F] [D U]; cbn [fst snd] in *. split.
    + intros [= -> ->]. f_equal; [now apply (carried_once g h A b)|congruence].
    + intros [= -> ->]. f_equal; [now apply (carried_into g a b b')|].
      destruct o as [o|], u as [u|]; cbn [flip_option] in *; try congruence.
      f_equal. rewrite <- (flip_twice swap o), <- (flip_twice swap u). congruence.
Qed.
End Stated.
