"""Claims and steps (docs/certificates.md, §2, §3, §5): the checker itself."""
from typing import NamedTuple

from .items import MAX_BACK, MAX_POINTS, MAX_STATED, RELATIONS, RULES, Bound, counted, in_range, refuse

MAX_LIVE_RECORDS = 1 << 28  # of all claims in use together, unless --record-limit says otherwise (§8)
NO_LIMIT = MAX_POINTS  # of stones: no record has more
NOTHING = frozenset(), frozenset(), NO_LIMIT  # the conditions of a claim that holds under every history


class Unfinished(Exception):
    """A limit stopped this checker; the text names it."""


class Claim(NamedTuple):
    """§2: the bound holds at the state under every history with all of `need` and nothing of `avoid`.

    It also avoids every record with more stones of the prover than `limit` (§8).
    """

    state: tuple
    bound: Bound
    avoid: frozenset
    need: frozenset
    limit: int

    def carried(self, symmetry):
        """The claim at the image (§3)."""
        (coloring, to_move, passes), (prover, score), avoid, need, limit = self
        state = symmetry.coloring(coloring), to_move ^ symmetry.swap, passes
        bound = Bound(1 - prover, -score) if symmetry.swap else self.bound
        avoid, need = frozenset(map(symmetry.record, avoid)), frozenset(map(symmetry.record, need))
        return Claim(state, bound, avoid, need, limit)


class Checker:
    """The claims proved so far, and the bounds still to be proved (§2, §3, §5).

    `peaks` are empty, or one of each step; then claims limit stones (§8).
    """

    def __init__(self, game, statement, symmetries, most_records=MAX_LIVE_RECORDS, peaks=()):
        self.game, self.statement, self.symmetries = game, statement, symmetries
        self.most_records, self.peaks = most_records, peaks
        checks = self.stop, self.alive, self.pass_forever, self.play, self.pass_, self.replies, self.weaken
        self.checks = dict(zip(RULES, checks))
        self.live = {}  # step -> Claim
        self.steps = self.most_live = self.records = 0
        self.proved = {}  # by the roots, in order: (state, prover) -> Bound
        self.history = frozenset()
        if statement.roots is None:
            if not statement.bounds:
                refuse("a position without a bound: nothing is stated")
            self.root_state, self.history, self.gained = self.follow_moves()
            if abs(self.gained) > MAX_STATED:
                refuse(f"`moves` put one side {abs(self.gained)} prisoners ahead, but at most {MAX_STATED} are allowed")
            for bound in statement.bounds:
                in_range(bound, game.scoring, self.gained)

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

    def check(self, items):
        """Checks all items."""
        take = {"step": self.step, "drop": self.drop, "root": self.root, "end": self.end}
        for kind, value in items:
            take[kind](value)

    def step(self, step):
        """Checks a step and keeps its claim."""
        in_range(step.bound, self.game.scoring)
        avoid, need, limit = self.checks[step.rule](step, *step.args)
        if not avoid.isdisjoint(need):
            self.ill_formed(avoid & need, "is in `avoid` and in `need`")
        if not avoid.isdisjoint(self.game.known(step.state)):
            self.ill_formed(avoid & self.game.known(step.state), "is in `avoid` and in every history of the state")
        if step.state[0][step.bound.prover].bit_count() > limit:
            refuse(f"the claim is not well-formed: its state has more than the {limit} stones that its limit allows")
        self.live[self.steps] = Claim(step.state, step.bound, avoid, need, limit)
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
        # The record has the coloring of `after`. The child's limit does not exclude it: `step` would have refused the child.
        need = claim.need
        return claim.avoid, need and need - self.game.known(step.state) - {record}, claim.limit

    def to_move(self, step, prover):
        """Some rules are for the prover's turn, `replies` is for the opponent's."""
        if (step.state[1] == step.bound.prover) != prover:
            refuse(f"`{step.rule}` is only for turns of the {'prover' if prover else 'opponent'}")

    def meets(self, step, score, what):
        if not step.bound.met_by(score):
            refuse(f"{what} is {score}, which does not meet {step.bound}")
        return NOTHING

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
        avoid, need, limit = self.turn(step, child, (after, 1 - to_move, 0), record)
        before = coloring[to_move].bit_count()
        if not self.peaks or self.peaks[self.steps] > before or after[to_move].bit_count() <= before:
            return avoid | {record}, need, limit
        limit = min(limit, before)  # avoids the record
        return self.within(limit, avoid, to_move), need, limit

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
        blocked = {plays[point][0] for point, child in answers if child is None} - self.game.known(step.state)
        after = [self.turn(step, child, (plays[point][1], 1 - to_move, 0), plays[point][0])
                 for point, child in answers if child is not None]
        if after_pass is not None:
            after.append(self.after_pass(step, after_pass))
        elif passes:
            self.meets(step, self.game.score(coloring), "the score")
        else:
            refuse("`pass:end` ends the game too early: the last move was no pass")
        avoid, need, limits = zip(NOTHING, *after)
        limit = min(limits)
        return self.within(limit, frozenset().union(*avoid), step.bound.prover), frozenset(blocked).union(*need), limit

    def within(self, limit, avoid, prover):
        """The records that must be listed, because the limit does not exclude them."""
        if limit == NO_LIMIT:
            return avoid
        return frozenset(record for record in avoid if self.game.stones(record, prover) <= limit)

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
        return self.within(claim.limit, claim.avoid | avoid, step.bound.prover), claim.need | need, claim.limit

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
        if any(self.game.stones(record, root.bound.prover) > claim.limit for record in history):
            refuse(f"the history has a record with more than the {claim.limit} stones that the root's limit allows")
        if not claim.need <= history:
            refuse(f"the history has not {self.game.draw_record(min(claim.need - history))}, which the root needs")
        self.proved[state, root.bound.prover] = root.bound

    def end(self, steps):
        """Checks that everything that the header states is proved."""
        if steps != self.steps:
            refuse(f"`end` announces {counted(steps, 'step')}, but there are {self.steps}")
        if self.statement.roots is not None and len(self.proved) != self.statement.roots:
            refuse(f"the header announces {counted(self.statement.roots, 'root')}, but only {len(self.proved)} are proved")
        for bound in self.statement.bounds:
            if (self.root_state, bound.prover) not in self.proved:
                refuse(f"the header states {bound}, but no root proves it")
