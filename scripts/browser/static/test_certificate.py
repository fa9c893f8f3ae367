"""Certificates in the browser: checked, refused when forged, and played against."""

import json
import pathlib
import subprocess
import tempfile
import time
import unittest

from explorer import KOPROOF, ROOT, point
from pages import Altered, PageCase
from webdriver import ELEMENT

CERTIFICATES = ROOT / "results/certificates"
# A table of one of the 114 states of 2x2, and of one bound on it: the checkers accept it.
ONE_BOUND = """koproof certificate 1
graph6 Cr
superko positional
suicide forbid
table
roots 1
steps
s black 0 .... >= -4 pass-forever
r black .... >= -4 0
end 1
crc32 cf5415c1
"""
# A worker that is ready, and gives one answer to every certificate.
WORKER = """
addEventListener("message", ({ data: { id, name } }) =>
  postMessage(name === "begin" ? { id, answer: '{"presets": []}' } : { id, ...%s }));
"""


class CertificateTest(PageCase):
    def open(self, query=""):
        self.load(f"{self.address}certificate.html{query}", settle=False)

    def verdict(self):
        return self.browser.wait("there is a verdict", lambda: self.shown("#verdict") and self.browser.text("#verdict"))

    def choose_file(self, path):
        # A file field that is hidden takes no path by hand.
        self.browser.run("document.getElementById('file').hidden = false")
        self.browser.type("#file", str(path))

    def test_a_certificate_of_3x4_is_checked_from_a_link(self):
        self.open("?file=certificates/3x4.nstt.kpc")
        # As results/CERTIFICATES.md has it.
        proved = r"It proves that 3x4 is worth B\+4 \(Black wins by 4\), with Black to move, under positional superko, suicide forbidden, area scoring\."
        self.assertRegex(self.verdict(), r"^Accepted 3x4\.nstt\.kpc: all [\d,]+ steps follow\. " + proved)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#board .point').length"), 12)
        self.browser.wait("the proof is shown", lambda: self.browser.text("#avoids h3"))
        self.in_every_look(lambda look: self.browser.screenshot(f"{self.pictures}/certificate-3x4-{look}.png"))
        self.nothing_from_elsewhere()

    def test_a_value_is_stated_of_the_start_and_the_moves_made_from_it(self):
        # Superko forbids Black to take three stones again: without these moves the same stones are worth B+1.
        made = "b a2, w b2, b a1, w b1, b a2, w a1"
        for options, stated in [
            (["--moves", made], f"2x2 after {made} is worth W+4 (White wins by 4), with Black to move"),
            (["--position", ".O/OO"], "the position .O/OO on 2x2 is worth B+1 (Black wins by 1), with Black to move"),
            (
                ["--position", "X./..", "--to-move", "white", "--moves", "w b1"],
                "the position X./.. on 2x2 after w b1 is worth B+1 (Black wins by 1), with Black to move",
            ),
        ]:
            with self.subTest(stated=stated), tempfile.TemporaryDirectory() as directory:
                file = pathlib.Path(directory, "h.kpc")
                subprocess.run([KOPROOF, "solve", "2x2", *options, "--certificate", file], check=True, capture_output=True)
                self.open()
                self.choose_file(file)
                self.assertIn(f"It proves that {stated}, under ", self.verdict())

    def test_a_forged_certificate_is_refused_with_its_step(self):
        with tempfile.TemporaryDirectory() as directory:
            text = pathlib.Path(directory, "forged.txt")
            subprocess.run(
                [KOPROOF, "certificate", "convert", CERTIFICATES / "2x2.tromp-taylor.kpc", text],
                check=True,
                capture_output=True,
            )
            lines = text.read_text().splitlines(keepends=True)
            steps = [number for number, line in enumerate(lines) if line.startswith("s ")]
            # The third step claims the most that any board is worth.
            fields = lines[steps[2]].split(" ")
            fields[5] = "64" if fields[4] == ">=" else "-64"
            lines[steps[2]] = " ".join(fields)
            text.write_text("".join(lines))
            self.open()
            self.choose_file(text)
            self.assertRegex(self.verdict(), r"^Refused forged\.txt: step 2 is refused: ")
            self.assertFalse(self.shown("#walk"))

    def test_the_page_has_a_forged_certificate_to_see_it_refused(self):
        browser = self.browser
        self.open()
        browser.click("#forged")
        self.assertRegex(self.verdict(), r"^Refused 2x2-forged\.txt: step 18 is refused: step 17 proves >= 1, which does not imply >= 2\.")
        self.assertIn("examples", browser.run("return location.search"))
        self.in_every_look(lambda look: browser.screenshot(f"{self.pictures}/certificate-forged-{look}.png"))

    def test_a_proof_is_played_against_and_says_why(self):
        browser = self.browser
        browser.resize(1440, 900)
        self.open("?file=certificates/2x2.tromp-taylor.kpc")
        self.verdict()
        # The proof that Black gets at least 1, against the moves of the documented game.
        self.assertEqual(browser.text("#goal option:checked"), "Black wins by at least 1")
        browser.wait("Black has begun", lambda: "White to move" in browser.text("#turn"))
        self.assertIn("The proof answers", browser.text("#said"))
        self.assertRegex(browser.text("#rule"), r"^Step \d+: from here on Black scores at least 1 more than White\.")
        for selector in [point("b1"), point("a1"), "#pass"]:
            before = browser.text("#history")
            browser.click(selector)
            browser.wait("the proof has answered", lambda: browser.text("#history") != before)
        self.assertEqual(browser.attribute(point("b1"), "data-rule"), "superko")
        self.assertIn("One play is blocked by superko", browser.text("#rule"))
        blocked = browser.run(
            "return [...document.querySelectorAll('#needs button')].map((one) => one.textContent).filter((text) => text.includes('blocks'))"
        )
        self.assertEqual([text.split(": ")[1] for text in blocked], ["blocks b1"])
        browser.screenshot(f"{self.pictures}/certificate-walk.png")
        # The position that blocks it is shown on the board while it has the focus.
        browser.run("document.querySelector('#needs button').focus()")
        self.assertEqual(browser.text("#said"), "A position of the game that this step needs.")
        self.assertTrue(browser.run("return document.getElementById('board').classList.contains('preview')"))
        browser.run("document.activeElement.blur()")
        self.assertFalse(browser.run("return document.getElementById('board').classList.contains('preview')"))
        # Undo takes back the opponent's move with the proof's answer, and the explorer opens the same game.
        browser.press("u")
        current = lambda: browser.attribute("#history [aria-current]", "aria-label")
        browser.wait("two moves are taken back", lambda: current() == "5 b b2: move 5, black b2")
        self.assertIn("moves=a2.b1.b2.a1.b2", browser.attribute("#explore", "href"))

    def test_a_move_ends_the_preview_of_a_record(self):
        browser = self.browser
        browser.resize(1440, 900)
        self.open("?file=certificates/2x2.tromp-taylor.kpc")
        self.verdict()
        browser.wait("Black has begun", lambda: "White to move" in browser.text("#turn"))
        browser.run("document.querySelector('#avoids button').scrollIntoView({ block: 'center' })")
        browser.hover("#avoids button")
        previewed = "return document.getElementById('board').classList.contains('preview')"
        browser.wait("the record is shown", lambda: browser.run(previewed))
        before = browser.text("#history")
        # The button under the mouse goes with the move, so that the mouse never leaves it.
        browser.press("p")
        browser.wait("the proof has answered", lambda: browser.text("#history") != before)
        browser.hover("h1")
        browser.press("u")
        browser.wait("the move is taken back", lambda: "White to move" in browser.text("#turn"))
        self.assertFalse(browser.run(previewed))
        before = browser.text("#history")
        browser.click(point("b1"))
        browser.wait("the click is a move", lambda: browser.text("#history") != before)

    def test_a_new_game_keeps_the_focus_on_the_board(self):
        browser = self.browser
        self.open("?file=certificates/2x2.tromp-taylor.kpc")
        browser.wait("Black has begun", lambda: "White to move" in (browser.text("#turn") or ""))
        browser.run("arguments[0].focus()", {ELEMENT: browser.find(point("b1"))})
        begun = browser.text("#history")
        browser.press("\ue007")
        browser.wait("the proof has answered", lambda: browser.text("#history") != begun)
        browser.press("n")
        browser.wait("a new game is begun", lambda: browser.text("#history") == begun)
        self.assertEqual(browser.run("return document.activeElement.dataset.point"), "b1")

    def test_a_table_is_said_to_prove_the_bounds_that_it_has(self):
        with tempfile.TemporaryDirectory() as directory:
            table = pathlib.Path(directory, "one.txt")
            table.write_text(ONE_BOUND)
            self.open()
            self.choose_file(table)
            said = r"It proves a table of 2x2 under .*: 1 bound, exact values of 0 states\."
            self.assertRegex(self.verdict(), r"^Accepted one\.txt: its one step follows\. " + said)

    def test_a_proof_that_is_refused_leaves_no_other_one_to_play_against(self):
        browser = self.browser
        self.open("?file=certificates/2x2.tromp-taylor.kpc")
        browser.wait("Black has begun", lambda: "White to move" in (browser.text("#turn") or ""))
        before = browser.text("#history")
        self.choose_file(ROOT / "README.md")
        browser.wait("it is refused", lambda: self.verdict().startswith("Not a certificate"))
        # The keys of the proof before do nothing.
        browser.press("p")
        browser.after_layout()
        self.assertFalse(self.shown("#walk"))
        self.assertFalse(self.shown("#notice"))
        self.assertEqual(browser.text("#history"), before)

    def slow(self, name):
        """Lets a file of the site arrive only when `release` is called."""
        self.browser.run(
            "const ask = window.fetch;"
            "const released = new Promise((release) => (window.release = release));"
            "window.fetch = async (url, options) => {"
            "  if (String(url).includes(arguments[0])) await released;"
            "  return ask(url, options); };",
            name,
        )

    def released(self):
        """Lets the slow file arrive, and gives the page the time to check it."""
        self.browser.run("window.release()")
        time.sleep(0.7)

    def test_of_two_results_that_are_chosen_the_last_is_shown(self):
        browser = self.browser
        self.open()
        self.slow("2x2.nstt.kpc")
        self.choose("results", "certificates/2x2.nstt.kpc")
        self.choose("results", "certificates/1x3.nstt.kpc")
        self.assertRegex(self.verdict(), r"^Accepted 1x3\.nstt\.kpc")
        self.released()
        self.assertRegex(self.verdict(), r"^Accepted 1x3\.nstt\.kpc")
        # A file of this computer is a choice, too.
        self.open()
        self.slow("2x2.nstt.kpc")
        self.choose("results", "certificates/2x2.nstt.kpc")
        self.choose_file(ROOT / "README.md")
        self.assertRegex(self.verdict(), r"^Not a certificate README\.md")
        self.released()
        self.assertRegex(self.verdict(), r"^Not a certificate README\.md")
        self.assertFalse(self.shown("#walk"))
        self.assertFalse(self.shown("#notice"))

    def test_a_file_that_is_being_loaded_can_be_stopped(self):
        browser = self.browser
        self.open()
        self.slow("2x2.nstt.kpc")
        self.choose("results", "certificates/2x2.nstt.kpc")
        self.assertEqual(browser.text("#progress"), "Loading 2x2.nstt.kpc …")
        browser.click("#stop")
        self.released()
        for id in ["working", "verdict", "walk", "notice"]:
            self.assertFalse(self.shown(f"#{id}"), id)
        # The page goes on.
        self.choose("results", "certificates/1x3.nstt.kpc")
        self.assertRegex(self.verdict(), r"^Accepted 1x3\.nstt\.kpc")

    def test_a_file_that_cannot_be_read_is_named(self):
        self.open()
        # As for a folder that is dropped here.
        self.browser.run("File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))")
        self.choose_file(CERTIFICATES / "2x2.nstt.kpc")
        said = self.browser.wait("it is said", lambda: self.browser.text("#notice"))
        self.assertTrue(said.startswith("2x2.nstt.kpc was not loaded: the browser cannot read it"), said)
        self.assertFalse(self.shown("#working"))
        # As without a server; each browser has a text of its own for this.
        self.browser.run("globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
        self.choose("results", "certificates/1x3.nstt.kpc")
        said = "1x3.nstt.kpc was not loaded: the server does not answer."
        self.browser.wait("it is said", lambda: self.browser.text("#notice") == said)

    def test_what_was_not_checked_is_not_refused(self):
        full = json.dumps({"error": "the steps in use hold more than 9 records", "verdict": "too-large"})
        for answer, said in [
            ({"refusal": full}, r"^Not checked README\.md: it needs more memory than a page has\. Check it with koproof verify\.$"),
            ({"failure": "unreachable"}, r"^Not checked README\.md: the solver failed \(unreachable\).* This says nothing of the file"),
        ]:
            with Altered("js/worker.js", WORKER % json.dumps(answer)) as address:
                self.load(f"{address}certificate.html", settle=False)
                self.choose_file(ROOT / "README.md")
                self.assertRegex(self.verdict(), said)
                self.assertFalse(self.shown("#walk"))
                self.leave()
            self.browser.complaints()

    def test_a_checker_that_does_not_start_says_so(self):
        browser = self.browser
        for missing in ["wasm/koproof_web_bg.wasm", "wasm/koproof_web.js"]:
            with self.subTest(missing=missing), Altered(missing) as address:
                self.load(f"{address}certificate.html", settle=False)
                said = browser.text("#notice")
                self.assertRegex(said, r"^The checker does not start: the solver did not start .*check the connection")
                self.assertNotIn("bug", said)
                self.choose_file(ROOT / "README.md")
                self.assertRegex(self.verdict(), r"^Not checked README\.md: the solver did not start")
                self.leave()
            browser.complaints()

    def test_a_move_that_is_refused_is_taken_back(self):
        browser = self.browser
        self.open("?file=certificates/2x2.tromp-taylor.kpc")
        browser.wait("Black has begun", lambda: "White to move" in (browser.text("#turn") or ""))
        before = browser.text("#history")
        # Two clicks, faster than the answers: the second is for a position that has gone.
        browser.run(
            "for (const name of ['b1', 'b1']) document.querySelector(`#board [data-point=${name}]`)"
            "  .dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        )
        browser.wait("the proof has answered", lambda: browser.text("#history") != before)
        self.assertFalse(self.shown("#notice"))

    def test_files_of_other_sites_are_not_loaded(self):
        self.open("?file=https://example.org/x.kpc")
        self.assertIn("not of this site", self.browser.text("#notice"))

    def test_a_link_that_is_no_address_is_said_to_be_none(self):
        self.open("?file=http://%5B")
        self.assertEqual(self.browser.text("#notice"), "This link names http://[, which is no address: open a file, or choose one of the results.")
        # The page goes on.
        self.choose("results", "certificates/1x3.nstt.kpc")
        self.assertRegex(self.verdict(), r"^Accepted 1x3\.nstt\.kpc")
        self.assertFalse(self.shown("#notice"))

    def test_the_menu_of_results_stays_in_its_box_on_a_narrow_phone(self):
        browser = self.browser
        self.open()
        right = "return document.getElementById(arguments[0]).getBoundingClientRect().right"
        for width in [320, 360]:
            browser.resize(width, 640)
            browser.after_layout()
            self.fits()
            self.assertLess(browser.run(right, "results"), browser.run(right, "drop"))

    def test_menu_and_address_name_only_what_is_shown(self):
        browser = self.browser
        named = "return [document.getElementById('results').selectedOptions[0]?.value, location.search]"
        self.open("?file=certificates/1x3.nstt.kpc")
        self.verdict()
        self.assertEqual(browser.run(named), ["certificates/1x3.nstt.kpc", "?file=certificates/1x3.nstt.kpc"])
        self.choose_file(CERTIFICATES / "1x2.nstt.kpc")
        browser.wait("it is accepted", lambda: self.verdict().startswith("Accepted 1x2.nstt.kpc"))
        self.assertEqual(browser.run(named), ["", ""])
        self.choose("results", "certificates/1x3.nstt.kpc")
        browser.wait("it is accepted", lambda: self.verdict().startswith("Accepted 1x3.nstt.kpc"))
        # The button is hidden beside a proof.
        browser.run("document.getElementById('forged').click()")
        browser.wait("it is refused", lambda: self.verdict().startswith("Refused 2x2-forged.txt"))
        self.assertEqual(browser.run(named), ["", "?file=examples%2F2x2-forged.txt"])

    def test_what_is_no_certificate_is_said_to_be_none(self):
        why = r'it starts with "\S.*", not with "koproof certificate " or "KPCERT\\r\\n"\.$'
        self.open()
        self.choose_file(ROOT / "README.md")
        self.assertRegex(self.verdict(), r"^Not a certificate README\.md: " + why)
        # A folder, which the server answers with a list.
        self.open("?file=certificates/")
        self.assertRegex(self.verdict(), r"^Not a certificate certificates: " + why)

    def test_a_certificate_of_a_later_version_is_not_refused(self):
        self.open()
        with tempfile.TemporaryDirectory() as folder:
            later = pathlib.Path(folder, "later.kpc")
            later.write_bytes(b"KPCERT\r\n\3\0\1\1")
            self.choose_file(later)
            self.browser.wait("it is not checked", lambda: self.verdict().startswith("Not checked later.kpc: certificate version 3, "))
        self.assertTrue(self.verdict().endswith("This says nothing of what the file proves."), self.verdict())


if __name__ == "__main__":
    unittest.main()
