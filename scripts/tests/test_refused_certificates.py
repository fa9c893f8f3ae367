"""Hand-made certificates with every reason why the checker refuses a step, a root or the header."""
import unittest
from unittest import mock

from binary_encoder import to_binary
from hand_made import PAIR, change, pair
from naive_prover import graph6, seal
from support import Checker, Game, Refused, check, claims, contents, position, refusal, rules_of_play, text


class Refusals(unittest.TestCase):
    def refused(self, data, reason, where=""):
        for form in (data, to_binary(data)):
            found = refusal(form)
            self.assertIsNotNone(found, f"accepted, instead of: {reason}")
            self.assertIn(reason, found)
            self.assertTrue(found.startswith(where), found)

    def refused_pair(self, old, new, reason, where="step"):
        self.refused(pair(change(PAIR, old, new)), reason, where)

    def test_colorings(self):
        self.assertIn("2 characters", refusal(pair(change(PAIR, PAIR[0], "s black 1 .X. >= 2 stop"))))
        self.assertIn("2 characters", refusal(pair(change(PAIR, PAIR[0], "s black 1 X >= 2 stop"))))
        self.assertIn("2 characters", refusal(pair(change(PAIR, PAIR[0], "s black 1 .x >= 2 stop"))))
        self.refused_pair(PAIR[0], "s black 1 OX >= 2 stop", "not legal", "step 0:")
        self.refused_pair(PAIR[0], "s black 1 .X >= 2 weaken 0 avoid XX need -", "not legal", "step 0:")
        self.refused_pair(PAIR[7], "r black XX >= 0 4", "not legal", "")
        self.refused(pair(statement=position("XX", "black", 0, 0)), "not legal")

    def test_children_that_do_not_exist(self):
        self.refused_pair(PAIR[2], "s black 0 O. >= 2 play 1 2", "step 2 is not an earlier step", "step 2:")
        self.assertIn("step 3 is not an", refusal(pair(change(PAIR, PAIR[2], "s black 0 O. >= 2 play 1 3"))))
        self.refused_pair(PAIR[3], "s white 1 .. >= 0 replies 0:2 1:2/4 pass:end", "there is no symmetry 4")
        self.refused(pair(PAIR[:1] + ["d 0"] + PAIR[1:]), "step 0 is dropped", "step 1:")
        self.refused(pair(PAIR[:7] + ["d 4"] + PAIR[7:]), "step 4 is dropped")

    def test_drops(self):
        self.refused(pair(PAIR[:2] + ["d 0", "d 0"] + PAIR[2:]), "already dropped")
        self.refused(pair(PAIR[:2] + ["d 0 0"] + PAIR[2:]), "already dropped")
        self.refused(pair(PAIR[:2] + ["d 2"] + PAIR[2:]), "not made")

    def test_a_child_about_another_state(self):
        for child in ("1", "2/1", "2/2", "0/3"):
            self.refused_pair(PAIR[3], f"s white 1 .. >= 0 replies 0:{child} 1:2/1 pass:end", "is about", "step 3:")
        self.refused_pair(PAIR[4], "s black 0 .. >= 0 pass 1", "is about", "step 4:")
        self.refused_pair(PAIR[4], "s black 0 .. >= 0 weaken 3 avoid - need -", "is about", "step 4:")
        items = ["s white 0 .. >= -2 pass-forever", "s black 0 .. >= -2 pass 0"]
        self.refused(text("A_", ["table", "roots 1"], items), "is about white 0 .., but should be about white 1 ..")
        items = ["s black 1 O. >= -2 pass-forever", "s white 1 .. >= -2 replies 0:0 1:blocked pass:end"]
        self.refused(text("A_", ["table", "roots 1"], items), "is about black 1 O., but should be about black 0 O.")
        self.refused_pair(PAIR[7], "r black .. >= 0 3", "is about", "")

    def test_bounds_that_are_not_implied(self):
        self.refused_pair(PAIR[2], "s black 0 O. >= 3 play 1 1", "proves >= 2, which does not imply >= 3", "step 2:")
        self.refused_pair(PAIR[2], "s black 0 O. >= 3 weaken 1 avoid - need -", "is about", "step 2:")
        self.refused(pair(PAIR[:5] + ["s black 0 .. >= 1 weaken 4 avoid - need -"]), "does not imply >= 1", "step 5:")
        self.refused(pair(PAIR[:5] + ["s black 0 .. <= 0 weaken 4 avoid - need -"]), "does not imply <= 0", "step 5:")
        statement = position("..", "black", 1, 0)
        self.refused(pair(change(PAIR, PAIR[7], "r black .. >= 1 4"), statement=statement), "does not imply >= 1")

    def test_claims_that_are_not_well_formed(self):
        # A weakening may not avoid what every history has, nor what it needs.
        self.refused(pair(PAIR[:2] + ["s white 0 .X >= 2 weaken 1 avoid .X need -"]), "every history", "step 2:")
        self.refused(pair(PAIR[:2] + ["s white 0 .X >= 2 weaken 1 avoid O. need -"]), "O. is in `avoid` and in", "step 2:")
        self.refused(pair(PAIR[:2] + ["s white 0 .X >= 2 weaken 1 avoid X. need X."]), "`need`", "step 2:")
        # A play may not repeat its own coloring: the one-stone suicide under positional superko.
        items = ["s white 0 . >= 0 pass-forever", "s black 0 . >= 0 play 0 0"]
        self.refused(text("@", ["table", "roots 1"], items), "every history", "step 1:")
        # A cycle: Black's play avoids `.X`, but the claim before it needs `.X`.
        items = PAIR[:3] + ["s black 0 O. >= 2 weaken 2 avoid - need .X"]
        self.refused(pair(items), "`need`", "step 3:")

    def test_a_child_that_avoids_the_record_of_the_turn(self):
        # Its claim would contain that record in `K` and be refused itself, so it has to be planted.
        checker = check(pair())
        claim = checker.live[1]
        record = checker.game.record(claim.state[0], 0)
        checker.live[1] = claim._replace(avoid=frozenset([record]))
        step = Checker.step
        wrong = [value for kind, value in contents(pair())[2] if kind == "step"][2]
        with self.assertRaisesRegex(Refused, "does not fit"):
            step(checker, wrong)

    def test_plays_that_are_not_possible(self):
        self.refused_pair(PAIR[2], "s black 0 O. >= 2 play 0 1", "occupied", "step 2:")
        self.refused_pair(PAIR[2], "s black 0 O. >= 2 play 2 1", "no point 2", "step 2:")
        # On a path of four, White's play at 0 is a suicide of one stone in `.X..`, and of two in `.OX.`.
        for before, after in ((".X..", ".X.."), (".OX.", "..X.")):
            items = [f"s black 0 {after} <= 4 pass-forever", f"s white 0 {before} <= 4 play 0 0"]
            items.append(f"r white {before} <= 4 1")
            forbid, allow = (text("Ch", ["table", "roots 1"], items, "situational", rule) for rule in ("forbid", "allow"))
            self.refused(forbid, "forbidden suicide", "step 1:")
            self.assertIsNone(refusal(allow))

    def test_replies_that_are_not_exactly_the_plays(self):
        reply = "s white 1 .. >= 0 replies {} pass:end"
        for answers, reason in (("0:2", "1 is missing"), ("1:2/1", "0 is missing"), ("0:2 0:2 1:2/1", "given twice"),
                                ("1:2/1 0:2", "out of order"), ("0:2 1:2/1 2:2", "no point 2"), (" ".join(["0:2"] * 300), "replies")):
            self.refused_pair(PAIR[3], reply.format(answers), reason, "step 3:")
        self.refused_pair(PAIR[1], "s white 0 .X >= 2 replies 0:blocked 1:blocked pass:0", "occupied", "step 1:")
        items = ["s white 1 . >= 0 replies 0:blocked pass:end"]
        self.refused(text("@", ["table", "roots 1"], items, suicide="forbid"), "forbidden suicide", "step 0:")
        self.refused(text("@", ["table", "roots 1"], ["s white 1 . >= 0 replies pass:end"]), "0 is missing", "step 0:")

    def test_rules_at_the_wrong_turn(self):
        self.refused_pair(PAIR[0], "s white 1 .X >= 2 stop", "only for turns of the prover", "step 0:")
        self.refused_pair(PAIR[2], "s white 0 O. >= 2 play 1 1", "only for turns of the prover", "step 2:")
        self.refused_pair(PAIR[4], "s white 0 .. >= 0 pass 3", "only for turns of the prover", "step 4:")
        self.refused_pair(PAIR[1], "s black 0 .X >= 2 replies 0:blocked pass:0", "only for turns of the opponent", "step 1:")

    def test_passes_that_end_the_game_too_early_or_not(self):
        self.refused_pair(PAIR[0], "s black 0 .X >= 2 stop", "ends the game too early", "step 0:")
        self.refused_pair(PAIR[1], "s white 0 .X >= 2 replies 0:blocked pass:end", "ends the game too early", "step 1:")
        self.refused_pair(PAIR[3], "s white 1 .. >= 0 replies 0:2 1:2/1 pass:2", "ends the game: no child", "step 3:")
        self.refused_pair(PAIR[4], "s black 1 .. >= 0 pass 3", "ends the game: no child", "step 4:")

    def test_scores_that_do_not_meet_the_bound(self):
        self.refused_pair(PAIR[0], "s black 1 .X >= 3 stop", "score is 2, which does not meet >= 3", "step 0:")
        self.refused_pair(PAIR[5], "s white 1 .. <= -1 stop", "score is 0, which does not meet <= -1", "step 5:")
        self.refused_pair(PAIR[3], "s white 1 .. >= 1 replies 0:2 1:2/1 pass:end", "score is 0, which does not", "step 3:")

    def test_symmetries_that_are_none(self):
        for symmetry in ("1 0 2 keep", "0 2 1 swap"):
            self.refused(text("Bg", ["table", "roots 1"], [], symmetries=[symmetry]), "no automorphism")
        for symmetry in ("0 0 2 keep", "0 1 keep", "0 1 3 keep"):
            self.refused(text("Bg", ["table", "roots 1"], [], symmetries=[symmetry]), "no permutation")

    def test_an_exchange_turns_the_bound_round(self):
        items = ["s white 0 .X. >= 3 alive", "s white 0 ... <= -2 play 1 0/1"]
        check(text("Bg", ["table", "roots 1"], [*items, "r white ... <= -2 1"], symmetries=["0 1 2 swap"]))
        items[1] = "s white 0 ... <= -4 play 1 0/1"
        self.refused(text("Bg", ["table", "roots 1"], items, symmetries=["0 1 2 swap"]), "proves <= -3")

    def test_prisoners_have_the_limit_of_stated_scores(self):
        # Black takes the stone at 0: a prisoner, and two points of territory.
        lines = text("Bg", position("O..", "black", 3, "-", moves="1"), []).decode("ascii").splitlines()[:-2]
        items = ["s white 0 .X. >= 2 alive", "r white .X. >= 3 0", "end 1"]
        data = seal(["koproof certificate 2", *lines[1:4], "scoring territory", *lines[4:], *items])
        self.assertIsNone(refusal(data))
        with mock.patch.object(claims, "MAX_STATED", 1):
            self.assertIsNone(refusal(data))
        with mock.patch.object(claims, "MAX_STATED", 0):
            self.refused(data, "1 prisoners ahead, but at most 0 are allowed", "header")
        # The bound that the header states is named, not that of its proof.
        self.assertIn(b"\nat-least 3\n", data)
        beyond = seal(data.replace(b"\nat-least 3\n", b"\nat-least 130\n").decode("ascii").splitlines()[:-1])
        self.refused(beyond, "the bound >= 130 is not from -127 to 129, the range after moves with +1 in prisoners", "header")
        self.refused(pair(statement=position("..", "black", 65, "-")), "the bound >= 65 is not from -64 to 64", "header")

    def test_moves_that_are_not_legal(self):
        for moves, reason in (("0 1 0", "repeats O."), ("pass pass", "two passes"), ("0 0", "occupied"),
                              ("2", "no point 2"), ("0 1 pass pass", "two passes")):
            self.refused(pair([], statement=position("..", "white", 0, 0, moves=moves)), reason, "header: `moves`")
        self.refused(text("@", position(".", "black", 0, 0, "0"), []), "repeats .", "header")
        self.refused(text("@", position(".", "black", 0, 0, "0"), [], suicide="forbid"), "forbidden suicide", "header")
        self.refused(text("@", position(".", "black", 0, 0, "0 pass 0"), [], "situational"), "repeats .:white", "header")

    def test_roots_whose_conditions_the_history_does_not_meet(self):
        # Step 2 avoids `.X`, which the history has.
        data = pair(PAIR[:3] + ["r black O. >= 2 2"], statement=position(".X", "black", 2, "-", moves="pass 0"))
        self.refused(data, "the history has .X, which the root avoids")
        data = text("A_", ["table", "roots 1"], PAIR[:2] + ["r white .X >= 2 1"])
        self.refused(data, "the history has not O., which the root needs")

    def test_roots_that_were_not_announced(self):
        self.refused_pair(PAIR[7], "r black .. >= -1 4", "the header does not state >= -1", "")
        self.refused_pair(PAIR[7], "r white .. >= 0 4", "another state than the header's", "")
        self.refused(pair(PAIR + [PAIR[7]]), "stated twice")
        items = ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0", "r white .X. >= 2 0"]
        self.refused(text("Bg", ["table", "roots 2"], items), "stated twice")
        self.refused(text("Bg", ["table", "roots 1"], items[:2] + ["r white .X. <= 3 0"]), "more roots than the 1")

    def test_bounds_stated_but_not_proved(self):
        self.refused(pair(PAIR[:8]), "the header states <= 0, but no root proves it")
        self.refused(pair(PAIR[:7] + PAIR[8:]), "the header states >= 0, but no root proves it")
        self.refused(text("Bg", ["table", "roots 1"], []), "announces 1 root, but only 0")
        self.refused(pair(PAIR[:7], statement=position("..", "black", "-", "-")), "nothing is stated")

    def test_a_table_without_roots_states_nothing(self):
        self.refused(text("Bg", ["table", "roots 0"], []), "a table without roots states nothing")

    def test_the_number_of_steps(self):
        self.refused(pair(end=6), "`end` announces 6 steps, but there are 7")


class Ground(unittest.TestCase):
    def alive(self, points, edges, coloring, prover):
        game = Game(graph6(points, edges), "positional", True, "area", lambda: None)
        return game.alive(tuple(sum(1 << x for x, c in enumerate(coloring) if c == s) for s in "XO"), prover)

    def test_two_eyes_or_none(self):
        path = [(x, x + 1) for x in range(5)]
        self.assertEqual(self.alive(3, path[:2], ".X.", 0), 3)
        self.assertEqual(self.alive(3, path[:2], ".O.", 1), -3)
        self.assertEqual(self.alive(3, path[:2], ".X.", 1), 3, "White has nothing, and Black may get all")
        self.assertEqual(self.alive(3, path[:2], "X.X", 0), -3, "two chains share one region")
        self.assertEqual(self.alive(5, path[:4], ".X.X.", 0), 5)
        self.assertEqual(self.alive(6, path, ".X.X..", 0), -6, "point 5 is not adjacent, so that both chains fall in turn")

    def test_a_region_of_two_points_has_one_that_is_never_the_opponents(self):
        self.assertEqual(self.alive(4, [(1, 0), (1, 2), (2, 0), (1, 3)], ".X..", 0), 2 - 1)

    def test_a_single_point_on_its_own_is_nobodys(self):
        self.assertEqual(self.alive(4, [(0, 1), (1, 2)], ".X..", 0), 3)
        self.assertEqual(self.alive(1, [], ".", 0), 0)

    def test_ground_that_does_not_meet_the_bound(self):
        for item, reason in (("s white 0 .X. >= 4 alive", "life ensures is 3"), ("s white 0 X.X >= -2 alive", "is -3"),
                             ("s black 0 ... >= -2 pass-forever", "can reach is -3"),
                             ("s black 0 ... <= 2 pass-forever", "can reach is 3")):
            self.assertIn(reason, refusal(text("Bg", ["table", "roots 1"], [item])))

    def test_pass_forever_follows_suicide(self):
        # On the path `O.X.` both plays of White are suicides. If he may, he gives up `OO` to come back as `.OX.` and
        # capture.
        items = ["s white 0 O.X. >= 1 pass-forever", "r white O.X. >= 1 0"]
        self.assertIsNone(refusal(text("Ch", ["table", "roots 1"], items, suicide="forbid")))
        self.assertIn("can reach is -4", refusal(text("Ch", ["table", "roots 1"], items)))

    def test_pass_forever_stops_at_its_limit(self):
        data = text("Cr", ["table", "roots 1"], ["s black 0 .... >= -4 pass-forever", "r black .... >= -4 0"])
        # White alone reaches every coloring of the four points but the full one.
        with mock.patch.object(rules_of_play, "MAX_CLOSURE", 15):
            self.assertIsNone(refusal(data))
        with mock.patch.object(rules_of_play, "MAX_CLOSURE", 14):
            self.assertIn("more than the 14 colorings", refusal(data))


if __name__ == "__main__":
    unittest.main()
