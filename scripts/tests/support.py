"""What the tests of the checker share."""
import io
import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import check_certificate  # noqa: E402  (found through the line above, like the next ones)
from certificate import claims, game as rules_of_play  # noqa: E402
from certificate.claims import Checker  # noqa: E402
from certificate.forms import open_reader  # noqa: E402
from certificate.game import Game  # noqa: E402
from certificate.items import Refused  # noqa: E402
from naive_prover import seal  # noqa: E402

FOREVER = float("inf")


def check_once(data, limit_stones):
    """The checker after a certificate that it accepts; raises `Refused` for any other."""
    clock = check_certificate.Clock("test", FOREVER, show=False)
    return check_certificate.check(buffered(data), clock, limit_stones=limit_stones)


def check(data):
    """As `check_once` without limits of stones. With them the verdict must be the same."""
    try:
        checker = check_once(data, limit_stones=False)
    except Refused as refused:
        try:
            check_once(data, limit_stones=True)
        except Refused:
            raise refused from None
        raise AssertionError(f"accepted with --limit-stones, but otherwise refused: {refused}") from None
    check_once(data, limit_stones=True)
    return checker


def refusal(data):
    """Why the checker refuses, or None."""
    try:
        check(data)
    except Refused as refused:
        return str(refused)
    return None


def buffered(data):
    return io.BufferedReader(io.BytesIO(data))


def opened(data):
    """The header and the items as the reader for their form gives them."""
    reader = open_reader(buffered(data), lambda *rules: Game(*rules, tick=lambda: None), lambda: None)
    return reader.header(), list(reader.items())


def contents(data):
    """The same, so that two files can be compared."""
    (_, statement, symmetries), items = opened(data)
    return statement, [(symmetry.images, symmetry.swap) for symmetry in symmetries], items


def text(board, statement, items, superko="positional", suicide="allow", symmetries=(), end=None):
    """A sealed text certificate; the number of steps is counted unless `end` is given."""
    lines = ["koproof certificate 1", f"graph6 {board}", f"superko {superko}", f"suicide {suicide}", *statement]
    lines += [f"symmetry {symmetry}" for symmetry in symmetries] + ["steps", *items]
    steps = sum(item.startswith("s ") for item in items)
    return seal([*lines, f"end {steps if end is None else end}"])


def position(start, to_move, low, high, moves="-"):
    """The lines of a statement about a position."""
    return ["position", f"start {start}", f"to-move {to_move}", f"moves {moves}", f"at-least {low}", f"at-most {high}"]
