"""The keyboard's focus stays on the page and reaches every point; screen readers hear which points are joined, and no progress."""

import unittest

from explorer import Explorer, ExplorerCase, point

ENTER = "\ue007"
HOME, END, PAGE_UP, PAGE_DOWN = "\ue011", "\ue010", "\ue00e", "\ue00f"


class FocusTest(ExplorerCase):
    def focused(self):
        """What has the focus: its id, or what a screen reader says of it."""
        script = "const { id, tagName } = document.activeElement; return id || document.activeElement.ariaLabel || tagName"
        return self.browser.run(script)

    def enter(self, id):
        self.browser.run("document.getElementById(arguments[0]).focus()", id)
        self.browser.press(ENTER)

    def test_every_point_is_reached_with_the_keyboard(self):
        browser = self.browser
        # No arrow leads to point 2.
        with Explorer("g6:FCR`w") as address:
            self.load(address)
            browser.run("document.querySelector('.point[tabindex=\"0\"]').focus()")
            focused = "return [...document.querySelectorAll('.point')].indexOf(document.activeElement)"
            for keys, order in (([HOME, *[PAGE_DOWN] * 7], [0, 1, 2, 3, 4, 5, 6, 6]), ([END, *[PAGE_UP] * 7], [6, 5, 4, 3, 2, 1, 0, 0])):
                for key, index in zip(keys, order):
                    browser.press(key)
                    self.assertEqual(browser.run(focused), index)

    def test_a_screen_reader_does_not_hear_the_progress_of_a_table(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            # As the server sends them, however fast it is.
            parts = [{"kind": "progress", "solved": 7, "total": 1234}, {"kind": "table", "colorings": 57, "histogram": []}]
            script = (
                "import('/js/table.js').then(({ TablePanel }) => { const panel = new TablePanel(() => {}); panel.say('Solving…');"
                " const texts = () => ['table-state', 'table-progress'].map((id) => document.getElementById(id).textContent);"
                " arguments[1](arguments[0].map((part) => { panel.hear(part); return texts(); })); })"
            )
            solving, solved = browser.run_async(script, parts)
            self.assertEqual(solving, ["Solving…", "7 of 1,234 states up to symmetry."])
            self.assertIn("57 legal colorings", solved[0])
            self.assertEqual(solved[1], "")
            roles = [browser.attribute(f"#table-{name}", "role") for name in ("state", "progress")]
            self.assertEqual(roles, ["status", None])

    def test_the_focus_stays_in_the_history(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2.b2.a1")
            browser.run("document.querySelectorAll('#history button')[1].focus()")
            browser.press(ENTER)
            self.played(1)
            self.assertTrue(self.focused().startswith("1 b a2"), self.focused())

    def test_a_button_that_can_be_pressed_no_more_leaves_the_focus_in_the_history(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2&at=1")
            self.enter("undo")
            self.played(0)
            self.assertTrue(self.focused().startswith("start"), self.focused())
            self.enter("redo")
            self.played(1)
            self.assertTrue(self.focused().startswith("1 b a2"), self.focused())
            self.enter("restart")
            self.played(0)
            self.assertTrue(self.focused().startswith("start"), self.focused())

    def test_the_editor_takes_the_focus_to_the_board_and_back(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            for end in ["edit-done", "edit-cancel"]:
                self.enter("edit")
                self.assertTrue(self.focused().startswith("a2"), self.focused())
                browser.press(ENTER)
                self.assertEqual(self.spoken("a2"), "a2, black" if end == "edit-done" else "a2, white")
                self.enter(end)
                self.played(0)
                self.assertEqual(self.focused(), "edit")

    def test_another_board_gets_the_focus_of_the_board_before(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run("location.hash = '#board=1x3'")
            self.on_board("1x3")
            browser.run("document.querySelector('.point[tabindex=\"0\"]').focus(); history.back()")
            self.on_board("2x2")
            self.assertTrue(self.focused().startswith("a2"), self.focused())

    def test_a_quiz_keeps_the_focus(self):
        browser = self.browser
        with Explorer("1x3") as address:
            self.load(address, "#quiz=on")
            self.enter("quiz-reveal")
            self.assertEqual(self.focused(), "quiz-link")
            self.load(address, "#quiz=on")
            browser.click(point("b1"))
            self.enter("quiz-play")
            self.played(1)
            self.assertTrue(self.focused().startswith("a1"), self.focused())

    def test_stopping_keeps_the_focus_until_all_is_solved(self):
        browser = self.browser
        with Explorer("petersen") as address:
            self.load(address)
            self.open_without_values("2x2")
            browser.wait("it can be stopped", lambda: self.shown("#stop"))
            browser.run("document.getElementById('stop').focus()")
            self.hear({"kind": "value", "lo": 1, "hi": 1})
            self.hear({"kind": "end", "open": None})
            self.settled()
            self.assertFalse(self.shown("#stop"))
            self.assertTrue(self.focused().startswith("start"), self.focused())

    def test_a_point_of_a_graph_says_what_it_is_joined_to(self):
        browser = self.browser
        heard = lambda name: browser.attribute(point(name), "aria-description")
        with Explorer("2x2") as address:
            self.load(address, "#board=cycle:5")
            self.assertEqual([heard(name) for name in "024"], ["joined to 1, 4", "joined to 1, 3", "joined to 0, 3"])
            self.load(address, "#board=edges:0-1,2")
            self.assertEqual([heard(name) for name in "02"], ["joined to 1", "joined to no point"])
            # On a grid the names say it.
            self.load(address, "#board=2x2")
            self.assertIsNone(heard("a1"))


if __name__ == "__main__":
    unittest.main()
