"""What a koproof certificate consists of (docs/certificates.md, §2, §3, §5), and the limits of every length (§6, §7)."""
from typing import NamedTuple

BLACK, WHITE = 0, 1
PLAYERS = ("black", "white")
RELATIONS = (">=", "<=")  # by prover: Black proves that the value is at least something, White that it is at most
SUPERKO = ("positional", "situational", "natural-situational", "taylor")
AREA, TERRITORY = "area", "territory"  # version 1 and version 2
RULES = ("stop", "alive", "pass-forever", "play", "pass", "replies", "weaken")

MAX_POINTS = 64
MAX_SCORES = {AREA: 64, TERRITORY: 128}
MAX_HEADER = MAX_BLOCK = MAX_LINE = 1 << 20  # bytes; plain bytes in the binary form
MAX_DROPS = MAX_RECORDS = MAX_SYMMETRIES = 1 << 12
MAX_MOVES = 1 << 16
MAX_BACK = (1 << 32) - 1  # steps from a step to its child
MAX_STATED = (1 << 15) - 1  # stated scores, and prisoners that the moves put one side ahead (§5)


class Refused(Exception):
    """The certificate does not prove what it states; the text says why."""


class NoCertificate(Refused):
    """The file does not begin as a certificate that this checker reads (§8)."""


def refuse(reason):
    """Ends the check."""
    raise Refused(reason)


class Bound(NamedTuple):
    """`>= score` if the prover is Black, `<= score` if White (§2)."""

    prover: int
    score: int

    def met_by(self, score):
        return score >= self.score if self.prover == BLACK else score <= self.score

    def implies(self, other):
        return self.prover == other.prover and other.met_by(self.score)

    def shifted(self, by):
        return Bound(self.prover, self.score + by)

    def __str__(self):
        return f"{RELATIONS[self.prover]} {self.score}"


class Statement(NamedTuple):
    """The statement to be proved (§5). For a table `roots` is their number and the rest is None; else `roots` is None."""

    start: tuple | None = None
    to_move: int | None = None
    moves: tuple | None = None  # points, and None for a pass
    bounds: tuple = ()
    roots: int | None = None


class Step(NamedTuple):
    """A step as written (§3). `args` depend on the rule; a child is a pair (step, symmetry)."""

    state: tuple
    bound: Bound
    rule: str
    args: tuple


class Root(NamedTuple):
    """A root as written (§5)."""

    coloring: tuple
    to_move: int
    bound: Bound
    child: tuple


def at_most(limit, count, what):
    """Compares a count with its limit before it is used."""
    if count > limit:
        refuse(f"{count} {what}, but at most {limit} are allowed")
    return count


def one_of(words, text):
    """The place of a word in a list."""
    if text not in words:
        refuse(f"expected one of: {', '.join(words)}")
    return words.index(text)


def stated(bounds):
    """Refuses a header's scores that §5 does not allow."""
    for found in bounds:
        if not -MAX_STATED <= found.score <= MAX_STATED:
            refuse(f"a stated score of {found.score}: from -{MAX_STATED} to {MAX_STATED} are allowed")
    return bounds


def announced(roots):
    """Refuses a table that states nothing (§5)."""
    return roots or refuse("a table without roots states nothing")


def in_range(bound, scoring, gained=0):
    """Refuses a bound that §2 does not allow, or §5 after moves that gained these prisoners."""
    most = MAX_SCORES[scoring]
    if not gained - most <= bound.score <= gained + most:
        after = f", the range after moves with {gained:+} in prisoners" if gained else ""
        refuse(f"the bound {bound} is not from {gained - most} to {gained + most}{after}")


def counted(number, noun):
    """A number with its noun: `1 step`, `2 steps`."""
    return f"{number} {noun}{'s' * (number != 1)}"
