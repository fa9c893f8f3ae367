#!/usr/bin/env python3
"""The part `series` of scripts/reproduce, which calls this: the values of paths, cycles, stars, wheels, complete graphs and grids.

Solves the empty boards of each family in two batches, those under positional superko with a larger budget of expansions than those
under situational superko, merges them into data sets, and writes the value or bracket of each board to values.csv, with
charts, and a page that compares them with the published values. With --within only the boards that took few expansions
are solved again, and must give the existing rows. Values must agree with those of the tables and of the theorems.

Exit codes: 0 all is made, 1 a command failed, 2 wrong usage or a missing file, 4 a value is wrong.
"""
import csv
import glob
import json
import os
import sys
import tempfile
from collections import defaultdict

import series_page
from notation import POSITIONAL, RULE_SETS, SITUATIONAL
from programs import CommandLine, End, answer, called, need, rows, run
from series_page import usual

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PUBLISHED = os.path.join(ROOT, "crates", "cli", "data")

# In the published values, superko and suicide have columns of their own.
PRESETS = {rules: name for name, rules in RULE_SETS.items()}


class Family:
    """A family of boards by size."""

    def __init__(self, name, board, numbers, title):
        self.name, self.board, self.numbers, self.title = name, board, list(numbers), title

    def boards(self):
        return [(number, self.board.format(n=number)) for number in self.numbers]


FAMILIES = [
    Family("path", "path:{n}", range(1, 17), "Paths, the boards 1xn"),
    Family("cycle", "cycle:{n}", range(3, 13), "Cycles"),
    Family("star", "star:{n}", range(3, 17), "Stars"),
    Family("wheel", "wheel:{n}", range(4, 11), "Wheels"),
    Family("complete", "complete:{n}", range(1, 8), "Complete graphs"),
    Family("bipartite-2", "bipartite:2,{n}", range(1, 8), "Complete bipartite graphs, two points against n"),
    Family("bipartite-3", "bipartite:3,{n}", range(1, 6), "Complete bipartite graphs, three points against n"),
    Family("2xn", "2x{n}", range(1, 9), "Grids of two rows"),
    Family("3xn", "3x{n}", range(1, 7), "Grids of three rows"),
    Family("nxn", "{n}x{n}", range(1, 5), "Square grids"),
]


LINES_AND_GRIDS = ["path", "2xn", "3xn", "nxn"]

# The data sets: families, rule sets, and the budget of a board under one of them. A larger budget narrows the brackets
# of lines and grids, but hardly those of other graphs.
SETS = {
    "lines-and-grids": (LINES_AND_GRIDS, POSITIONAL, 8_000_000),
    "graphs": ([family.name for family in FAMILIES if family.name not in LINES_AND_GRIDS], POSITIONAL, 1_000_000),
    "situational": ([family.name for family in FAMILIES], SITUATIONAL, 2_000_000),
}


class Known:
    """The bracket of an empty board under a rule set, and the files that prove it."""

    def __init__(self, row, rules):
        self.rules, self.names = rules, row["names"].split(" ")
        self.points, self.graph6 = int(row["points"]), row["graph6"]
        self.expansions, self.budget = int(row["expansions"]), int(row["budget"])
        self.lo, self.hi = int(row["lo"]), int(row["hi"])
        self.solved = self.lo == self.hi
        self.proofs = {}  # by the board as the certificate names it: a file under results/ and the steps of the proof

    @property
    def value(self):
        return self.lo if self.lo == self.hi else None

    def proof(self, board):
        """The file and the steps of a certificate, of the board by this name if there is one."""
        if usual(board) in self.proofs:
            return self.proofs[usual(board)]
        return min(self.proofs.values(), key=lambda proof: proof[1], default=None)

    def narrow(self, lo, hi, why):
        """Adds a bound from another source."""
        if max(self.lo, lo) > min(self.hi, hi):
            raise End(f"{self.names[0]} under {self.rules}: the search says {self.lo} to {self.hi}, {why} {lo} to {hi}", 4)
        self.lo, self.hi = max(self.lo, lo), min(self.hi, hi)


def tell(what):
    """Says what comes next, since each step can take minutes."""
    print(f"series: {what}", file=sys.stderr, flush=True)


class Maker:
    def __init__(self, options):
        self.koproof, self.made, self.results, self.within = options.koproof, options.made, options.results, options.within
        self.folder = os.path.join(self.made, "series")
        os.makedirs(self.folder, exist_ok=True)

    def solve(self, name):
        """Makes a data set."""
        families, rules, budget = SETS[name]
        boards = [board for family in FAMILIES if family.name in families for _, board in family.boards()]
        if self.within is not None:
            boards = self.quick(name)
        with tempfile.TemporaryDirectory() as scratch:
            listed, batch = os.path.join(scratch, "boards"), os.path.join(scratch, "batch")
            with open(listed, "w", encoding="ascii") as out:
                out.write("".join(f"{board}\n" for board in boards))
            tell(f"solving {len(boards)} boards of {name} under {len(rules)} rule sets")
            # Exit code 3: some are open, and recorded as such.
            called(self.koproof, "batch", "run", "--boards", listed, "--rules", ",".join(rules), "--what", "empty", "--node-limit", str(budget),
                   "--out", batch, "--quiet", accepted=(0, 3))
            if self.within is None:
                files = [os.path.join(self.folder, f"{name}.{ending}") for ending in ("csv", "parquet")]
                called(self.koproof, "batch", "merge", batch, "--out", files[0], "--out", files[1])
            else:
                some = os.path.join(scratch, "some.csv")
                called(self.koproof, "batch", "merge", batch, "--out", some)
                self.insert(name, rows(some))

    def old(self, name):
        path = os.path.join(self.results, "series", f"{name}.csv")
        if not os.path.exists(path):
            raise End(f"{path} is not there: --within takes the rows of other boards from it", 2)
        return rows(path)

    def quick(self, name):
        """The boards that were solved with few expansions under all rule sets, by all of their names."""
        most = {}
        for row in self.old(name):
            took = int(row["expansions"]) if row["status"] == "done" else int(row["budget"])
            most[row["names"]] = max(most.get(row["names"], 0), took)
        return [board for names, took in most.items() if took <= self.within for board in names.split(" ")]

    def insert(self, name, found):
        """Writes the data set with the new rows in place of the old ones."""
        new = {(row["graph6"], row["rules"]): row for row in found}
        old = [new.pop((row["graph6"], row["rules"]), row) for row in self.old(name)]
        write_csv(os.path.join(self.folder, f"{name}.csv"), old + list(new.values()))

    def known(self):
        """The values and brackets, by board and rule set."""
        found = {}
        for name in SETS:
            for row in rows(os.path.join(self.folder, f"{name}.csv")):
                known = Known(row, row["rules"])
                # docs/book/src/open.md has the theorem, which holds under all these rule sets.
                known.narrow(0, known.points, "the theorem that no empty board is below 0")
                for board in known.names:
                    found[board, known.rules] = known
        twins = defaultdict(list)
        for known in {id(known): known for known in found.values()}.values():
            twins[known.graph6, known.rules].append(known)
        self.proofs(found, twins)
        self.compare(found, twins)
        return found

    def proofs(self, found, twins):
        """Finds the certificates of the values, of a board or of another name of the same graph."""
        seen = set()
        for folder in (self.made, self.results):
            certificates = os.path.join(folder, "certificates")
            for file in sorted(os.listdir(certificates)) if os.path.isdir(certificates) else ():
                name, ending = os.path.splitext(file)
                if ending != ".json" or name == "costs" or name.startswith("pair-") or name in seen:
                    continue
                seen.add(name)
                with open(os.path.join(certificates, file), encoding="utf-8") as content:
                    manifest = json.load(content)
                board, rules = usual(manifest["board"]), name.rsplit(".", 1)[1]
                if rules == "nstt" and board in series_page.BEYOND:
                    value, _ = series_page.BEYOND[board]
                    if (manifest["at_least"], manifest["at_most"]) != (value, value):
                        raise End(f"the page says {value} of {board}, and the certificate {name} something else", 4)
                known = found.get((board, rules))
                for twin in twins[known.graph6, known.rules] if known else ():
                    twin.narrow(manifest["at_least"], manifest["at_most"], f"the certificate {name}")
                    file = f"certificates/{name}.{'kpc' if manifest['kept'] else 'json'}"
                    twin.proofs[board] = (file, manifest["steps"])
        brackets = os.path.join(self.results, "brackets")
        for file in sorted(os.listdir(brackets)) if os.path.isdir(brackets) else ():
            if not file.endswith(".kpc"):
                continue
            said = answer(self.koproof, "verify", os.path.join(brackets, file), "--quiet", "--format", "json")
            known = found.get((usual(said["board"]), said["rules"]["name"]))
            if known and known.value is None:
                known.narrow(said["at_least"], said["at_most"], f"the certificate {file}")
                known.proofs[usual(said["board"])] = (f"brackets/{file}", said["steps"])

    def compare(self, found, twins):
        """Refuses a value that differs from its table, the atlas or a theorem."""
        tables = os.path.join(self.results, "tables")
        for file in sorted(os.listdir(tables)) if os.path.isdir(tables) else ():
            if file.endswith(".kpt"):
                said = answer(self.koproof, "table", "info", os.path.join(tables, file), "--format", "json")
                known = found.get((usual(said["board"]), said["rules"]["name"]))
                value = said["empty_board"]["black"]["lo"]
                for twin in twins[known.graph6, known.rules] if known else ():
                    twin.narrow(value, value, f"the table {file}")
        atlas = {}
        for path in sorted(glob.glob(os.path.join(self.results, "atlas", "empty-*.csv"))):
            for row in rows(path):
                if row["value"]:
                    atlas[row["graph6"], row["rules"]] = int(row["value"])
        for (board, _), known in found.items():
            value = atlas.get((known.graph6, known.rules))
            if value is not None:
                known.narrow(value, value, "the atlas")
            if board.startswith("star:"):
                # With Black in the middle, a white stone on a leaf has no liberty.
                known.narrow(known.points, known.points, "theory")
            if board in ("path:1", "path:2"):
                known.narrow(0, 0, "theory")

    def values(self, found):
        """Writes values.csv, a line for each board and rule set."""
        lines = []
        for family in FAMILIES:
            for number, board in family.boards():
                for rules in RULE_SETS:
                    known = found[board, rules]
                    value = "" if known.value is None else known.value
                    proof, steps = known.proof(board) or ("", "")
                    lines.append({
                        "family": family.name, "n": number, "board": board, "points": known.points, "rules": rules, "value": value,
                        "lo": known.lo, "hi": known.hi, "expansions": known.expansions, "budget": known.budget,
                        "proof": proof, "steps": steps,
                    })
        write_csv(os.path.join(self.folder, "values.csv"), lines)

    def charts(self):
        """Draws the charts of the page."""
        data = os.path.join(self.folder, "values.csv")
        for name, title, families in series_page.CHARTS:
            called(self.koproof, "plot", data, "--where", "rules=nstt", "--where", f"family={','.join(families)}", "--x", "points",
                   "--by", "family", "--brackets", "--title", title, "--out", os.path.join(self.folder, f"{name}.svg"))

    def make(self):
        for name in SETS:
            self.solve(name)
        tell("comparing with certificates, tables and the atlas")
        found = self.known()
        self.values(found)
        tell("drawing the charts")
        self.charts()
        figures = published()
        with open(os.path.join(self.made, "SERIES.md"), "w", encoding="utf-8") as out:
            out.write(series_page.page(FAMILIES, SETS, found, figures))


class Figure:
    """A published value of an empty board. Without a rule set it is compared with the value under `nstt`."""

    def __init__(self, board, value, rules, rule, source, note):
        self.name, self.board, self.value, self.rules = board, usual(board), value, rules
        self.rule, self.source, self.note = rule, source, note


def published():
    """The published values of empty boards, from crates/cli/data."""
    figures = []
    for row in rows(os.path.join(PUBLISHED, "values.csv")):
        if set(row["position"]) <= set("./") and row["to_move"] == "black":
            rules = PRESETS[row["superko"], row["suicide"]]
            # Some values were published for other rules than those under which they are compared here.
            rule = row["note"] if row["note"].startswith("published for") else ""
            figures.append(Figure(row["board"], int(row["value"]), rules, rule, row["source"], row["note"]))
    for row in rows(os.path.join(PUBLISHED, "loose.csv")):
        figures.append(Figure(row["board"], int(row["value"]), None, row["rule"], row["source"], row["note"]))
    return figures


def write_csv(path, lines):
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", help="the program")
    parser.add_argument("--made", required=True, help="the directory that the files are made in")
    parser.add_argument("--results", required=True, help="the directory that has what was made before")
    parser.add_argument("--within", type=int, metavar="EXPANSIONS", help="solve only the boards that took so many")
    arguments = parser.parse_args()
    need(arguments.koproof)
    Maker(arguments).make()


if __name__ == "__main__":
    run(main)
