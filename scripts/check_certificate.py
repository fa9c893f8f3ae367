#!/usr/bin/env python3
"""Checks koproof certificates: a second checker, independent of the one in Rust.

It was written from docs/certificates.md alone and shares no code with the rest of the project; "§" refers to the
sections of that page. It trusts nothing in a file: every play, score and set of records is computed here. To convince
yourself, read `Checker` below, with the claims and steps (§2, §3, §5), and `certificate_game.py`, with the rules (§1,
§4); `certificate_forms.py` only reads files.

Exit codes: 0 proved, 2 usage or unreadable file, 3 stopped at a limit, 4 refused; of several files, the highest.
"""
import argparse
import functools
import gc
import json
import os
import signal
import sys
import time
from typing import NamedTuple

from certificate_forms import AREA, MAX_STATED, PLAYERS, RELATIONS, RULES
from certificate_forms import Bound, Refused, in_range, open_reader, refuse
from certificate_game import Game

PROVED, UNREADABLE, UNFINISHED, REFUSED = 0, 2, 3, 4
VERDICTS = {PROVED: "proved", UNREADABLE: "unreadable", UNFINISHED: "unfinished", REFUSED: "refused"}
MAX_BACK = (1 << 32) - 1  # steps from a step to its child (§7)
MAX_LIVE_RECORDS = 1 << 28  # of all claims in use together, unless --record-limit says otherwise (§8)
NOTHING = frozenset()


class Unfinished(Exception):
    """A limit stopped this checker; the text names it."""


class Claim(NamedTuple):
    """§2: the bound holds at the state under every history with all of `need` and nothing of `avoid`."""

    state: tuple
    bound: Bound
    avoid: frozenset
    need: frozenset

    def carried(self, symmetry):
        """The claim at the image (§3)."""
        (coloring, to_move, passes), (prover, score), avoid, need = self
        state = symmetry.coloring(coloring), to_move ^ symmetry.swap, passes
        bound = Bound(1 - prover, -score) if symmetry.swap else self.bound
        return Claim(state, bound, frozenset(map(symmetry.record, avoid)), frozenset(map(symmetry.record, need)))


class Checker:
    """The claims proved so far, and the bounds still to be proved (§2, §3, §5)."""

    def __init__(self, game, statement, symmetries, most_records=MAX_LIVE_RECORDS):
        self.game, self.statement, self.symmetries = game, statement, symmetries
        self.most_records = most_records
        checks = self.stop, self.alive, self.pass_forever, self.play, self.pass_, self.replies, self.weaken
        self.checks = dict(zip(RULES, checks))
        self.live = {}  # step -> Claim
        self.steps = self.most_live = self.records = 0
        self.proved = {}  # by the roots, in order: (state, prover) -> Bound
        if statement.roots is None:
            if not statement.bounds:
                refuse("a position without a bound: nothing is stated")
            self.root_state, self.history, self.gained = self.follow_moves()
            if abs(self.gained) > MAX_STATED:
                refuse(f"`moves` put one side {abs(self.gained)} prisoners ahead, but at most {MAX_STATED} are allowed")
            for bound in statement.bounds:
                in_range(bound.shifted(-self.gained), game.scoring)

    def follow_moves(self):
        """The root state of a position, its history `H0`, and the prisoners: the moves must be legal and not the last."""
        coloring, to_move, passes = self.statement.start, self.statement.to_move, 0
        gained = 0
        history = set(self.game.known((coloring, to_move, passes)))
        for point in self.statement.moves:
            if point is None:
                if passes:
                    refuse("`moves` end the game: two passes in a row")
                record, passes = self.game.pass_record(coloring, to_move), 1
            else:
                plays = self.game.plays(coloring, to_move)
                if point not in plays:
                    refuse(f"`moves`: {self.game.why_not(coloring, point)}")
                (record, after), passes = plays[point], 0
                gained += self.game.shift(coloring, to_move, after)
                coloring = after
                if record in history:
                    refuse(f"`moves`: the play at {point} repeats {self.game.draw_record(record)}")
            history.add(record)
            to_move = 1 - to_move
        return (coloring, to_move, passes), history - {None}, gained

    def step(self, step):
        """Checks a step and keeps its claim."""
        in_range(step.bound, self.game.scoring)
        avoid, need = self.checks[step.rule](step, *step.args)
        if not avoid.isdisjoint(need):
            self.ill_formed(avoid & need, "is in `avoid` and in `need`")
        if not avoid.isdisjoint(self.game.known(step.state)):
            self.ill_formed(avoid & self.game.known(step.state), "is in `avoid` and in every history of the state")
        self.live[self.steps] = Claim(step.state, step.bound, avoid, need)
        self.records += len(avoid) + len(need)
        if self.records > self.most_records:
            raise Unfinished(f"the steps in use hold more than {self.most_records} records: raise --record-limit")
        self.steps += 1
        self.most_live = max(self.most_live, len(self.live))

    def ill_formed(self, records, reason):
        refuse(f"the claim is not well-formed: {self.game.draw_record(min(records))} {reason}")

    def child(self, child):
        """The claim of an earlier step, carried by the symmetry."""
        number, symmetry = child
        if self.steps - number > MAX_BACK:
            refuse(f"step {number} is more than {MAX_BACK} steps back")
        claim = self.live.get(number)
        if claim is None:
            refuse(f"step {number} is {'dropped' if 0 <= number < self.steps else 'not an earlier step'}")
        if symmetry == 0:
            return claim
        if symmetry > len(self.symmetries):
            refuse(f"there is no symmetry {symmetry}, only {len(self.symmetries)}")
        return claim.carried(self.symmetries[symmetry - 1])

    def child_about(self, child, state, bound):
        """The claim of a child that must be about the state and at least as strong as the bound."""
        claim = self.child(child)
        if claim.state != state:
            is_about, should_be = self.game.draw_state(claim.state), self.game.draw_state(state)
            refuse(f"child {child[0]}/{child[1]} is about {is_about}, but should be about {should_be}")
        if not claim.bound.implies(bound):
            refuse(f"child {child[0]}/{child[1]} proves {claim.bound}, which does not imply {bound}")
        return claim

    def turn(self, step, child, after, record):
        """The conditions of a child (§2), which must fit the turn that leads to the state `after` and makes `record`."""
        shift = 0 if after[2] else self.game.shift(step.state[0], step.state[1], after[0])
        claim = self.child_about(child, after, step.bound.shifted(-shift))
        if record in claim.avoid:
            refuse(f"child {child[0]}/{child[1]} does not fit: it avoids {self.game.draw_record(record)}")
        need = claim.need
        return claim.avoid, need and need - self.game.known(step.state) - {record}

    def to_move(self, step, prover):
        """Some rules are for the prover's turn, `replies` is for the opponent's."""
        if (step.state[1] == step.bound.prover) != prover:
            refuse(f"`{step.rule}` is only for turns of the {'prover' if prover else 'opponent'}")

    def meets(self, step, score, what):
        if not step.bound.met_by(score):
            refuse(f"{what} is {score}, which does not meet {step.bound}")
        return NOTHING, NOTHING

    def stop(self, step):
        self.to_move(step, prover=True)
        if step.state[2] != 1:
            refuse("`stop` ends the game too early: the last move was no pass")
        return self.meets(step, self.game.score(step.state[0]), "the score")

    def alive(self, step):
        return self.meets(step, self.game.alive(step.state[0], step.bound.prover), "what unconditional life ensures")

    def pass_forever(self, step):
        worst = self.game.pass_forever(step.state[0], step.bound.prover)
        return self.meets(step, worst, "the worst score that the opponent can reach")

    def play(self, step, point, child):
        self.to_move(step, prover=True)
        coloring, to_move, _ = step.state
        plays = self.game.plays(coloring, to_move)
        if point not in plays:
            refuse(self.game.why_not(coloring, point))
        record, after = plays[point]
        avoid, need = self.turn(step, child, (after, 1 - to_move, 0), record)
        return avoid | {record}, need

    def pass_(self, step, child):
        self.to_move(step, prover=True)
        return self.after_pass(step, child)

    def after_pass(self, step, child):
        """A child that follows a pass, of the prover or of the opponent."""
        coloring, to_move, passes = step.state
        if passes:
            refuse("a pass after a pass ends the game: no child can follow it")
        return self.turn(step, child, (coloring, 1 - to_move, 1), self.game.pass_record(coloring, to_move))

    def replies(self, step, answers, after_pass):
        self.to_move(step, prover=False)
        coloring, to_move, passes = step.state
        plays = self.game.answers(coloring, to_move)
        if [point for point, _ in answers] != list(plays):
            self.explain_points(coloring, to_move, [point for point, _ in answers])
        avoid, need = set(), set()
        for point, child in answers:
            record, after = plays[point]
            if child is None:
                need.add(record)
            else:
                more_avoid, more_need = self.turn(step, child, (after, 1 - to_move, 0), record)
                avoid |= more_avoid
                need |= more_need
        if after_pass is not None:
            more_avoid, more_need = self.after_pass(step, after_pass)
            avoid |= more_avoid
            need |= more_need
        elif passes:
            self.meets(step, self.game.score(coloring), "the score")
        else:
            refuse("`pass:end` ends the game too early: the last move was no pass")
        return frozenset(avoid), frozenset(need - self.game.known(step.state))

    def explain_points(self, coloring, to_move, points):
        """Names the problem with the points that `replies` lists."""
        for before, point in zip(points, points[1:]):
            if point <= before:
                refuse(f"the reply at {point} is {'given twice' if point == before else 'out of order'}")
        plays, answers = self.game.plays(coloring, to_move), self.game.answers(coloring, to_move)
        for point in points:
            if point not in plays:
                refuse(f"not a reply: {self.game.why_not(coloring, point)}")
            if point not in answers:
                refuse(f"the reply at {point} makes the same record as one at a lower point, which answers both")
        refuse(f"the reply at {min(set(answers) - set(points))} is missing")

    def weaken(self, step, child, avoid, need):
        claim = self.child_about(child, step.state, step.bound)
        return claim.avoid | avoid, claim.need | need

    def drop(self, number):
        claim = self.live.pop(number, None)
        if claim is None:
            refuse(f"step {number} cannot be dropped: it is {'already dropped' if number < self.steps else 'not made'}")
        self.records -= len(claim.avoid) + len(claim.need)

    def root(self, root):
        """Checks a root: its claim must hold under the history of the root state (§5)."""
        state = root.coloring, root.to_move, 0
        gained = 0
        if self.statement.roots is not None:
            in_range(root.bound, self.game.scoring)
            history = self.game.known(state)
            if len(self.proved) == self.statement.roots:
                refuse(f"more roots than the {self.statement.roots} that the header announces")
        else:
            if state[:2] != self.root_state[:2]:
                refuse(f"a root is about another state than the header's, {self.game.draw_state(self.root_state)}")
            if root.bound not in self.statement.bounds:
                refuse(f"the header does not state {root.bound}")
            state, history, gained = self.root_state, self.history, self.gained
        if (state, root.bound.prover) in self.proved:
            refuse(f"a bound `{RELATIONS[root.bound.prover]}` is stated twice for {self.game.draw_state(state)}")
        claim = self.child_about(root.child, state, root.bound.shifted(-gained))
        if not claim.avoid.isdisjoint(history):
            refuse(f"the history has {self.game.draw_record(min(claim.avoid & history))}, which the root avoids")
        if not claim.need <= history:
            refuse(f"the history has not {self.game.draw_record(min(claim.need - history))}, which the root needs")
        self.proved[state, root.bound.prover] = root.bound

    def end(self, steps):
        """Checks that everything that the header states is proved."""
        if steps != self.steps:
            refuse(f"`end` announces {steps} steps, but there are {self.steps}")
        if self.statement.roots is not None and len(self.proved) != self.statement.roots:
            refuse(f"the header announces {self.statement.roots} roots, but only {len(self.proved)} are proved")
        for bound in self.statement.bounds:
            if (self.root_state, bound.prover) not in self.proved:
                refuse(f"the header states {bound}, but no root proves it")


class Clock:
    """Enforces the time limit, and shows the progress of a long check on a terminal."""

    def __init__(self, name, limit, show):
        self.name, self.show, self.checker = name, show, None
        now = time.monotonic()
        self.deadline, self.next_report = now + limit, now + 2

    def tick(self):
        now = time.monotonic()
        if now >= self.deadline:
            raise Unfinished("the time limit came first")
        if self.show and now >= self.next_report and self.checker:
            self.next_report = now + 1
            text = f"{self.name}: {self.checker.steps:,} steps checked, {len(self.checker.live):,} live"
            print(f"\r{text}\x1b[K\r", end="", file=sys.stderr, flush=True)


def check(file, clock, most_records=MAX_LIVE_RECORDS):
    """Checks the certificate in a binary file and returns the `Checker`; raises `Refused` or `Unfinished`."""
    reader = open_reader(file, functools.partial(Game, tick=clock.tick), clock.tick)
    try:
        header = reader.header()
        reader.where = "header"
        checker = clock.checker = Checker(*header, most_records)
        take = {"step": checker.step, "drop": checker.drop, "root": checker.root, "end": checker.end}
        for kind, value in reader.items():
            take[kind](value)
        return checker
    except Refused as refusal:
        raise Refused(f"{reader.where}: {refusal}") from None


def describe(checker):
    """The bounds that a certificate proves, in human-readable form and as JSON."""
    game, statement = checker.game, checker.statement
    facts = {"board": game.name(), "graph6": game.graph6, "points": game.points, "superko": game.superko}
    facts |= {"suicide": "allow" if game.suicide else "forbid", "scoring": game.scoring}
    text = f"{facts['board']}, {game.superko} superko, suicide {'allowed' if game.suicide else 'forbidden'}, "
    text += "" if game.scoring == AREA else f"{game.scoring} scoring, "
    if statement.roots is not None:
        facts["roots"] = statement.roots
        text += f"table of {statement.roots} bounds"
    else:
        start, mover = game.draw(statement.start), PLAYERS[statement.to_move]
        moves = ["pass" if move is None else move for move in statement.moves]
        bounds = {PLAYERS[bound.prover]: bound.score for bound in statement.bounds}
        low, high = bounds.get("black"), bounds.get("white")
        facts |= {"start": start, "to_move": mover, "moves": moves, "at_least": low, "at_most": high}
        value = f"= {low}" if low == high else " and ".join(map(str, statement.bounds))
        text += f"start {start}, {mover} to move{', then ' * bool(moves)}{' '.join(map(str, moves))}: value {value}"
    facts |= {"steps": checker.steps, "most_live": checker.most_live}
    return f"{text} ({checker.steps} steps, at most {checker.most_live} live)", facts


def judge(path, options, roots):
    """Checks one file, prints the verdict and returns the exit code."""
    show = sys.stderr.isatty() and not options.quiet
    clock = Clock(path, options.time_limit, show)
    facts = {}
    try:
        with open(path, "rb") as file:
            checker = check(file, clock, options.record_limit)
        text, facts = describe(checker)
        if roots and checker.statement.roots is not None:
            lines = (f"{checker.game.draw(state[0])} {PLAYERS[state[1]]} {bound}\n"
                     for (state, _), bound in checker.proved.items())
            roots.writelines(lines)
        code = PROVED
    except Refused as refusal:
        code, text = REFUSED, str(refusal)
    except Unfinished as limit:
        facts = {"steps": clock.checker.steps if clock.checker else 0}
        code, text = UNFINISHED, f"checked {facts['steps']} steps, not finished: {limit}"
    except (OSError, MemoryError) as error:
        code, text = UNREADABLE, getattr(error, "strerror", None) or "out of memory"
    if show:
        print("\x1b[K", end="", file=sys.stderr, flush=True)
    if code == PROVED:
        text = f"proved: {text}"
    else:
        facts["reason"] = text
        print(f"{path}: {text}", file=sys.stderr)
    if options.json:
        print(json.dumps({"file": path, "verdict": VERDICTS[code], **facts}))
    elif code == PROVED and not options.quiet:
        print(f"{path}: {text}")
    return code


def seconds(text):
    """A time limit from the command line."""
    value = float(text)
    if not value > 0:
        raise ValueError
    return value


def count(text):
    """A limit from the command line: at least 1."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def main(arguments=None):
    codes = "Exit codes: 0 proved, 2 usage or unreadable file, 3 a limit came first, 4 refused."
    description = "Checks koproof certificates, in the text or the binary form."
    parser = argparse.ArgumentParser(description=description, epilog=codes)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--quiet", action="store_true", help="print only what is not proved")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file instead of text")
    parser.add_argument("--time-limit", type=seconds, default=float("inf"), metavar="SECONDS", help="for each file")
    parser.add_argument("--record-limit", type=count, default=MAX_LIVE_RECORDS, metavar="NUMBER",
                        help="give up where the steps in use hold more records than this (default: %(default)s)")
    parser.add_argument("--roots", metavar="FILE", help="write the proved roots of tables to FILE, one a line")
    options = parser.parse_args(arguments)
    if options.roots and any(os.path.realpath(path) == os.path.realpath(options.roots) for path in options.files):
        parser.error(f"--roots {options.roots} would replace a certificate: name another file")
    try:
        new = f"{options.roots}.new"
        roots = open(new, "w", encoding="ascii") if options.roots else None
        codes = [judge(path, options, roots) for path in options.files]
        if roots:
            roots.close()
            os.replace(new, options.roots)
        return max(codes)
    except OSError as error:
        print(f"{options.roots or 'standard output'}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    gc.disable()  # nothing here makes reference cycles, and looking for them takes a fifth of the time
    sys.stdout.reconfigure(errors="backslashreplace")  # a path may have any characters
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly under `| head`
    sys.exit(main())
