"""A naive prover and a brute-force oracle for tiny boards: material for the tests of the checker.

Its rules are written a second time, on strings, so that an error in the checker's bit sets cannot hide here. The oracle
(`Rules.value`) knows nothing of claims: it searches the game with its whole history. The prover (`Prover`) searches the
same way, but derives claims (docs/certificates.md, §2 and §3), uses them again wherever they apply, and writes a text
certificate.
"""
import functools
import itertools
import random
import zlib

BLACK, WHITE = "black", "white"
STONE = {BLACK: "X", WHITE: "O"}


def other(player):
    return WHITE if player == BLACK else BLACK


def graph6(points, edges):
    """The graph6 text of a board with fewer than 63 points."""
    edges = {frozenset(edge) for edge in edges}
    bits = "".join(str(int({a, b} in edges)) for b in range(points) for a in range(b))
    bits += "0" * (-len(bits) % 6)
    return chr(63 + points) + "".join(chr(63 + int(bits[i:i + 6], 2)) for i in range(0, len(bits), 6))


def path(points):
    return points, [(x, x + 1) for x in range(points - 1)]


def complete(points):
    return points, list(itertools.combinations(range(points), 2))


SQUARE = 4, [(0, 1), (2, 3), (0, 2), (1, 3)]


class Rules:
    """A board and a ruleset; colorings and records are the strings of the text form."""

    def __init__(self, points, edges, superko="positional", suicide=True, scoring="area"):
        self.points, self.edges, self.superko, self.suicide = points, list(edges), superko, suicide
        self.territory = scoring == "territory"
        self.scoring, self.most = scoring, 2 * points if self.territory else points
        self.near = {x: [b if a == x else a for a, b in self.edges if x in (a, b)] for x in range(points)}

    def clear(self, coloring, stone):
        free = {x for x in range(self.points) if coloring[x] == "."}
        grown = True
        while grown:
            more = {y for x in free for y in self.near[x] if coloring[y] == stone} - free
            grown = bool(more)
            free |= more
        return "".join("." if c == stone and x not in free else c for x, c in enumerate(coloring))

    @functools.cache
    def legal(self, coloring):
        return self.clear(coloring, "X") == coloring == self.clear(coloring, "O")

    @functools.cache
    def plays(self, coloring, player):
        """(point, record, coloring after), the lowest point of each record."""
        found, records = [], set()
        for x in range(self.points):
            if coloring[x] == ".":
                placed = coloring[:x] + STONE[player] + coloring[x + 1:]
                captured = self.clear(placed, STONE[other(player)])
                after = self.clear(captured, STONE[player])
                record = self.record(after, other(player) if self.superko == "situational" else player)
                if (self.suicide or after == captured) and record not in records:
                    records.add(record)
                    found.append((x, record, after))
        return found

    def record(self, coloring, player):
        return coloring if self.superko == "positional" else f"{coloring}:{player}"

    def pass_records(self, coloring, player):
        if self.superko == "taylor":
            return {self.record(coloring, player)}
        return {self.record(coloring, other(player))} if self.superko == "situational" else set()

    def known(self, coloring, player, passes):
        if self.superko == "positional":
            return {coloring}
        if self.superko == "situational":
            return {self.record(coloring, player)} | ({self.record(coloring, other(player))} if passes else set())
        if self.superko == "taylor":
            return {self.record(coloring, other(player))} if passes else set()
        return {self.record(coloring, player if passes else other(player))}

    @functools.cache
    def score(self, coloring):
        total, seen = 0, set()
        for x in range(self.points):
            if coloring[x] != ".":
                total += 0 if self.territory else 1 if coloring[x] == "X" else -1
            elif x not in seen:
                region, edge = {x}, {x}
                while edge:
                    edge = {z for y in edge for z in self.near[y] if coloring[z] == "."} - region
                    region |= edge
                seen |= region
                touched = {coloring[z] for y in region for z in self.near[y]} - {"."}
                total += len(region) * ({"X"} == touched) - len(region) * ({"O"} == touched)
        return total

    @functools.cache
    def taken(self, before, player, after):
        """The prisoners of Black less those of White by a play."""
        had = before + STONE[player]
        lost = {stone: had.count(stone) - after.count(stone) for stone in "XO"}
        return lost["O"] - lost["X"] if self.territory else 0

    @functools.cache
    def colorings(self):
        return [text for text in map("".join, itertools.product(".XO", repeat=self.points)) if self.legal(text)]

    def records(self):
        players = [None] if self.superko == "positional" else [BLACK, WHITE]
        return [self.record(coloring, player) for coloring in self.colorings() for player in players]

    def value(self, coloring, player, passes=0, history=None, low=None, high=None):
        """The value by search of the whole game, prisoners from here on; with a window, a bound beyond it is enough."""
        low = -self.most if low is None else low
        high = self.most if high is None else high
        history = frozenset(self.known(coloring, player, passes)) | (history or frozenset())
        best = None
        for after, then, record in self._turns(coloring, player, passes):
            if record and record <= history:
                continue
            if after is None:
                value = self.score(coloring)
            elif record is None:
                value = self.value(after, other(player), then, history | self.pass_records(coloring, player), low, high)
            else:
                more = self.taken(coloring, player, after)
                value = more + self.value(after, other(player), then, history | record, low - more, high - more)
            if best is None or (value > best if player == BLACK else value < best):
                best = value
            if player == BLACK:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return best

    def _turns(self, coloring, player, passes):
        if passes:
            yield None, None, None
        for _, record, after in self.plays(coloring, player):
            yield after, 0, frozenset([record])
        if not passes:
            yield coloring, 1, None

    def worst_when_passing(self, coloring, prover):
        worse = min if prover == BLACK else max
        found, before = {coloring: 0}, None
        while found != before:  # as often as something gets worse
            before = found.copy()
            for coloring, taken in before.items():
                for _, _, after in self.plays(coloring, other(prover)):
                    then = taken + self.taken(coloring, other(prover), after)
                    found[after] = worse(found.get(after, then), then)
        return worse(self.score(coloring) + taken for coloring, taken in found.items())

    def parts(self, points):
        found, points = [], set(points)
        while points:
            part = edge = {points.pop()}
            while edge:
                edge = {y for x in edge for y in self.near[x]} & points
                points -= edge
                part = part | edge
            found.append(frozenset(part))
        return found

    def alive(self, coloring, prover):
        """What unconditional life ensures, as Black - White."""
        chains = set(self.parts(x for x in range(self.points) if coloring[x] == STONE[prover]))

        def around(chain):
            return {y for x in chain for y in self.near[x]}

        weak = True
        while weak:
            regions = self.parts(set(range(self.points)) - set().union(*chains))
            weak = {chain for chain in chains if len([r for r in regions if r <= around(chain)]) < 2}
            chains -= weak
        safe = set().union(*chains)
        balance = len(safe)
        for region in regions:
            near = [bool(set(self.near[x]) & safe) for x in region]
            if len(region) == 1:
                balance += near[0]
            else:
                balance -= len(region) - all(near)
        stones = coloring.count("X") - coloring.count("O") if self.territory else 0
        return (balance if prover == BLACK else -balance) - stones

    def automorphisms(self):
        edges = {frozenset(edge) for edge in self.edges}
        return [g for g in itertools.permutations(range(self.points))
                if {frozenset((g[a], g[b])) for a, b in self.edges} == edges]


class Proof:
    """A claim and how the certificate names it."""

    def __init__(self, step, symmetry, state, at_least, score, avoid, need):
        self.step, self.symmetry, self.state, self.at_least, self.score = step, symmetry, state, at_least, score
        self.avoid, self.need = avoid, need

    def name(self):
        return f"{self.step}/{self.symmetry}" if self.symmetry else str(self.step)

    def settles(self, threshold):
        return self.score >= threshold if self.at_least else self.score < threshold


class Prover:
    """Proves values and writes what it did.

    `seed` varies the order of the search and sprinkles `weaken` steps. A careless prover uses claims again without
    regard to the history, which is wrong.
    """

    def __init__(self, rules, symmetric=False, ground=True, seed=None, careless=False):
        self.rules, self.ground, self.careless, self.random = rules, ground, careless, random.Random(seed)
        self.shuffled = seed is not None
        self.lines, self.children, self.table, self.roots = [], [], {}, []
        identity = tuple(range(rules.points))
        group = [(g, swap) for swap in (False, True) for g in rules.automorphisms()] if symmetric else []
        self.symmetries = [(identity, False)] + [entry for entry in group if entry != (identity, False)]

    def carry_record(self, record, symmetry):
        images, swap = symmetry
        coloring, colon, player = record.partition(":")
        moved = [""] * len(coloring)
        for x, stone in enumerate(coloring):
            moved[images[x]] = stone.translate({88: 79, 79: 88}) if swap else stone
        return "".join(moved) + colon + (other(player) if swap and colon else player)

    def emit(self, state, at_least, score, rule, used, avoid, need):
        """Writes a step and files its claim, and its images, for later use."""
        coloring, player, passes = state
        relation = ">=" if at_least else "<="
        self.lines.append(f"s {player} {passes} {coloring} {relation} {score} {rule}")
        self.children.append([proof.step for proof in used])
        step, own = len(self.lines) - 1, None
        for number, symmetry in enumerate(self.symmetries):
            carried = self.carry_record(coloring, symmetry), other(player) if symmetry[1] else player, passes
            sets = [frozenset(self.carry_record(record, symmetry) for record in records) for records in (avoid, need)]
            bound = (not at_least, -score) if symmetry[1] else (at_least, score)
            proof = Proof(step, number, carried, *bound, *sets)
            self.table.setdefault(carried, []).append(proof)
            own = own or proof
        return own

    def solve(self, coloring, player, passes, history, threshold):
        """A proof of `>= threshold` or of `<= threshold - 1`."""
        state = coloring, player, passes
        for proof in self.table.get(state, ()):
            applies = self.careless or not proof.avoid & history and proof.need <= history
            if proof.settles(threshold) and applies:
                return self.sometimes_weaken(proof, history, threshold)
        rules = self.rules
        if self.ground:
            for rule, ensured in (("alive", rules.alive), ("pass-forever", rules.worst_when_passing)):
                for prover in (BLACK, WHITE):
                    score = ensured(coloring, prover)
                    if score >= threshold if prover == BLACK else score < threshold:
                        return self.emit(state, prover == BLACK, score, rule, [], frozenset(), frozenset())
        at_least = player == BLACK
        bound = at_least, threshold if at_least else threshold - 1
        score = rules.score(coloring)
        if passes and (score >= threshold) == at_least:
            return self.emit(state, at_least, score, "stop", [], frozenset(), frozenset())
        known = frozenset(rules.known(*state))
        turns = [("pass", frozenset(rules.pass_records(coloring, player)), coloring)] * (not passes)
        turns += [(x, frozenset([record]), after) for x, record, after in rules.plays(coloring, player)]
        if self.shuffled:
            self.random.shuffle(turns)
        replies = {}
        for turn, made, after in turns:
            if turn != "pass" and made <= history:
                replies[turn] = "blocked", None, made
                continue
            more = 0 if turn == "pass" else rules.taken(coloring, player, after)
            proof = self.solve(after, other(player), int(turn == "pass"), history | made, threshold - more)
            if proof.at_least == at_least:
                avoid, need = proof.avoid | (made if turn != "pass" else frozenset()), proof.need - known - made
                rule = f"pass {proof.name()}" if turn == "pass" else f"play {turn} {proof.name()}"
                return self.emit(state, *bound, rule, [proof], avoid, need)
            replies[turn] = proof.name(), proof, made
        return self.write_replies(state, not at_least, threshold - 1 if at_least else threshold, replies, known)

    def write_replies(self, state, at_least, score, replies, known):
        avoid, need, used = frozenset(), frozenset(), []
        for _, proof, made in replies.values():
            if proof is None:
                need |= made
            else:
                avoid, need = avoid | proof.avoid, need | (proof.need - made)
                used.append(proof)
        points = sorted(turn for turn in replies if turn != "pass")
        words = [f"{x}:{replies[x][0]}" for x in points] + [f"pass:{replies['pass'][0] if 'pass' in replies else 'end'}"]
        return self.emit(state, at_least, score, "replies " + " ".join(words), used, avoid, need - known)

    def sometimes_weaken(self, proof, history, threshold):
        if not self.shuffled or self.random.random() > 0.05:
            return proof
        known = frozenset(self.rules.known(*proof.state))
        records = self.random.sample(self.rules.records(), min(3, len(self.rules.records())))
        avoid = frozenset(records) - history - proof.need - known
        need = frozenset(self.random.sample(sorted(history), min(1, len(history)))) - proof.avoid - avoid
        score = threshold if proof.at_least else threshold - 1
        texts = [",".join(sorted(extra)) or "-" for extra in (avoid, need)]
        rule = f"weaken {proof.name()} avoid {texts[0]} need {texts[1]}"
        return self.emit(proof.state, proof.at_least, score, rule, [proof], proof.avoid | avoid, proof.need | need)

    def prove_value(self, coloring, player, passes, history):
        """The value, and a proof of each bound."""
        low, high = -self.rules.most, self.rules.most
        proofs = {}
        while low < high:
            middle = (low + high + 1) // 2
            proof = self.solve(coloring, player, passes, history, middle)
            proofs[proof.at_least] = proof
            low, high = (middle, high) if proof.at_least else (low, middle - 1)
        for at_least in (True, False):
            if at_least not in proofs:
                proofs[at_least] = self.solve(coloring, player, passes, history, low if at_least else low + 1)
        return low, proofs

    def position(self, start, player, moves=()):
        """The text of a certificate of the value after the moves, and the value."""
        state = start, player, 0
        history, taken = frozenset(self.rules.known(*state)), 0
        for move in moves:
            coloring, mover, _ = state
            if move == "pass":
                history |= self.rules.pass_records(coloring, mover)
                state = coloring, other(mover), 1
            else:
                record, after = {x: (record, after) for x, record, after in self.rules.plays(coloring, mover)}[move]
                assert record not in history
                history |= {record}
                taken += self.rules.taken(coloring, mover, after)
                state = after, other(mover), 0
        value, proofs = self.prove_value(*state, history)
        value += taken
        for at_least, proof in proofs.items():
            self.root(state, at_least, value, proof)
        moves = " ".join(map(str, moves)) or "-"
        statement = ["position", f"start {start}", f"to-move {player}", f"moves {moves}"]
        return self.certificate(statement + [f"at-least {value}", f"at-most {value}"]), value

    def every_state(self):
        """The text of a certificate of a table: both bounds for every legal coloring and player."""
        for coloring in self.rules.colorings():
            for player in (BLACK, WHITE):
                state = coloring, player, 0
                value, proofs = self.prove_value(*state, frozenset(self.rules.known(*state)))
                for at_least, proof in proofs.items():
                    self.root(state, at_least, value, proof)
        return self.certificate(["table", f"roots {len(self.roots)}"])

    def root(self, state, at_least, value, proof):
        text = f"r {state[1]} {state[0]} {'>=' if at_least else '<='} {value} {proof.name()}"
        self.roots.append((len(self.lines), proof.step, text))

    def certificate(self, statement):
        rules = self.rules
        lines = [f"koproof certificate {1 + rules.territory}", f"graph6 {graph6(rules.points, rules.edges)}", f"superko {rules.superko}"]
        lines += [f"suicide {'allow' if rules.suicide else 'forbid'}", *["scoring territory"] * rules.territory, *statement]
        for images, swap in self.symmetries[1:]:
            lines.append(f"symmetry {' '.join(map(str, images))} {'swap' if swap else 'keep'}")
        lines.append("steps")
        last_use = {child: step for step, children in enumerate(self.children) for child in children}
        last_use |= {step: len(self.lines) for _, step, _ in self.roots}
        drops = {}
        for child, step in last_use.items():
            drops.setdefault(step, []).append(child)
        for step, line in enumerate(self.lines):
            lines.append(line)
            if step in drops:
                lines.append("d " + " ".join(map(str, sorted(drops[step]))))
        lines += [text for _, _, text in self.roots] + [f"end {len(self.lines)}"]
        return seal(lines)


def seal(lines):
    """The bytes of a text certificate: the lines, and their check."""
    body = "".join(line + "\n" for line in lines).encode("ascii")
    return body + f"crc32 {zlib.crc32(body):08x}\n".encode("ascii")
