"""How many stones a prover has on the way to each step, found out before a certificate is checked (docs/certificates.md, §8).

With these numbers a claim can limit stones instead of listing records. They are only hints: `claims.py` is right about
what is proved whatever they are.
"""
import array

from .items import MAX_BACK, PLAYERS


def children(rule, args):
    """The children of a step, as written."""
    if rule == "replies":
        answers, after_pass = args
        return [child for child in (*(child for _, child in answers), after_pass) if child]
    if rule == "play":
        return args[1:]
    return args[:1]


def peaks(game, items, history):
    """The peak of each step; the roots have this history.

    It is the largest number of the prover's stones in the state of the step, in the states of all steps that rest on it,
    directly or not, and in the history if a root rests on it.
    """
    most = [max((game.stones(record, player) for record in history), default=0) for player in range(len(PLAYERS))]
    found, below, counts = bytearray(), array.array("I"), bytearray()
    for kind, value in items:
        if kind == "step":
            step, prover = len(found), value.bound.prover
            found.append(value.state[0][prover].bit_count())
            # A child that is no earlier step is refused later on.
            backs = [step - child for child, _ in children(value.rule, value.args) if max(0, step - MAX_BACK) <= child < step]
            below.extend(backs)
            counts.append(len(backs))
        elif kind == "root" and 0 <= value.child[0] < len(found):
            child = value.child[0]
            found[child] = max(found[child], most[value.bound.prover])
    for step in range(len(found) - 1, -1, -1):
        for _ in range(counts[step]):
            child = step - below.pop()
            found[child] = max(found[child], found[step])
    return found
