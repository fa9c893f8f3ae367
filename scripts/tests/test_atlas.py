"""The families of graphs in the atlas, and the data set that has them."""
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from itertools import combinations
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))
import atlas_cost  # noqa: E402  (found through the line above, like the next ones)
import atlas_page  # noqa: E402
import atlas_prove  # noqa: E402
import croissant  # noqa: E402
import datapackage  # noqa: E402
import programs  # noqa: E402
import separation  # noqa: E402
import separation_page  # noqa: E402
from atlas_graphs import families, neighbours, sides  # noqa: E402
from naive_prover import graph6  # noqa: E402

# Trees on 1 point, on 2, and so on. Source: OEIS A000055.
TREES = [1, 1, 1, 2, 3, 6, 11, 23]


def path(points):
    return [(point, point + 1) for point in range(points - 1)]


def cycle(points):
    return path(points) + [(0, points - 1)]


def star(points):
    return [(0, point) for point in range(1, points)]


def bipartite(left, right):
    return [(a, left + b) for a in range(left) for b in range(right)]


class Families(unittest.TestCase):
    def test_graph6_is_read_as_it_is_written(self):
        self.assertEqual(neighbours(graph6(4, path(4))), [{1}, {0, 2}, {1, 3}, {2}])

    def test_sides_are_those_between_which_all_edges_run(self):
        self.assertEqual(list(map(sorted, sides(neighbours(graph6(5, bipartite(2, 3)))))), [[0, 1], [2, 3, 4]])
        self.assertIsNone(sides(neighbours(graph6(5, cycle(5)))))

    def test_a_graph_is_in_the_families_that_it_belongs_to(self):
        for points in range(5, 9):
            self.assertEqual(families(graph6(points, path(points))), ["tree", "path"])
            self.assertEqual(families(graph6(points, cycle(points))), ["cycle"])
            self.assertEqual(families(graph6(points, star(points))), ["tree", "star"])
            self.assertEqual(families(graph6(points, combinations(range(points), 2))), ["complete"])
            wheel = cycle(points - 1) + [(point, points - 1) for point in range(points - 1)]
            self.assertEqual(families(graph6(points, wheel)), ["wheel"])
            self.assertEqual(families(graph6(points, bipartite(points - 2, 2))), [f"bipartite 2,{points - 2}"])
        self.assertEqual(families(graph6(4, cycle(4))), ["cycle", "bipartite 2,2"])
        self.assertEqual(families(graph6(3, cycle(3))), ["cycle", "complete"])

    def test_two_rims_are_no_wheel(self):
        rims = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
        self.assertEqual(families(graph6(7, rims + [(point, 6) for point in range(6)])), [])


class Cost(unittest.TestCase):
    def test_all_connected_graphs_are_listed(self):
        # OEIS A001349.
        self.assertEqual([len(set(atlas_cost.graphs(points))) for points in range(1, 8)], [1, 1, 2, 6, 21, 112, 853])

    def test_the_error_of_a_mean_is_that_of_the_sample_by_the_root_of_its_size(self):
        # The variance of 1, 2, 3, 4 as a sample is 5/3.
        mean, error = atlas_cost.mean_and_error([1, 2, 3, 4])
        self.assertEqual(mean, 2.5)
        self.assertAlmostEqual(error, (5 / 3 / 4) ** 0.5)
        self.assertEqual(atlas_cost.mean_and_error([7.0]), (7.0, 0.0))


    def ends(self, program, *arguments):
        """The exit code and the lines of errors of atlas_cost.py with a program in the place of koproof."""
        with tempfile.TemporaryDirectory() as folder:
            koproof = Path(folder) / "koproof"
            koproof.write_text(f"#!/bin/bash\n{program}\n")
            os.chmod(koproof, 0o755)
            command = [sys.executable, SCRIPTS / "atlas_cost.py", koproof, "--points", "3", *arguments]
            done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, [line.replace(str(koproof), "koproof") for line in done.stderr.splitlines()]

    def test_what_fails_is_named_in_one_line(self):
        merge = 'if [[ $2 == merge ]]; then {}; fi'
        failed = "printf 'status,reason,expansions\\nfailed,no answer,\\n' >\"${@: -1}\""
        for program, code, said in [
            (merge.format("echo 'koproof: no results' >&2; exit 1"), 1, "koproof batch merge ends with 1: koproof: no results"),
            ("echo 'koproof: no such rules' >&2; exit 2", 2, "koproof batch run ends with 2: koproof: no such rules"),
            (merge.format(failed), 1, " under nstt failed: no answer"),
        ]:
            with self.subTest(program=program):
                found, lines = self.ends(program)
                self.assertEqual((found, len(lines)), (code, 1), lines)
                self.assertIn(said, lines[0])

    def test_numbers_that_are_no_sample_are_refused(self):
        for arguments in (["--sample", "0"], ["--sample", "-1"], ["--points", "0"], ["--points", "11"]):
            code, lines = self.ends("exit 0", *arguments)
            self.assertEqual(code, 2)
            self.assertIn(f"{arguments[1]!r} is not a number from 1 to", lines[-1])


class Rows(unittest.TestCase):
    def test_half_of_the_rows_to_prove_are_of_the_largest_boards(self):
        rows = [{"points": str(points), "number": number} for points in (6, 7, 8) for number in range(30)]
        drawn = atlas_prove.draw(rows, 10, random.Random(1))
        self.assertEqual(Counter(row["points"] == "8" for row in drawn), {True: 5, False: 5})
        self.assertEqual(len({(row["points"], row["number"]) for row in drawn}), 10)
        self.assertNotEqual(drawn, atlas_prove.draw(rows, 10, random.Random(2)))
        # All of them, where there are no more.
        self.assertEqual(len(atlas_prove.draw(rows[50:], 100, random.Random(1))), 40)


    ROW = {"graph6": "Cr", "rules": "nstt", "points": "4", "value": "1"}
    RULES = {"superko": "positional", "suicide": "forbid", "scoring": "area"}
    PROVED = {"statement": "position", "graph6": "Cr", "rules": RULES, "position": "../..", "to_move": "black", "history": [],
              "at_least": 1, "at_most": 1}

    def difference(self, **changes):
        return atlas_prove.difference(self.ROW, self.PROVED | changes)

    def test_only_the_statement_of_a_row_proves_it(self):
        self.assertIsNone(self.difference())
        self.assertEqual(self.difference(at_least=12), "the certificate proves at_least 12, not 1")
        others = {"at_most": 12, "at_least": None, "graph6": "C~", "position": "X./..", "to_move": "white", "history": ["b a1"]}
        for key, value in others.items():
            self.assertIn(key, self.difference(**{key: value}))
        for key, value in {"superko": "situational", "suicide": "allow", "scoring": "territory"}.items():
            self.assertIn(key, self.difference(rules=self.RULES | {key: value}))

    def test_rows_that_cannot_be_drawn_are_refused(self):
        for arguments, said in [
            (["--rows", "0"], "argument --rows: '0' is not a number from 1 to 999999999; --help lists what there is"),
            (["--expansions", "0"], "argument --expansions: '0' is not a number from 1 to 999999999; --help lists what there is"),
            (["--rows", "1000000"], "not 1000000: raise --expansions or lower --rows"),
        ]:
            command = [sys.executable, SCRIPTS / "atlas_prove.py", "true", *arguments]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.endswith(f"{said}\n"), done.stderr)


class Pages(unittest.TestCase):
    """Pages of trees of up to eight points, of which one is changed."""

    def data(self, points, changed, **changes):
        ones = {size: atlas_page.read([SCRIPTS.parent / "results" / "atlas"], f"empty-{size}") for size in range(1, 9)}
        for row in ones[points]:
            if row["graph6"] == changed:
                row.update(changes)
        return ones

    def test_a_bracket_is_no_value_that_differs(self):
        def listed(ones):
            return {graph6 for _, graph6, _, values in atlas_page.trees_of(ones) if len(values) > 1}

        before = listed(self.data(8, None))
        self.assertIn(atlas_page.TREE, before)
        # A tree that has one value under all rules loses it under one of them.
        ones = self.data(8, None)
        row = next(row for row in ones[8] if row["edges"] == "7" and row["graph6"] not in before)
        row.update(value="", lo="0", hi="8", status="open")
        self.assertEqual(listed(ones), before)

    def test_what_is_said_of_smaller_trees_is_checked(self):
        self.assertIn("the rules agree", atlas_page.tree_that_parts(self.data(8, None), [atlas_page.TREE]))
        tree = next(row["graph6"] for row in self.data(8, None)[7] if row["edges"] == "6")
        with self.assertRaisesRegex(programs.End, "smaller trees"):
            atlas_page.tree_that_parts(self.data(7, tree, value=""), [atlas_page.TREE])
        with self.assertRaisesRegex(programs.End, "largest difference"):
            atlas_page.tree_that_parts(self.data(8, None), [])

    def test_no_fewer_stones_is_said_of_the_empty_board_only(self):
        def answer(position, stones):
            board = separation.Board(2, "A_", "allowed")
            value = [{"lo": 2}, {"lo": 0}]
            board.states, board.differing = 10, [separation.State(board, {"position": position, "to_move": "white", "stones": stones, "values": value})]
            return separation_page.answer([board], {"suicide-allowed": board.differing[0]}, "allowed")

        self.assertIn("No position has fewer stones", answer("..", 0))
        with self.assertRaisesRegex(ValueError, "has 1 stones"):
            answer(".O", 1)

    def test_only_graphs_that_are_open_are_named(self):
        def said(**states):
            boards = [separation.Board(2, "A_", suicide) for suicide in states]
            for board in boards:
                board.states = states[board.suicide]
            return separation_page.open_graphs(boards, 1000)

        self.assertEqual(said(forbidden=10, allowed=10), "All graphs are solved.\n")
        self.assertTrue(said(forbidden=None, allowed=None).endswith("Open: `A_` (two joined points), with suicide and without.\n"))
        self.assertTrue(said(forbidden=None, allowed=10).endswith("Open: `A_` (two joined points) without suicide.\n"))
        self.assertTrue(said(forbidden=10, allowed=None).endswith("Open: `A_` (two joined points) with suicide.\n"))


class DataSet(unittest.TestCase):
    def test_every_kind_of_column_has_a_type(self):
        source = (SCRIPTS.parent / "crates" / "batch" / "src" / "columns.rs").read_text(encoding="utf-8")
        kinds = re.findall(r'"(\w+)"', re.search(r"named!\(Kind,.*", source)[0])
        self.assertGreater(len(kinds), 2)
        for kind in kinds:
            self.assertIn(datapackage.field("column", kind, "", "")["type"], croissant.TYPES)

    def test_every_tree_and_every_member_of_a_family_is_there_once(self):
        with (SCRIPTS.parent / "results" / "atlas" / "families.csv").open(newline="", encoding="utf-8") as lines:
            rows = [row for row in csv.DictReader(lines) if row["rules"] == "nstt"]
        most = max(int(row["points"]) for row in rows)
        self.assertGreaterEqual(most, 7)
        count = Counter((row["family"], int(row["points"])) for row in rows)
        for points, trees in enumerate(TREES[:most], start=1):
            self.assertEqual(count["tree", points], trees)
            self.assertEqual([count[family, points] for family in ["path", "complete"]], [1, 1])
            self.assertEqual([count[family, points] for family in ["cycle", "star", "wheel"]], [int(points >= 3), int(points >= 4), int(points >= 5)])
            self.assertEqual([count[f"bipartite-{side}", points] for side in (2, 3, 4)], [int(points >= 2 * side) for side in (2, 3, 4)])


if __name__ == "__main__":
    unittest.main()
