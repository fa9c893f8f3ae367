"""The handbook as scripts/web --book builds it: a board to play on under its pictures."""

import json
import re
import shlex
import unittest
import urllib.parse

from explorer import ROOT
from pages import WEB, PageCase
from test_looks import contrast

DOCUMENTED = '"b a2, w b2, b a1, w b1, b a2, w a1"'
LIVE = json.loads((ROOT / "docs/book/live.json").read_text())


class HandbookTest(PageCase):
    def test_every_live_board_belongs_to_a_picture(self):
        pages = "".join(page.read_text() for page in (ROOT / "docs/book/src").glob("*.md"))
        shown = set(re.findall(r"images/([\w-]+)\.svg", pages))
        self.assertLessEqual(set(LIVE), shown)

    def test_every_live_board_is_that_of_its_picture(self):
        drawn = re.sub(r'"?\$game"?', DOCUMENTED, (ROOT / "scripts/pictures").read_text())
        drawn = {name: [board, *options] for _, name, board, *options in (shlex.split(line) for line in re.findall(r"^draw .*", drawn, re.M))}
        for name, link in LIVE.items():
            with self.subTest(picture=name):
                board, *options = drawn[name]
                options = dict(zip(options[::2], options[1::2]))
                moves = [move.split()[1] for move in options.get("--moves", "").split(", ") if move]
                wanted = {
                    "board": board,
                    "rules": options.get("--rules", ""),
                    "start": options.get("--position", "").replace("/", ""),
                    "to": options.get("--to-move", ""),
                    "moves": ".".join(moves),
                }
                parts = dict(urllib.parse.parse_qsl(link))
                parts.pop("at", None)
                self.assertEqual(parts, {key: value for key, value in wanted.items() if value})

    def test_a_picture_is_the_fallback_of_a_board_to_play_on(self):
        browser = self.browser
        if not (WEB / "book").exists():
            self.fail(f"{WEB} has no handbook: run scripts/web --book")
        browser.resize(1440, 900)
        browser.go(f"{self.address}book/superko.html")
        browser.wait("the picture is shown", lambda: self.shown("img[src='images/game.svg']"))
        source = (ROOT / "docs/book/src/superko.md").read_text()
        live = [name for name in re.findall(r"images/([\w-]+)\.svg", source) if name in LIVE]
        self.assertEqual(browser.run("return document.querySelectorAll('details iframe').length"), len(live))
        browser.run("document.querySelector('details:has(iframe)').open = true")
        browser.run("document.querySelector('iframe').scrollIntoView()")
        frame = lambda script: browser.run(f"return document.querySelector('iframe').contentDocument?.{script}")
        browser.wait("the board is ready", lambda: frame("body?.dataset.ready === 'true'"))
        browser.wait("it has its value", lambda: frame("getElementById('value').textContent").startswith("B+1"))
        self.assertEqual(frame("getElementById('turn').textContent"), "Black to move, move 1")
        title = browser.run("return document.querySelector('iframe').title")
        self.assertEqual(title, "Play: The six moves, one board each. After the fourth move Black’s stones are gone, after the sixth again.")
        browser.screenshot(f"{self.pictures}/handbook.png")

    def test_links_and_titles_stand_out_in_the_dark(self):
        browser = self.browser
        browser.resize(1440, 900, dark=True)
        browser.go(f"{self.address}book/index.html")
        script = (
            "const hex = (color) => '#' + color.match(/\\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('');"
            "const { color } = getComputedStyle(document.querySelector(arguments[0]));"
            "return [color, getComputedStyle(document.querySelector(arguments[1])).backgroundColor].map(hex)"
        )
        frame = "#mdbook-sidebar"
        for text, below in [(".menu-title", "html"), ("main a:not(.header)", "html"), (f"{frame} a.active", frame)]:
            for theme in ["navy", "coal", "ayu"]:
                with self.subTest(text=text, theme=theme):
                    browser.run("document.documentElement.className = `js sidebar-visible ${arguments[0]}`", theme)
                    self.assertGreaterEqual(contrast(*browser.run(script, text, below)), 4.5)

    def test_every_live_board_opens(self):
        browser = self.browser
        self.load(f"{self.address}index.html?embed")
        shown = lambda: browser.run("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
        for name, link in LIVE.items():
            with self.subTest(picture=name):
                browser.run("document.getElementById('live').textContent = ''; location.hash = arguments[0]", link)
                browser.wait("the game is open", lambda: browser.text("#live"))
                self.settled()
                self.assertFalse(self.shown("#notice"), browser.text("#notice"))
                wanted = dict(urllib.parse.parse_qsl(link))
                self.assertEqual({key: shown().get(key) for key in ("board", "moves", "start")}, {key: wanted.get(key) for key in ("board", "moves", "start")})


if __name__ == "__main__":
    unittest.main()
