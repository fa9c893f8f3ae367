"""Tests strategies without memory: by games against every kind of play, and against exact values.

    python3 -m unittest discover -s scripts/analysis
"""
import random
import unittest

from test_analysis import values
from without_memory import (
    ANSWER, AREA, BLACK, EMPTY, PASSED, PLAYED, REPLY_TO_PASS, WHITE, Game, Strategy, bracket, plays_from_the_empty_board,
)


def final_score(strategy, model, game, dice):
    """Plays a game against random moves; returns its score. Every move is legal, or the test fails."""
    now, seen = EMPTY, {EMPTY}
    kind = ANSWER if strategy.player == BLACK else PLAYED
    while True:
        if kind in (PLAYED, PASSED):
            legal = [after for after in strategy.plays[now][1 - strategy.player] if after not in seen]
            now_or_pass = dice.choice([*legal, None])
            if now_or_pass is None:
                if kind == PASSED or strategy.enough[now]:
                    return game.score(now)
                kind = REPLY_TO_PASS
                continue
            kind, now = ANSWER, now_or_pass
        else:
            answer = strategy.move(model, kind, now)
            if answer is None:
                assert kind == ANSWER, "a pass would end the game here"
                kind = PASSED
                continue
            assert answer not in seen, "superko forbids the answer"
            kind, now = PLAYED, answer
        seen.add(now)


class WithoutMemory(unittest.TestCase):
    def test_strategies_keep_their_promise_whatever_the_opponent_does(self):
        dice = random.Random(1)
        # A triangle, four and five points in a line, four points all joined.
        for graph6, player, wanted, levels in [("Bw", WHITE, 0, 3), ("Ch", BLACK, 4, 1), ("DhC", WHITE, 0, 3), ("C~", BLACK, -1, 1), ("C~", WHITE, 1, 3)]:
            game = Game(graph6, "positional", False, AREA, lambda: None)
            strategy = Strategy(game, plays_from_the_empty_board(game), player, wanted, levels)
            model = strategy.found()
            self.assertIsNotNone(model, graph6)
            for _ in range(500):
                score = final_score(strategy, model, game, dice)
                self.assertGreaterEqual((score - wanted) * (1, -1)[player], 0, graph6)

    def test_exact_values_lie_in_the_brackets(self):
        for points in range(1, 5):
            for graph6, row in values(points, "nstt").items():
                lo, hi = bracket(graph6, levels=2)
                self.assertTrue(lo <= int(row["value"]) <= hi, f"{graph6}: {row['value']} is not from {lo} to {hi}")

    def test_more_levels_prove_more(self):
        self.assertEqual([bracket("Bw", levels=levels) for levels in (1, 3)], [(-3, 3), (0, 0)])


if __name__ == "__main__":
    unittest.main()
