"""The page SEPARATION.md: the states that positional and situational superko value differently, in prose and tables."""
from notation import score

# Graphs that have a name, by the graph6 that nauty-geng gives them.
NAMES = {
    "A_": "two joined points",
    "DQw": "a triangle with a tail of two points",
    "ECZO": "a triangle with a tail of three points",
    "EFz_": "K3,3",
    "E~~w": "K6",
}

INTRODUCTION = """\
# Where positional and situational superko differ

Positional superko forbids a play that recreates an earlier coloring. Situational superko forbids it only if the same
player is to move again. What is the smallest position to which the two rules give different values? The graphs of this page are the connected
ones of up to six points{but}. Every coloring, with either player to move, is the start of a game. The values are exact, under area
scoring, without komi. `B+2` means that Black wins by 2, `W+6` that White wins by 6, `0` is a tie.

This file is generated. `scripts/reproduce separation` makes it and the files under `separation/` again and compares them.
Every value is one line of `koproof compare g6:GRAPH --rules nstt,nstt-situational` (with suicide
`tromp-taylor,tromp-taylor-situational`). Graphs are in graph6, as `nauty-geng` lists them; `koproof boards g6:GRAPH` prints their
edges.
"""

PUBLISHED = """\
Three such positions have been published (superko-complexity, 2026): `X.` on two points with suicide, which is the smallest position above with colors and ends
exchanged; and, without suicide, `OOO/.X.` on 2x3 and `X.X.X.` on 1x6. [CERTIFICATES.md](CERTIFICATES.md) has proofs of all three.
"""

FILES = """\
* [separation/states.csv](separation/states.csv): every state with two values, and both of them (signed, Black − White)
* [separation/boards.csv](separation/boards.csv): every graph, whether it is solved, and how many of its states have two values
* [separation/manifest.json](separation/manifest.json): how the files were made, and the checksums of the certificates
"""


def page(boards, answers, limit):
    """The whole page."""
    return "\n".join([
        INTRODUCTION.format(but=uncovered(boards)),
        "## The answer\n",
        *(answer(boards, answers, suicide) for suicide in ["forbidden", "allowed"]),
        PUBLISHED,
        "## Graphs by size\n",
        sizes(boards),
        open_graphs(boards, limit),
        "## Every graph where they differ\n",
        "For each graph, the smallest state with two values: fewest stones, then by the text of the position, then Black to move before White.\n"
        "Exchanging the colors gives another such state.\n",
        differing(boards),
        "## Files\n",
        FILES,
    ])


def uncovered(boards):
    """Says how many graphs are open, as a part of a sentence."""
    graphs = {(board.points, board.graph6) for board in boards if board.states is None}
    if not graphs:
        return ""
    number = {1: "one", 2: "two", 3: "three"}.get(len(graphs), str(len(graphs)))
    points = " of six points" if {points for points, _ in graphs} == {6} else ""
    return f", except {number}{points} whose colorings are not all solved"


def answer(boards, answers, suicide):
    """The smallest states under one suicide rule, in prose."""
    name = f"suicide-{suicide}"
    by_points = answers[name]
    by_stones = answers.get(f"{name}-fewest-stones")
    text = f"**Suicide {suicide}.** Fewest points: {state(by_points)} ({proofs(name)}). "
    text += f"{smaller(boards, by_points)} "
    if by_stones is None:
        if by_points.stones > 0:
            raise ValueError(f"suicide {suicide}: the smallest state has {by_points.stones} stones, and a graph that is open or larger may have one "
                             "with fewer: say so instead of 'No position has fewer stones'")
        text += "No position has fewer stones, so it is the smallest in both senses."
    else:
        smaller(boards, by_stones)
        text += f"Fewest stones: {state(by_stones)} ({proofs(f'{name}-fewest-stones')}); "
        text += "on smaller graphs, all states with two values have more stones."
    most = max((s for board in boards if board.suicide == suicide for s in board.differing), key=gap)
    text += f" The largest difference is {gap(most)} points, first at {state(most)}.\n"
    return text


def smaller(boards, one):
    """States that all smaller graphs are solved, on which the answer depends."""
    suicide, points = one.board.suicide, one.board.points
    ones = [board for board in boards if board.suicide == suicide and board.points < points]
    if any(board.states is None for board in ones):
        raise ValueError(f"a graph of fewer than {points} points is open: nothing on {points} can be called the smallest")
    graphs = "one connected graph" if len(ones) == 1 else f"{len(ones)} connected graphs"
    return f"On the {graphs} with fewer points the two rules always agree."


def state(one):
    """A state with its values, as prose."""
    board = one.board
    name = f"{NAMES[board.graph6]}, " if board.graph6 in NAMES else ""
    edges = " ".join(f"{a}-{b}" for a, b in board.edges)
    position = "the empty board" if one.stones == 0 else f"`{one.position}`"
    positional, situational = (score(value) for value in one.values.values())
    return (f"{position} with {one.to_move.capitalize()} to move on {name}`g6:{board.graph6}` (edges {edges}): "
            f"{positional} under positional, {situational} under situational superko")


def proofs(name):
    return ", ".join(f"[{word}](separation/{name}.{superko}.kpc)"
                     for word, superko in [("proof", "positional"), ("proof", "situational")])


def gap(one):
    positional, situational = one.values.values()
    return abs(positional - situational)


def sizes(boards):
    """The number of solved graphs of each size, and of those on which the rules differ."""
    lines = ["| points | connected graphs | solved, suicide forbidden | rules differ on | states with two values | solved, suicide allowed | rules differ on "
             "| states with two values |", "|---:|---:|---:|---:|---:|---:|---:|---:|"]
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
    """Names the open graphs."""
    names = {suicide: [f"`{board.graph6}`" + (f" ({NAMES[board.graph6]})" if board.graph6 in NAMES else "")
                       for board in boards if board.suicide == suicide and board.states is None]
             for suicide in ["forbidden", "allowed"]}
    if not any(names.values()):
        return "All graphs are solved.\n"
    text = f"A graph is open here if not all of its colorings were solved within {limit:,} expansions under each rule. Open: "
    if names["forbidden"] == names["allowed"]:
        return text + f"{', '.join(names['forbidden'])}, with suicide and without.\n"
    said = {"without suicide": names["forbidden"], "with suicide": names["allowed"]}
    return text + ", ".join(f"{', '.join(graphs)} {how}" for how, graphs in said.items() if graphs) + ".\n"


def differing(boards):
    """The smallest state with two values, for every graph."""
    lines = ["| graph | points | edges | suicide | states with two values | smallest | to move | positional | situational |",
             "|---|---:|---:|---|---:|---|---|---:|---:|"]
    for board in sorted(boards, key=lambda board: (board.points, len(board.edges), board.graph6)):
        if board.differing:
            one = board.differing[0]
            values = " | ".join(score(value) for value in one.values.values())
            lines.append(f"| `{board.graph6}` | {board.points} | {len(board.edges)} | {board.suicide} | {len(board.differing)} of "
                         f"{board.states:,} | `{one.position}` | {one.to_move} | {values} |")
    return "\n".join(lines) + "\n"
