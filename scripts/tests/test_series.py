"""Tests of the page results/SERIES.md: what it says follows from what is known."""
import argparse
import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import programs  # noqa: E402
import series  # noqa: E402
import series_page  # noqa: E402


def known(board, rules="nstt", lo=0, hi=0, points=6):
    row = {"names": board, "points": str(points), "graph6": board, "expansions": "10", "budget": "100", "lo": str(lo), "hi": str(hi)}
    return series.Known(row, rules)


def figure(board, value, rules=None):
    return series.Figure(board, value, rules, "", "someone", "")


class Progress(unittest.TestCase):
    def test_each_data_set_is_announced(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as said:
            series.Maker(argparse.Namespace(koproof="true", made=folder, results=folder, within=None)).solve("graphs")
        self.assertRegex(said.getvalue(), r"\Aseries: solving \d+ boards of graphs under 2 rule sets\n\Z")


class Bounds(unittest.TestCase):
    def test_bounds_from_elsewhere_narrow_a_bracket(self):
        bracket = known("2x3", lo=-6, hi=6)
        bracket.narrow(0, 6, "a theorem")
        self.assertEqual((bracket.lo, bracket.hi, bracket.value), (0, 6, None))
        bracket.narrow(-1, 0, "a certificate")
        self.assertEqual(bracket.value, 0)
        self.assertFalse(bracket.solved, "the search did not solve it")

    def test_a_contradiction_is_refused_and_named(self):
        with self.assertRaisesRegex(programs.End, "2x3 under nstt: the search says 0 to 0, the table 1 to 1"):
            known("2x3").narrow(1, 1, "the table")

    def test_a_certificate_of_the_board_itself_goes_before_a_shorter_one_of_its_twin(self):
        square = known("2x2 cycle:4")
        square.proofs = {"2x2": ("two.kpc", 32), "cycle:4": ("four.kpc", 31)}
        self.assertEqual(square.proof("2x2"), ("two.kpc", 32))
        self.assertEqual(square.proof("bipartite:2,2"), ("four.kpc", 31))
        self.assertIsNone(known("2x3").proof("2x3"))


class Words(unittest.TestCase):
    def test_names_of_the_same_grid_are_one(self):
        names = {"1x9": "path:9", "9x1": "path:9", "3x2": "2x3", "2x3": "2x3", "complete:4": "complete:4", "path:1": "path:1"}
        for name, expected in names.items():
            self.assertEqual(series_page.usual(name), expected)

    def test_runs_of_numbers_are_drawn_together(self):
        self.assertEqual(series_page.listed([5, 6, 7, 9, 11, 12]), "5 to 7, 9, 11 and 12")
        self.assertEqual(series_page.listed([4]), "4")
        self.assertEqual(series_page.listed([]), "none")

    def test_a_published_value_agrees_differs_or_may_be_right(self):
        for value, expected in [(0, "agrees"), (1, "differs")]:
            self.assertEqual(series_page.verdict(figure("2x3", value), known("2x3")), expected)
        for value, expected in [(0, "may be"), (4, "may be"), (5, "differs")]:
            self.assertEqual(series_page.verdict(figure("2x8", value), known("2x8", lo=0, hi=4)), expected)

    def test_a_figure_is_compared_under_its_own_rules(self):
        found = {("2x3", "nstt"): known("2x3"), ("2x3", "tromp-taylor"): known("2x3", "tromp-taylor", 2, 2)}
        figures = [figure("3x2", 0), figure("2x3", 2, "tromp-taylor"), figure("2x3", 2), figure("9x9", 7)]
        self.assertEqual([how for _, _, how in series_page.compared(figures, found)], ["agrees", "agrees", "differs", "beyond"])

    def test_a_figure_beyond_the_series_stands_beside_the_value_that_is_proved_elsewhere(self):
        text = series_page.elsewhere([figure("3x7", 5), figure("4x5", 20), figure("9x9", 7)])
        self.assertIn("3 are of boards beyond these series:", text)
        self.assertIn("* 3x7: B+5 (someone). **Differs:** B+21 is [proved](", text)
        self.assertIn("* 4x5: B+20 (someone). The same is [proved](", text)
        self.assertIn("* 9x9: B+7 (someone). Open here.", text)

    def test_a_pattern_is_said_to_fail_where_it_fails(self):
        family = series.Family("path", "path:{n}", range(5, 9), "Paths")
        found = {(f"path:{n}", "nstt"): known(f"path:{n}", lo=value, hi=value + (n == 8)) for n, value in zip(range(5, 9), [0, 1, 3, 3])}
        paths = series_page.Series(family, found)
        self.assertEqual(paths.said(5, lambda n: n - 5), "it holds for 5 and 6, and fails for 7")
        self.assertEqual(paths.said(5, lambda n: 0 if n == 5 else paths.solved()[n]), "it holds for 5 to 7, without exception")


class Published(unittest.TestCase):
    def test_every_published_value_of_an_empty_board_is_read(self):
        figures = series.published()
        read = {(figure.name, figure.value, figure.source) for figure in figures}
        for expected in [("1x9", 0, "Drange 1998"), ("1x12", 1, "Drange 1998"), ("4x4", 1, "van der Werf"), ("2x2", 1, "Tromp")]:
            self.assertIn(expected, read)
        self.assertNotIn(("3x3", 3, "weizigo 2026"), read, "a board with a stone on it")


if __name__ == "__main__":
    unittest.main()
