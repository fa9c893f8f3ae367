"""The rule sets of the data, and human-readable scores: B+1 if Black wins by 1, W+4 if White wins by 4, 0 for a tie.

The data sets have signed integers, Black − White. The pages in results/ are read by people, so they use these functions.
"""

# The rule sets of the data: the rule for repetition and the rule for suicide of each.
RULE_SETS = {
    "nstt": ("positional", "forbid"),
    "tromp-taylor": ("positional", "allow"),
    "nstt-situational": ("situational", "forbid"),
    "tromp-taylor-situational": ("situational", "allow"),
}
POSITIONAL, SITUATIONAL = ([name for name, rules in RULE_SETS.items() if superko in rules] for superko in ("positional", "situational"))


def score(value, form=""):
    """A score or a mean of scores; `form` formats the number of points."""
    if not value:
        return "0"
    return f"{'B' if value > 0 else 'W'}+{abs(value):{form}}"


def bracket(lo, hi):
    """The known bracket of a value; the score if both ends are the same."""
    return score(lo) if lo == hi else f"{score(lo)} to {score(hi)}"


def joined(parts):
    """Words with commas, and an `and` before the last."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
