"""A running explorer and a browser that shows it, for the tests beside this file."""

import atexit
import functools
import os
import pathlib
import subprocess
import tempfile
import unittest

from webdriver import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KOPROOF = os.environ.get("KOPROOF", str(TARGET / "debug" / "koproof"))

# Tromp's game on 2x2: after these moves superko forbids Black to play a2 again.
DOCUMENTED = ["a2", "b2", "a1", "b1", "a2", "a1"]


class Explorer:
    """A running `koproof explore` on a free port, for a `with` block."""

    def __init__(self, *arguments):
        command = [KOPROOF, "explore", *arguments, "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def __enter__(self):
        return self.address

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def point(name):
    """The selector of a point."""
    return f'#board .point[data-point="{name}"]'


def scored(score):
    """A score as Go players write it; what is no number stays."""
    if not str(score).lstrip("-").isdigit():
        return score
    return "0" if int(score) == 0 else f"{'B' if int(score) > 0 else 'W'}+{abs(int(score))}"


@functools.cache
def shared_browser():
    """The one browser of all tests: it takes longer to start than most tests."""
    browser = Browser(timeout=float(os.environ.get("KOPROOF_PATIENCE", 60)))
    atexit.register(browser.close)
    return browser


class ExplorerCase(unittest.TestCase):
    """A test case with a browser, whose console must stay empty."""

    @classmethod
    def setUpClass(cls):
        cls.browser = shared_browser()
        cls.pictures = os.environ.get("KOPROOF_SCREENSHOTS")
        if not cls.pictures:
            directory = tempfile.TemporaryDirectory()
            cls.addClassCleanup(directory.cleanup)
            cls.pictures = directory.name
        pathlib.Path(cls.pictures).mkdir(parents=True, exist_ok=True)

    def tearDown(self):
        # Also what the content security policy refuses.
        self.assertEqual(self.browser.complaints(), [])

    def refused(self):
        """Takes note of a question that the server has refused, which the browser's console lists."""
        self.browser.wait("the question is refused", lambda: "422" in "".join(self.browser.complaints()))

    def load(self, address, hash="", settle=True):
        """Loads the page afresh; another fragment alone would not."""
        self.browser.go("about:blank")
        self.browser.go(address + hash)
        self.browser.wait("the page is ready", lambda: self.browser.attribute("body", "data-ready"))
        if settle:
            self.settled()

    def open_without_values(self, board):
        """Opens a board whose values come from the test, by `hear`; the server answers all other questions."""
        self.browser.run(
            "const ask = window.fetch;"
            "window.fetch = async (url, options) => url !== '/api/values' ? ask(url, options) : new Response("
            "  new ReadableStream({ start: (stream) => {"
            "    window.write = (line) => stream.enqueue(new TextEncoder().encode(JSON.stringify(line) + '\\n'))"
            "  } }));"
            "location.hash = `#board=${arguments[0]}`",
            board,
        )
        self.browser.wait(
            f"{board} is open",
            lambda: self.browser.text("#board-name") == board and self.browser.run("return !!window.write"),
        )

    def hear(self, line):
        """Sends a line of values to the page."""
        self.browser.run("window.write(arguments[0])", line)

    def leave(self):
        """Leaves the page, so that no answer is under way when the server ends."""
        self.browser.go("about:blank")

    def settled(self):
        """Waits until every value of the position is there."""
        self.browser.wait("all values are found", lambda: self.browser.attribute("#value", "data-done") == "true")

    def on_board(self, name):
        """Waits until this board is open, and its values found."""
        self.browser.wait(f"{name} is there", lambda: self.browser.text("#board-name") == name)
        self.settled()

    def played(self, number):
        """Waits until so many moves are made, and their values found."""
        after = f", move {number + 1}"
        self.browser.wait(
            f"{number} moves are made",
            lambda: after in self.browser.text("#turn") or "over" in self.browser.text("#turn"),
        )
        self.settled()

    def spoken(self, name):
        """What a screen reader says of a point."""
        return self.browser.attribute(point(name), "aria-label")

    def choose(self, id, value):
        """Chooses from a list, or fills a field."""
        self.browser.run(
            "const field = document.getElementById(arguments[0]);"
            "field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true }))",
            id,
            value,
        )

    def shown(self, selector):
        """Whether an element can be seen."""
        script = "const found = document.querySelector(arguments[0]); return !!found && found.checkVisibility()"
        return self.browser.run(script, selector)
