"""The explorer without a server: the same page, answered by workers.

    PYTHONPATH=scripts/browser python3 -m unittest discover -s scripts/browser/static

needs chromium, chromedriver, what scripts/web has built ($KOPROOF_WEB, or target/web) and a built koproof. What the page itself can do
is tested beside this folder; here is what differs when workers answer.
"""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from explorer import DOCUMENTED, KOPROOF, ROOT, Explorer, point
from pages import WEB, PageCase, Served

RULES = {"superko": "positional", "suicide": "allow", "scoring": "area"}
# Boards of each kind of search, and what koproof solve finds of them.
COMPARED = ["2x2", "2x3", "3x3", "1x7", "1x9", "2x5", "cycle:7", "star:6", "complete:5", "prism:4"]


class WorkerTest(PageCase):
    def test_the_documented_game_is_played(self):
        for width, height in [(390, 844), (1440, 900)]:
            with self.subTest(width=width):
                self.play_the_documented_game(width, height)

    def play_the_documented_game(self, width, height):
        browser = self.browser
        browser.resize(width, height)
        self.load(self.address, "#board=2x2")
        self.assertEqual(browser.text("#value"), "B+1, Black wins by 1")
        for number, name in enumerate(DOCUMENTED, 1):
            browser.click(point(name))
            self.played(number)
        self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
        self.assertEqual(browser.text(f'{point("a2")} .superko text'), "1")
        self.assertEqual(self.spoken("a2"), "a2, superko: it would recreate the position after move 1")
        self.assertEqual(browser.text("#value"), "W+4, White wins by 4")
        browser.screenshot(f"{self.pictures}/static-2x2-{width}.png")
        self.fits()
        self.nothing_from_elsewhere()

    def test_the_page_begins_with_3x3_which_is_worth_nine(self):
        browser = self.browser
        self.load(self.address)
        self.load(self.address)
        self.assertEqual(browser.text("#value"), "B+9, Black wins by 9")
        # Said, not tested: a time decides no test.
        ready = browser.run("return performance.getEntriesByName('ready')[0].startTime")
        print(f"the board is there {ready:.0f} ms after a load from the cache")

    def test_a_quiz_judges_a_guess(self):
        browser = self.browser
        self.load(self.address, "#board=1x3&quiz=on")
        self.assertEqual(browser.run("return document.querySelectorAll('#board .value').length"), 0)
        self.in_every_look(lambda look: browser.screenshot(f"{self.pictures}/static-quiz-{look}.png"))
        browser.click(point("a1"))
        self.assertEqual(browser.text("#quiz-text"), "a1: White wins by 3. This gives 6 points away. Try another move.")
        browser.click(point("b1"))
        self.assertEqual(browser.text("#quiz-text"), "b1: Black wins by 3. Right: no move is better.")

    def test_all_colorings_are_tabled(self):
        browser = self.browser
        self.load(self.address, "#board=2x2")
        browser.click("#table summary")
        browser.wait("the table is there", lambda: "57 legal colorings" in browser.text("#table-state"))
        browser.wait("all are searched", lambda: browser.text("#hard-states button") and browser.text("#hard-states .note") is None)

    def test_a_hard_board_streams_brackets_stops_and_goes_on_while_the_page_answers(self):
        browser = self.browser
        self.load(self.address, "#board=5x5", settle=False)
        browser.wait("it is being solved", lambda: "Solving" in (browser.text("#progress") or ""))
        # Long turns, which no message ends.
        browser.wait("a long turn is under way", lambda: self.seconds() > 4)
        browser.click("#stop")
        self.assertTrue(browser.text("#progress").startswith("Stopped after "))
        browser.click(point("c3"))
        browser.wait("the move is made", lambda: "move 2" in browser.text("#turn"))
        browser.wait("the solver is at work again", lambda: browser.text("#progress").startswith("Solving: ") and self.seconds() > 0)
        browser.click("#stop")
        browser.click("#stop")
        browser.wait("it goes on", lambda: browser.text("#progress").startswith("Solving"))

    def seconds(self):
        text = self.browser.text("#progress") or ""
        words = text.rstrip(".").split(", ")
        return float(words[-1].removesuffix(" s")) if words[-1].endswith(" s") else 0

    def test_what_cannot_be_answered_is_refused_in_words(self):
        browser = self.browser
        self.load(self.address)
        self.load(self.address, "#board=9x9", settle=False)
        browser.wait("it is refused", lambda: "81 points" in (browser.text("#notice") or ""))

    def test_links_are_the_same_as_with_a_server(self):
        browser = self.browser
        game = "komi=0.5&moves=a2.pass.b1&at=2"
        self.load(self.address, f"#superko=situational&suicide=forbid&scoring=area&board=2x3&{game}")
        self.assertEqual(browser.text("#turn"), "Black to move, move 3")
        # Rules that have a name are named.
        short = f"#board=2x3&rules=nstt-situational&{game}"
        self.assertEqual(set(browser.run("return location.hash")[1:].split("&")), set(short[1:].split("&")))
        with Explorer("2x2", "--rules", "reiss") as address:
            self.load(address, short)
            self.assertEqual(browser.text("#turn"), "Black to move, move 3")
            self.assertIn("nstt-situational: situational superko", browser.text("#rules-name"))
            self.assertEqual(set(browser.run("return location.hash")[1:].split("&")), set(short[1:].split("&")))
            self.leave()

    def test_the_frame_of_the_handbook_shows_the_board_alone_in_a_page_of_another_site(self):
        browser = self.browser
        recipe = re.search(r"<iframe .*?</iframe>", (ROOT / "docs/book/src/web.md").read_text(), re.DOTALL)[0]
        with tempfile.TemporaryDirectory() as directory:
            page = recipe.replace('src="koproof/', f'src="{self.address}')
            self.assertIn(self.address, page)
            pathlib.Path(directory, "index.html").write_text(f'<!doctype html><link rel="icon" href="data:,"><title>A lesson</title>{page}')
            with Served(directory) as other:
                browser.go(other)
                browser.enter_frame("iframe")
                browser.wait("the page is ready", lambda: browser.attribute("body", "data-ready"))
                self.settled()
                self.assertEqual(browser.text(f'{point("a2")} .superko text'), "1")
                self.assertTrue(self.shown(".legend"))
                self.assertIn("positional superko", browser.text(".stage #rules-name"))
                for hidden in ["header", "aside", "footer", "#history"]:
                    self.assertFalse(self.shown(hidden), hidden)
                browser.click("#pass")
                self.played(7)
                browser.run("document.querySelector('.stage .note a').focus()")
                self.assertEqual(browser.attribute(".stage .note a", "href"), browser.run("return location.pathname + location.hash"))
                browser.leave_frame()
                browser.screenshot(f"{self.pictures}/static-embedded.png")
                self.leave()

    def test_a_page_that_is_open_needs_its_server_no_more(self):
        browser = self.browser
        with Served() as address:
            self.load(address)
        browser.click("#choose-board")
        browser.wait("the gallery is there", lambda: browser.text("#gallery li:nth-child(4) svg") is not None)
        browser.click("#gallery li:nth-child(3) button")
        browser.wait("2x2 is there", lambda: browser.text("#board-name") == "2x2")
        self.settled()
        self.assertEqual(browser.text("#value"), "B+1, Black wins by 1")

    def test_workers_reach_no_other_site(self):
        browser = self.browser
        with tempfile.TemporaryDirectory() as directory, Served() as elsewhere:
            folder = pathlib.Path(directory, "web")
            shutil.copytree(WEB, folder, ignore=shutil.ignore_patterns("book", "certificates", "atlas"))
            # A worker that goes wrong: it asks another site, which would answer everybody.
            (folder / "js/worker.js").write_text(
                f"fetch('{elsewhere}', {{ mode: 'no-cors' }}).then(() => 'reached', () => 'refused')"
                ".then((end) => addEventListener('message', ({ data: { id } }) => postMessage({ id, answer: JSON.stringify(end) })))"
            )
            with Served(folder) as address:
                browser.go(address)
                self.assertEqual(self.asked("begin", {}), "refused")
                browser.wait("it is in the console", lambda: "connect-src" in "".join(browser.complaints()))
                self.leave()

    def test_a_solver_takes_no_more_memory_than_it_is_given(self):
        self.load(self.address)
        script = """
            const done = arguments[1];
            const file = (name) => new URL(`wasm/koproof_web${name}`, document.baseURI);
            const question = (rules) => JSON.stringify({ board: "5x5", rules, start: ".".repeat(25), to_move: "black", moves: [] });
            (async () => {
              const { default: init, Engine } = await import(file(".js"));
              const { memory } = await init({ module_or_path: file("_bg.wasm") });
              globalThis.say = (line) => (globalThis.last = JSON.parse(line));
              const job = new Engine(8).values(question(arguments[0]));
              while (job.turn());
              return { last, mebibytes: memory.buffer.byteLength / 2 ** 20 };
            })().then(done, (error) => done(String(error)));
        """
        end = self.browser.run_async(script, RULES)
        self.assertEqual(end["last"], {"kind": "end", "open": "memory limit"})
        self.assertLessEqual(end["mebibytes"], 16)

    def test_expansions_are_those_of_the_program_on_one_thread(self):
        self.load(self.address)
        for name in COMPARED:
            with self.subTest(board=name):
                command = [KOPROOF, "solve", name, "--threads", "1", "--format", "json", "--quiet"]
                native = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                here = self.solve(name)
                self.assertEqual({"lo": here["lo"], "hi": here["hi"]}, native["value"])
                self.assertEqual(here["expansions"], native["stats"]["expansions"])

    def solve(self, name):
        board = self.asked("board", {"board": name})
        start = "." * len(board["drawing"]["points"])
        question = {"board": board["name"], "rules": RULES, "start": start, "to_move": "black", "moves": []}
        answer = self.asked("solve", question)
        self.assertNotIn("error", answer)
        return answer


if __name__ == "__main__":
    unittest.main()
