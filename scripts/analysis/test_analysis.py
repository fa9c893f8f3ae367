"""Tests the examples beside this file: against counts in the literature, and against the CSV files read without any library.

    python3 -m unittest discover -s scripts/analysis
"""
import csv
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from data import ATLAS
from edges_and_sides import edges_and_sides, is_bipartite
from orders import boards
from where_rules_part import where_rules_part

HERE = Path(__file__).resolve().parent
FILES = [ATLAS / f"empty-{points}.parquet" for points in range(1, 9)]
# Connected graphs by points (OEIS A001349), and those that are bipartite (A005142).
CONNECTED = [1, 1, 2, 6, 21, 112, 853, 11117]
BIPARTITE = [1, 1, 1, 3, 5, 17, 44, 182]
# Connected graphs on seven points by edges, from 6 to 21 (A054924).
SEVEN_POINTS = [11, 33, 67, 107, 132, 138, 126, 95, 64, 40, 21, 10, 5, 2, 1, 1]


def values(points, rules):
    """The rows under a rule set, by board."""
    with (ATLAS / f"empty-{points}.csv").open(newline="", encoding="utf-8") as lines:
        return {row["graph6"]: row for row in csv.DictReader(lines) if row["rules"] == rules}


def printed(script, *arguments):
    """What an example prints."""
    command = [sys.executable, str(HERE / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Refused(unittest.TestCase):
    """What the data do not have is named in one line, instead of a traceback or an empty table."""

    def test_what_is_not_in_the_data_is_named(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        six, bad = str(ATLAS / "empty-6.parquet"), str(Path(directory.name, "bad.parquet"))
        Path(bad).write_bytes(b"PAR1 and not much PAR1")
        rules = "nstt, nstt-situational, tromp-taylor, tromp-taylor-situational"
        for script, *arguments, said in (
            ("edges_and_sides", "--points", "99", f"no board of 99 points under nstt; the files have points 1, 2, 3, 4, 5, 6, 7, 8; rules {rules}"),
            ("edges_and_sides", "--rules", "foo", six, f"no board of 7 points under foo; the files have points 6; rules {rules}"),
            ("where_rules_part", "--rules", "nstt,foo", six, f"--rules: no board under foo; the files have {rules}"),
            ("edges_and_sides", str(ATLAS / "../separation/none.parquet"), "No such file or directory: name a data set"),
            ("edges_and_sides", bad, "bad.parquet is no data set of koproof batch run --what empty ("),
            ("where_rules_part", bad, six, "one of 2 files is no data set of koproof batch run --what empty ("),
        ):
            with self.subTest(script=script, arguments=arguments):
                done = subprocess.run([sys.executable, str(HERE / f"{script}.py"), *arguments], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertIn(said, done.stderr)


class Orders(unittest.TestCase):
    def test_every_order_is_the_same_graph_and_the_first_is_the_usual_one(self):
        # The path of four points.
        usual, *others = boards("Ch", 5)
        self.assertEqual(usual, "edges:0-1,1-2,2-3")
        self.assertGreater(len({usual, *others}), 1)
        for board in others:
            ends = Counter(board.removeprefix("edges:").replace("-", ",").split(","))
            self.assertEqual(sorted(ends.values()), [1, 1, 2, 2], board)

    def test_a_point_without_an_edge_stays_on_the_board(self):
        # The path of three points beside a lone one.
        for board in boards("Co", 5):
            named = Counter(re.findall(r"\d+", board))
            self.assertEqual((set(named), sorted(named.values())), (set("0123"), [1, 1, 1, 2]), board)
        self.assertEqual(next(boards("B?", 1)), "edges:0,1,2")


class EdgesAndSides(unittest.TestCase):
    def test_every_connected_graph_is_counted_and_its_sides_are_found(self):
        for points, (connected, bipartite) in enumerate(zip(CONNECTED, BIPARTITE), start=1):
            rows = edges_and_sides(FILES, points, "nstt").to_dicts()
            self.assertEqual(sum(row["graphs"] for row in rows), connected)
            self.assertEqual(sum(row["graphs"] for row in rows if row["bipartite"]), bipartite)

    def test_graphs_on_seven_points_by_edges_are_as_many_as_the_literature_says(self):
        count = Counter()
        for row in edges_and_sides(FILES, 7, "tromp-taylor").to_dicts():
            count[row["edges"]] += row["graphs"]
        self.assertEqual(sorted(count.items()), list(enumerate(SEVEN_POINTS, start=6)))

    def test_an_edge_has_two_sides_and_a_triangle_has_not(self):
        self.assertEqual([is_bipartite(graph6) for graph6 in ["@", "A_", "Bg", "Bw", "C]", "DqK"]], [True, True, True, False, True, False])

    def test_values_are_those_of_the_csv(self):
        for rules in ["nstt", "tromp-taylor-situational"]:
            rows = values(6, rules).values()
            found = edges_and_sides(FILES, 6, rules).to_dicts()
            self.assertGreater(len(found), 10)
            for line in found:
                group = [row for row in rows if int(row["edges"]) == line["edges"] and is_bipartite(row["graph6"]) == line["bipartite"]]
                exact = [int(row["value"]) for row in group if row["value"]]
                self.assertEqual((line["graphs"], line["solved"]), (len(group), len(exact)))
                self.assertEqual((line["whole"], line["even"]), (exact.count(6), exact.count(0)))
                if exact:
                    self.assertAlmostEqual(line["mean"], sum(exact) / len(exact), delta=0.0051)
                else:
                    self.assertIsNone(line["mean"])

    def test_it_prints_a_table_with_the_triangle_and_the_path(self):
        table = printed("edges_and_sides.py", "--points", "3")
        # The path of three is worth 3 to Black, the triangle nothing.
        self.assertIn("│ 2     ┆ true      ┆ 1      ┆ 1      ┆ 3.0  ┆ 1     ┆ 0    │", table)
        self.assertIn("│ 3     ┆ false     ┆ 1      ┆ 1      ┆ 0.0  ┆ 0     ┆ 1    │", table)


class WhereRulesPart(unittest.TestCase):
    def test_counts_and_boards_are_those_of_the_csv(self):
        for one, other in [("nstt", "nstt-situational"), ("tromp-taylor", "nstt")]:
            counts, differ = [], {}
            for points in range(1, 9):
                mine, others = values(points, one), values(points, other)
                both = {board: (row["value"], others[board]["value"]) for board, row in mine.items()}
                both = {board: pair for board, pair in both.items() if all(pair)}
                parted = {board: pair for board, pair in both.items() if pair[0] != pair[1]}
                counts.append((points, len(both), len(parted)))
                differ |= parted
            by_points, boards = where_rules_part(FILES, one, other)
            self.assertEqual(by_points.fetchall(), counts)
            found = boards.fetchall()
            self.assertEqual({row[0]: (str(row[4]), str(row[5])) for row in found}, differ)
            self.assertGreater(len(differ), 3)
            sizes = [abs(row[4] - row[5]) for row in found]
            self.assertEqual(sizes, sorted(sizes, reverse=True))

    def test_a_rule_set_does_not_part_from_itself(self):
        by_points, boards = where_rules_part(FILES, "nstt", "nstt")
        self.assertEqual(boards.fetchall(), [])
        self.assertEqual(len(by_points.fetchall()), len(FILES))

    def test_it_prints_the_boards(self):
        text = printed("where_rules_part.py", str(ATLAS / "empty-5.parquet"))
        # A triangle with a tail of two points.
        self.assertIn("D{C", text)
        self.assertIn("other_value", text)


if __name__ == "__main__":
    unittest.main()
