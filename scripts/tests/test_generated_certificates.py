"""Certificates that a naive prover writes, by the thousand steps, and what becomes of them when they are changed.

What the checker accepts is compared with a search of the whole game that knows nothing of claims. The number of changed
certificates is 3,000, or what the environment variable KOPROOF_MUTATIONS says.
"""
import collections
import itertools
import os
import random
import unittest

from binary_encoder import to_binary
from mutations import BOARDS, RULESETS, changed_bytes, changed_texts
from naive_prover import BLACK, SQUARE, WHITE, Prover, Rules, complete, graph6, seal
from support import Game, Refused, check, check_once, contents

MUTATIONS = int(os.environ.get("KOPROOF_MUTATIONS", 3000))
VALUES = {"one": 0, "pair": 0, "path 3": 3, "path 4": 4, "square": 1}  # on the empty board, Black to move
OTHERS = [(4, [(0, 1), (0, 2), (0, 3)]), (4, [(0, 1), (2, 3)]), (4, [(0, 1), (1, 2), (0, 2), (2, 3)]),
          (5, [(0, 1), (2, 3)]), (5, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)]), (5, [(x, (x + 1) % 5) for x in range(5)])]


def bits(coloring):
    return tuple(sum(1 << x for x, stone in enumerate(coloring) if stone == color) for color in "XO")


class Oracle:
    """The truth about what a checker has accepted, by brute force."""

    def __init__(self):
        self.values = {}

    def assert_true(self, test, checker):
        """Compares every bound that the roots prove with the value of the game."""
        game = checker.game
        edges = [(a, b) for a, b in itertools.combinations(range(game.points), 2) if game.neighbours[a] >> b & 1]
        rules = Rules(game.points, edges, game.superko, game.suicide, game.scoring)
        gained = checker.gained if checker.statement.roots is None else 0
        for ((coloring, to_move, passes), _), bound in checker.proved.items():
            history = {game.draw_record(record) for record in checker.history} if checker.statement.roots is None else set()
            key = game.graph6, game.superko, game.suicide, game.scoring, coloring, to_move, passes, frozenset(history)
            if key not in self.values:
                player = (BLACK, WHITE)[to_move]
                self.values[key] = rules.value(game.draw(coloring), player, passes, frozenset(history))
            bound = bound.shifted(-gained)
            test.assertTrue(bound.met_by(self.values[key]), f"accepted {bound}, but the value is {self.values[key]}: {key}")


class Rulebooks(unittest.TestCase):
    def test_two_codes_of_the_rules_agree(self):
        for board, ruleset, scoring in itertools.product([*BOARDS.values(), *OTHERS], RULESETS, ("area", "territory")):
            if scoring == "area" or ruleset[0] == "positional":
                self.compare(Rules(*board, *ruleset, scoring), Game(graph6(*board), *ruleset, scoring, lambda: None))

    def compare(self, rules, game):
        self.assertEqual(game.points, rules.points)
        for coloring in map("".join, itertools.product(".XO", repeat=rules.points)):
            self.assertEqual(game.legal(bits(coloring)), rules.legal(coloring), coloring)
        for coloring in rules.colorings():
            packed = bits(coloring)
            self.assertEqual(game.draw(packed), coloring)
            self.assertEqual(game.score(packed), rules.score(coloring), coloring)
            for number, player in enumerate((BLACK, WHITE)):
                answers = [(point, game.draw_record(record), game.draw(after))
                           for point, (record, after) in game.answers(packed, number).items()]
                self.assertEqual(answers, rules.plays(coloring, player), (coloring, player))
                for _, _, after in answers:
                    taken = game.shift(packed, number, bits(after))
                    self.assertEqual(taken, rules.taken(coloring, player, after), (coloring, player, after))
                self.assertEqual(game.alive(packed, number), rules.alive(coloring, player), (coloring, player))
                worst = game.pass_forever(packed, number)
                self.assertEqual(worst, rules.worst_when_passing(coloring, player), (coloring, player))
                sign = 1 if player == BLACK else -1
                self.assertLessEqual(sign * game.alive(packed, number), sign * worst, "life is a bound, not a guess")
                for passes in (0, 1):
                    known = {game.draw_record(record) for record in game.known((packed, number, passes))}
                    self.assertEqual(known, rules.known(coloring, player, passes))


class Generated(unittest.TestCase):
    def test_values_that_are_known(self):
        for (name, value), (superko, suicide) in itertools.product(VALUES.items(), RULESETS):
            rules = Rules(*BOARDS[name], superko, suicide)
            for symmetric, ground in itertools.product((False, True), repeat=2):
                data, found = Prover(rules, symmetric, ground).position("." * rules.points, BLACK)
                self.assertEqual(found, value, (name, superko, suicide))
                self.assertEqual({bound.score for bound in check(data).proved.values()}, {value})

    def test_positions_after_moves(self):
        oracle = Oracle()
        for name, moves in (("path 3", [0, "pass"]), ("path 3", [0, 2, "pass"]), ("square", [0, 3, "pass", 1, "pass"])):
            for superko, suicide in RULESETS:
                rules = Rules(*BOARDS[name], superko, suicide)
                oracle.assert_true(self, check(Prover(rules).position("." * rules.points, BLACK, moves)[0]))

    def test_territory_counts_prisoners_taken_before_and_after_the_root(self):
        oracle, forms = Oracle(), 0
        for name, moves in (("pair", ()), ("pair", [0, 1]), ("path 3", [0, 1]), ("path 3", ()), ("triangle", [0, 1])):
            for superko, suicide in RULESETS:
                prover = Prover(Rules(*BOARDS[name], superko, suicide, "territory"), symmetric=bool(len(moves)))
                data, _ = prover.position("." * prover.rules.points, BLACK, moves)
                for form in (data, to_binary(data)):
                    checker = check(form)
                    oracle.assert_true(self, checker)
                    self.assertEqual(checker.gained != 0, moves == [0, 1] and name != "triangle")
                    forms += 1
        self.assertEqual(forms, 80)

    def test_tables_in_both_forms(self):
        steps, oracle = 0, Oracle()
        for (name, board), (superko, suicide), symmetric in itertools.product(BOARDS.items(), RULESETS, (False, True)):
            for seed, ground in ((None, True), (1, False), (2, True)):
                data = Prover(Rules(*board, superko, suicide), symmetric, ground, seed).every_state()
                checker = check(data)
                steps += checker.steps
                if board[0] <= 3 or (superko, ground, seed) == ("positional", True, None):
                    oracle.assert_true(self, checker)
                if seed:
                    self.assertEqual(contents(to_binary(data)), contents(data))
        self.assertGreater(steps, 10_000)

    def test_claims_that_are_used_without_regard_to_the_history_are_refused(self):
        # A careless prover finds wrong values, which is why claims have conditions: none of those may be accepted.
        false, refused = 0, 0
        for board, (superko, suicide), seed in itertools.product((complete(3), SQUARE), RULESETS, range(20)):
            rules = Rules(*board, superko, suicide)
            truth = 1 if board == SQUARE else 0
            try:
                data, value = Prover(rules, bool(seed % 2), False, seed, careless=True).position("." * rules.points, BLACK)
            except RecursionError:
                continue
            false += value != truth
            try:
                check(data)
            except Refused:
                refused += 1
            else:
                self.assertEqual(value, truth)
        self.assertGreater(false, 0)
        self.assertGreaterEqual(refused, false)


class Claims(unittest.TestCase):
    def test_every_claim_holds_under_histories_drawn_by_lot(self):
        # The statement of §2 itself: with all of `need` and nothing of `avoid`, the bound holds.
        lot, checked, limited = random.Random(1), 0, 0
        for name, (superko, suicide), seed in itertools.product(("pair", "path 3", "triangle"), RULESETS, range(3)):
            rules = Rules(*BOARDS[name], superko, suicide)
            data = Prover(rules, bool(seed), False, seed).every_state()
            lines = [line for line in data.decode("ascii").splitlines()[:-1] if not line.startswith("d ")]
            checker = check_once(seal(lines), limit_stones=seed == 2)
            for claim in lot.sample(list(checker.live.values()), min(40, len(checker.live))):
                avoid, need = ({checker.game.draw_record(record) for record in records}
                               for records in (claim.avoid, claim.need))
                coloring, to_move, passes = claim.state
                stone = "XO"[claim.bound.prover]
                others = [record for record in rules.records()
                          if record not in avoid and record.count(stone) <= claim.limit]
                if not need <= set(others):
                    continue  # the limit excludes a record that the claim needs: it says nothing
                history = frozenset(need | set(lot.sample(others, lot.randint(0, len(others)))))
                value = rules.value(checker.game.draw(coloring), (BLACK, WHITE)[to_move], passes, history)
                self.assertTrue(claim.bound.met_by(value), (name, superko, suicide, claim, history))
                checked += 1
                limited += claim.limit < rules.points
        self.assertGreater(checked, 1000)
        self.assertGreater(limited, 100)


class Mutations(unittest.TestCase):
    def judge(self, data, oracle, counts):
        """Checks a changed certificate: it may be refused with a reason, or accepted if it is true."""
        try:
            checker = check(data)
        except Refused as refused:
            where, _, reason = str(refused).partition(": ")
            self.assertTrue(where and reason)
            counts["refused"] += 1
        else:
            oracle.assert_true(self, checker)
            counts["accepted and true"] += 1

    def test_changed_certificates_are_refused_or_true(self):
        oracle, counts = Oracle(), collections.Counter()
        for data in changed_texts(MUTATIONS, seed=7):
            self.judge(data, oracle, counts)
        print(f"\ntext: {dict(counts)}")
        self.assertGreater(counts["refused"], MUTATIONS // 2)
        self.assertGreater(counts["accepted and true"], 0)

    def test_changed_bytes_with_checks_that_match_are_refused_or_true(self):
        oracle, counts = Oracle(), collections.Counter()
        for data in changed_bytes(MUTATIONS, seed=8):
            self.judge(data, oracle, counts)
        print(f"\nbinary: {dict(counts)}")
        self.assertGreater(counts["refused"], MUTATIONS // 2)
        self.assertGreater(counts["accepted and true"], 0)


if __name__ == "__main__":
    unittest.main()
