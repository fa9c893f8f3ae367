(** * Rules that look right and are wrong

    Two wordings of rules were once thought to be right. Here they are refuted: either of them derives a false claim, as a certificate
    shows that the checker accepts inside Coq. *)

From Coq Require Import Arith ZArith NArith List Bool Lia.
From Koproof Require Import Statement Game Calculus Fast Sets Plays Agreement Passing Checker Main.
Import ListNotations.
Local Open Scope Z_scope.

Notation X := (Stone Black).
Notation O := (Stone White).
Notation "'__'" := Empty.

(** A claim that avoids what every history of its state contains is true: no history is left. *)
Lemma empty_claim G known me p t k s (avoid : Rec G -> Prop) need r : In r (known p t k) -> avoid r -> valid G known me p t k s avoid need.
Proof. intros K A H HK _ HA. exfalso. apply (HA r A). now apply HK. Qed.

(** ** "A child need not fit"

    [fits] without the condition that the child does not avoid the record of the turn. *)
Definition loosely_fits (G : game) (known : Col G -> player -> bool -> list (Rec G)) (me : player) (p : Col G) (t : player) (k : bool) (s : Z)
    (p' : Col G) (k' : bool) (o : option (Rec G)) (d : Z) (avoid : Rec G -> Prop) (need : list (Rec G)) : Prop :=
  exists s' avoid' need',
    valid G known me p' (opponent t) k' s' avoid' need' /\ meets me s' (s - d) /\ (forall r, avoid' r -> avoid r) /\
    (forall r, In r need' -> In r need \/ In r (known p t k) \/ o = Some r).

Definition path_4 : rules := Rules (Board 4 [(0, 1); (1, 2); (2, 3)])%nat Positional false false.

(** White holds Black to -4 here, with White to move. *)
Definition X_X_ : coloring := [X; __; X; __].

Lemma edges_4 v w : adjacent (on path_4) v w -> (v < 4)%nat /\ (w < 4)%nat.
Proof. intros [I|I]; repeat destruct I as [[= <- <-]|I]; try destruct I; lia. Qed.

Definition header_4 : header := Header path_4 (Position X_X_ White [] None (Some (-4))).
Definition certificate_4 : list symmetry * list item :=
  ([Symmetry [0; 1; 2; 3] true; Symmetry [3; 2; 1; 0] true]%nat,
   [Item_step [O; __; O; __] White true (White, -4) Stop;
    Item_step [O; __; O; __] Black false (White, -4) (Replies [(1%nat, None)] (Some (0, 0)%N));
    Item_step [__; X; O; __] Black true (Black, 4) (Play 3%nat (1, 2)%N false);
    Item_step [__; X; O; __] Black false (White, -4) (Replies [(3%nat, None)] (Some (2, 2)%N));
    Item_step [O; __; O; __] Black false (Black, 4) (Play 1%nat (3, 2)%N false);
    Item_root X_X_ White (White, -4) (4, 1)%N;
    Item_end 5%N]).

Lemma at_most_minus_4 : can_force path_4 White (opening path_4 X_X_ White) (-4).
Proof.
  assert (C : check header_4 certificate_4 = Some [Root X_X_ White (White, -4)]) by (vm_compute; reflexivity).
  apply checker_is_sound in C. destruct C as (_ & g & L & _ & H). inversion L. subst. now apply H.
Qed.

Lemma coloring_dec (p q : coloring) : {p = q} + {p <> q}.
Proof. repeat decide equality. Qed.

(** The records of all colorings but [X_X_]. *)
Definition record_of (p : coloring) : record := (p, None).
Definition others : list record := map record_of (filter (fun p => if coloring_dec p X_X_ then false else true) (all_colorings 4)).

Theorem children_must_fit :
  ~ forall me p k s avoid need,
      (forall q r d, play (Go path_4) p (opponent me) q r d ->
         In r need \/ In r (known path_4 p (opponent me) k) \/
         loosely_fits (Go path_4) (known path_4) me p (opponent me) k s q false (Some r) d avoid need) ->
      (k = false -> loosely_fits (Go path_4) (known path_4) me p (opponent me) false s p true
                      (pass_record (Go path_4) p (opponent me)) 0 avoid need) ->
      (k = true -> exists x, score (Go path_4) p x /\ meets me x s) ->
      valid (Go path_4) (known path_4) me p (opponent me) k s avoid need.
Proof.
  intro Rule. specialize (Rule Black X_X_ false (-3) (fun r => In r others) []).
  assert (F : forces (Go path_4) Black X_X_ White false [(X_X_, None)] (-3)).
  { apply Rule.
    - intros q r d [[v (Lv & Ev & p1 & p2 & (L1 & C1 & _) & (L2 & K1) & (L3 & K2) & S & D)] ->]. right. right.
      unfold shifts in D. cbn in D. subst d.
      assert (Lq : length q = 4%nat) by (rewrite L3, L2, L1; reflexivity).
      assert (Cq : color q v = O).
      { rewrite (S eq_refl). destruct (K1 v) as [_ N]. rewrite N; [exact C1|]. intros [Y _]. cbn [opponent] in C1, Y. congruence. }
      exists (-3), (eq (record_of q)), []. split; [apply (empty_claim (Go path_4) _ _ _ _ _ _ _ _ (record_of q)); [now left|reflexivity]|]. split; [simpl; lia|].
      split; [|intros r []]. intros r <-. apply in_map_iff. exists q. split; [reflexivity|]. apply filter_In.
      split; [rewrite <- Lq; apply in_all_colorings|]. destruct (coloring_dec q X_X_) as [->|]; [|reflexivity].
      exfalso. revert Cq. unfold X_X_, color. destruct v as [|[|[|[|[|v]]]]]; discriminate.
    - intros _. exists 4, (fun _ => False), []. split; [|split; [simpl; lia|split; [intros r []|intros r []]]].
      apply stop_valid with 4; [|simpl; lia]. pose proof (score_spec path_4 edges_4 (stones_of X_X_)) as Sc.
      rewrite drawn_stones_of in Sc by reflexivity. apply Sc. now apply stones_of_ok.
    - discriminate.
    - apply incl_refl.
    - intros r [].
    - intros r I [<-|[]]. apply in_map_iff in I as (p & [= ->] & I). apply filter_In in I as [_ I].
      destruct (coloring_dec X_X_ X_X_); [discriminate|contradiction]. }
  pose proof (bounds_agree path_4 (opening path_4 X_X_ White) (-3) (-4) F at_most_minus_4). lia.
Qed.

(** ** "A pass makes no record"

    Under situational superko it does. Without it the rule for passes is wrong. *)

Definition path_2 : rules := Rules (Board 2 [(0, 1)])%nat Situational false false.
Definition X_ : coloring := [X; __].

Definition header_2 : header := Header path_2 (Position X_ Black [] None (Some (-2))).
Definition certificate_2 : list symmetry * list item :=
  ([Symmetry [0; 1] true; Symmetry [1; 0] true]%nat,
   [Item_step [O; __] White true (White, -2) Stop;
    Item_step [O; __] Black false (White, -2) (Replies [(1%nat, None)] (Some (0, 0)%N));
    Item_step [O; __] Black true (Black, 2) (Play 1%nat (1, 2)%N false);
    Item_step [O; __] White false (Black, 2) (Replies [] (Some (2, 0)%N));
    Item_root X_ Black (White, -2) (3, 1)%N;
    Item_end 4%N]).

Lemma at_most_minus_2 : can_force path_2 White (opening path_2 X_ Black) (-2).
Proof.
  assert (C : check header_2 certificate_2 = Some [Root X_ Black (White, -2)]) by (vm_compute; reflexivity).
  apply checker_is_sound in C. destruct C as (_ & g & L & _ & H). inversion L. subst. now apply H.
Qed.

Theorem passes_make_records :
  ~ forall me p s avoid need,
      fits (Go path_2) (known path_2) me p me false s p true None 0 avoid need ->
      valid (Go path_2) (known path_2) me p me false s avoid need.
Proof.
  intro Rule. specialize (Rule Black X_ (-1) (eq ((X_, Some White) : record)) []).
  assert (F : forces (Go path_2) Black X_ Black false [(X_, Some Black)] (-1)).
  { apply Rule.
    - exists (-1), (eq ((X_, Some White) : record)), []. split; [apply (empty_claim (Go path_2) _ _ _ _ _ _ _ _ (X_, Some White)); [now left|reflexivity]|].
      split; [simpl; lia|]. split; [discriminate|]. split; [auto|intros r []].
    - apply incl_refl.
    - intros r [].
    - intros r <- [I|[]]. discriminate. }
  pose proof (bounds_agree path_2 (opening path_2 X_ Black) (-1) (-2) F at_most_minus_2). lia.
Qed.
