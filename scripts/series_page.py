"""The page results/SERIES.md, generated from the data sets in results/series, the certificates and the published values."""
from notation import RULE_SETS, joined, score
from notation import bracket as bracket_of

RULES = list(RULE_SETS)

# Charts: file, title, families; values under `nstt` by points.
CHARTS = [
    ("thin", "Paths and cycles under nstt", ["path", "cycle"]),
    ("whole", "Where Black may get every point, under nstt", ["star", "wheel", "2xn", "3xn"]),
    ("dense", "Dense graphs under nstt", ["complete", "bipartite-2", "bipartite-3"]),
]

# Boards beyond the series that are solved under `nstt`: the value, and the page that has or describes the proof.
BEYOND = {
    "2x9": (18, "CERTIFICATES.md#empty-boards"),
    "2x10": (4, "../docs/performance.md#2x10"),
    "3x7": (21, "../docs/performance.md#3x7"),
    "4x5": (20, "CERTIFICATES.md#empty-boards"),
    "5x5": (25, "../docs/performance.md#5x5"),
}

# A value that has been reported, and we could not find where.
NO_SOURCE = "source not found"

INTRODUCTION = """\
# Series

Board families by size, as far as the values are quick to find: paths, cycles, stars, wheels, complete graphs, complete bipartite graphs
and grids. Each value is that of the empty board with Black to move, under area scoring, without komi. `B+1` means that Black wins by 1, `0` is a tie. `nstt` stands for
Tromp-Taylor rules without suicide, `tromp-taylor` for those with suicide, both with positional superko; the last two columns are the same with
situational superko.

* If a value is not known, its bracket is given: the value lies between the two ends. No empty board is below 0 under these rule sets, by
  [a theorem](../docs/book/src/open.md#no-empty-board-is-worth-less-than-0), so no bracket goes below 0.
* *Expansions* is the cost of the search under `nstt`, on one thread, from scratch; `>` means that it was stopped there. The value can still be
  known, from a certificate of a longer search. The boards are in canonical form, so their points have another order than in `koproof solve`, which
  takes other numbers of expansions for the same boards.
* *Proof* links the certificates, which `koproof verify` has accepted, and the checker in Python
  where it ended within ten minutes ([CERTIFICATES.md](CERTIFICATES.md)). For a large certificate it links the manifest, which has the command that makes it. *Bracket* is a certificate of the bracket
  of an open value.
* *Published* is what others have published, with the source ([crates/cli/data](../crates/cli/data/README.md)). We found no
  published values for boards that are not grids; a few cycles, stars and other graphs here are grids.

Every value is cross-checked. When this page is made, the result of the search for each board is compared with the
[tables](SUMMARY.md) of all colorings, the [atlas](atlas/ATLAS.md), the certificates, and the theorem on stars below. A contradiction is an error.

The data are in [series](series). {sets} are data sets made by `koproof batch run` and `koproof batch merge`, in CSV and
Parquet with a manifest ([docs/data.md](../docs/data.md)), with budgets of {budgets} expansions for each board and rule set. `values.csv` has one
line for each board of a family and each rule set: `family`, `n`, `board`, `points`, `rules`, the `value`
(empty if it is not known), the bounds `lo` and `hi`, the `expansions` of the search and their `budget`, the file of the `proof` and its number of `steps`. Scores in the data are signed integers,
Black − White.

This file is generated. `scripts/reproduce series` makes it, the data and the charts again and compares them byte for byte, which takes ten
minutes. With `--within 20000` only the boards that took at most 20,000 expansions are solved again, which takes seconds.
"""


def usual(name):
    """A board's name as it is in the families: 1xn is the path, and rows are no more than columns."""
    if "x" in name and ":" not in name:
        rows, columns = sorted(map(int, name.split("x")))
        return f"path:{columns}" if rows == 1 else f"{rows}x{columns}"
    return name


def bracket(known):
    return bracket_of(known.lo, known.hi)


def expansions(known):
    text = f"{known.expansions:,}"
    return text if known.solved else f"> {text}"


def proofs(board, knowns):
    links = []
    for known in knowns:
        if known.proofs:
            file, _ = known.proof(board)
            what = "bracket" if file.startswith("brackets/") else known.rules
            links.append(f"[{what}]({file})")
    return ", ".join(links)


def table(header, rows, words):
    """A table whose first `words` columns and last two columns are words; the others are numbers."""
    line = ["---"] * words + ["---:"] * (len(header) - words - 2) + ["---"] * 2
    cells = [header, line, *rows]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in cells)


def verdict(figure, known):
    """The comparison of a published value with ours: agrees, differs, or may be right."""
    if figure.value == known.value:
        return "agrees"
    return "may be" if known.lo <= figure.value <= known.hi else "differs"


def compared(figures, found):
    """Each published figure with its boards of the series, their values, and the comparison."""
    for figure in figures:
        known = found.get((figure.board, figure.rules or "nstt"))
        yield figure, known, verdict(figure, known) if known else "beyond"


def cell(board, comparisons):
    """The published values of a board."""
    parts = []
    for figure, _, how in comparisons:
        if figure.board == board:
            rule = f", {figure.rule}" if figure.rule not in ("", "not stated") else ""
            rule = f", `{figure.rules}`" if figure.rules not in (None, "nstt") else rule
            source = figure.source or NO_SOURCE
            mark = {"agrees": "", "may be": " (open here)", "differs": " (**differs**)"}[how]
            parts.append(f"{score(figure.value)} {source}{rule}{mark}")
    return "; ".join(parts)


class Series:
    """The values of a family under `nstt`."""

    def __init__(self, family, found):
        self.family = family
        self.known = {number: found[board, "nstt"] for number, board in family.boards()}

    def solved(self, least=0):
        return {number: known.value for number, known in self.known.items() if known.value is not None and number >= least}

    def rule(self, least, formula):
        """The solved numbers for which a formula holds, and those for which it fails."""
        solved = self.solved(least)
        right = [number for number, value in solved.items() if value == formula(number)]
        return right, [number for number in solved if number not in right]

    def said(self, least, formula):
        """The same in words."""
        right, wrong = self.rule(least, formula)
        text = f"it holds for {listed(right)}"
        return text + (f", and fails for {listed(wrong)}" if wrong else ", without exception")


def listed(numbers):
    """Numbers as text, with ranges for three and more in a row."""
    runs = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return joined(parts) if parts else "none"


def standing_out(families, found, series):
    """The remarkable facts about all families, in numbers from the data."""
    graphs = {}
    for family in families:
        for _, board in family.boards():
            known = found[board, "nstt"]
            if known.points > 2:
                graphs.setdefault(known.graph6, (board, known))
    solved = [(board, known) for board, known in graphs.values() if known.value is not None]
    whole = [board for board, known in solved if known.value == known.points]
    rest = {board: known.value for board, known in solved if known.value < known.points}
    most = max(rest.values())
    largest = ", ".join(f"`{board}`" for board, value in rest.items() if value == most)
    ties = sum(value == 0 for value in rest.values())
    text = f"""
## What stands out

* **All or almost nothing.** These families have {len(graphs)} different graphs of three or more points, and {len(solved)} of them are solved under `nstt`. On
  {len(whole)} of these Black takes the whole board. On the other {len(rest)} the value is at most {score(most)} ({largest}), and {ties} of them are ties.
* **Hard boards are not the large ones.** """
    hard = min((known.points, board) for board, known in graphs.values() if known.value is None)
    easy = max((known.points, board) for board, known in solved if not board.startswith("star:"))
    text += f"""The smallest open board, `{hard[1]}`, has {hard[0]} points; `{easy[1]}`, with {easy[0]} points, is solved.
* **The cost of one more point.** """
    costs = []
    for name, least, step in (("path", 8, "point"), ("cycle", 8, "point"), ("2xn", 4, "column"), ("wheel", 6, "point")):
        took = {number: known.expansions for number, known in series[name].known.items() if number >= least and known.solved}
        if len(took) > 1:
            first, last = min(took), max(took)
            factor = (took[last] / took[first]) ** (1 / (last - first))
            where = f"{series[name].family.title.split(',')[0].lower()} from n = {first} to {last}"
            costs.append(f"on {where}, each further {step} multiplies the expansions by {factor:.1f}")
    return text + "; ".join(costs).capitalize() + ".\n"


def section(family, found, comparisons):
    text = f"\n## {family.title}\n\n"
    header = ["n", "board", "points", *RULES, "expansions", "proof", "published"]
    rows = []
    for number, board in family.boards():
        knowns = [found[board, rules] for rules in RULES]
        values = [knowns[0].points, *map(bracket, knowns), expansions(knowns[0])]
        rows.append([number, f"`{board}`", *values, proofs(board, knowns), cell(usual(board), comparisons)])
    return text + table(header, rows, 2)


def remarks(series):
    """The remarkable facts about each family, in sentences that follow from the values."""
    path, cycle, star, wheel = (series[name] for name in ("path", "cycle", "star", "wheel"))
    complete, two, three = (series[name] for name in ("complete", "bipartite-2", "bipartite-3"))
    grids, rows = series["2xn"], series["3xn"]
    after_four = max(path.solved(5).values())
    return {
        "path": f"""\
* Up to n = 11 all published values are right, except one of the two for 1x9. Hayward's handout says that it has values up to n = 12, but its table could not be read. Only 0 for n = 1 and n = 2, which its text explains, are compared.
* Hayward's course page has seven exercises on 1x5 with stones, Black to move. Six of the answers are right with suicide and without. The answer to `X.O..`, 0, is right only with suicide; without it the value is W+5.
* **Observed.** For n > 4 no solved path is worth more than {score(after_four)}: the second player gets almost as much as the first. On
  paths of 3 and 4 points the first stone takes the whole board.
* **Almost a pattern.** For n ≥ 5 the value is (n − 1) mod 4, that is 0, 1, 2, 3, and so on; {path.said(5, lambda n: (n - 1) % 4)}. 1x17, which is beyond the table, follows it: [0](CERTIFICATES.md#empty-boards).
* **The rule for repetition matters at n = 12.** 1x12 is worth B+2 under positional superko and B+1, Drange's value, under situational superko
  ([proofs](CERTIFICATES.md#empty-boards)), with suicide and without. No other path of up to 16 points depends on the rule.
* **Conjecture**, supported only by the table: for n ≥ 5 the value is 0 if n is 1 more than a multiple of 4, and more than 0
  otherwise; it {held(path, 5, lambda n, v: (v == 0) == (n % 4 == 1))}, and for 1x17.
""",
        "cycle": f"""\
* **Observed.** No solved cycle is worth more than {score(max(cycle.solved().values()))}; cycles of {listed([n for n, v in cycle.solved().items() if v == 0])} points are
  ties. A cycle has no end where a chain could live, and all its points are alike.
* No formula in the number of points is visible: even n are worth {', '.join(score(v) for n, v in cycle.solved().items() if n % 2 == 0)},
  odd n {', '.join(score(v) for n, v in cycle.solved().items() if n % 2)}.
""",
        "star": """\
* **Theorem.** A star of n ≥ 3 points is worth n, under every superko rule here, with suicide and without. Black plays in the middle. A white stone on a leaf then
  has no liberty, so White's play there is illegal or removes its own stone. From then on Black passes. ∎ These values are therefore a test
  of the search rather than a discovery; the search takes one expansion.
""",
        "wheel": f"""\
* The n points of a wheel are its hub and the n − 1 points of its rim.
* **Observed.** The hub helps only if the rim is long enough. Wheels of 4 and 5 points are worth {score(wheel.known[4].lo)} and
  {score(wheel.known[5].lo)}; on all other solved wheels Black takes the whole board.
* **Conjecture.** A wheel of n ≥ 6 points is worth n; {wheel.said(6, lambda n: n)}. Its rim alone, a cycle, is
  worth at most B+1, as far as cycles are solved.
""",
        "complete": f"""\
* **Observed.** {values_of(complete)}. The player who takes the last liberty captures all stones of the opponent, and this repeats: a
  fight ends only when superko has forbidden everything else.
* **Conjecture**, on little evidence: the value is B+1 for even n ≥ 4, and 0 otherwise; {complete.said(1, lambda n: int(n % 2 == 0 and n >= 4))}.
""",
        "bipartite-2": f"""\
* **Observed.** {values_of(two)}. The first one is the path of three points.
* **Conjecture**, on little evidence: for n ≥ 2 the value is B+1 for even n and 0 for odd n; {two.said(2, lambda n: (n + 1) % 2)}.
""",
        "bipartite-3": f"""\
* K<sub>3,1</sub> is the star of four points and K<sub>3,2</sub> is K<sub>2,3</sub>. Solved: n = {listed(three.solved())}. K<sub>3,3</sub> has only 617 legal
  colorings, but takes more expansions than 4x4.
""",
        "2xn": f"""\
* **Observed.** For n from 4 to 9 Black takes the whole board. In this table {grids.said(4, lambda n: 2 * n)}; 2x9 is B+18 ([proof](CERTIFICATES.md#empty-boards)).
  But 2x10 is only B+4 ([performance](../docs/performance.md#2x10)), all of this with suicide and without. These are Drange's values; Drange has B+4 for 2x11, too, which is open.
""",
        "3xn": f"""\
* **Observed.** On 3x3 and 3x5 Black takes the whole board, but 3x4 is only B+4. 3x1 and 3x2 are 1x3 and 2x3.
* **Observed.** From n = 5 on Black takes the whole board on every solved board: 3x7 is B+21 with suicide and without ([performance](../docs/performance.md#3x7)), where Drange has B+5. For 3x8 Drange
  has B+24; at least B+3 is [proved](../docs/performance.md#grids-that-are-open) without suicide. In this series
  n = {listed(rows.solved())} are solved.
""",
        "nxn": """\
* 4x4 is B+2 under positional superko, with suicide and without. The same value has been published for situational superko (van der Werf), and by Drange, who does not state
  the rule for repetition.
* On 5x5 Black takes the whole board, too: B+25 without suicide ([performance](../docs/performance.md#5x5)). Others have the same value: van der Werf's MIGOS with basic ko (2002), and Expected Work Search under positional
  superko (Randall et al. 2024). No certificate of either has been published.
""",
    }


def held(series, least, right):
    """For which solved numbers a property holds, in words."""
    solved = series.solved(least)
    wrong = [number for number, value in solved.items() if not right(number, value)]
    held_for = f"holds for {listed([number for number in solved if number not in wrong])}"
    return held_for + (f", and fails for {listed(wrong)}" if wrong else ", without exception")


def values_of(series):
    """The known values, in words."""
    return "The values for " + ", ".join(f"n = {number}: {score(value)}" for number, value in series.solved().items())


def disagreements(comparisons, found):
    """Published values that differ from ours, each with the reason."""
    text = "\n## Published values that differ\n\n"
    different = [(figure, known) for figure, known, how in comparisons if how == "differs"]
    for figure, known in different:
        where = f"**{figure.name}.** Reported: {score(figure.value)} ({figure.source or NO_SOURCE}"
        rule = "rule not stated" if figure.rule == "not stated" else figure.rule
        where += f"; {rule})" if rule else ")"
        rules = figure.rules or "nstt"
        proof = "There is no certificate"
        if known.proofs:
            file, steps = known.proof(figure.name)
            proof = f"The [certificate]({file}) of {steps:,} steps proves both bounds"
        also = found[figure.board, "tromp-taylor"]
        same = " with suicide and without" if rules == "nstt" and also.value == known.value else f" under `{rules}`"
        text += f"* {where}. Proved: {bracket(known)}{same}. {proof}. {sentence(figure.note)}".rstrip() + "\n"
    agree = [figure for figure, _, how in comparisons if how == "agrees"]
    maybe = [figure for figure, _, how in comparisons if how == "may be"]
    beyond = [figure for figure, _, how in comparisons if how == "beyond"]
    other = [figure for figure, _ in different if figure.rule and figure.rule != "not stated" and not figure.rules and "superko" not in figure.rule]
    text += f"\n{len(agree)} of {len(comparisons)} published values of empty boards agree with what is proved here and {len(different)} do not"
    text += f", {len(other)} of them because they are of games with other rules." if other else "."
    if maybe:
        text += f" {len(maybe)} {'is' if len(maybe) == 1 else 'are'} of boards that are open here and may be right: "
        text += ", ".join(f"{figure.name} {score(figure.value)}" for figure in maybe) + "."
    return text + "\n" + (elsewhere(beyond) if beyond else "")


def elsewhere(figures):
    """The published values of boards beyond the series, beside the values that are proved elsewhere."""
    text = f"\n{len(figures)} {'is' if len(figures) == 1 else 'are'} of boards beyond these series:\n\n"
    for figure in figures:
        said = f"* {figure.name}: {score(figure.value)} ({figure.source}). "
        if figure.board not in BEYOND:
            text += said + "Open here.\n"
            continue
        value, proof = BEYOND[figure.board]
        how = "The same is" if value == figure.value else f"**Differs:** {score(value)} is"
        text += said + f"{how} [proved]({proof}).\n"
    return text


def sentence(note):
    note = note[:1].upper() + note[1:]
    return note + "." if note and not note.endswith(".") else note


def rules_apart(families, found):
    """Boards of these families to which the rule sets give different values."""
    text = "\n## Do the rules matter?\n\n"
    seen, boards, different = set(), 0, []
    for family in families:
        for _, board in family.boards():
            knowns = [found[board, rules] for rules in RULES]
            values = [known.value for known in knowns]
            if knowns[0].graph6 in seen or None in values:
                continue
            seen.add(knowns[0].graph6)
            boards += 1
            if len(set(values)) > 1:
                different.append(f"`{board}` ({', '.join(map(score, values))})")
    text += f"{boards} boards of these families are solved under all four rule sets. "
    if different:
        return text + f"Boards with more than one value, in the order of the columns: {'; '.join(different)}.\n"
    return text + "Each of them has the same value under all four: no family has shown a difference yet. Other empty boards do ([SEPARATION.md](SEPARATION.md)).\n"


def still_open(families, found):
    """A list of the open boards."""
    text = "\n## What is open\n\nUnder `nstt`: the next board of each series, and unsolved boards within it.\n\n"
    for family in families:
        opened = [(number, found[board, "nstt"]) for number, board in family.boards() if found[board, "nstt"].value is None]
        if opened:
            brackets = ", ".join(f"n = {number}: {bracket(known)}" for number, known in opened)
            text += f"* {family.title}: {brackets}.\n"
        else:
            text += f"* {family.title}: all solved up to n = {family.numbers[-1]}; the series ends there.\n"
    return text


def page(families, sets, found, figures):
    comparisons = list(compared(figures, found))
    series = {family.name: Series(family, found) for family in families}
    said = remarks(series)
    named = joined([f"`{name}`" for name in sets])
    text = INTRODUCTION.format(sets=named, budgets=joined([f"{budget:,}" for _, _, budget in sets.values()]))
    text += standing_out(families, found, series)
    for family in families:
        text += section(family, found, comparisons)
        for name, title, drawn in CHARTS:
            if drawn[-1] == family.name:
                text += f"\n![{title}](series/{name}.svg)\n"
        text += "\n" + said[family.name]
    return text + disagreements(comparisons, found) + rules_apart(families, found) + still_open(families, found)
