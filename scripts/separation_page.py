"""The page SEPARATION.md: which states positional and situational superko value differently, in prose and tables."""

# Graphs that have a name, by the graph6 that nauty-geng gives them.
NAMES = {
    "A_": "two joined points",
    "DQw": "a triangle with a tail of two points",
    "ECZO": "a triangle with a tail of three points",
    "EFz_": "K3,3",
    "E~~w": "K6",
}

INTRODUCTION = """\
# Where positional and situational superko part

Positional superko forbids a play that recreates an earlier coloring, situational superko only one that recreates it with the same
player to move. Which is the smallest position to which they give different values? Below are all colorings of all connected
graphs of up to six points, either player to move, each as the start of a game of its own: exact values, Black − White, area
scoring, without komi.

This file is generated: `scripts/reproduce separation` compares it, and what lies under `separation/`, with what the program finds
today. Every value is one line of `koproof compare g6:GRAPH --rules nstt,nstt-situational` (with suicide
`tromp-taylor,tromp-taylor-situational`); graphs are in graph6, as `nauty-geng` lists them, and `koproof boards g6:GRAPH` has their
edges.
"""

IN_PRINT = """\
The pairs in print (superko-complexity, 2026) are `X.` on two points, with suicide, which is the smallest above with colours and ends
exchanged; `OOO/.X.` on 2x3 and `X.X.X.` on 1x6, without. [CERTIFICATES.md](CERTIFICATES.md) has proofs of all three.
"""

FILES = """\
* [separation/states.csv](separation/states.csv): every state that differs, with both values
* [separation/boards.csv](separation/boards.csv): every graph, whether it is solved, and how many of its states differ
* [separation/manifest.json](separation/manifest.json): how the files were made, and the checksums of the certificates
"""


def page(boards, answers, limit):
    """The whole page."""
    return "\n".join([
        INTRODUCTION,
        "## The answer\n",
        *(answer(boards, answers, suicide) for suicide in ["forbidden", "allowed"]),
        IN_PRINT,
        "## Graphs by size\n",
        sizes(boards),
        open_graphs(boards, limit),
        "## Every graph where they part\n",
        "For each its smallest state: fewest stones, then by the text of the position, then Black to move before White. Exchanging the\n"
        "colours gives another.\n",
        differing(boards),
        "## Files\n",
        FILES,
    ])


def answer(boards, answers, suicide):
    """What is smallest under one suicide rule, in prose."""
    name = f"suicide-{suicide}"
    by_points = answers[name]
    by_stones = answers.get(f"{name}-fewest-stones")
    text = f"**Suicide {suicide}.** On the fewest points: {state(by_points)} ({proofs(name)}). "
    text += f"{smaller(boards, by_points)} "
    if by_stones is None:
        text += "No position has fewer stones, so it is the smallest in either sense."
    else:
        smaller(boards, by_stones)
        text += f"With the fewest stones: {state(by_stones)} ({proofs(f'{name}-fewest-stones')}); "
        text += "smaller graphs have no state with as few that differs."
    most = max((s for board in boards if board.suicide == suicide for s in board.differing), key=gap)
    text += f" The values differ most, by {gap(most)}, first at {state(most)}.\n"
    return text


def smaller(boards, one):
    """Says that all smaller graphs were looked at, which the answer rests on."""
    suicide, points = one.board.suicide, one.board.points
    ones = [board for board in boards if board.suicide == suicide and board.points < points]
    if any(board.states is None for board in ones):
        raise ValueError(f"a graph of fewer than {points} points is open: nothing on {points} can be called the smallest")
    graphs = "one connected graph" if len(ones) == 1 else f"{len(ones)} connected graphs"
    return f"On the {graphs} with fewer points the two rules agree everywhere."


def state(one):
    """A state with its values, as prose."""
    board = one.board
    name = f"{NAMES[board.graph6]}, " if board.graph6 in NAMES else ""
    edges = " ".join(f"{a}-{b}" for a, b in board.edges)
    position = "the empty board" if one.stones == 0 else f"`{one.position}`"
    positional, situational = (signed(value) for value in one.values.values())
    return (f"{position} with {one.to_move.capitalize()} to move on {name}`g6:{board.graph6}` (edges {edges}): "
            f"{positional} under positional, {situational} under situational superko")


def proofs(name):
    return ", ".join(f"[{word}](separation/{name}.{superko}.kpc)"
                     for word, superko in [("proof", "positional"), ("proof", "situational")])


def gap(one):
    positional, situational = one.values.values()
    return abs(positional - situational)


def signed(value):
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


def sizes(boards):
    """How many graphs of each size are solved, and on how many of them the rules part."""
    lines = ["| points | connected graphs | solved, suicide forbidden | they part on | states | solved, suicide allowed | they part on "
             "| states |", "|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for points in sorted({board.points for board in boards}):
        cells = [str(points)]
        for suicide in ["forbidden", "allowed"]:
            ones = [board for board in boards if (board.points, board.suicide) == (points, suicide)]
            solved = [board for board in ones if board.states is not None]
            if len(cells) == 1:
                cells.append(str(len(ones)))
            differ = sum(len(board.differing) for board in solved)
            states = sum(board.states for board in solved)
            cells += [str(len(solved)), str(sum(1 for board in solved if board.differing)), f"{differ:,} of {states:,}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def open_graphs(boards, limit):
    """Names what is open."""
    names = {suicide: [f"`{board.graph6}`" + (f" ({NAMES[board.graph6]})" if board.graph6 in NAMES else "")
                       for board in boards if board.suicide == suicide and board.states is None]
             for suicide in ["forbidden", "allowed"]}
    text = f"Open are the graphs whose colorings were not all solved within {limit:,} expansions under either rule: "
    if names["forbidden"] == names["allowed"]:
        return text + f"{', '.join(names['forbidden'])}, with suicide and without.\n"
    return text + f"{', '.join(names['forbidden'])} without suicide, {', '.join(names['allowed'])} with it.\n"


def differing(boards):
    """The smallest state of every graph."""
    lines = ["| graph | points | edges | suicide | states that differ | smallest | to move | positional | situational |",
             "|---|---:|---:|---|---:|---|---|---:|---:|"]
    for board in sorted(boards, key=lambda board: (board.points, len(board.edges), board.graph6)):
        if board.differing:
            one = board.differing[0]
            values = " | ".join(signed(value) for value in one.values.values())
            lines.append(f"| `{board.graph6}` | {board.points} | {len(board.edges)} | {board.suicide} | {len(board.differing)} of "
                         f"{board.states:,} | `{one.position}` | {one.to_move} | {values} |")
    return "\n".join(lines) + "\n"
