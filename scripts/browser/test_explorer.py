"""The game in the explorer: played by mouse and by keyboard, taken back, edited, under any rules.

    python3 -m unittest discover -s scripts/browser

needs chromium, chromedriver and a built koproof: $KOPROOF, or target/debug/koproof. Pictures go to
$KOPROOF_SCREENSHOTS, or to a directory that is deleted.
"""

import json
import unittest
import urllib.request

from explorer import DOCUMENTED, Explorer, ExplorerCase, point

ENTER, HOME, ARROW_DOWN, ARROW_RIGHT, ARROW_LEFT = "\ue007", "\ue011", "\ue015", "\ue014", "\ue012"


class GameTest(ExplorerCase):
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
            self.assertEqual(browser.text("#history .repeated"), "1 b a2blocks a2")
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
                browser.press(HOME, *steps[name], ENTER)
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
            self.assertIn(("button", "Pass W+1, White wins by 1"), heard)
            # Not a toolbar, which would promise that arrow keys go from button to button.
            self.assertIn(("group", "Game"), heard)
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

    def test_back_leads_to_the_game_before(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.click(point("a2"))
            self.played(1)
            browser.click("#choose-board")
            browser.click("#gallery li:nth-child(1) button")
            self.on_board("1x3")
            browser.click(point("b1"))
            self.played(1)
            browser.press("n")
            self.played(0)
            for board, name in [("1x3", "b1"), ("2x2", "a2")]:
                browser.run("history.back()")
                self.on_board(board)
                self.played(1)
                self.assertIn("black", self.spoken(name))

    def test_rules_and_komi_are_switched_in_the_middle_of_a_game(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=" + ".".join(DOCUMENTED))
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            # After move 1 it was White's turn, and it would be again.
            self.choose("superko", "situational")
            browser.wait("the rules have changed", lambda: "situational" in browser.text("#rules-name"))
            self.settled()
            self.assertEqual(browser.attribute(point("a2"), "data-rule"), "superko")
            self.choose("komi", "-4.5")
            browser.wait("komi counts", lambda: browser.text("#value") == "B+0.5, Black wins by 0.5")

    def test_rules_of_your_own_are_no_set_to_choose(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            browser.run("preset.value = 'tromp-taylor'; preset.focus()")
            # The last set of the list.
            browser.press("\ue010")
            browser.wait("it is in use", lambda: browser.text("#rules-name").startswith(browser.run("return preset.value + ':'")))
            self.settled()
            self.choose("superko", "taylor")
            browser.wait("it is a rule of its own", lambda: browser.text("#preset-note") == "Rules of your own.")
            self.settled()
            self.assertEqual(browser.run("return preset.selectedOptions[0].text"), "other")

    def test_a_bad_komi_hides_no_choice_of_another_rule(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#suicide=allow&komi=1.5")
            for bad in ["", "0.25", "1001"]:
                with self.subTest(komi=bad):
                    self.choose("komi", bad)
                    self.assertEqual(
                        browser.text("#notice"), "Komi is a multiple of one half between −1000 and 1000: it is still 1.5."
                    )
                    self.assertEqual(browser.attribute("#komi", "aria-invalid"), "true")
                    # The form shows the rules in use: the new rule, and the komi that is in use.
                    self.choose("suicide", "forbid")
                    browser.wait("suicide is forbidden", lambda: "suicide forbidden, area" in browser.text("#rules-name"))
                    self.settled()
                    self.assertEqual(browser.run("return [preset.value, suicide.value, komi.value]"), ["nstt", "forbid", "1.5"])
                    self.assertIn("rules=nstt", browser.run("return location.hash"))
                    self.assertIsNone(browser.attribute("#komi", "aria-invalid"))
                    self.assertFalse(self.shown("#notice"))
                    self.choose("suicide", "allow")
                    browser.wait("suicide is allowed", lambda: "suicide allowed, area" in browser.text("#rules-name"))
                    self.settled()

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
            self.refused()
            # What begins another game would lose the stones.
            for id in ["rules", "hardest"]:
                self.assertTrue(browser.run(f"return document.getElementById('{id}').inert"), id)
            # Cancelling leaves editing: the game is as it was, and goes on.
            browser.click("#edit-cancel")
            self.played(0)
            self.assertFalse(self.shown("#editor"))
            self.assertFalse(self.shown("#notice"))
            self.assertFalse(browser.run("return document.getElementById('rules').inert"))
            self.assertIn("Black wins by", browser.text("#value"))
            browser.click(point("a2"))
            self.played(1)

    def test_all_colorings_are_tabled_and_the_hardest_can_be_played(self):
        browser = self.browser
        with Explorer("2x2") as address:
            browser.resize(390, 844)
            self.load(address)
            browser.click("#table summary")
            browser.wait("the table is there", lambda: "57 legal colorings" in browser.text("#table-state"))
            # Each value is said with its number.
            numbers = "return [...document.querySelectorAll('#histogram dt')].map((one) => one.nextElementSibling.textContent)"
            self.assertEqual(sum(map(int, browser.run(numbers))), 57)
            browser.wait("hard states are there", lambda: browser.text("#hard-states button"))
            browser.wait("all are searched", lambda: browser.text("#hard-states .note") is None)
            # The last of them, as the hardest of all may be the board that is there already.
            last = "const last = [...document.querySelectorAll('#hard-states button')].at(-1);"
            # Readers of the text do not see the picture of the position.
            self.assertRegex(browser.run(f"{last} return last.textContent"), r"^[.XO]{2}/[.XO]{2}: (Black|White) to move, ")
            hard = browser.run(f"{last} return last.querySelector('span:last-child').textContent")
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
            browser.wait("it is being solved", lambda: "Solving" in (browser.text("#progress") or ""))

            def jobs():
                with urllib.request.urlopen(f"{address}api/status") as answer:
                    return json.load(answer)["jobs"]

            browser.wait("there is a job", lambda: jobs() == 1)
            # A move ends the work for the position before it.
            browser.click(point("c3"))
            browser.wait("the move is made", lambda: "move 2" in browser.text("#turn"))
            browser.wait("there is one job again", lambda: jobs() == 1)
            browser.go("about:blank")
            browser.wait("the work has ended", lambda: jobs() == 0)

    def test_every_rule_that_solve_honours_counts_here_too(self):
        browser = self.browser
        # As koproof solve says: 0 with territory, and 0 - 6.5 under reiss.
        with Explorer("2x2", "--scoring", "territory") as address:
            self.load(address)
            self.assertEqual(browser.text("#value"), "0, a tie")
            self.choose("scoring", "area")
            browser.wait("stones count", lambda: browser.text("#value") == "B+1, Black wins by 1")
            self.settled()
            self.choose("preset", "reiss")
            browser.wait("komi counts", lambda: browser.text("#value") == "W+6.5, White wins by 6.5")
            self.assertEqual(
                browser.text("#rules-name"), "reiss: positional superko, suicide forbidden, territory scoring, komi 6.5"
            )
        with Explorer("2x2", "--rules", "reiss") as address:
            self.load(address)
            self.assertEqual(browser.text("#value"), "W+6.5, White wins by 6.5")
            # Prisoners are counted where they count.
            self.load(address, "#moves=a2.b2.a1.b1")
            self.assertEqual(browser.text("#prisoners"), "Prisoners: Black 0, White 2")

    def test_links_that_ask_for_what_there_is_not_are_refused(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#rules=foo")
            self.assertIn("rules=foo; rules can be tromp-taylor, nstt", browser.text("#notice"))
            for hash, said in [
                ("#superko=foo", "superko=foo; superko can be positional, situational"),
                ("#scoring=stones", "scoring=stones; scoring can be area, taylor or territory"),
                ("#komi=much", "komi=much"),
                # JavaScript takes these for numbers.
                ("#komi=0x10", "komi=0x10"),
                ("#komi=%20", "komi= ; komi can be a multiple of one half"),
                ("#komi=1e1", "komi=1e1"),
                ("#suicide=", "suicide="),
                ("#board=", "This link says board=; board can be a name such as 2x3 or cycle:5. The link was not opened."),
                ("#board=%20", "board can be a name such as 2x3 or cycle:5"),
                ("#handicap=2", "handicap"),
                ("#at=7&moves=a1", "at=7; at can be a number from 0 to 1"),
                ("#at=7", "This link says at=7, but has no moves: leave at out. The link was not opened."),
                ("#color=red", "color=red"),
                ("#to=green", "to=green"),
                ("#moves=a2&moves=b2", "This link says moves=a2 and moves=b2: keep one. The link was not opened."),
                ("#board=2x2&board=2x2", "This link says board=2x2 and board=2x2: keep one."),
            ]:
                browser.run("location.hash = arguments[0]", hash)
                browser.wait(said, lambda: said in browser.text("#notice"))
                self.assertTrue(self.shown("#notice"))
                self.assertEqual(browser.text("#turn"), "Black to move, move 1")
            # Back from a link that was not opened.
            browser.run("history.back()")
            browser.wait("nothing is wrong", lambda: not self.shown("#notice"))
            for hash, said in [("#board=2z2", "2z2"), ("#board=9x9", "81 points")]:
                self.load(address, hash)
                self.assertIn(said, browser.text("#notice"))
                self.refused()

    def test_an_illegal_start_is_said_to_be_one(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#start=XXXX")
            said = browser.text("#notice")
            self.assertIn("The start XXXX is not legal", said)
            self.assertIn("without liberties", said)
            self.assertNotIn("move before", said)
            self.refused()
            self.load(address, "#moves=a1.a1.b2")
            self.assertIn("Move 2 'a1': a1 is occupied. The game is shown up to the move before.", browser.text("#notice"))
            self.assertEqual(browser.text("#turn"), "White to move, move 2")
            self.refused()

    def test_the_line_of_best_play_has_the_same_numbers_beside_the_board_and_on_it(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2")
            # Off until it is asked for.
            self.assertFalse(self.shown("#line"))
            self.assertIsNone(browser.text("#board .ghost text"))
            browser.click("#show-line")
            browser.wait("there is a line", lambda: browser.text("#board .ghost text"))
            beside = [one.split() for one in browser.text("#line").split(", ")]
            self.assertEqual(beside[0][:2], ["2", "w"])
            numbers = browser.run("return [...document.querySelectorAll('#board .ghost text')].map((one) => one.textContent)")
            plays = [number for number, _, name, *_ in beside if name != "pass"]
            self.assertEqual(numbers, plays[: len(numbers)])
            self.assertEqual(numbers[0], plays[0])

    def test_a_key_without_effect_does_not_begin_the_search_again(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2")
            browser.run(
                "const ask = window.fetch; window.asked = 0;"
                "window.fetch = (...question) => { window.asked += 1; return ask(...question); }"
            )
            browser.press(ARROW_RIGHT, "r")
            browser.click("#history [aria-current]")
            self.assertEqual(browser.run("return window.asked"), 0)
            self.assertEqual(browser.attribute("#value", "data-done"), "true")
            browser.press("u")
            self.played(0)
            before = browser.run("return window.asked")
            browser.press(ARROW_LEFT, "u")
            self.assertEqual(browser.run("return window.asked"), before)
            browser.press(ARROW_RIGHT)
            self.played(1)

    def test_arrows_and_letters_work_without_a_focus_on_the_board(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address)
            for number, name in enumerate(DOCUMENTED[:3], 1):
                browser.click(point(name))
                self.played(number)
            for key, number in [(ARROW_LEFT, 2), ("u", 1), (ARROW_LEFT, 0), (ARROW_RIGHT, 1), ("r", 2), ("p", 3)]:
                browser.press(key)
                self.played(number)
            # A checkbox has no use for them.
            browser.click("#show-line")
            for key, number in [(ARROW_LEFT, 2), ("r", 3)]:
                browser.press(key)
                self.played(number)
            # In a field they are the field's, and letters can be turned off.
            browser.run("document.getElementById('komi').focus()")
            browser.press(ARROW_LEFT, "u")
            browser.run("document.activeElement.blur(); document.getElementById('letters').click()")
            browser.press("u")
            browser.press(ARROW_LEFT)
            self.played(2)
            # The page remembers that.
            letters = "return document.getElementById('letters').checked"
            self.load(address)
            self.assertFalse(browser.run(letters))
            browser.run("document.getElementById('letters').click()")
            self.load(address)
            self.assertTrue(browser.run(letters))


if __name__ == "__main__":
    unittest.main()
