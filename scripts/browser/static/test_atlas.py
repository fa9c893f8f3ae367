"""The atlas in the browser: every graph filtered, charted, sorted, and opened in the explorer."""

import csv
import unittest

from explorer import ROOT, scored
from pages import Altered, PageCase


class AtlasTest(PageCase):
    def open(self, hash=""):
        self.load(f"{self.address}atlas.html", hash, settle=False)

    def counted(self, text):
        self.browser.wait(text, lambda: self.browser.text("#found") == text)

    def test_all_graphs_are_there_and_the_trees_of_eight_points_are_23(self):
        browser = self.browser
        self.open()
        self.counted("12,113 graphs")
        self.select("points", "8")
        self.counted("11,117 graphs")
        self.select("shape", "trees")
        self.counted("23 graphs")
        browser.wait("a tree is drawn", lambda: browser.text("#rows tr:first-child .thumbnail") is not None)
        # The chart follows: as many trees of each value as the data have.
        with open(ROOT / "results/atlas/empty-8.csv", newline="") as file:
            trees = [row for row in csv.DictReader(file) if row["edges"] == "7" and row["rules"] == "tromp-taylor"]
        for value in {row["value"] or "open" for row in trees}:
            number = sum((row["value"] or "open") == value for row in trees)
            self.assertEqual(
                browser.attribute(f'#chart [data-key="{value}"]', "aria-label"), f"value {scored(value)}: {number} graphs"
            )
        self.in_every_look(lambda look: browser.screenshot(f"{self.pictures}/atlas-{look}.png"))
        browser.click('#chart [data-key="8"]')
        eights = sum(row["value"] == "8" for row in trees)
        self.counted(f"{eights} graphs")
        # The address has it all.
        link = browser.run("return location.hash")
        self.open(link)
        self.counted(f"{eights} graphs")

    def select(self, name, value):
        self.browser.run(
            "const field = document.getElementById('filter').elements[arguments[0]];"
            "field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true }))",
            name,
            value,
        )

    def test_a_wrong_link_is_said_to_be_wrong(self):
        browser = self.browser
        with open(ROOT / "results/atlas/empty-8.csv", newline="") as file:
            rules = sorted({row["rules"] for row in csv.DictReader(file)})
        for entry, said in [
            ("rules=bogus", f"rules=bogus; rules can be {', '.join(rules[:-1])} or {rules[-1]}."),
            ("points=9", "points=9; points can be 1, 2, 3, 4, 5, 6, 7 or 8."),
            ("from=a", "from=a; from can be a number from 0 to 28."),
            ("to=29", "to=29; to can be a number from 0 to 28."),
            ("shape=round", "shape=round; shape can be trees, unicyclic, complete or symmetric."),
            ("value=xx", "value=xx; value can be open or a number from -8 to 8."),
            ("sort=nonsense", "sort=nonsense; sort can be lo, points, edges, graph6, automorphisms or expansions, or one of these after -."),
            ("by=rules", "by=rules; by can be value, points or edges."),
        ]:
            with self.subTest(entry=entry):
                self.open(f"#{entry}")
                self.assertEqual(browser.text("#notice"), f"This link says {said} This part of it was left out.")
                self.counted("12,113 graphs")
        self.open("#points=4&value=xx&sort=?")
        self.counted("6 graphs")
        self.assertIn("value=xx", browser.text("#notice"))
        self.assertIn("sort=?", browser.text("#notice"))
        # Another choice, or another link, is not wrong.
        self.select("shape", "trees")
        self.counted("2 graphs")
        self.assertFalse(self.shown("#notice"))
        # Back leads to the filter before.
        browser.run("history.back()")
        self.counted("6 graphs")
        browser.run("location.hash = '#from=a'")
        browser.wait("it is said", lambda: "from=a" in browser.text("#notice"))
        browser.run("location.hash = '#points=5&from=4&to=5&value=-2&sort=-lo&by=edges&rules=nstt&shape=unicyclic'")
        self.counted("0 graphs")
        self.assertFalse(self.shown("#notice"))

    def test_a_part_without_meaning_or_given_twice_is_said_to_be_left_out(self):
        browser = self.browser
        self.open("#points=5")
        for hash, said, count in [
            ("#foo=1", "This link says foo=1, which means nothing here. This part of it was left out.", "12,113 graphs"),
            ("#constructor=1", "This link says constructor=1, which means nothing here. This part of it was left out.", "12,113 graphs"),
            ("#points=4&points=5", "This link says points=4 and points=5: keep one. The second was left out.", "6 graphs"),
            # Also where one of the two is the choice to begin with.
            ("#points=4&points=", "This link says points=4 and points=: keep one. The second was left out.", "6 graphs"),
        ]:
            with self.subTest(hash=hash):
                browser.run("location.hash = arguments[0]", hash)
                browser.wait("it is said", lambda: browser.text("#notice") == said)
                self.counted(count)

    def test_a_number_out_of_range_is_said_to_be_one_and_not_taken(self):
        browser = self.browser
        self.open("#points=4&to=4")
        self.counted("4 graphs")
        link = browser.run("return location.hash")
        for name, bad in [("from", "-1"), ("to", "99"), ("to", "2.5")]:
            with self.subTest(name=name, bad=bad):
                self.select(name, bad)
                self.assertEqual(browser.text("#notice"), f"{name} can be a number from 0 to 28, not {bad}: the filter is as before.")
                self.assertEqual(browser.attribute(f"#filter [name={name}]", "aria-invalid"), "true")
                self.assertEqual(browser.run("return location.hash"), link)
                self.counted("4 graphs")
                self.select("shape", "trees")
                self.counted("2 graphs")
                # The form shows the filter in use.
                self.assertEqual(browser.run("return [...document.querySelectorAll('#filter [type=number]')].map((one) => one.value)"), ["", "4"])
                self.assertIsNone(browser.attribute(f"#filter [name={name}]", "aria-invalid"))
                self.assertFalse(self.shown("#notice"))
                self.select("shape", "")
                self.counted("4 graphs")
        # What is no number at all has no value for the page, and is not taken for an empty field.
        browser.type("#filter [name=to]", "-\ue004")
        browser.wait("it is said", lambda: self.shown("#notice"))
        self.assertEqual(browser.text("#notice"), "to can be a number from 0 to 28: the filter is as before.")
        self.assertEqual(browser.run("return location.hash"), link)

    def test_bars_are_wide_enough_for_a_finger_and_their_labels_can_be_read(self):
        browser = self.browser
        script = (
            "const box = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect(); return [left, right, top, bottom]; };"
            "return [...document.querySelectorAll('#chart [role=button]')].map((bar) =>"
            "  ['.hit', 'text:nth-of-type(1)', 'text:nth-of-type(2)'].map((part) => box(bar.querySelector(part))))"
        )
        for by in ["value", "points", "edges"]:
            for width in [320, 390, 1440]:
                with self.subTest(by=by, width=width):
                    browser.resize(width, 800)
                    self.open(f"#by={by}")
                    self.counted("12,113 graphs")
                    bars = browser.run(script)
                    self.assertGreater(len(bars), 7)
                    self.fits()
                    texts = []
                    for hit, *labels in bars:
                        # WCAG 2.2, 2.5.8.
                        self.assertGreaterEqual(min(hit[1] - hit[0], hit[3] - hit[2]), 24)
                        # Side by side or one below the other, all bars are within the width of the window.
                        self.assertTrue(0 <= hit[0] and hit[1] <= width, hit)
                        for text in labels:
                            self.assertGreaterEqual(text[3] - text[2], 12)
                            self.assertTrue(0 <= text[0] and text[1] <= width and hit[2] <= text[2] and text[3] <= hit[3], text)
                            # No text lies on another one.
                            for left, right, top, bottom in texts:
                                self.assertTrue(text[0] >= right or left >= text[1] or text[2] >= bottom or top >= text[3])
                            texts.append(text)
                    browser.run("[...document.querySelectorAll('#chart [role=button]')].at(-1).focus()")
                    browser.press("\ue007")
                    browser.wait("it is the filter", lambda: browser.attribute("#chart g:last-of-type", "aria-pressed") == "true")
                    self.assertTrue(browser.run("return document.activeElement === document.querySelector('#chart g:last-of-type')"))
                    browser.screenshot(f"{self.pictures}/atlas-bars-{by}-{width}.png")

    def test_the_atlas_is_there_without_the_solver(self):
        browser = self.browser
        with Altered("wasm/koproof_web_bg.wasm", without=["book", "certificates"]) as address:
            self.load(f"{address}atlas.html", "#points=4", settle=False)
            self.counted("6 graphs")
            self.assertRegex(browser.text("#notice"), r"^The graphs are listed without pictures: the solver did not start")
            self.leave()
        browser.complaints()

    def test_graphs_that_arrive_disturb_no_reader(self):
        browser = self.browser
        hold = (
            "const ask = window.fetch;"
            "const released = new Promise((release) => (window.release = release));"
            "window.fetch = async (url, options) => { if (String(url).includes('empty-8')) await released; return ask(url, options); }"
        )
        script = browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=hold)["identifier"]
        try:
            browser.go("about:blank")
            browser.go(f"{self.address}atlas.html#sort=-edges")
            self.counted("996 graphs")
        finally:
            browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        # Pictures that arrive move the button, so it is not clicked by its place.
        browser.run("document.getElementById('more').click()")
        browser.run("document.querySelector('#filter [name=from]').value = '3'")
        browser.run("document.querySelector('#rows tr:nth-child(30) a').focus()")
        browser.run("window.release()")
        self.counted("12,113 graphs")
        self.assertEqual(browser.run("return document.querySelector('#filter [name=from]').value"), "3")
        self.assertEqual(browser.run("return document.querySelectorAll('#rows tr').length"), 48)
        self.assertTrue(browser.run("return document.activeElement === document.querySelector('#rows tr:nth-child(30) a')"))
        # Another choice begins at the first page again.
        self.select("shape", "trees")
        self.assertEqual(browser.run("return document.querySelectorAll('#rows tr').length"), 24)

    def test_sorting_keeps_the_focus(self):
        browser = self.browser
        self.open("#points=4")
        self.counted("6 graphs")
        browser.run("document.querySelector('th:nth-child(2) button').focus()")
        browser.press("\ue007")
        self.assertEqual(browser.attribute("th:nth-child(2)", "aria-sort"), "ascending")
        self.assertEqual(browser.run("return document.activeElement.textContent"), "Value ▲")

    def test_graphs_are_sorted_and_one_is_opened_in_the_explorer(self):
        browser = self.browser
        browser.resize(1440, 900)
        self.open("#points=5&sort=-expansions")
        self.counted("21 graphs")
        spent = browser.run("return [...document.querySelectorAll('#rows tr td:nth-child(7)')].map((one) => Number(one.textContent.replaceAll(',', '')))")
        self.assertEqual(spent, sorted(spent, reverse=True))
        self.assertEqual(browser.attribute("th:nth-child(7)", "aria-sort"), "descending")
        shown = browser.text("#rows tr:first-child td:nth-child(2)")
        board = browser.attribute("#rows tr:first-child", "data-graph6")
        browser.click("#rows tr:first-child a")
        browser.wait("the explorer is there", lambda: browser.text("#board-name") == f"g6:{board}")
        self.settled()
        self.assertEqual(browser.text("#value").split(",")[0], shown)


if __name__ == "__main__":
    unittest.main()
