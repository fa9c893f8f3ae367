"""The families of graphs in the atlas, and the data set that has them."""
import csv
import random
import sys
import unittest
from collections import Counter
from itertools import combinations
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))
import atlas_cost  # noqa: E402  (found through the line above, like the next ones)
import atlas_prove  # noqa: E402
from atlas_graphs import families, neighbours, sides  # noqa: E402

# Trees on 1 point, on 2, and so on. Source: OEIS A000055.
TREES = [1, 1, 1, 2, 3, 6, 11, 23]


def graph6(points, edges):
    """A graph in graph6."""
    edges = {frozenset(edge) for edge in edges}
    bits = "".join(str(int(frozenset((a, b)) in edges)) for b in range(points) for a in range(b))
    bits += "0" * (-len(bits) % 6)
    return chr(63 + points) + "".join(chr(63 + int(bits[at : at + 6], 2)) for at in range(0, len(bits), 6))


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


class Rows(unittest.TestCase):
    def test_half_of_the_rows_to_prove_are_of_the_largest_boards(self):
        rows = [{"points": str(points), "number": number} for points in (6, 7, 8) for number in range(30)]
        drawn = atlas_prove.draw(rows, 10, random.Random(1))
        self.assertEqual(Counter(row["points"] == "8" for row in drawn), {True: 5, False: 5})
        self.assertEqual(len({(row["points"], row["number"]) for row in drawn}), 10)
        self.assertNotEqual(drawn, atlas_prove.draw(rows, 10, random.Random(2)))
        # All of them, where there are no more.
        self.assertEqual(len(atlas_prove.draw(rows[50:], 100, random.Random(1))), 40)


class DataSet(unittest.TestCase):
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
