"""Human-readable scores: B+1 if Black wins by 1, W+4 if White wins by 4, 0 for a tie.

The data sets have signed integers, Black − White. The pages in results/ are read by people, so they use these functions.
"""


def score(value, form=""):
    """A score or a mean of scores; `form` formats the number of points."""
    if not value:
        return "0"
    return f"{'B' if value > 0 else 'W'}+{abs(value):{form}}"


def bracket(lo, hi):
    """The known bracket of a value; the score if both ends are the same."""
    return score(lo) if lo == hi else f"{score(lo)} to {score(hi)}"
