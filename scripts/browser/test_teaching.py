"""The explorer as a teacher uses it: boards chosen in the page, quizzes, hard boards."""

import time
import unittest

from explorer import Explorer, ExplorerCase, point
from webdriver import ELEMENT

ENTER = "\ue007"


class TeachingTest(ExplorerCase):
    def clicked(self, *selectors):
        for selector in selectors:
            self.browser.click(selector)

    def test_a_teacher_makes_a_quiz_of_2x3_in_four_clicks(self):
        browser = self.browser
        with Explorer("2x2") as address:
            browser.resize(1440, 900)
            self.load(address)
            # 1 and 2: the board.
            browser.click("#choose-board")
            browser.wait("boards have pictures", lambda: browser.text("#gallery li:nth-child(4) svg") is not None)
            self.assertEqual(browser.text("#gallery li:nth-child(4)"), "2x3")
            browser.screenshot(f"{self.pictures}/chooser-1440-light.png")
            browser.click("#gallery li:nth-child(4) button")
            self.on_board("2x3")
            # 3: the quiz. 4: the link for the class.
            browser.wait("the value is spoken", lambda: "Value" in browser.text("#live"))
            browser.click("#quiz")
            self.assertEqual(browser.text("#live"), "")
            link = browser.run("return location.hash")
            self.assertIn("quiz=on", link)
            browser.screenshot(f"{self.pictures}/quiz-1440-light.png")
            browser.click("#quiz-link")
            browser.wait("it is copied", lambda: browser.text("#live") == "The link was copied." or self.shown("#notice"))
            # The page runs on this computer, and says what that means for its links.
            self.assertTrue(self.shown("#link-note"))
            # Nothing on the page gives the answer away, neither to see nor to hear.
            self.load(address, link)
            self.assertEqual(browser.run("return document.querySelectorAll('#board .value').length"), 0)
            self.assertEqual(browser.text("#value"), "")
            self.assertEqual(browser.text("#pass-value"), "")
            self.assertEqual(browser.attribute("#pass", "aria-label"), "Pass")
            self.assertEqual({self.spoken(name) for name in ["a1", "b1", "c2"]}, {"a1, empty", "b1, empty", "c2, empty"})
            self.assertNotIn("Value", browser.text("#live"))
            browser.click("#show-line")
            self.assertEqual(browser.text("#line"), "Hidden during the quiz.")
            self.assertIsNone(browser.text("#board .ghost text"))

    def test_guesses_are_judged_and_revealed_one_by_one(self):
        # On 1x3 Black wins by 3 in the middle; at an end White takes the board: the first is right, the other not.
        browser = self.browser
        with Explorer("1x3") as address:
            self.load(address, "#quiz=on")
            self.assertIn("Which move is best for Black?", browser.text("#quiz-text"))
            browser.click(point("a1"))
            self.assertEqual(browser.text("#quiz-text"), "a1: White wins by 3. This gives 6 points away. Try another move.")
            self.assertEqual(browser.run("return document.querySelectorAll('#board .value').length"), 1)
            browser.click(point("b1"))
            self.assertEqual(browser.text("#quiz-text"), "b1: Black wins by 3. Right: no move is better.")
            self.assertEqual(browser.text("#quiz-tally"), "Right at the first guess: 0 of 1.")
            self.assertEqual(browser.text("#turn"), "Black to move, move 1")
            browser.click("#quiz-play")
            self.played(1)
            # The next question is the opponent's; a guess can be a pass.
            self.assertIn("Which move is best for White?", browser.text("#quiz-text"))
            browser.click("#pass")
            self.assertEqual(browser.text("#quiz-text"), "pass: Black wins by 3. Right: no move is better.")
            self.assertEqual(browser.text("#quiz-tally"), "Right at the first guess: 1 of 2.")
            # A second click on what was guessed plays it.
            browser.click("#pass")
            self.played(2)
            browser.click("#quiz-reveal")
            self.assertTrue(browser.text("#value").startswith("B+3"))
            browser.click("#quiz")
            self.assertEqual(browser.text("#quiz"), "Quiz")
            self.assertFalse(self.shown("#quiz-panel"))
            self.assertNotIn("quiz", browser.run("return location.hash"))

    def test_a_quiz_that_a_button_starts_counts_and_hides_as_one_of_a_link(self):
        # The middle of 1x3 is right, as above.
        browser = self.browser
        with Explorer("1x3") as address:
            self.load(address)
            for _ in range(2):
                browser.click("#quiz")
                self.assertEqual(browser.run("return document.querySelectorAll('#board .value').length"), 0)
                self.assertEqual((browser.text("#value"), browser.text("#quiz-tally")), ("", ""))
                browser.click(point("b1"))
                self.assertEqual(browser.text("#quiz-tally"), "Right at the first guess: 1 of 1.")
                browser.click("#quiz-reveal")
                self.assertTrue(browser.text("#value").startswith("B+3"))
                browser.click("#quiz")

    def test_boards_are_chosen_by_family_by_graph6_and_drawn_by_hand(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.click("#choose-board")
            # A family with its number.
            cycles = browser.run(
                "return [...document.querySelectorAll('#family option')].find((one) => one.text.startsWith('cycle:')).value"
            )
            self.choose("family", cycles)
            browser.run(
                "const field = document.querySelector('#family-fields input'); field.value = 5;"
                "field.dispatchEvent(new Event('input', { bubbles: true }))"
            )
            self.assertEqual(browser.run("return document.getElementById('name').value"), "cycle:5")
            browser.click("#name-open")
            self.on_board("cycle:5")
            # A name that is none is refused in words, which a phone shows together with the name, and the dialog stays.
            browser.resize(360, 640)
            browser.click("#choose-board")
            self.choose("name", " ")
            browser.type("#name", ENTER)
            self.assertEqual(browser.text("#chooser-error"), "Write the name of a board, such as 2x3 or cycle:5.")
            self.choose("name", "9x9")
            browser.type("#name", ENTER)
            browser.wait("it is refused", lambda: "81 points" in (browser.text("#chooser-error") or ""))
            self.refused()
            for id in ["name", "chooser-error"]:
                top, bottom = browser.run("const { top, bottom } = arguments[0].getBoundingClientRect(); return [top, bottom]", {ELEMENT: browser.find(f"#{id}")})
                self.assertTrue(0 <= top and bottom <= 640, id)
            said_of_name = lambda: [browser.attribute("#name", name) for name in ("aria-invalid", "aria-describedby")]
            self.assertEqual(said_of_name(), ["true", "chooser-error"])
            browser.resize(1440, 900)
            self.choose("name", "g6:C~")
            browser.click("#name-open")
            self.on_board("g6:C~")
            self.assertEqual(said_of_name(), [None, None])
            self.assertIn("board=g6:C%7E", browser.run("return location.hash"))
            # A triangle with a tail: four points, and four edges of which one is taken back and made again.
            browser.click("#choose-board")
            disabled = "return document.getElementById('sketch-open').disabled"
            self.assertTrue(browser.run(disabled), "there is nothing to open")
            for x, y in [(100, 60), (300, 60), (200, 200), (450, 200)]:
                self.click_at("#sketch svg", x, y)
            for one, other in [(0, 1), (1, 2), (2, 0), (2, 3), (0, 1), (0, 1)]:
                self.clicked(f"#sketch .point:nth-of-type({one + 2})", f"#sketch .point:nth-of-type({other + 2})")
            self.assertEqual(browser.text("#sketch-name"), "edges:1-2,0-2,2-3,0-1")
            browser.screenshot(f"{self.pictures}/sketch.png")
            self.assertFalse(browser.run(disabled))
            browser.click("#sketch-open")
            self.on_board("edges:1-2,0-2,2-3,0-1")
            # Tromp-Taylor on that graph: +4, as in the tour of the handbook.
            self.assertEqual(browser.text("#value"), "B+4, Black wins by 4")
            # A link to a board opens it.
            self.load(address, "#board=petersen")
            self.assertEqual(browser.text("#board-name"), "petersen")

    def test_a_graph_is_drawn_with_the_keyboard(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run("document.getElementById('choose-board').focus()")
            browser.press(ENTER)
            browser.wait("the dialog is open", lambda: self.shown("#sketch-add"))
            for _ in range(3):
                browser.run("document.getElementById('sketch-add').focus()")
                browser.press(ENTER)
            for one, other in [(0, 1), (1, 2)]:
                for number in (one, other):
                    browser.run("document.querySelectorAll('#sketch .point')[arguments[0]].focus()", number)
                    browser.press(ENTER)
            self.assertEqual(browser.text("#sketch-name"), "edges:0-1,1-2")
            # Delete leaves the focus on the next point, on the last one, or where a point can be added.
            focused = lambda: browser.run("return document.activeElement.ariaLabel || document.activeElement.id")
            for name, focus in [("edges:0-1", "point 1"), ("edges:0", "point 0"), ("no points yet", "sketch-add")]:
                browser.press("\ue017")
                self.assertEqual((browser.text("#sketch-name"), focused()), (name, focus))

    def test_a_point_is_chosen_by_a_click_that_has_no_place(self):
        # As assistive technology clicks a button.
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.click("#choose-board")
            self.clicked(*["#sketch-add"] * 3)
            for number in [0, 2]:
                browser.run(
                    "document.querySelectorAll('#sketch .point')[arguments[0]].dispatchEvent(new MouseEvent('click', { bubbles: true }))",
                    number,
                )
            self.assertEqual(browser.text("#sketch-name"), "edges:0-2,1")

    def test_points_of_a_drawing_do_not_lie_on_each_other(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.click("#choose-board")
            # At the edge the second click would be moved onto the point of the first.
            for x, y in [(600, 100), (571, 135), (300, 100)]:
                self.click_at("#sketch svg", x, y)
            self.assertEqual(browser.text("#sketch-name"), "edges:0,1")
            self.click_at("#sketch svg", 335, 100)
            self.assertEqual(browser.text("#sketch-name"), "edges:0,1")
            self.assertIn("too near", browser.text("#sketch-note"))
            for _ in range(40):
                browser.run("document.getElementById('sketch-add').click()")
            places = browser.run(
                "return [...document.querySelectorAll('#sketch .point')].map((one) => one.transform.baseVal[0].matrix)"
                "  .map(({ e, f }) => [e, f])"
            )
            self.assertGreater(len(places), 30)
            for index, (x, y) in enumerate(places):
                for u, v in places[:index]:
                    self.assertGreaterEqual((x - u) ** 2 + (y - v) ** 2, 43.9**2)
            self.clicked("#sketch-clear")
            self.assertEqual(browser.text("#sketch-note"), "")

    def click_at(self, selector, x, y):
        """Clicks a place of a drawing, in its own units."""
        self.browser.run(
            "const drawing = document.querySelector(arguments[0]);"
            "const at = new DOMPoint(arguments[1], arguments[2]).matrixTransform(drawing.getScreenCTM());"
            "drawing.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: at.x, clientY: at.y }))",
            selector,
            x,
            y,
        )

    def test_a_board_is_not_ready_before_its_state_is_there(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run(
                "const ask = window.fetch;"
                "const released = new Promise((release) => (window.release = release));"
                "window.fetch = async (url, options) => { if (url === '/api/state') await released; return ask(url, options); };"
                "location.hash = '#board=1x3'"
            )
            browser.wait("1x3 is open", lambda: browser.text("#board-name") == "1x3")
            self.assertEqual(browser.attribute("#value", "data-done"), "false")
            # What belongs to the state of 2x2 cannot be edited or shown on this board.
            browser.click("#edit")
            self.assertEqual(browser.run("return document.body.classList.contains('editing')"), False)
            # Nor is a move made here that is legal there.
            browser.click(point("b1"))
            browser.click("#pass")
            self.assertNotIn("moves", browser.run("return location.hash"))
            browser.run("window.release()")
            self.settled()
            self.assertEqual(browser.text("#value"), "B+3, Black wins by 3")
            self.assertEqual(browser.text("#turn"), "Black to move, move 1")

    def test_of_two_boards_that_are_chosen_the_last_is_opened(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run(
                "const ask = window.fetch;"
                "const released = new Promise((release) => (window.release = release));"
                "window.fetch = async (url, options) => {"
                "  if (url === '/api/board' && options.body.includes('1x3')) await released;"
                "  return ask(url, options); };"
                "location.hash = '#board=1x3'"
            )
            time.sleep(0.2)
            browser.run("location.hash = '#board=1x4'")
            self.on_board("1x4")
            browser.run("window.release()")
            time.sleep(0.5)
            self.assertEqual(browser.text("#board-name"), "1x4")
            self.assertIn("board=1x4", browser.run("return location.hash"))


if __name__ == "__main__":
    unittest.main()
