"""The page results/atlas/ATLAS.md, generated from the data beside it.

    atlas_page.py DIRECTORY… >ATLAS.md

Each file is taken from the first directory that has it. Exit codes: 0 the page is written, 2 there are no data, 4 a
sentence of the page is not true of them.
"""
import sys
from collections import Counter, defaultdict

from atlas_graphs import directories_with, families, read
from notation import RULE_SETS, bracket, score
from programs import End, run

RULES = list(RULE_SETS)
# Black takes the whole board under positional superko and nothing under situational superko.
TREE = "GkaA@?"
# Numbers of points: up to the first all colorings are solved, up to the second the open boards are listed, the third is the largest.
SMALL, LISTED, MOST_POINTS = 6, 7, 8

INTRODUCTION = """\
# Atlas of small boards

The value of the empty board on every connected graph of up to {most} points, and the values of all colorings on those of up to six, under four
rule sets: positional superko (`nstt`, `tromp-taylor`) and situational superko (`nstt-situational`, `tromp-taylor-situational`). The two `nstt`
sets forbid suicide. Black moves first; area scoring, without komi. `B+1` means that Black wins by 1, `W+1` that White wins by 1, `0` is a tie.

The data are beside this page, one data set for each number of points, as CSV and Parquet with a manifest: `empty-N` has a row for each graph
and rule set, `all-colorings-N` has totals over all colorings. [docs/data.md](../../docs/data.md) describes the columns and the
scripts that read them; scores in the data are signed integers, Black − White. `families.csv` has the rows of `empty-N` that belong to well-known graphs. Graphs are in graph6; for
example, `koproof solve g6:EqGO` solves one. The search for a row of `empty-N` stops after 1,000,000 expansions{budgets}; that for a row of `all-colorings-N`
after 1,000,000. Then the row has a bracket instead of a value, and its status is `open`. A bracket is what this search proved, and no more. By [a theorem](../../docs/book/src/open.md#no-empty-board-is-worth-less-than-0)
no empty board is worth less than 0, and [SERIES](../SERIES.md) has narrower brackets and more values of well-known families: K<sub>2,6</sub>, for example, is B+1.

This file is generated. `scripts/reproduce atlas --up-to 5` makes the data of up to five points again and compares them byte for byte;
without `--up-to` it makes those of up to seven points, which takes some minutes{more}. `koproof plot` draws the charts from the data
every time. `scripts/atlas_prove.py` proves random rows by certificates.
"""


def introduction(empty):
    """The introduction, with the budgets."""
    budgets = {points: max(int(row["budget"]) for row in rows) for points, rows in empty.items()}
    others = [f"on {points} points {budget:,}" for points, budget in budgets.items() if budget != 1_000_000]
    words = dict(enumerate("one two three four five six seven eight".split(), start=1))
    return INTRODUCTION.format(
        most=words[max(empty)],
        budgets=", " + ", ".join(others) if others else "",
        more="; `--up-to 8` makes all of them, in a quarter of an hour" if max(empty) == MOST_POINTS else "",
    )


def known(row):
    """The value of a row, or its bracket."""
    if row["value"]:
        return score(int(row["value"]))
    return bracket(int(row["lo"]), int(row["hi"]))


def code(text):
    """A graph or position as code in a Markdown table; it may contain any letters."""
    text = text.replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def table(header, rows):
    """A table; the first column is aligned left, the others right."""
    lines = ["| " + " | ".join(map(str, header)) + " |", "|---|" + "---:|" * (len(header) - 1)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def chart(name, words):
    """A chart that `koproof plot` draws from the data."""
    return f"![{words}]({name}.svg)\n\n"


def larger(empty):
    """The larger sizes, with their rows."""
    return [(points, rows) for points, rows in empty.items() if points > SMALL]


def rules_of(rows):
    """The rule sets of a data set, in the order of RULES."""
    there = {row["rules"] for row in rows}
    return [rules for rules in RULES if rules in there]


def by_board(rows):
    """The rows of each board by rule set, in the order of the data."""
    boards = defaultdict(dict)
    for row in rows:
        boards[row["graph6"]][row["rules"]] = row
    return boards


def solved(empty):
    """The number of boards, and of solved ones."""
    lines = []
    for points, rows in empty.items():
        boards = by_board(rows)
        done = [
            f"{sum(board[rules]['status'] == 'done' for board in boards.values()):,}" if rules in rules_of(rows) else ""
            for rules in RULES
        ]
        lines.append([points, f"{len(boards):,}", *done])
    return "\n## Solved boards\n\nConnected graphs by number of points, and how many empty boards are solved.\n\n" + table(
        ["points", "graphs", *RULES], lines
    )


def values(empty):
    """How often each value occurs."""
    text = "\n## Values of the empty board\n\nHow many of the graphs have each value under `nstt`.\n\n"
    counts = {
        points: Counter(int(row["value"]) for row in rows if row["rules"] == "nstt" and row["value"])
        for points, rows in empty.items()
    }
    seen = sorted({value for count in counts.values() for value in count})
    lines = [[points, *(f"{count[value]:,}" if count[value] else "" for value in seen)] for points, count in counts.items()]
    text += table(["points", *map(score, seen)], lines)
    whole = sum(count[points] for points, count in counts.items())
    fair = sum(count[0] for count in counts.values())
    all_of_them = sum(sum(count.values()) for count in counts.values())
    text += f"\nThese are {all_of_them:,} boards. On {whole:,} Black takes the whole board, and {fair:,} are ties.\n"
    return text


def spreads(empty):
    """The number of boards solved under all rule sets, and the boards with several values, by the largest difference."""
    number, apart = 0, defaultdict(list)
    for group in empty.values():
        for graph6, board in by_board(group).items():
            if all(rules in board and board[rules]["value"] for rules in RULES):
                number += 1
                exact = [int(board[rules]["value"]) for rules in RULES]
                if max(exact) > min(exact):
                    apart[max(exact) - min(exact)].append(graph6)
    return number, apart


def named(boards):
    """Boards by name, at most four of them."""
    some = ", ".join(map(code, boards[:4]))
    return f"{some} and {len(boards) - 4} more" if len(boards) > 4 else some


def peaks(empty):
    """The numbers of edges with the largest mean values, where nearly all boards are solved."""
    found = []
    for points, rows in larger(empty):
        groups = defaultdict(list)
        for row in rows:
            if row["rules"] == "nstt":
                groups[int(row["edges"])].append(row["value"])
        exact = {edges: [int(value) for value in group if value] for edges, group in groups.items()}
        means = {edges: sum(some) / len(some) for edges, some in exact.items() if 10 * len(some) >= 9 * len(groups[edges])}
        peak = max(means, key=means.get)
        found.append(f"at {peak} edges on {points} points ({score(means[peak], '.2f')})")
    return ", ".join(found)


def trees_of(empty):
    """All trees: their points, their graph6, their rows by rule set, and their different values."""
    for points, rows in empty.items():
        for graph6, board in by_board(rows).items():
            if int(board[RULES[0]]["edges"]) == points - 1:
                yield points, graph6, board, {row["value"] for row in board.values() if row["value"]}


def tree_that_parts(empty, farthest):
    """The tree whose value is everything or nothing, with its values; one of the boards with the largest difference."""
    board = by_board(empty.get(8, [])).get(TREE)
    if not board:
        return ""
    if not set(range(1, 8)) < set(empty):
        raise End("smaller trees are missing: name a directory that has them", 4)
    if TREE not in farthest or TREE not in [graph6 for _, graph6, *_ in trees_of(empty)]:
        raise End(f"{TREE} is not a tree with the largest difference: change the sentence about it", 4)
    for points, graph6, rows, values in trees_of(empty):
        if points < 8 and (len(values) != 1 or not all(rules in rows and rows[rules]["value"] for rules in RULES)):
            raise End(f"the rules are not known to agree on the tree {graph6}: change the sentence about smaller trees", 4)
    cells = ", ".join(f"{known(board[rules])} under `{rules}`" for rules in RULES)
    return f"""
  One of them is a tree of eight points, {code(TREE)}: {cells}.
  On all smaller trees the rules agree."""


def standing_out(empty):
    """The remarkable facts, in numbers from the data."""
    counts = {
        points: Counter(int(row["value"]) for row in rows if row["rules"] == "nstt" and row["value"])
        for points, rows in empty.items()
        if points > 2
    }
    fair = ", ".join(f"{count[0]:,} of {sum(count.values()):,} on {points}" for points, count in counts.items())
    least = min(int(row["value"]) for rows in empty.values() for row in rows if row["value"])
    points, rows = max(empty.items())
    rows = [row for row in rows if row["rules"] == "nstt" and row["value"]]
    trees = [row for row in rows if int(row["edges"]) == points - 1]
    whole = sum(int(row["value"]) == points for row in trees)
    effort = sorted(int(row["expansions"]) for row in trees)[len(trees) // 2]
    solved_by_all, apart = spreads(empty)
    largest = max(apart, default=0)
    none = "No empty board is worth less than 0 under any of the four rule sets" if least >= 0 else f"The smallest value is {score(least)}"
    return f"""
## What stands out

* Boards with an odd number of points are ties more often than boards with an even number. Ties under `nstt`, of all solved
  boards: {fair} points.
* A few edges help Black, many edges help White. The mean value is largest
  {peaks(empty)}, among the numbers of
  edges for which nine tenths of the boards are solved; for more edges only the easy boards are solved. On {whole} of the {len(trees)} trees of {points}
  points Black takes the whole board.
* {none}.
* The value of the empty board seldom depends on the rules: {sum(map(len, apart.values())):,} of the {solved_by_all:,} boards that are solved under
  all four rule sets have more than one value. But then the difference can be large, up to {largest} points, on
  {named(apart[largest])}.{tree_that_parts(empty, apart[largest])}
  With stones on the board the rules differ more often: [SEPARATION.md](../SEPARATION.md).
* Hard boards are dense and symmetric: a fight visits all symmetric images of a position before superko ends it. Trees of {points}
  points are easy; their median is {effort} expansions.
"""


def edges(empty):
    """The mean value by number of edges."""
    text = "\n## Values by edges\n"
    for points, rows in larger(empty):
        text += f"\nConnected graphs on {points} points under `nstt`, by number of edges. Means are over the solved boards; where only few are\n"
        text += "solved, they are the easy ones.\n\n"
        text += chart(f"edges-{points}", f"How often each value occurs on {points} points, and the mean, by the number of edges")
        groups = defaultdict(list)
        for row in rows:
            if row["rules"] == "nstt":
                groups[int(row["edges"])].append(row)
        lines = []
        for count, group in sorted(groups.items()):
            exact = [int(row["value"]) for row in group if row["value"]]
            expansions = sorted(int(row["expansions"]) for row in group)
            spread = (score(sum(exact) / len(exact), ".2f"), score(min(exact)), score(max(exact))) if exact else ("", "", "")
            lines.append([count, f"{len(group):,}", f"{len(exact):,}", *spread, f"{expansions[len(expansions) // 2]:,}"])
        text += table(["edges", "graphs", "solved", "mean", "smallest", "largest", "expansions (median)"], lines)
    return text


def by_family(empty):
    """The values of well-known graphs."""
    text = "\n## Families\n\nValues under " + ", ".join(f"`{rules}`" for rules in RULES) + " in this order; one value if all agree. In the charts, an open value is a vertical line.\n\n"
    text += chart("families", "Paths, cycles, stars and wheels: the value by points")
    text += chart("complete", "Complete and complete bipartite graphs: the value by points")
    cells = defaultdict(dict)
    trees = {}
    for points, rows in empty.items():
        trees[points] = Counter()
        for graph6, board in by_board(rows).items():
            found = families(graph6)
            every = [known(board[rules]) for rules in RULES if rules in board]
            value = every[0] if len(set(every)) == 1 else " / ".join(every)
            for family in found:
                name = "bipartite" if family.startswith("bipartite") else family
                label = f"({family.split()[1]}) {value}" if name == "bipartite" else value
                if name != "tree":
                    cells[name][points] = "<br>".join(filter(None, [cells[name].get(points), label]))
            if "tree" in found:
                trees[points][every[0]] += 1
    order = ["path", "cycle", "star", "wheel", "complete", "bipartite"]
    sizes = list(empty)
    text += table(["family", *sizes], [[name, *(cells[name].get(size, "") for size in sizes)] for name in order])
    text += "\n" + chart("trees", "Trees: how often each value occurs, and the mean, by points") + "Trees under `nstt`, by value: "
    parts = []
    for points, count in trees.items():
        ordered = sorted(count.items(), key=lambda item: (-item[1], item[0]))
        parts.append(f"{points} points " + ", ".join(f"{value} ×{number}" for value, number in ordered))
    return text + "; ".join(parts) + ".\n"


def differences(empty):
    """Boards to which rule sets give different values."""
    text = "\n## Where the rules matter\n\nFor each pair of rule sets: the empty boards with two values, of those solved under both.\n\n"
    pairs = [
        ("positional and situational, without suicide", RULES[0], RULES[2]),
        ("positional and situational, with suicide", RULES[1], RULES[3]),
        ("without and with suicide, positional", RULES[0], RULES[1]),
        ("without and with suicide, situational", RULES[2], RULES[3]),
    ]
    lines, examples = [], []
    for name, one, other in pairs:
        cells, largest = [], (0, None)
        for rows in empty.values():
            boards = by_board(rows).values() if {one, other} <= set(rules_of(rows)) else []
            both = [board for board in boards if board[one]["value"] and board[other]["value"]]
            differ = [board for board in both if board[one]["value"] != board[other]["value"]]
            cells.append(f"{len(differ):,} of {len(both):,}" if boards else "")
            for board in differ:
                size = abs(int(board[one]["value"]) - int(board[other]["value"]))
                if size > largest[0]:
                    largest = (size, board)
        lines.append([name, *cells])
        if largest[1]:
            size, board = largest
            here, there = (known(board[rules]) for rules in (one, other))
            examples.append(f"* {name}: {code(board[one]['graph6'])}, {here} and {there}.")
    text += table(["rules", *empty], lines)
    if examples:
        text += "\nThe first board with the largest difference of each pair:\n\n" + "\n".join(examples) + "\n"
    apart = [
        [code(graph6), points, *(known(board[rules]) if rules in board else "" for rules in RULES)]
        for points, graph6, board, values in trees_of(empty)
        if len(values) > 1
    ]
    if apart:
        text += "\nTrees whose value depends on the rules:\n\n" + table(["tree", "points", *RULES], apart)
    if 8 in empty:
        text += f"\nThe values of Black's first moves on {code(TREE)}, under `nstt` and under `nstt-situational`:\n\n"
        text += chart("tree-positional", "Positional superko: the point with three leaves has the value B+8, no other point has more than 0")
        text += chart("tree-situational", "Situational superko: no first move has a value above 0").rstrip() + "\n"
    return text


def ko_free(empty):
    """The share of ko-free states."""
    text = "\n## Ko-free states\n\nIn a ko-free state the value does not depend on the rule for repetition: without any superko rule, the score that Black can force\n"
    text += "is the score to which White can hold Black. The table shows the share of these states; suicide is forbidden.\n\n"
    lines = []
    for points, rows in empty.items():
        shares = [float(row["ko_free_share"]) for row in rows if row["rules"] == "nstt"]
        lines.append([points, *(f"{share:.1%}" for share in (min(shares), sum(shares) / len(shares), max(shares)))])
    return text + table(["points", "smallest", "mean", "largest"], lines)


def hardest(empty):
    """The boards that took most expansions, and the open ones."""
    text = "\n## The hardest boards\n\nThe solved boards that took most expansions under `nstt`.\n\n"
    lines = []
    for points, rows in larger(empty):
        done = [row for row in rows if row["rules"] == "nstt" and row["status"] == "done"]
        done.sort(key=lambda row: (-int(row["expansions"]), row["graph6"]))
        lines += [
            [code(row["graph6"]), points, row["edges"], row["automorphisms"], known(row), f"{int(row['expansions']):,}"]
            for row in done[:10]
        ]
    text += table(["graph", "points", "edges", "automorphisms", "value", "expansions"], lines)
    text += f"\nThe boards of up to {LISTED} points whose search was stopped under at least one of the rule sets, with the brackets that it had proved. "
    text += "Longer searches have [solved](../CERTIFICATES.md#empty-boards) some of them since. "
    text += f"All boards of up to {SMALL} points are solved.\n\n"
    opened = []
    for size, group in empty.items():
        for graph6, board in by_board(group).items() if size <= LISTED else ():
            if any(board[rules]["status"] != "done" for rules in RULES):
                row = board[RULES[0]]
                opened.append([code(graph6), row["edges"], row["automorphisms"], *(known(board[rules]) for rules in RULES)])
    return text + table(["graph", "edges", "automorphisms", *RULES], opened)


def colorings(all_colorings):
    """The values of all colorings."""
    text = "\n## All colorings\n\nGraphs all of whose colorings are solved, their states, and the share of ties, under `nstt`.\n\n"
    lines = []
    for points, rows in all_colorings.items():
        mine = [row for row in rows if row["rules"] == "nstt"]
        done = [row for row in mine if row["status"] == "done"]
        states = sum(int(row["states"]) for row in done)
        ties = sum(int(row["ties"]) for row in done)
        most = max(done, key=lambda row: (int(row["hardest_expansions"] or 0), row["graph6"]))
        lines.append(
            [
                points,
                f"{len(done)} of {len(mine)}",
                f"{states:,}",
                f"{ties / states:.1%}",
                f"{code(most['graph6'])} {code(most['hardest_position'])} {most['hardest_to_move']}" if most["hardest_position"] else "",
                f"{int(most['hardest_expansions'] or 0):,}",
            ]
        )
    return text + table(["points", "graphs", "states", "ties", "hardest state", "expansions"], lines)


def main():
    directories = directories_with("empty-1", __doc__)
    empty, everything = (
        {points: rows for points in range(1, most + 1) if (rows := read(directories, f"{name}-{points}"))}
        for name, most in (("empty", MOST_POINTS), ("all-colorings", SMALL))
    )
    sys.stdout.write(page(empty, everything))


def page(empty, everything):
    """The whole page."""
    text = introduction(empty) + standing_out(empty) + solved(empty) + values(empty) + edges(empty) + by_family(empty)
    return text + differences(empty) + ko_free(empty) + hardest(empty) + colorings(everything)


if __name__ == "__main__":
    run(main)
