"""Certificates that the checker accepts: hand-made ones, also with limits of stones, and those of the results."""
import json
import unittest

from binary_encoder import to_binary
from hand_made import PAIR, pair
from support import SCRIPTS, Checker, Refused, check, check_once, claims, opened, position, refusal, text

SMALL = 75_000  # bytes: some twenty larger ones are left to `scripts/reproduce certificates`


class Committed(unittest.TestCase):
    def test_small_certificates_of_the_results_are_accepted(self):
        files = sorted(path for path in (SCRIPTS.parent / "results").rglob("*.kpc") if path.stat().st_size <= SMALL)
        self.assertGreater(len(files), 190)
        for path in files:
            with self.subTest(certificate=path.name):
                checker = check_once(path.read_bytes(), limit_stones=False)
                # One manifest is about all of a comparison of rules.
                if path.parent.name != "separation":
                    self.assertEqual(checker.steps, json.loads(path.with_suffix(".json").read_text())["steps"])


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

    def test_a_record_that_a_limit_excludes_is_not_listed(self):
        """A step that avoids a record which it needs is refused, unless a limit excludes the record."""
        files = sorted((SCRIPTS.parent / "crates" / "verify" / "tests" / "limited").glob("*.txt"))
        self.assertEqual(len(files), 3)
        for path in files:
            for data in (path.read_bytes(), to_binary(path.read_bytes())):
                with self.assertRaisesRegex(Refused, "is in `avoid` and in `need`"):
                    check_once(data, limit_stones=False)
                check_once(data, limit_stones=True)

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


if __name__ == "__main__":
    unittest.main()
