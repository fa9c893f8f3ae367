(** * Claims, and the rules that derive them

    docs/certificates.md, sections 2 and 3, for any game with superko. Each rule is a lemma: if its side conditions hold, then the claim
    that it derives is true. *)

From Coq Require Import ZArith List Lia.
From Koproof Require Import Statement Game.
Import ListNotations.
Local Open Scope Z_scope.

Section Claims.
Variable G : game.

(** [known p t k] is what every history of a state contains; a turn adds to it no more than the record that it makes. *)
Variable known : Col G -> player -> bool -> list (Rec G).
Hypothesis known_play : forall p t q r d x, play G p t q r d -> In x (known q (opponent t) false) -> x = r.
Hypothesis known_pass : forall p t x,
  In x (known p (opponent t) true) -> In x (known p t false) \/ pass_record G p t = Some x.

(** A claim: under every history with what the state is known to have made, with [need] and without [avoid], [me] forces [s]. *)
Definition valid (me : player) (p : Col G) (t : player) (k : bool) (s : Z) (avoid : Rec G -> Prop) (need : list (Rec G)) : Prop :=
  forall H, incl (known p t k) H -> incl need H -> (forall r, avoid r -> ~ In r H) -> forces G me p t k H s.

(** In the state [p, t, k] a turn makes the record [o], has the shift [d] and leads to [p'] and [k']. A child *fits*, and contributes no
    more than [avoid] and [need], if its bound implies [s - d] and it does not avoid the record of the turn. *)
Definition fits (me : player) (p : Col G) (t : player) (k : bool) (s : Z)
    (p' : Col G) (k' : bool) (o : option (Rec G)) (d : Z) (avoid : Rec G -> Prop) (need : list (Rec G)) : Prop :=
  exists s' avoid' need',
    valid me p' (opponent t) k' s' avoid' need' /\ meets me s' (s - d) /\
    (forall r, o = Some r -> ~ avoid' r) /\ (forall r, avoid' r -> avoid r) /\
    (forall r, In r need' -> In r need \/ In r (known p t k) \/ o = Some r).

Lemma fits_more me p t k s p' k' o d (avoid avoid' : Rec G -> Prop) need need' :
  fits me p t k s p' k' o d avoid need -> (forall r, avoid r -> avoid' r) -> incl need need' -> fits me p t k s p' k' o d avoid' need'.
Proof.
  intros (s1 & a & n & V & M & F & A & N) A' N'. exists s1, a, n. repeat split; auto.
  - intros r I. destruct (N r I) as [J|J]; auto.
Qed.

(** What fitting is for: the child's claim applies after the turn. *)
Lemma child_applies me p t k s p' k' o d avoid need H :
  fits me p t k s p' k' o d avoid need ->
  (forall r, In r (known p' (opponent t) k') -> In r (known p t k) \/ o = Some r) ->
  incl (known p t k) H -> incl need H -> (forall r, avoid r -> ~ In r H) ->
  forces G me p' (opponent t) k' (made o H) (s - d).
Proof.
  intros (s' & a & n & V & M & F & A & N) Kn HK HN HA.
  assert (W : forces G me p' (opponent t) k' (made o H) s').
  { apply V.
    - intros r I. apply in_made. destruct (Kn r I); auto.
    - intros r I. apply in_made. destruct (N r I) as [J|[J|J]]; auto.
    - intros r I J. apply in_made in J as [J|J]; [now apply (F r J)|]. exact (HA r (A r I) J). }
  apply (forces_weaker _ _ _ _ _ _ _ W); [apply alike_refl|exact M].
Qed.

(** ** stop *)
Lemma stop_valid me p s x avoid need : score G p x -> meets me x s -> valid me p me true s avoid need.
Proof. intros S M H _ _ _. now apply I_stop with x. Qed.

(** ** play *)
Lemma play_valid me p k s q r d avoid need :
  play G p me q r d -> fits me p me k s q false (Some r) d avoid need -> avoid r -> valid me p me k s avoid need.
Proof.
  intros P F I H HK HN HA. apply I_play with q r d; [exact P|exact (HA r I)|].
  apply (child_applies _ _ _ _ _ _ _ (Some r) _ _ _ H F); [|exact HK|exact HN|exact HA].
  intros x X. right. f_equal. symmetry. eapply known_play; eauto.
Qed.

(** ** pass *)
Lemma after_pass me p t s avoid need H :
  fits me p t false s p true (pass_record G p t) 0 avoid need ->
  incl (known p t false) H -> incl need H -> (forall r, avoid r -> ~ In r H) ->
  forces G me p (opponent t) true (made (pass_record G p t) H) s.
Proof.
  intros F HK HN HA. replace s with (s - 0) by lia. apply (child_applies _ _ _ _ _ _ _ _ _ _ _ H F); [|exact HK|exact HN|exact HA].
  intros r I. now apply known_pass.
Qed.

Lemma pass_valid me p s avoid need :
  fits me p me false s p true (pass_record G p me) 0 avoid need -> valid me p me false s avoid need.
Proof. intros F H HK HN HA. apply I_pass. eapply after_pass; eauto. Qed.

(** ** replies *)
Lemma replies_valid me p k s avoid need :
  (forall q r d, play G p (opponent me) q r d ->
     In r need \/ In r (known p (opponent me) k) \/ fits me p (opponent me) k s q false (Some r) d avoid need) ->
  (k = false -> fits me p (opponent me) false s p true (pass_record G p (opponent me)) 0 avoid need) ->
  (k = true -> exists x, score G p x /\ meets me x s) ->
  valid me p (opponent me) k s avoid need.
Proof.
  intros A P E H HK HN HA. apply They_move; [|intro K; subst k|exact E].
  - intros q r d Q N. destruct (A q r d Q) as [B|[B|F]]; [now apply HN in B|now apply HK in B|].
    rewrite <- (opponent_twice me) at 2. apply (child_applies _ _ _ _ _ _ _ (Some r) _ _ _ H F); [|exact HK|exact HN|exact HA].
    intros x X. right. f_equal. symmetry. eapply known_play; eauto.
  - rewrite <- (opponent_twice me) at 2. eapply after_pass; eauto.
Qed.

(** ** weaken *)
Lemma weaken_valid me p t k s s' (avoid avoid' : Rec G -> Prop) need need' :
  valid me p t k s avoid need -> meets me s s' -> (forall r, avoid r -> avoid' r) -> incl need need' -> valid me p t k s' avoid' need'.
Proof.
  intros V M A N H HK HN HA. apply (forces_weaker G me p t k H s); [|apply alike_refl|exact M].
  apply V; [exact HK|now apply incl_tran with need'|auto].
Qed.

(** ** symmetry *)
Section Symmetry.
Variables (swap : bool) (C : Col G -> Col G -> Prop) (R : Rec G -> Rec G -> Prop).
Hypothesis S : simulation G G swap C R.
Hypothesis origin : forall r', (exists r, R r r') \/ (forall r, ~ R r r').

(** Each history has one that it is the image of, as far as its records are images. *)
Lemma history_origin H' : exists H, match_up R H H'.
Proof.
  induction H' as [|r' H' [H M]].
  - exists []. intros r r' _. reflexivity.
  - destruct (origin r') as [[r E]|N].
    + exists (r :: H). intros x x' X. simpl. rewrite (M _ _ X). now rewrite (sim_same _ _ _ _ _ S _ _ _ _ E X).
    + exists H. intros x x' X. rewrite (M _ _ X). simpl. split; [auto|]. intros [->|I]; [now apply N in X|exact I].
Qed.

Lemma symmetry_valid me p t k s (avoid : Rec G -> Prop) need p' (avoid' : Rec G -> Prop) need' :
  valid me p t k s avoid need -> C p p' ->
  (forall r, In r (known p t k) -> exists r', R r r' /\ In r' (known p' (flip swap t) k)) ->
  (forall r, avoid r -> exists r', R r r' /\ avoid' r') ->
  (forall r, In r need -> exists r', R r r' /\ In r' need') ->
  valid (flip swap me) p' (flip swap t) k (flip_score swap s) avoid' need'.
Proof.
  intros V E K A N H' HK HN HA. destruct (history_origin H') as [H M].
  apply (carried_over S me p t k H s); [|exact E|exact M]. apply V.
  - intros r I. destruct (K r I) as (r' & X & I'). apply (M _ _ X). now apply HK.
  - intros r I. destruct (N r I) as (r' & X & I'). apply (M _ _ X). now apply HN.
  - intros r I J. destruct (A r I) as (r' & X & I'). apply (HA r' I'). now apply (M _ _ X).
Qed.
End Symmetry.
End Claims.
