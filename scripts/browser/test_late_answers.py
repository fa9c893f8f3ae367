"""An answer that comes late changes nothing, once its reader has turned to something else."""

import pathlib
import tempfile
import time
import unittest

from explorer import Explorer, ExplorerCase, point


class LateAnswersTest(ExplorerCase):
    def hold(self, question, text):
        """Keeps back the answers to the questions that contain a text."""
        self.browser.run(
            "const [question, text] = arguments;"
            "const ask = window.fetch;"
            "const released = new Promise((release) => (window.release = release));"
            "window.fetch = async (url, options) => {"
            "  if (url === `/api/${question}` && options.body.includes(text)) await released;"
            "  return ask(url, options); }",
            question,
            text,
        )

    def release(self):
        self.browser.run("window.release()")
        time.sleep(0.5)

    def link(self):
        return self.browser.run("return location.hash")

    def open_board(self, name):
        self.browser.run("location.hash = arguments[0]", f"#board={name}")
        self.on_board(name)

    def edit(self, *names):
        """Edits the start, and asks for a game from there; the answer is kept back."""
        self.hold("state", '"start":"X')
        for selector in ["#edit", *map(point, names), "#edit-done"]:
            self.browser.click(selector)

    def test_editing_that_was_cancelled_starts_no_game(self):
        with Explorer("2x2") as address:
            self.load(address, "#moves=b1")
            self.edit("a2")
            self.browser.click("#edit-cancel")
            self.played(1)
            link = self.link()
            self.release()
            self.assertEqual(self.link(), link)

    def test_a_start_that_was_edited_is_of_its_own_board(self):
        with Explorer("2x2") as address:
            # The second start is not legal.
            for names in ["a2"], ["a2", "b2", "a1", "b1"]:
                with self.subTest(names=names):
                    self.load(address, "#board=2x2")
                    self.edit(*names)
                    self.open_board("1x3")
                    self.release()
                    self.assertNotIn("start", self.link())
                    self.assertFalse(self.shown("#notice"), self.browser.text("#notice"))
            self.refused()

    def test_a_board_that_is_chosen_after_a_file_stays(self):
        with tempfile.TemporaryDirectory() as directory, Explorer("2x2") as address:
            # The second board has too many points.
            for size, name in [("3:2", "2x3"), ("9", "9x9")]:
                with self.subTest(name=name):
                    self.load(address)
                    file = pathlib.Path(directory, f"{name}.sgf")
                    file.write_text(f"(;SZ[{size}];B[aa])")
                    self.hold("board", name)
                    self.browser.type("#sgf-file", str(file))
                    self.open_board("1x3")
                    self.release()
                    self.assertEqual(self.browser.text("#board-name"), "1x3")
                    self.assertFalse(self.shown("#notice"), self.browser.text("#notice"))
            self.refused()

    def test_a_board_that_is_refused_late_is_not_spoken_of_on_another_one(self):
        with Explorer("2x2") as address:
            self.load(address)
            self.hold("board", "9x9")
            self.browser.run("location.hash = '#board=9x9'")
            time.sleep(0.2)
            self.open_board("1x3")
            self.release()
            self.assertFalse(self.shown("#notice"), self.browser.text("#notice"))
            self.refused()

    def test_the_choice_of_a_board_stays_open_until_the_last_choice_is_opened(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            self.hold("board", "1x3")
            browser.click("#choose-board")
            browser.click("#gallery li:nth-child(1) button")
            self.choose("name", "9x9")
            browser.click("#name-open")
            browser.wait("it is refused", lambda: "81 points" in (browser.text("#chooser-error") or ""))
            self.refused()
            self.release()
            self.assertTrue(self.shown("#chooser-error"))
            self.assertEqual(browser.text("#board-name"), "2x2")

    def test_a_wrong_link_ends_editing(self):
        with Explorer("2x2") as address:
            self.load(address, "#moves=b1")
            link = self.link()
            self.browser.click("#edit")
            self.browser.run("location.hash = '#komi=much'")
            self.browser.wait("it is said", lambda: "komi=much" in (self.browser.text("#notice") or ""))
            self.assertFalse(self.shown("#editor"))
            self.assertEqual(self.browser.attribute("#edit", "disabled"), None)
            self.played(1)
            self.assertEqual(self.link(), link)

    def test_a_choice_of_a_board_that_was_closed_opens_none(self):
        browser = self.browser
        with Explorer("2x2") as address:
            for close in [lambda: browser.press("\ue00c"), lambda: browser.click("#chooser-close")]:
                self.load(address)
                self.hold("board", "1x3")
                browser.click("#choose-board")
                browser.click("#gallery li:nth-child(1) button")
                close()
                self.release()
                self.assertEqual(browser.text("#board-name"), "2x2")


if __name__ == "__main__":
    unittest.main()
