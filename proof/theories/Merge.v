(** * Sets of records: ascending lists

    These functions need no stack for each member, because the last steps of a large proof have hundreds of thousands of them. *)

From Coq Require Import NArith List Bool Lia.
Import ListNotations.
Local Open Scope N_scope.

(** Any total order of numbers serves. This one looks at the lowest bits first, and no further than the first difference. *)
Fixpoint order_positive (p q : positive) : comparison :=
  match p, q with
  | xI p, xI q | xO p, xO q => order_positive p q
  | xH, xH => Eq
  | xI _, _ | xO _, xH => Gt
  | _, _ => Lt
  end.
Definition order (x y : N) : comparison :=
  match x, y with
  | N0, N0 => Eq
  | N0, _ => Lt
  | _, N0 => Gt
  | Npos p, Npos q => order_positive p q
  end.

Lemma order_equal x y : order x y = Eq -> x = y.
Proof.
  destruct x as [|p], y as [|q]; cbn [order]; try discriminate; [reflexivity|]. intro O. f_equal. revert q O.
  induction p as [p IH|p IH|]; intros [q|q|]; cbn [order_positive]; try discriminate; intro O; f_equal; auto.
Qed.

(** Of two ascending lists an ascending one; of others, too, one with the same members. [l] is what was merged before, in reverse. *)
Fixpoint merge (a : list N) : list N -> list N -> list N :=
  fix with_a (b l : list N) : list N :=
    match a, b with
    | [], _ => rev_append l b
    | _, [] => rev_append l a
    | x :: a', y :: b' =>
        match order x y with Lt => merge a' b (x :: l) | Gt => with_a b' (y :: l) | Eq => merge a' b' (x :: l) end
    end.
Definition union (a b : list N) : list N := match a, b with [], _ => b | _, [] => a | _, _ => merge a b [] end.

(** Neighbours in a list of sets are united. *)
Fixpoint unite_pairs (ls done : list (list N)) : list (list N) :=
  match ls with
  | a :: b :: ls => unite_pairs ls (union a b :: done)
  | [a] => a :: done
  | [] => done
  end.
Fixpoint unite (rounds : nat) (ls : list (list N)) : list N :=
  match rounds, ls with
  | _, [] => []
  | _, [a] => a
  | S rounds, _ => unite rounds (unite_pairs ls [])
  | O, _ => fold_left union ls []
  end.
(** What [f] makes of the members, ascending. The rounds are enough for 2^64 members; fewer would only be slow. *)
Definition sort_map {A} (f : A -> N) (l : list A) : list N := unite 64 (fold_left (fun ls x => [f x] :: ls) l []).
Definition sort (l : list N) : list N := sort_map (fun x => x) l.
(** The members for which [f] holds. *)
Definition keep (f : N -> bool) (l : list N) : list N := rev_append (fold_left (fun kept x => if f x then x :: kept else kept) l []) [].

Lemma in_rev_append A (x : A) a b : In x (rev_append a b) <-> In x a \/ In x b.
Proof. rewrite rev_append_rev, in_app_iff, <- in_rev. tauto. Qed.

Lemma in_merge x a b l : In x (merge a b l) <-> In x a \/ In x b \/ In x l.
Proof.
  revert b l. induction a as [|y a IH]; [intros b l; destruct b; simpl merge; rewrite in_rev_append; simpl; tauto|].
  induction b as [|z b IHb]; intro l; [simpl merge; rewrite in_rev_append; simpl; tauto|].
  simpl merge. destruct (order y z) eqn:E.
  - apply order_equal in E as ->. rewrite IH. simpl. tauto.
  - rewrite IH. simpl. tauto.
  - rewrite IHb. simpl. tauto.
Qed.

Lemma in_union x a b : In x (union a b) <-> In x a \/ In x b.
Proof. destruct a, b; unfold union; try rewrite in_merge; simpl; tauto. Qed.

Definition within (x : N) (ls : list (list N)) : Prop := exists l, In l ls /\ In x l.

Lemma within_cons x a ls : within x (a :: ls) <-> In x a \/ within x ls.
Proof.
  unfold within. simpl. split.
  - intros (l & [->|I] & J); eauto.
  - intros [I|(l & I & J)]; eauto.
Qed.

Lemma within_pairs x n : forall ls done, (length ls <= n)%nat -> within x (unite_pairs ls done) <-> within x ls \/ within x done.
Proof.
  assert (Z : ~ within x []) by (intros (? & [] & _)).
  induction n as [|n IH]; intros [|a [|b ls]] done L; simpl in *; rewrite ?within_cons; try lia; try tauto.
  rewrite IH by lia. rewrite within_cons, in_union. tauto.
Qed.

Lemma in_unite x rounds : forall ls, In x (unite rounds ls) <-> within x ls.
Proof.
  assert (Z : ~ within x []) by (intros (? & [] & _)).
  assert (F : forall ls a, In x (fold_left union ls a) <-> In x a \/ within x ls).
  { induction ls as [|b ls IH]; intro a; simpl; [tauto|]. rewrite IH, in_union, within_cons. tauto. }
  assert (O : forall a, In x a <-> within x [a]) by (intro a; rewrite within_cons; tauto).
  induction rounds as [|rounds IH]; intros [|a [|b ls]]; try apply O; try (simpl; tauto).
  - simpl unite. rewrite F, in_union, !within_cons. simpl. tauto.
  - simpl unite. rewrite IH. rewrite (within_pairs x (length ls)) by lia. rewrite !within_cons, in_union. tauto.
Qed.

Lemma in_sort_map A (f : A -> N) x l : In x (sort_map f l) <-> exists y, In y l /\ f y = x.
Proof.
  unfold sort_map. generalize 64%nat. intro rounds. rewrite in_unite.
  assert (F : forall l ls, within x (fold_left (fun ls y => [f y] :: ls) l ls) <-> (exists y, In y l /\ f y = x) \/ within x ls).
  { clear l. induction l as [|y l IH]; intro ls; simpl; [split; [auto|intros [(? & [] & _)|]; auto]|].
    rewrite IH, within_cons. simpl. split.
    - intros [(z & I & <-)|[[<-|[]]|W]]; eauto.
    - intros [(z & [->|I] & <-)|W]; eauto. }
  rewrite F. split; [intros [E|(? & [] & _)]; exact E|auto].
Qed.

Lemma in_sort x l : In x (sort l) <-> In x l.
Proof. unfold sort. rewrite in_sort_map. split; [intros (y & I & <-); exact I|eauto]. Qed.

Lemma in_keep f x l : In x (keep f l) <-> In x l /\ f x = true.
Proof.
  unfold keep. rewrite in_rev_append.
  assert (F : forall l kept, In x (fold_left (fun kept x => if f x then x :: kept else kept) l kept) <-> (In x l /\ f x = true) \/ In x kept).
  { clear l. induction l as [|y l IH]; intro kept; simpl; [tauto|]. rewrite IH. destruct (f y) eqn:E; simpl.
    - split; intuition; subst; auto.
    - split; [tauto|]. intros [[[->|I] T]|I]; try tauto. congruence. }
  rewrite F. simpl. tauto.
Qed.
