#!/usr/bin/env python3
"""The best bracket of the empty board that strategies without memory prove under positional superko (a SAT solver, python-sat).

    without_memory.py [--levels 3] [--suicide] GRAPH6…

Such a strategy chooses a move by coloring, player to move and passes alone. The handbook's chapter on open problems has the lemma that makes
its moves legal. It speaks of ways from one state to another, which the formula cannot follow; instead each state has a level, and play never
goes to a higher one. A move of the strategy to a coloring is of one of two kinds: the only one to that coloring, or one of several,
each of which goes to a lower level. Then no way leads back. With one level, no two moves of the strategy lead to the same coloring.

A strategy that is found is a proof. If none is found, there may still be one that needs more levels.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from certificate.items import AREA, BLACK, WHITE, Refused  # noqa: E402
from certificate.game import Game  # noqa: E402
from programs import ANALYSIS, CommandLine, number, package, run  # noqa: E402

EMPTY = (0, 0)
# The states of a strategy: the opponent is to move after a play of the strategy's or after its pass; the strategy is to move after a play of the
# opponent's or after the opponent's pass.
PLAYED, PASSED, ANSWER, REPLY_TO_PASS = range(4)


def plays_from_the_empty_board(game):
    """For each coloring that plays can reach, the results of the plays of Black and of White that change it."""
    plays, left = {}, [EMPTY]
    while left:
        coloring = left.pop()
        if coloring in plays:
            continue
        results = [[after for _, after in game.possible(coloring, player) if after != coloring] for player in (BLACK, WHITE)]
        # Nobody plays to the start again.
        plays[coloring] = [[after for after in of if after != EMPTY] for of in results]
        left += plays[coloring][BLACK] + plays[coloring][WHITE]
    return plays


class Strategy:
    """A formula whose models are strategies of a player who wants a score from the empty board with Black to move."""

    def __init__(self, game, plays, player, wanted, levels):
        self.plays, self.player, self.levels = plays, player, levels
        self.names, self.clauses = package("pysat.formula", ANALYSIS).IDPool(), []
        self.enough = {coloring: (game.score(coloring) - wanted) * (1, -1)[player] >= 0 for coloring in plays}
        moves = [move for coloring in plays for move in self.answers(coloring)]
        for coloring in plays:
            self.opponents_moves(coloring)
        self.moves_to_the_same_coloring(moves)
        self.clauses.append([self.at(ANSWER if player == BLACK else PLAYED, EMPTY)])

    def at(self, kind, coloring):
        """Whether play can come to a state."""
        return self.names.id((kind, coloring))

    def above(self, kind, coloring, level):
        """Whether a state's level is above another number, in unary: 0 is the lowest level."""
        return self.names.id((kind, coloring, level))

    def not_higher(self, unless, after, before, by=0):
        """The level after a move is lower than before it by a number, or more, unless a literal holds."""
        for level in range(-by, self.levels - 1):
            clause = unless + ([-self.above(*after, level)] if level >= 0 else [])
            self.clauses.append(clause + ([self.above(*before, level + by)] if level + by < self.levels - 1 else []))
        for kind, coloring in (after, before):
            for level in range(1, self.levels - 1):
                self.clauses.append([-self.above(kind, coloring, level), self.above(kind, coloring, level - 1)])

    def answers(self, coloring):
        """The strategy's moves from a coloring: each as (from, to, kind of state, literal, whether it is the only one to its result)."""
        moves = []
        for kind in (ANSWER, REPLY_TO_PASS):
            choices = [-self.at(kind, coloring)]
            if self.enough[coloring]:
                # The reply to a pass ends the game.
                if kind == REPLY_TO_PASS:
                    continue
                choices.append(self.names.id(("pass", coloring)))
                self.clauses.append([-choices[-1], self.at(PASSED, coloring)])
                self.not_higher([-choices[-1]], (PASSED, coloring), (kind, coloring))
            for after in self.plays[coloring][self.player]:
                for only in (True, False):
                    move = self.names.id((kind, coloring, after, only))
                    choices.append(move)
                    moves.append((coloring, after, kind, move, only))
                    self.clauses.append([-move, self.at(PLAYED, after)])
                    self.not_higher([-move], (PLAYED, after), (kind, coloring), by=0 if only else 1)
                    # A play of the opponent's to the same coloring must not come first.
                    self.not_higher([-move, -self.at(ANSWER, after)], (ANSWER, after), (kind, coloring), by=1)
            self.clauses.append(choices)
        return moves

    def opponents_moves(self, coloring):
        """Play follows the opponent everywhere, but not back to the coloring that the only move to this one has left."""
        if not self.enough[coloring]:
            self.clauses.append([-self.at(PLAYED, coloring), self.at(REPLY_TO_PASS, coloring)])
            self.not_higher([-self.at(PLAYED, coloring)], (REPLY_TO_PASS, coloring), (PLAYED, coloring))
        for after in self.plays[coloring][1 - self.player]:
            back = []
            if coloring in self.plays[after][self.player]:
                # Where the score is enough, the reply to a pass is no play.
                kinds = (ANSWER,) if self.enough[after] else (ANSWER, REPLY_TO_PASS)
                back = [self.names.id((kind, after, coloring, True)) for kind in kinds]
            for kind, unless in ((PLAYED, back), (PASSED, [])):
                here = [-self.at(kind, coloring), *unless]
                self.clauses.append([*here, self.at(ANSWER, after)])
                self.not_higher(here, (ANSWER, after), (kind, coloring))

    def moves_to_the_same_coloring(self, moves):
        """Of the moves to a coloring one is the only one, or each goes to a lower level."""
        to = {}
        for _, after, _, move, only in moves:
            to.setdefault(after, ([], []))[only].append(move)
        for after, (several, single) in to.items():
            has_one = self.names.id(("only", after))
            self.clauses += [[-move, has_one] for move in single] + [[-move, -has_one] for move in several]
            self.clauses += package("pysat.card", ANALYSIS).CardEnc.atmost(single, vpool=self.names).clauses

    def found(self):
        """The literals of a model, or None if there is none."""
        with package("pysat.solvers", ANALYSIS).Cadical195(bootstrap_with=self.clauses) as solver:
            return set(solver.get_model()) if solver.solve() else None

    def move(self, model, kind, coloring):
        """The move that a model chooses: the coloring after it, or None for a pass."""
        for after in self.plays[coloring][self.player]:
            if any(self.names.id((kind, coloring, after, only)) in model for only in (True, False)):
                return after
        return None


def bracket(graph6, suicide=False, levels=3):
    """The best bounds that strategies of so many levels prove."""
    game = Game(graph6, "positional", suicide, AREA, lambda: None)
    plays = plays_from_the_empty_board(game)
    scores = range(-game.points, game.points + 1)
    found = [
        next(score for score in order if Strategy(game, plays, player, score, levels).found())
        for player, order in ((BLACK, reversed(scores)), (WHITE, scores))
    ]
    return tuple(found)


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("graphs", nargs="+", metavar="GRAPH6")
    parser.add_argument("--levels", type=number(), default=3)
    parser.add_argument("--suicide", action="store_true", help="suicide is legal")
    options = parser.parse_args()
    for graph6 in options.graphs:
        try:
            lo, hi = bracket(graph6, options.suicide, options.levels)
        except Refused as why:
            parser.error(f"{graph6}: {why}")
        print(f"{graph6}: at least {lo}, at most {hi}", flush=True)


if __name__ == "__main__":
    run(main)
