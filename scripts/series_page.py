"""The page results/SERIES.md, which follows from the data sets in results/series, the certificates and the figures in print."""

# Charts: file, title, families; values under `nstt` by points.
CHARTS = [
    ("thin", "Paths and cycles under nstt", ["path", "cycle"]),
    ("whole", "Where Black may get every point, under nstt", ["star", "wheel", "2xn", "3xn"]),
    ("dense", "Dense graphs under nstt", ["complete", "bipartite-2", "bipartite-3"]),
]

INTRODUCTION = """\
# Series

Families of boards that go on with a number, as far as the engine gets: paths, cycles, stars, wheels, complete graphs, complete bipartite graphs,
and grids. Each value is that of the empty board, Black − White, Black to move first, area scoring, komi not counted. `nstt` are
Tromp-Taylor rules without suicide, `tromp-taylor` those with it, both with positional superko; the last columns are the same with
situational superko.

* A value that is open is a bracket: it is one of these. Under positional superko no empty board is below 0, by
  [a theorem](../docs/book/src/open.md#no-empty-board-is-worth-less-than-0), so no bracket goes below 0 there.
* *Expansions* are what the search took under `nstt`, on one thread and from nothing; with a `>` it was stopped there. A value may be
  known all the same, from a certificate of a longer search.
* *Proof* links the certificates under `nstt` and `tromp-taylor`, which both checkers have accepted
  ([CERTIFICATES.md](CERTIFICATES.md)); of large ones the manifest, with the command that makes them; *bracket* is a certificate of what
  is known of an open value.
* *In print* is what others have published, with the source ([crates/cli/data](../crates/cli/data/README.md)). Of cycles,
  stars, wheels, complete and bipartite graphs nothing was in print.

Nothing here rests on one search alone: when the page is made, what the search says of a board is compared with the
[tables](SUMMARY.md) of all colorings, the [atlas](atlas/ATLAS.md), the certificates, and the theorem on stars below, and what contradicts any of them is an error.

The data lie in [series](series): {sets} are data sets as `koproof batch` and `koproof merge` make them, in CSV and
Parquet with a manifest ([docs/data.md](../docs/data.md)), with budgets of {budgets} expansions for a board under a rule set. `values.csv` has a
line for each board of a family and rule set with what is known of it: the name of the `family`, `n`, `board`, `points`, `rules`, the `value`
or nothing, the bounds `lo` and `hi`, the `expansions` of the search and their `budget`, the file of its `proof` and the `steps` of that.

This file is generated: `scripts/reproduce series` makes it, the data and the charts again and compares them byte for byte, which takes ten
minutes; with `--within 20000` only the boards that took so few expansions are solved again, which takes seconds.
"""


def usual(name):
    """A board's name as it is in the families: 1xn is the path, and rows are no more than columns."""
    if "x" in name and ":" not in name:
        rows, columns = sorted(map(int, name.split("x")))
        return f"path:{columns}" if rows == 1 else f"{rows}x{columns}"
    return name


def signed(value):
    return f"{value:+d}" if value else "0"


def bracket(known):
    return signed(known.lo) if known.value is not None else f"{signed(known.lo)} to {signed(known.hi)}"


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
    """A table whose first `words` and last two columns are words and whose others are numbers."""
    line = ["---"] * words + ["---:"] * (len(header) - words - 2) + ["---"] * 2
    cells = [header, line, *rows]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in cells)


def verdict(figure, known):
    """How a figure in print compares with what is known: agrees, differs, or may be so."""
    if figure.value == known.value:
        return "agrees"
    return "may be" if known.lo <= figure.value <= known.hi else "differs"


def compared(figures, found):
    """Each figure with the boards of the series that it is about, what is known, and how they compare."""
    for figure in figures:
        known = found.get((figure.board, figure.rules or "nstt"))
        yield figure, known, verdict(figure, known) if known else "beyond"


def cell(board, comparisons):
    """What is in print of a board."""
    parts = []
    for figure, _, how in comparisons:
        if figure.board == board:
            rule = f", {figure.rule}" if figure.rule not in ("", "not stated") else ""
            rule = f", `{figure.rules}`" if figure.rules not in (None, "nstt") else rule
            source = figure.source or "in print"
            mark = {"agrees": "", "may be": " (open here)", "differs": " (**differs**)"}[how]
            parts.append(f"{signed(figure.value)} {source}{rule}{mark}")
    return "; ".join(parts)


class Series:
    """The values of a family under `nstt`."""

    def __init__(self, family, found):
        self.family = family
        self.known = {number: found[board, "nstt"] for number, board in family.boards()}

    def solved(self, least=0):
        return {number: known.value for number, known in self.known.items() if known.value is not None and number >= least}

    def rule(self, least, formula):
        """Tells for which solved numbers a formula is right, and for which it is not."""
        solved = self.solved(least)
        right = [number for number, value in solved.items() if value == formula(number)]
        return right, [number for number in solved if number not in right]

    def said(self, least, formula):
        """The same in words."""
        right, wrong = self.rule(least, formula)
        text = f"it holds for {listed(right)}"
        return text + (f", and fails for {listed(wrong)}" if wrong else ", and fails nowhere")


def listed(numbers):
    """Numbers with runs of three and more drawn together."""
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


def joined(parts):
    """Words with commas, and an `and` before the last."""
    parts = list(parts)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


RULES = ["nstt", "tromp-taylor", "nstt-situational", "tromp-taylor-situational"]


def standing_out(families, found, series):
    """What is surprising in all of them, in figures of the data."""
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

* **All or next to nothing.** Of {len(graphs)} different graphs of three points and more in these families {len(solved)} are solved under `nstt`. Black owns
  {len(whole)} of them entirely; on the other {len(rest)} he gets {signed(most)} at most ({largest}), and nothing on {ties}.
* **What is hard is not what is large.** """
    hard = min((known.points, board) for board, known in graphs.values() if known.value is None)
    easy = max((known.points, board) for board, known in solved if not board.startswith("star:"))
    text += f"""The smallest open board, `{hard[1]}`, has {hard[0]} points; `{easy[1]}`, of {easy[0]}, is solved.
* **What a point costs.** """
    costs = []
    for name, least, step in (("path", 8, "point"), ("cycle", 8, "point"), ("2xn", 4, "column"), ("wheel", 6, "point")):
        took = {number: known.expansions for number, known in series[name].known.items() if number >= least and known.solved}
        if len(took) > 1:
            first, last = min(took), max(took)
            factor = (took[last] / took[first]) ** (1 / (last - first))
            where = f"{series[name].family.title.split(',')[0].lower()} from n = {first} to {last}"
            costs.append(f"{factor:.1f} times the expansions for each {step} more on {where}")
    return text + "; ".join(costs) + ".\n"


def section(family, found, comparisons):
    text = f"\n## {family.title}\n\n"
    header = ["n", "board", "points", *RULES, "expansions", "proof", "in print"]
    rows = []
    for number, board in family.boards():
        knowns = [found[board, rules] for rules in RULES]
        values = [knowns[0].points, *map(bracket, knowns), expansions(knowns[0])]
        rows.append([number, f"`{board}`", *values, proofs(board, knowns[:2]), cell(usual(board), comparisons)])
    return text + table(header, rows, 2)


def remarks(series):
    """What stands out in each family, in words that follow from the values."""
    path, cycle, star, wheel = (series[name] for name in ("path", "cycle", "star", "wheel"))
    complete, two, three = (series[name] for name in ("complete", "bipartite-2", "bipartite-3"))
    grids, rows = series["2xn"], series["3xn"]
    after_four = max(path.solved(5).values())
    return {
        "path": f"""\
* Up to n = 11 all figures in print are right but one of two for 1x9; Hayward's handout has figures up to n = 12, which are not compared here.
* **Observed.** After n = 4 no path that is solved is worth more than {signed(after_four)}: the second player gets nearly as much as the first, while on
  paths of 3 and 4 points one stone takes all.
* **Nearly a pattern.** From n = 5 on: (n − 1) mod 4, so 0, +1, +2, +3 and over again; {path.said(5, lambda n: (n - 1) % 4)}.
* **Conjecture**, supported by nothing but the table: from n = 5 on the value is 0 if n is 1 more than a multiple of 4, and more than 0
  otherwise; it {held(path, 5, lambda n, v: (v == 0) == (n % 4 == 1))}.
""",
        "cycle": f"""\
* **Observed.** No cycle that is solved is worth more than {signed(max(cycle.solved().values()))}; {listed([n for n, v in cycle.solved().items() if v == 0])} are worth
  0. There is no end of the line to live at, and every stone is like every other.
* There is no formula in the number of points to be seen: even n are worth {', '.join(signed(v) for n, v in cycle.solved().items() if n % 2 == 0)},
  odd n {', '.join(signed(v) for n, v in cycle.solved().items() if n % 2)}.
""",
        "star": """\
* **Theorem.** A star of n ≥ 3 points is worth n, under every superko rule here, with suicide and without. Black plays in the middle; a leaf then has no
  liberty for White, whose play there is illegal, or takes its own stone off again. Black passes from then on. ∎ So these values are a test
  of the search rather than a finding, and it takes one expansion.
""",
        "wheel": f"""\
* **Observed.** The hub helps whoever has it only if the rim is long enough: wheels of 4 and 5 points are worth {signed(wheel.known[4].lo)} and
  {signed(wheel.known[5].lo)}, all others that are solved are owned whole.
* **Conjecture.** A wheel of n ≥ 6 points is worth n; {wheel.said(6, lambda n: n)}. The cycle around it is
  worth at most +1 by itself, as far as cycles are solved.
""",
        "complete": f"""\
* **Observed.** {signed_list(complete)}. Whoever takes the last liberty takes all of the opponent's stones, and so on and over
  again: a fight ends only when superko has used up what there is.
* **Conjecture**, on little evidence: the value is +1 for even n ≥ 4, and 0 otherwise; {complete.said(1, lambda n: int(n % 2 == 0 and n >= 4))}.
""",
        "bipartite-2": f"""\
* **Observed.** {signed_list(two)}. The first of them is the path of three points.
* **Conjecture**, on little evidence: from n = 2 on the value is +1 for even n and 0 for odd n; {two.said(2, lambda n: (n + 1) % 2)}.
""",
        "bipartite-3": f"""\
* K<sub>3,1</sub> is the star of four points and K<sub>3,2</sub> is K<sub>2,3</sub>; {listed(three.solved())} are what is solved. K<sub>3,3</sub> has only 617 legal
  colorings, and is the smallest board by points whose value is open, together with other dense graphs on six points ([ATLAS.md](atlas/ATLAS.md)).
""",
        "2xn": f"""\
* **Observed.** From n = 4 on every board that is solved belongs to Black entirely: the value is 2n; {grids.said(4, lambda n: 2 * n)}. That is no conjecture for all n, as in print it
  ends: Drange has +18 for 2x9, but only +4 for 2x10 and for 2x11. Nobody has proved either.
""",
        "3xn": f"""\
* **Observed.** 3x3 and 3x5 belong to Black entirely, 3x4 does not: there is no point in the middle of it. 3x1 and 3x2 are 1x3 and 2x3.
* Values of 3n do not go on for ever either: Drange has +18 for 3x6, then +5 for 3x7, and +24 for 3x8. {listed(rows.solved())} are what is solved here.
""",
        "nxn": """\
* 4x4 is +2 under positional superko, with suicide and without. In print it was for situational superko (van der Werf), or for a rule that is not
  stated (Drange).
""",
    }


def held(series, least, right):
    """For which solved numbers something is so, in words."""
    solved = series.solved(least)
    wrong = [number for number, value in solved.items() if not right(number, value)]
    held_for = f"holds for {listed([number for number in solved if number not in wrong])}"
    return held_for + (f", and fails for {listed(wrong)}" if wrong else ", and fails nowhere")


def signed_list(series):
    """The values that are known, in words."""
    return "The values for " + ", ".join(f"n = {number}: {signed(value)}" for number, value in series.solved().items()).replace("n = ", "", 0)


def disagreements(comparisons, found):
    """Figures in print that are not what is known, each with the reason."""
    text = "\n## Where print and proof disagree\n\n"
    different = [(figure, known) for figure, known, how in comparisons if how == "differs"]
    for figure, known in different:
        where = f"**{figure.name}.** {signed(figure.value)} in print ({figure.source or 'the source is not known here'}"
        where += f"; {figure.rule})" if figure.rule else ")"
        rules = figure.rules or "nstt"
        proof = "there is no certificate"
        if known.proofs:
            file, steps = known.proof(figure.name)
            proof = f"the [certificate]({file}), of {steps:,} steps, proves both bounds"
        also = found[figure.board, "tromp-taylor"]
        same = " with suicide and without" if rules == "nstt" and also.value == known.value else f" under `{rules}`"
        text += f"* {where}; here {bracket(known)}{same}: {proof}. {sentence(figure.note)}\n"
    agree = [figure for figure, _, how in comparisons if how == "agrees"]
    maybe = [figure for figure, _, how in comparisons if how == "may be"]
    beyond = [figure for figure, _, how in comparisons if how == "beyond"]
    text += f"\nOf {len(comparisons)} figures in print about empty boards {len(agree)} agree with what is proved here and {len(different)} do not."
    if maybe:
        text += f" {len(maybe)} {'is' if len(maybe) == 1 else 'are'} about boards that are open here and may be right: "
        text += ", ".join(f"{figure.name} {signed(figure.value)}" for figure in maybe) + "."
    if beyond:
        text += f" {len(beyond)} are beyond these series: " + ", ".join(f"{figure.name} {signed(figure.value)}" for figure in beyond) + "."
    return text + "\n"


def sentence(note):
    note = note[:1].upper() + note[1:]
    return note + "." if note and not note.endswith(".") else note


def rules_apart(families, found):
    """Where the rule sets give a board of these families two values."""
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
                different.append(f"`{board}` ({', '.join(map(signed, values))})")
    text += f"{boards} boards of these families are solved under all four rule sets. "
    if different:
        return text + f"Those with more than one value, in the order of the columns: {'; '.join(different)}.\n"
    return text + "Each of them has one value under all: none of the families has shown a difference yet. Other empty boards do ([SEPARATION.md](SEPARATION.md)).\n"


def still_open(families, found):
    """What is open, in a list."""
    text = "\n## What is open\n\nUnder `nstt`; the next board of each series, or those within it that are not solved.\n\n"
    for family in families:
        opened = [(number, found[board, "nstt"]) for number, board in family.boards() if found[board, "nstt"].value is None]
        if opened:
            brackets = ", ".join(f"n = {number}: {bracket(known)}" for number, known in opened)
            text += f"* {family.title}: {brackets}.\n"
        else:
            text += f"* {family.title}: all of these are solved; what comes after n = {family.numbers[-1]} was not asked.\n"
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
