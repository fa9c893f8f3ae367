"""The explorer in a real browser: the documented game, by mouse and by keyboard, and how the page looks.

    python3 -m unittest discover -s scripts/browser

needs chromium, chromedriver and a built koproof: $KOPROOF, or target/debug/koproof. Pictures go to
$KOPROOF_SCREENSHOTS, or to a directory that is deleted.
"""

import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import urllib.request

from webdriver import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KOPROOF = os.environ.get("KOPROOF", str(TARGET / "debug" / "koproof"))

ENTER, ARROW_DOWN, ARROW_RIGHT = "\ue007", "\ue015", "\ue014"

# Tromp's game on 2x2: after these moves superko forbids Black to play a2 again.
DOCUMENTED = ["a2", "b2", "a1", "b1", "a2", "a1"]


class Explorer:
    """A running `koproof explore`, for a `with` block."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([KOPROOF, "explore", *arguments], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def __enter__(self):
        return self.address

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def point(name):
    return f'.point[data-point="{name}"]'


class ExplorerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.pictures = os.environ.get("KOPROOF_SCREENSHOTS")
        if not cls.pictures:
            directory = tempfile.TemporaryDirectory()
            cls.addClassCleanup(directory.cleanup)
            cls.pictures = directory.name
        pathlib.Path(cls.pictures).mkdir(parents=True, exist_ok=True)

    def load(self, address, hash=""):
        # Another fragment alone would not load the page again.
        self.browser.go("about:blank")
        self.browser.go(address + hash)
        self.settled()

    def settled(self):
        """Waits until every value of the position is there."""
        self.browser.wait(
            "all values are found", lambda: self.browser.attribute("#value", "data-done") == "true"
        )

    def played(self, number):
        """Waits until so many moves are made, and their values found."""
        after = f", move {number + 1}"
        self.browser.wait(
            f"{number} moves are made",
            lambda: after in self.browser.text("#turn") or "over" in self.browser.text("#turn"),
        )
        self.settled()

    def spoken(self, name):
        return self.browser.attribute(point(name), "aria-label")

    def tearDown(self):
        # Also what the content security policy refuses.
        self.assertEqual(self.browser.complaints(), [])

    def test_the_documented_game_is_played_with_the_mouse(self):
        browser = self.browser
        with Explorer("2x2") as address:
            browser.resize(1440, 900)
            self.load(address)
            self.assertEqual(browser.text("#value"), "B+1, Black wins by 1")
            for number, name in enumerate(DOCUMENTED, 1):
                browser.click(point(name))
                self.played(number)
            self.assertEqual(browser.text("#turn"), "Black to move, move 7")
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            self.assertEqual(browser.text(f'{point("a2")} .superko text'), "1")
            reason = "superko: it would recreate the position after move 1"
            self.assertEqual(self.spoken("a2"), f"a2, {reason}")
            self.assertEqual(browser.text("#history .repeated"), "1 b a2a2 repeats")
            self.assertEqual(browser.text("#value"), "W+4, White wins by 4")
            # A click there changes nothing and says why.
            browser.click(point("a2"))
            self.assertEqual(browser.text("#notice"), f"a2: {reason}")
            self.assertEqual(browser.text("#turn"), "Black to move, move 7")
            browser.screenshot(f"{self.pictures}/2x2-superko.png")
            browser.click("#pass")
            self.played(7)
            browser.click("#pass")
            self.played(8)
            self.assertEqual(browser.text("#turn"), "The game is over: White wins by 4")
            self.assertEqual(browser.text("#value"), "W+4")
            # Nothing came from anywhere else.
            script = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
            for name in browser.run(script):
                self.assertTrue(name.startswith(address), name)

    def test_the_documented_game_is_played_with_the_keyboard(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run("document.querySelector('.point[tabindex=\"0\"]').focus()")
            steps = {"a2": [], "b2": [ARROW_RIGHT], "a1": [ARROW_DOWN], "b1": [ARROW_DOWN, ARROW_RIGHT]}
            for number, name in enumerate(DOCUMENTED, 1):
                browser.press("\ue011", *steps[name], ENTER)  # Home first
                self.played(number)
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            browser.press("p")
            self.played(7)
            self.assertIn("White to move", browser.text("#turn"))
            browser.press("u")
            self.played(6)
            self.assertIn("Black to move", browser.text("#turn"))
            # What a screen reader is told: the turn, then the value.
            browser.wait("the value is spoken", lambda: "Value: White wins by 4. Best: pass." in browser.text("#live"))

    def test_a_screen_reader_hears_every_point_and_every_control(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.devtools("Accessibility.enable")
            nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
            browser.devtools("Accessibility.disable")
            heard, nameless = set(), []
            for node in (node for node in nodes if not node["ignored"]):
                role, name = (node.get(part, {}).get("value", "") for part in ("role", "name"))
                heard.add((role, name))
                properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
                if properties.get("focusable") and not name:
                    nameless.append(role)
            for name in ["a1", "a2", "b1", "b2"]:
                self.assertIn(("button", f"{name}, empty, Black wins by 1, best move"), heard)
            self.assertIn(("button", "Pass, White wins by 1"), heard)
            names = {name for _, name in heard}
            self.assertLessEqual({"Superko", "Suicide", "Komi", "Undo", "Board 2x2, 4 points"}, names)
            self.assertEqual(nameless, [])

    def test_moves_are_taken_back_and_a_link_restores_the_game(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            for number, name in enumerate(DOCUMENTED[:3], 1):
                browser.click(point(name))
                self.played(number)
            browser.click("#undo")
            self.played(2)
            link = browser.run("return location.hash")
            self.load(address, link)
            self.assertEqual(browser.text("#turn"), "Black to move, move 3")
            browser.click("#redo")
            self.played(3)
            self.assertEqual(browser.run("return location.hash"), link.replace("&at=2", ""))
            self.assertIn("black", self.spoken("a1"))

    def test_rules_and_komi_are_switched_in_the_middle_of_a_game(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=" + ".".join(DOCUMENTED))
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            # After move 1 it was White's turn, and it would be again.
            browser.run(
                "const superko = document.getElementById('superko');"
                "superko.value = 'situational'; superko.dispatchEvent(new Event('change', { bubbles: true }))"
            )
            browser.wait("the rules have changed", lambda: "situational" in browser.text("#rules-name"))
            self.settled()
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            browser.run(
                "const komi = document.getElementById('komi');"
                "komi.value = '-4.5'; komi.dispatchEvent(new Event('change', { bubbles: true }))"
            )
            browser.wait("komi counts", lambda: browser.text("#value") == "B+0.5, Black wins by 0.5")

    def test_a_start_is_edited(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.click("#edit")
            for name in ["b2", "a1", "b1"]:
                browser.click(point(name))
                browser.click(point(name))
            browser.click("#edit-done")
            self.played(0)
            # The position of the documented game without its history: Black takes three stones.
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "legal")
            self.assertIn("best move", self.spoken("a2"))
            # A chain without liberties is no start.
            browser.click("#edit")
            browser.click(point("a2"))
            browser.click("#edit-done")
            browser.wait("it is refused", lambda: "without liberties" in browser.text("#notice"))
            browser.click("#edit-cancel")
            self.assertIn("422", "".join(browser.complaints()))

    def test_all_colorings_are_tabled_and_the_hardest_can_be_played(self):
        browser = self.browser
        with Explorer("2x2") as address:
            browser.resize(390, 844)
            self.load(address)
            browser.click("#table summary")
            browser.wait("the table is there", lambda: "57 legal colorings" in browser.text("#table-state"))
            browser.wait("hard states are there", lambda: browser.text("#hard-states button"))
            browser.wait("all are searched", lambda: browser.text("#hard-states .note") is None)
            # The last of them, as the hardest of all may be the board that is there already.
            last = "const last = [...document.querySelectorAll('#hard-states button')].at(-1);"
            hard = browser.run(f"{last} return last.querySelector('span').textContent")
            before = browser.run("return location.hash")
            browser.run(f"{last} last.click()")
            browser.wait("a new game is begun", lambda: browser.run("return location.hash") != before)
            self.settled()
            player, value = hard.split(" to move, ")
            self.assertEqual(browser.text("#turn"), f"{player} to move, move 1")
            self.assertTrue(value.startswith(browser.text("#value").split(",")[0]), hard)
            # Far below the board something was clicked; what it did is to be seen.
            top = browser.run("return document.getElementById('board').getBoundingClientRect().top")
            self.assertGreaterEqual(top, 0)

    def test_a_closed_page_leaves_no_work_behind(self):
        browser = self.browser
        with Explorer("5x5") as address:
            browser.go(address)
            browser.wait("it is being solved", lambda: "solving" in (browser.text("#value") or ""))

            def jobs():
                with urllib.request.urlopen(f"{address}api/status") as answer:
                    return json.load(answer)["jobs"]

            browser.wait("there is a job", lambda: jobs() == 1)
            # A move ends the work for the position before it.
            browser.click(point("c3"))
            browser.wait("the move is made", lambda: "move 2" in browser.text("#turn"))
            browser.wait("there is one job again", lambda: jobs() == 1)
            browser.go("about:blank")
            browser.wait("nobody works", lambda: jobs() == 0)

    def test_boards_look_right_in_every_width_and_light(self):
        browser = self.browser
        for board in ["2x2", "3x3", "cycle:7", "petersen", "g6:H?bB@_W"]:
            with Explorer(board) as address:
                for width, height in [(390, 844), (1440, 900)]:
                    for dark in [False, True]:
                        with self.subTest(board=board, width=width, dark=dark):
                            self.look(address, board, (width, height), dark)

    def look(self, address, board, size, dark):
        browser = self.browser
        browser.resize(*size, dark)
        browser.go("about:blank")
        browser.go(address)
        self.settled()
        self.assertEqual(browser.run("return document.documentElement.scrollWidth"), size[0], "nothing sticks out")
        # Points are big enough for a finger, lie within the board, and do not overlap.
        boxes = browser.run(
            "return [...document.querySelectorAll('.point .hit')].map((hit) => {"
            "  const { x, y, width } = hit.getBoundingClientRect(); return [x, y, width]; })"
        )
        frame = browser.run(
            "const { left, right } = document.getElementById('board').getBoundingClientRect(); return [left, right]"
        )
        for index, (x, y, width) in enumerate(boxes):
            self.assertGreaterEqual(width, 30)
            self.assertGreaterEqual(x, frame[0])
            self.assertLessEqual(x + width, frame[1])
            for u, v, _ in boxes[:index]:
                self.assertGreater((x - u) ** 2 + (y - v) ** 2, (0.95 * width) ** 2)
        # The numbers of best play hide no name of a point.
        hidden = browser.run(
            "const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());"
            "return boxes('#board .name, #board .labels text').filter((name) => boxes('#board .ghost circle').some((number) =>"
            "  name.left < number.right - 2 && number.left + 2 < name.right"
            "  && name.top < number.bottom - 2 && number.top + 2 < name.bottom)).length"
        )
        self.assertEqual(hidden, 0)
        colour = browser.run("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(sum(map(int, colour[4:-1].split(","))) < 382, dark, colour)
        name = board.replace(":", "-")
        path = f"{self.pictures}/{name}-{size[0]}-{'dark' if dark else 'light'}.png"
        browser.screenshot(path)
        with open(path, "rb") as picture:
            self.assertEqual(struct.unpack(">I", picture.read(20)[16:])[0], size[0])


if __name__ == "__main__":
    unittest.main()
