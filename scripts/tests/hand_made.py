"""Certificates made by hand, which the tests of the checker change.

The boards are tiny, so that each proof can be followed by hand: `@` one point, `A_` two joined points, `Bg` the path 0-1-2,
`Cr` the square 0-1, 2-3, 0-2, 1-3.
"""
from support import position, text

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
