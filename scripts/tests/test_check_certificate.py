"""Hand-made certificates: what the checker accepts, and every reason why it refuses.

Run with `python3 -m unittest discover -s scripts/tests`. The boards are tiny, so that each proof can be followed by hand:
`@` one point, `A_` two joined points, `Bg` the path 0-1-2, `Cr` the square 0-1, 2-3, 0-2, 1-3.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from unittest import mock

from binary_encoder import contain, encode, to_binary, u32, u64
from naive_prover import graph6, seal
from support import SCRIPTS, Checker, Game, Refused, check, check_once, claims
from support import contents, opened, position, refusal, rules_of_play, text

# The value of two joined points is 0: Black passes, because a player who plays is captured. Steps 0 to 2: after White's play
# Black captures, and White may not capture back, for that would repeat `O.`. The other play and the bound of White are
# the same up to symmetry.
PAIR = [
    "s black 1 .X >= 2 stop",
    "s white 0 .X >= 2 replies 0:blocked pass:0",
    "s black 0 O. >= 2 play 1 1",
    "s white 1 .. >= 0 replies 0:2 1:2/1 pass:end",
    "s black 0 .. >= 0 pass 3",
    "s white 1 .. <= 0 stop",
    "s black 0 .. <= 0 replies 0:2/2 1:2/3 pass:5",
    "r black .. >= 0 4",
    "r black .. <= 0 6",
]
PAIR_SYMMETRIES = ("1 0 keep", "0 1 swap", "1 0 swap")


def pair(items=PAIR, **changes):
    statement = changes.pop("statement", position("..", "black", 0, 0))
    return text("A_", statement, items, symmetries=changes.pop("symmetries", PAIR_SYMMETRIES), **changes)


def change(items, old, new):
    """The items with one line replaced, or left out if `new` is None."""
    assert items.count(old) == 1, old
    return [new if item == old else item for item in items if item != old or new is not None]


class Accepted(unittest.TestCase):
    def test_one_point_is_worth_nothing(self):
        items = ["s black 0 . >= 0 pass-forever", "s black 0 . <= 0 pass-forever", "r black . >= 0 0", "r black . <= 0 1"]
        for superko in ("positional", "situational", "natural-situational", "taylor"):
            for suicide in ("allow", "forbid"):
                self.assertEqual(check(text("@", position(".", "black", 0, 0), items, superko, suicide)).steps, 2)

    def test_one_point_by_plays_and_passes(self):
        items = ["s white 1 . >= 0 replies 0:blocked pass:end", "s black 0 . >= 0 pass 0", "r black . >= 0 1"]
        check(text("@", position(".", "black", 0, "-"), items))
        items[0] = "s white 1 . >= 0 replies pass:end"
        check(text("@", position(".", "black", 0, "-"), items, suicide="forbid"))

    def test_two_points_are_worth_nothing(self):
        checker = check(pair())
        self.assertEqual((checker.steps, checker.most_live), (7, 7))

    def test_dropped_steps_are_forgotten(self):
        self.assertEqual(check(pair(PAIR[:2] + ["d 0"] + PAIR[2:5] + ["d 1 3"] + PAIR[5:])).most_live, 4)

    def test_path_of_three_is_worth_three_to_black(self):
        items = ["s white 0 .X. >= 3 alive", "s black 0 ... >= 3 play 1 0", "r black ... >= 3 1"]
        check(text("Bg", position("...", "black", 3, "-"), items))

    def test_a_stronger_claim_proves_a_weaker_statement(self):
        items = ["s white 0 .X. >= 3 alive", "s black 0 ... >= 1 play 1 0", "r black ... >= 1 1"]
        check(text("Bg", position("...", "black", 1, "-"), items))

    def test_moves_give_the_root_its_history(self):
        # After `. . -> O. -> .X`, White may not capture back: the history has `O.`, which step 1 needs.
        items = PAIR[:2] + ["r white .X >= 2 1"]
        check(pair(items, statement=position("..", "white", 2, "-", moves="0 1")))
        self.assertIn("the history has not O.", refusal(pair(items, statement=position(".X", "white", 2, "-"))))

    def test_the_root_may_be_after_a_pass(self):
        check(pair(PAIR[:4] + ["r white .. >= 0 3"], statement=position("..", "black", 0, "-", moves="pass")))

    def test_weaken_makes_a_claim_about_less(self):
        weaker = "s white 0 .X >= 1 weaken 1 avoid X. need ..,.X"
        items = PAIR[:2] + [weaker, "r white .X >= 1 2"]
        check(pair(items, statement=position("..", "white", 1, "-", moves="0 1")))

    def test_a_table_has_many_roots(self):
        items = ["s white 0 .X. >= 3 alive", "s black 0 ... >= 3 play 1 0", "r black ... >= 3 1", "r white .X. >= 2 0",
                 "r white ... <= -3 1/1", "r white ... >= -3 2"]
        items.insert(2, "s white 0 ... >= -3 pass-forever")
        checker = check(text("Bg", ["table", "roots 4"], items, symmetries=["2 1 0 swap"]))
        self.assertEqual(len(checker.proved), 4)

    def test_a_one_stone_suicide_is_a_play_that_others_repeat(self):
        # On two points that are not joined, both plays at `..` are suicides with the record `..:white`. Under situational
        # superko Black may play there, for that record is not yet made.
        for reply, reason in (("0:2", None), ("0:2 1:2", "makes the same record"), ("1:2", "makes the same record"),
                              ("0:blocked", "the root needs")):
            items = ["s black 1 .. <= 0 pass-forever", "s white 1 .. <= 0 pass-forever", "s white 0 .. <= 0 pass 0",
                     f"s black 0 .. <= 0 replies {reply} pass:1", "r black .. <= 0 3"]
            found = refusal(text("A?", position("..", "black", "-", 0), items, "situational"))
            self.assertIn(reason, found) if reason else self.assertIsNone(found)

    def test_records_under_each_superko_rule(self):
        # Black's move at `.`, after which the only play is a suicide: what it records, and what the state has already.
        item = "s black 0 . >= 0 weaken 0 avoid {} need -"
        for superko, refused, allowed in (("positional", ".", None), ("situational", ".:black", ".:white"),
                                          ("natural-situational", ".:white", ".:black"), ("taylor", None, ".:white")):
            for record in filter(None, (refused, allowed)):
                items = ["s black 0 . >= 0 pass-forever", item.format(record), "r black . >= 0 1"]
                found = refusal(text("@", position(".", "black", 0, "-"), items, superko))
                self.assertEqual(found is None, record == allowed, (superko, record, found))
        for superko, known in (("positional", "."), ("situational", ".:black,.:white"), ("natural-situational", ".:black"),
                               ("taylor", ".:white")):
            for record in known.split(","):
                items = ["s black 1 . >= 0 stop", item.format(record).replace("black 0", "black 1")]
                self.assertIn("not well-formed", refusal(text("@", ["table", "roots 1"], items, superko)))


class StoneLimits(unittest.TestCase):
    """Claims that limit stones instead of listing records (§8)."""

    def test_fewer_records_are_listed(self):
        items = ["s white 0 .X. >= 3 alive", "s black 0 ... >= 3 play 1 0", "r black ... >= 3 1"]
        data = text("Bg", position("...", "black", 3, "-"), items)
        listed, limited = (check_once(data, limit_stones).live[1] for limit_stones in (False, True))
        self.assertEqual((len(listed.avoid), listed.limit), (1, claims.NO_LIMIT))
        self.assertEqual((len(limited.avoid), limited.limit), (0, 0))

    # White captures Black's stone, and Black's capture would repeat the position. That is refused if a claim lists the
    # record, and also if false hints make it limit stones.
    CAPTURE = ["s white 0 X. >= -2 pass-forever", "s black 0 .O >= -2 play 0 0"]

    def hinted(self, statement, items, hints):
        """What the checker with these hints says of the last item."""
        header, read = opened(text("A_", statement, self.CAPTURE + items, suicide="forbid"))
        checker = Checker(*header, peaks=hints)
        *before, last, _end = read
        checker.check(before)
        self.assertEqual(checker.live[1].limit, 0 if hints else claims.NO_LIMIT)
        with self.assertRaises(Refused) as refused:
            checker.check([last])
        return str(refused.exception)

    def test_false_hints_prove_nothing(self):
        statement = ["table", "roots 1"]
        items = ["s black 1 X. >= -2 stop", "s white 0 X. >= -2 replies 1:1 pass:2"]
        self.assertIn("in every history", self.hinted(statement, items, ()))
        self.assertIn("more than the 0 stones", self.hinted(statement, items, bytes(4)))

    def test_a_root_is_within_its_limit(self):
        statement = position("..", "black", -2, "-", moves="0 1")
        items = ["r black .O >= -2 1"]
        self.assertIn("which the root avoids", self.hinted(statement, items, ()))
        self.assertIn("that the root's limit allows", self.hinted(statement, items, bytes(2)))


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
                                ("1:2/1 0:2", "out of order"), ("0:2 1:2/1 2:2", "no point 2")):
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
        self.refused(text("Bg", ["table", "roots 1"], []), "announces 1 roots, but only 0")
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


class TextForm(unittest.TestCase):
    def refused(self, data, reason):
        self.assertIn(reason, refusal(data) or "accepted")

    def test_version_2_says_how_games_are_scored(self):
        lines = pair().decode("ascii").splitlines()[:-1]
        self.refused(seal(["koproof certificate 2", *lines[1:]]), "line 5: expected `scoring`")
        for scoring in ("area", "taylor", ""):
            scored = ["koproof certificate 2", *lines[1:4], f"scoring {scoring}", *lines[4:]]
            self.refused(seal(scored), "line 5: expected one of: territory")
            self.refused(seal([lines[0], *scored[1:]]), "line 5: expected one of: position, table")

    def test_header_lines(self):
        lines = pair().decode("ascii").splitlines()[:-1]
        for number, line, reason in (
                (0, "koproof certificate 3", "versions 1 and 2"), (1, "graph6 ", "graph6"), (1, "graph6 A", "length"),
                (1, "graph6 A`", "after the last pair"), (1, "graph6 ?", "1 to 64"), (1, "graph6 ~?A@", "1 to 64"),
                (1, "graph6 ~??A_", "fewer than 63"), (1, "graph6 A_ ", "characters"), (1, "graph A_", "expected `graph6`"),
                (2, "superko none", "one of"), (3, "suicide yes", "one of"), (4, "problem", "one of"),
                (5, "start .", "2 characters"), (6, "to-move Black", "one of"), (7, "moves", "expected `moves`"),
                (7, "moves  ", "a number"), (7, "moves 00", "a number"), (8, "at-least +0", "a number"),
                (8, "at-least -0", "zero"), (9, "at-most", "expected `at-most`"), (10, "symmetry 1 0", "expected `symmetry`"),
                (10, "symmetry 1 -0 keep", "a number"), (10, "symmetry  1 0 keep", "a number"), (13, "step", "`steps`")):
            self.refused(seal(lines[:number] + [line] + lines[number + 1:]), reason)
            self.assertTrue(refusal(seal(lines[:number] + [line] + lines[number + 1:])).startswith(f"line {number + 1}:"))
        for score in ("32768", "-32768", "99999999999999999999"):
            found = refusal(seal(lines[:8] + [f"at-least {score}"] + lines[9:]))
            self.assertEqual(found, f"line 10: a stated score of {score}: from -32767 to 32767 are allowed")
        for number, line in ((8, "at-least 65"), (9, "at-most -65"), (8, "at-least 32767"), (9, "at-most -32767")):
            found = refusal(seal(lines[:number] + [line] + lines[number + 1:]))
            self.assertTrue(found.startswith("header: ") and "-64 to 64" in found, found)

    def test_items(self):
        for item, reason in (("", "an item"), ("x", "an item"), ("s", "an item"), ("d", "an item"), ("d ", "a number"),
                             ("d -1", "a number"), ("d 0 ", "a number"), ("s black 2 .X >= 2 stop", "one of"),
                             ("s black 1 .X = 2 stop", "one of"), ("s black 1 .X >= 2 stop ", "fields after the rule"),
                             ("s black 1 .X >= 2 resign", "no such rule"), ("s black 1 .X >= 2 play 0", "fields after"),
                             ("s black 1 .X >= 2 replies", "fields after"), ("s black 1 .X >= 2 replies 0:blocked", "pass:"),
                             ("s black 1 .X >= 2 replies 0 pass:end", "a colon"), ("s black 1 .X >= 2 pass 0/", "a number"),
                             ("s black 1 .X >= 2 replies pass:blocked", "a number"),
                             ("s black 1 .X >= 2 weaken 0 need - avoid -", "fields after"),
                             ("s black 1 .X >= 2 weaken 0 avoid .X:black need -", "with player under positional"),
                             ("s black 1 .X >= 2 weaken 0 avoid , need -", "2 characters"),
                             ("s black 1 .X >= 65 stop", "-64 to 64"), ("r black .. >= 0", "an item"), ("end", "an item"),
                             ("S black 1 .X >= 2 stop", "an item"), (" s black 1 .X >= 2 stop", "an item"),
                             ("s black 1 .X >= 2  stop", "no such rule"),
                             ("s black 1 .X >= 2 pass 999999999999999999999", "a number")):
            self.refused(pair(PAIR[:1] + [item]), reason)
        item = "s black 1 .X >= 2 weaken 0 avoid .X need -"
        self.refused(pair([item], superko="situational"), "without player under situational")

    def test_the_end(self):
        data = pair()
        cut = data.rindex(b"crc32")
        for damaged, reason in ((data + b"\n", "follows the end"), (data + data, "follows the end"),
                                (data[:-1], "ends too early"), (data[:cut], "ends too early"),
                                (data[:cut] + b"crc32 00000000\n", "the last line"),
                                (data[:cut] + data[cut:].upper(), "the last line"),
                                (data.replace(b"\n", b"\r\n"), "CR and LF"),
                                (data.replace(b"black", b"bl\xe4ck"), "ASCII"),
                                (data[:data.rindex(b"end")], "ends too early"),
                                (data.replace(b"r black .. >= 0 4\n", b"r black .. >= 0 4\nend 7\n"), "no root proves")):
            self.refused(damaged, reason)

    def test_every_truncation_is_refused(self):
        data = pair()
        for length in range(len(data)):
            self.assertIsNotNone(refusal(data[:length]), length)

    def test_every_bit_counts(self):
        data = bytearray(pair())
        for bit in range(8 * len(data)):
            data[bit // 8] ^= 1 << bit % 8
            self.assertIsNotNone(refusal(bytes(data)), bit)
            data[bit // 8] ^= 1 << bit % 8

    def test_limits(self):
        self.refused(b"koproof certificate 1\ngraph6 " + b"~" * (1 << 21), "more than 1048576 bytes")
        self.refused(pair(["d " + "0 " * 4096 + "0"]), "4097 steps in a drop")
        long = ",".join(["X."] * 4097)
        self.refused(pair(PAIR[:2] + [f"s white 0 .X >= 2 weaken 1 avoid {long} need -"]), "4097 records")
        self.refused(pair(symmetries=["1 0 keep"] * 4097), "4097 symmetries")
        self.assertIsNone(refusal(pair(symmetries=PAIR_SYMMETRIES + ("1 0 keep",) * 4093)))
        self.refused(pair(statement=position("..", "black", 0, 0, " ".join(["0"] * 65_537))), "65537 moves")


class BinaryForm(unittest.TestCase):
    def refused(self, data, reason):
        self.assertIn(reason, refusal(data) or "accepted")

    def test_both_forms_say_the_same(self):
        for data in (pair(), text("Bg", ["table", "roots 1"], ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0"]),
                     pair(PAIR[:2] + ["d 0", "s white 0 .X >= -1 weaken 1 avoid X. need ..", "r white .X >= -1 2"],
                          statement=position("..", "white", -1, "-", "0 1"))):
            for options in ({}, {"block": 1}, {"block": 7, "compression": 0}, {"block": 1 << 20}):
                self.assertEqual(contents(to_binary(data, **options)), contents(data))
                check(to_binary(data, **options))

    def test_every_truncation_is_refused(self):
        data = to_binary(pair(), block=300)
        for length in range(len(data)):
            self.assertIsNotNone(refusal(data[:length]), length)
        self.refused(data + b"\0", "follows the end")

    def test_every_bit_counts(self):
        for options in ({}, {"compression": 0}):
            data = bytearray(to_binary(pair(), block=300, **options))
            for bit in range(8 * len(data)):
                data[bit // 8] ^= 1 << bit % 8
                self.assertIsNotNone(refusal(bytes(data)), bit)
                data[bit // 8] ^= 1 << bit % 8

    def test_the_container(self):
        header, items = encode(pair())
        for options, reason in (({"version": 3}, "version 3"), ({"layout": 0}, "layout 0"),
                                ({"compression": 2}, "compression"), ({"block": (1 << 20) + 1}, "beyond its limits")):
            self.refused(contain(header, items, **options), reason)
        self.refused(contain(header + b"\0", items), "follows the last field")
        self.refused(contain(header[:-1], items), "ends too early")
        self.refused(contain(header, items + b"\0"), "follows the end")
        self.refused(contain(header, items[:-1]), "ends too early")
        self.refused(contain(header, items[:-12]), "ends too early")
        self.refused(contain(bytes((1 << 20) + 1), items), "beyond its limits")

    def test_blocks(self):
        data = to_binary(pair(), compression=0, block=1 << 20)
        header, items = encode(pair())
        start = data.index(items) - 8
        self.assertIn("out of place", refusal(data[:start] + u32(len(items)) + u32(len(items) - 1) + data[start + 8:]))
        self.assertIn("out of place", refusal(data[:start] + u32((1 << 20) + 1) + data[start + 4:]))
        self.assertIn("out of place", refusal(data[:start + 4] + u32(0xFFFFFFFF) + data[start + 8:]))
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        unfinished = packer.compress(bytes(99)) + packer.flush(zlib.Z_SYNC_FLUSH)
        finished = unfinished + packer.flush()
        for packed in (b"\x03\0", b"", unfinished, finished + b"\0"):
            self.refused(contain(header, bytes(99), deflate=lambda _: packed), "does not inflate to its 99 bytes")
        read = "step 0: `stop` ends the game too early"  # what 99 zeros say, so that the block itself is right
        self.refused(contain(header, bytes(99), deflate=lambda _: finished), read)
        self.refused(contain(header, bytes(99), deflate=lambda _: b"\xff"), "not deflated")
        self.refused(contain(header, items, total=len(items) + 1), "plain bytes, but has")
        self.assertIsNone(refusal(contain(header, items, block=100, cuts=range(0, len(items), 100))))
        self.refused(contain(header, items, block=100, cuts=[0, 100, 199, *range(299, len(items), 100)]), "out of place")
        self.refused(contain(header, items, block=100, cuts=[0, 100, 201, *range(301, len(items), 100)]), "out of place")

    def test_a_deflate_bomb_is_not_inflated(self):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        bomb = packer.compress(bytes(1 << 26)) + packer.flush()
        self.refused(contain(encode(pair())[0], bytes(1 << 20), block=1 << 20, deflate=lambda _: bomb), "does not inflate")

    def test_hostile_lengths(self):
        header, items = encode(pair())
        huge = u64((1 << 64) - 1)
        self.refused(contain(huge + header[8:], items), "characters in the graph6 text")
        start = header.index(u64(3) + u64(2))  # three symmetries, the first of two images
        self.refused(contain(header[:start] + huge, items), "symmetries")
        self.refused(contain(header[:start] + u64(1) + huge, items), "images")
        self.refused(contain(header[:start - 6 - 8] + huge, items), "moves")
        step = items[:4 + 16 + 1 + 1 + 3]
        self.refused(contain(header, u32(1) + huge), "steps in a drop")
        self.refused(contain(header, u32(1) + u64(0)), "a drop of no steps")
        self.refused(contain(header, step + u32(5) + huge), "replies")
        self.refused(contain(header, step + u32(6) + bytes(6) + huge), "records in a list")
        self.refused(contain(header, step + u32(6) + bytes(6) + u64(4097)), "4097 records")

    def test_choices_and_flags(self):
        header, items = encode(pair())
        self.refused(contain(header, u32(4)), "the kind of item")
        step = items[:4 + 16]
        self.refused(contain(header, step + b"\2"), "a truth value")
        self.refused(contain(header, step + b"\0\2"), "the number of passes")
        self.refused(contain(header, step + b"\0\0\0\0\0" + u32(7)), "the rule")
        self.refused(contain(header, step + b"\0\0\0\x41\0" + u32(0)), "-64 to 64")
        self.refused(contain(header, u32(0) + u64(1) + u64(1)), "both colors")
        self.refused(contain(header, u32(0) + u64(4) + u64(0)), "a point that the board has not")
        self.refused(contain(header[:10] + u32(4) + header[14:], items), "superko")
        self.refused(contain(header[:15] + u32(2), items), "the kind of statement")


class CommandLine(unittest.TestCase):
    def run_checker(self, *arguments, files=()):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files:
                pathlib.Path(folder, name).write_bytes(data)
            done = subprocess.run([sys.executable, str(SCRIPTS / "check_certificate.py"), *arguments], cwd=folder,
                                  input="", capture_output=True, text=True)
            self.assertNotIn("Traceback", done.stderr)
            written = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
            return done.returncode, done.stdout, done.stderr, written

    def test_proved(self):
        code, out, err, _ = self.run_checker("a", "b", files=[("a", pair()), ("b", to_binary(pair()))])
        line = ("proved: 1x2, positional superko, suicide allowed, start .., black to move: value = 0 "
                "(7 steps, at most 7 live)")
        self.assertEqual((code, out, err), (0, f"a: {line}\nb: {line}\n", ""))
        self.assertEqual(self.run_checker("--quiet", "a", files=[("a", pair())])[:3], (0, "", ""))

    def test_refused(self):
        data = pair(change(PAIR, PAIR[2], "s black 0 O. >= 2 play 0 1"))
        code, out, err, _ = self.run_checker("good", "bad", files=[("good", pair()), ("bad", data)])
        self.assertEqual((code, len(out.splitlines())), (4, 1))
        self.assertEqual(err, "bad: step 2: a play at 0, which is occupied\n")
        for other in (b"KPCERT\r\n", b"koproof certificate "):
            self.assertEqual(self.run_checker("f", files=[("f", other)])[0], 4)
        lines = pair().replace(b"\n", b"\r\n")
        err = self.run_checker("f", files=[("f", lines)])[2]
        self.assertEqual(err, "f: line 1: lines end in CR and LF here, let them end in LF alone\n")

    def test_unreadable(self):
        self.assertEqual(self.run_checker("missing")[:3], (2, "", "missing: No such file or directory\n"))
        self.assertEqual(self.run_checker(".")[0], 2)
        for other in (b"", b"\0", b"KPCERT\n", b"no certificate"):
            self.assertEqual(self.run_checker("f", files=[("f", other)])[0], 2)
        self.assertEqual(self.run_checker()[0], 2)
        self.assertEqual(self.run_checker("--time-limit", "nan", "f")[0], 2)

    def test_limits_of_stones(self):
        files = [("f", pair())]
        listed, limited = (self.run_checker(*options, "f", files=files)[:3] for options in ([], ["--limit-stones"]))
        self.assertEqual(limited, listed)
        few = "--record-limit", "7"
        self.assertEqual(self.run_checker(*few, "f", files=files)[0], 3)
        self.assertEqual(self.run_checker(*few, "--limit-stones", "f", files=files)[0], 0)
        code, out, err, _ = self.run_checker("--limit-stones", "/dev/stdin")
        self.assertEqual((code, out, err), (2, "", "/dev/stdin: it must be read twice: name a file, not a pipe\n"))

    def test_time_limit(self):
        code, out, err, _ = self.run_checker("--time-limit", "1e-9", "f", files=[("f", pair())])
        self.assertEqual((code, out, err), (3, "", "f: checked 0 steps, not finished: the time limit came first\n"))

    def test_records_in_use_have_a_limit(self):
        # Step 1 needs `O.`, step 2 avoids `.X`, and steps 3, 4 and 6 avoid two records each.
        files = [("f", pair())]
        code, out, err, _ = self.run_checker("--record-limit", "7", "f", files=files)
        self.assertEqual((code, out), (3, ""))
        self.assertEqual(err, "f: checked 6 steps, not finished: "
                              "the steps in use hold more than 7 records: raise --record-limit\n")
        self.assertEqual(self.run_checker("--record-limit", "8", "f", files=files)[0], 0)
        self.assertEqual(self.run_checker("--record-limit", "0", "f", files=files)[0], 2)

    def test_json(self):
        _, out, _, _ = self.run_checker("--json", "f", "g", files=[("f", pair()), ("g", pair(PAIR[:8]))])
        good, bad = map(json.loads, out.splitlines())
        self.assertEqual((good["verdict"], good["at_least"], good["at_most"], good["steps"]), ("proved", 0, 0, 7))
        self.assertEqual((bad["verdict"], bad["file"]), ("refused", "g"))
        self.assertIn("no root proves", bad["reason"])

    def test_roots_are_written_for_proved_tables_only(self):
        items = ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0", "r black .O. <= -3 0/1"]
        good = text("Bg", ["table", "roots 2"], items, symmetries=["0 1 2 swap"])
        bad = text("Bg", ["table", "roots 3"], items, symmetries=["0 1 2 swap"])
        roots = b".X. white >= 3\n.O. black <= -3\n"
        files = self.run_checker("--roots", "roots", "good", "bad", files=[("good", good), ("bad", bad)])[3]
        self.assertEqual(files["roots"], roots)
        files = [("good.new", good), ("bad", bad), ("good", b"old")]
        code, _, err, after = self.run_checker("--roots", "good", "bad", files=files)
        self.assertEqual((code, after), (4, dict(files)))
        self.assertIn("good: not written, because no table was proved\n", err)
        self.assertEqual(self.run_checker("--roots", "good", "good.new", files=files)[3], dict(files, good=roots))
        # A device gets the lines and stays.
        self.assertEqual(self.run_checker("--quiet", "--roots", "/dev/stdout", "bad", "good.new", files=files)[1], roots.decode())

    def test_roots_go_where_a_link_leads(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "table")
            table.write_bytes(text("Bg", ["table", "roots 1"], ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0"]))
            pathlib.Path(folder, "link").symlink_to("elsewhere")
            pathlib.Path(folder, "elsewhere").write_bytes(b"old")
            run = [sys.executable, str(SCRIPTS / "check_certificate.py"), "--quiet", "--roots", "link", "table"]
            subprocess.run(run, cwd=folder, check=True)
            self.assertEqual(pathlib.Path(folder, "elsewhere").read_bytes(), b".X. white >= 3\n")
            self.assertTrue(pathlib.Path(folder, "link").is_symlink())

    def test_a_pipe_may_bring_a_few_bytes_first(self):
        run = [sys.executable, str(SCRIPTS / "check_certificate.py"), "--quiet", "/dev/stdin"]
        for data in (pair(), to_binary(pair())):
            with subprocess.Popen(run, stdin=subprocess.PIPE) as checker:
                checker.stdin.write(data[:5])
                checker.stdin.flush()
                time.sleep(0.5)
                checker.stdin.write(data[5:])
            self.assertEqual(checker.returncode, 0)


if __name__ == "__main__":
    unittest.main()
