"""Values as the solver finds them: while a board is solved, and when nobody solves it."""

import re
import time
import unittest

from explorer import Explorer, ExplorerCase, point


class SolvingTest(ExplorerCase):
    def test_brackets_never_widen_while_a_board_is_being_solved(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run(
                "window.seen = [];"
                "new MutationObserver(() => window.seen.push([...document.querySelectorAll('#value, #board .value')]"
                "  .map((one) => one.textContent))).observe(document.getElementById('value'), { childList: true });"
                "location.hash = '#board=1x12'"
            )
            self.on_board("1x12")
            # As results/SERIES.md has it, with a certificate.
            self.assertEqual(browser.text("#value"), "B+2, Black wins by 2")
            seen = browser.run("return window.seen")
            brackets = [header for header, *_ in seen if " to " in header]
            # How many there are depends on the machine. The widest says that the value is a score of this board.
            spans = [self.span(bracket) for bracket in brackets]
            self.assertLessEqual(max(spans, default=0), 24)
            self.assertEqual(spans, sorted(spans, reverse=True))
            self.assertFalse(any("?" in text for texts in seen for text in texts))

    def test_a_bracket_is_shown_as_it_arrives(self):
        browser = self.browser
        with Explorer("petersen") as address:
            self.load(address)
            self.open_without_values("2x2")
            for lo, hi, shown in [(-4, 4, "W+4 to B+4"), (1, 4, "B+1 to B+4"), (1, 1, "B+1, Black wins by 1")]:
                self.hear({"kind": "value", "lo": lo, "hi": hi})
                browser.wait(shown, lambda: browser.text("#value") == shown)
                self.assertNotEqual(browser.attribute("#value", "data-done"), "true")
            self.hear({"kind": "end", "open": None})
            self.settled()

    def test_a_server_that_has_stopped_is_said_to_have(self):
        browser = self.browser
        with Explorer("5x5") as address:
            self.load(address, settle=False)
            browser.wait("it is being solved", lambda: "Solving" in (browser.text("#progress") or ""))
        # The answer that was under way has broken off, and the next question reaches nobody.
        browser.wait("it is said", lambda: "koproof explore" in browser.text("#progress"))
        self.assertRegex(browser.text("#progress"), r"^Not solved: the server does not answer: check that koproof explore is running\. [\d,]+ expansions")
        self.assertRegex(browser.text("#live"), r"^Not solved: .*check that koproof explore is running")
        browser.click(point("c3"))
        browser.wait("it is said again", lambda: "check that koproof explore is running" in browser.text("#notice"))
        self.leave()
        browser.complaints()

    def test_what_a_server_does_not_answer_is_taken_back(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2")
            browser.run(
                "const ask = window.fetch;"
                "window.down = true;"
                "window.fetch = async (url, options) => {"
                "  if (url === '/api/state' && window.down) throw new TypeError('Failed to fetch');"
                "  return ask(url, options); }"
            )
            link = browser.run("return location.hash")
            for ask in [
                lambda: browser.click(point("b2")),
                lambda: browser.click("#undo"),
                lambda: self.choose("superko", "situational"),
                lambda: browser.run("location.hash = '#board=1x3&moves=b1'"),
            ]:
                ask()
                said = "No answer: the server does not answer: check that koproof explore is running"
                browser.wait("it is said", lambda: browser.text("#notice") == said)
                self.on_board("2x2")
                self.assertEqual(browser.text("#turn"), "White to move, move 2")
                self.assertEqual(browser.run("return [location.hash, document.getElementById('superko').value]"), [link, "positional"])
                browser.run("document.getElementById('notice').textContent = ''")
            # It runs again, and so does the page.
            browser.run("window.down = false")
            browser.click(point("b2"))
            self.played(2)
            self.assertFalse(self.shown("#notice"))
            self.assertEqual(browser.run("return location.hash"), f"{link}.b2")

    def test_times_have_no_sixtieth_second(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            script = "import('/js/status.js').then(({ duration }) => arguments[1](arguments[0].map(duration)))"
            said = browser.run_async(script, [0.04, 9.94, 9.96, 119.4, 119.6, 179.6, 3600])
            self.assertEqual(said, ["0.0 s", "9.9 s", "10 s", "119 s", "2 min 0 s", "3 min 0 s", "60 min 0 s"])

    def test_a_hidden_page_is_not_solved_and_goes_on_when_it_is_seen(self):
        browser = self.browser
        with Explorer("6x6") as address:
            self.load(address, settle=False)

            def look(hidden):
                browser.run(
                    "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });"
                    "document.dispatchEvent(new Event('visibilitychange'))",
                    hidden,
                )

            def expansions():
                return int((re.search(r"^Solving: ([\d,]+) expansions", browser.text("#progress")) or [0, "0"])[1].replace(",", ""))

            browser.wait("effort grows", lambda: expansions() > 0)
            look(hidden=True)
            time.sleep(0.5)
            spent = expansions()
            time.sleep(1.5)
            self.assertEqual(expansions(), spent)
            look(hidden=False)
            later = browser.wait("it goes on", lambda: expansions() != spent and expansions())
            self.assertGreater(later, spent)
            # A game that is opened while nobody sees it waits, too.
            look(hidden=True)
            browser.click(point("c3"))
            browser.wait("the move is made", lambda: "move 2" in browser.text("#turn"))
            time.sleep(1)
            self.assertEqual(expansions(), 0)
            look(hidden=False)
            browser.wait("it is solved", lambda: expansions() > 0)
            self.leave()

    def test_seven_tabs_with_hard_boards_are_served(self):
        # A browser opens six connections to one server.
        browser = self.browser
        with Explorer("6x6") as address:
            first = browser.command("GET", "/window")
            tabs = []
            try:
                for _ in range(7):
                    tabs.append(browser.command("POST", "/window/new", {"type": "tab"})["handle"])
                    browser.command("POST", "/window", {"handle": tabs[-1]})
                    self.load(address, settle=False)
                    browser.wait("it is being solved", lambda: "Solving" in (browser.text("#progress") or ""))
            finally:
                for tab in tabs:
                    browser.command("POST", "/window", {"handle": tab})
                    browser.command("DELETE", "/window")
                browser.command("POST", "/window", {"handle": first})

    def test_a_hard_board_says_what_it_costs_and_can_be_stopped(self):
        browser = self.browser
        with Explorer("6x6") as address:
            self.load(address, settle=False)
            efforts = set()

            def grows():
                efforts.add(browser.text("#progress"))
                return len(efforts) > 3

            browser.wait("effort grows", grows)
            for effort in efforts - {"Solving: 0 expansions, 0.0 s."}:
                self.assertRegex(effort, r"^Solving: [\d,]+ expansions, [\d.]+ s\.$")
            self.assertRegex(browser.text("#value"), r"^W\+\d+ to B\+\d+$")
            self.assertEqual(browser.text("#stop"), "Stop")
            browser.click("#stop")
            stopped, known = browser.text("#progress"), browser.text("#value")
            self.assertTrue(stopped.startswith("Stopped after "), stopped)
            self.assertEqual(browser.text("#live"), f"Stopped: between {known.replace(' to ', ' and ')}.")
            time.sleep(1.5)
            self.assertEqual((browser.text("#progress"), browser.text("#value")), (stopped, known))
            self.assertEqual(browser.text("#stop"), "Continue")
            browser.click("#stop")
            browser.wait("it goes on", lambda: browser.text("#progress").startswith("Solving"))
            self.assertLessEqual(self.span(browser.text("#value")), self.span(known))
            self.leave()

    def span(self, bracket):
        """How many points a bracket leaves open."""
        score = lambda text: 0 if text == "0" else (1 if text[0] == "B" else -1) * int(text[2:])
        low, high = (score(text) for text in bracket.split(" to "))
        return high - low


if __name__ == "__main__":
    unittest.main()
