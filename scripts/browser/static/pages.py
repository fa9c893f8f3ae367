"""The pages that need no install, served as any web server would, for the tests beside this file."""

import functools
import http.server
import json
import os
import pathlib
import shutil
import tempfile
import threading

from explorer import TARGET, ExplorerCase

WEB = pathlib.Path(os.environ.get("KOPROOF_WEB", TARGET / "web"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_):
        pass


class Served:
    """A folder of static files on a free port, for a `with` block."""

    def __init__(self, directory=WEB):
        handler = functools.partial(Quiet, directory=directory)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def __enter__(self):
        return self.address

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Altered(Served):
    """The pages with one file changed, or missing, for a `with` block."""

    def __init__(self, name, text=None, without=("book", "certificates", "atlas")):
        self.directory = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.directory.name, "web")
        shutil.copytree(WEB, folder, ignore=shutil.ignore_patterns(*without))
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text)
        super().__init__(folder)

    def __exit__(self, *_):
        super().__exit__()
        self.directory.cleanup()


class PageCase(ExplorerCase):
    """A test case whose pages are static files."""

    @classmethod
    def setUpClass(cls):
        if not (WEB / "index.html").exists():
            raise FileNotFoundError(f"{WEB} has no page: run scripts/web")
        super().setUpClass()
        cls.served = Served()
        cls.addClassCleanup(cls.served.__exit__)
        cls.address = cls.served.address

    def tearDown(self):
        self.leave()
        super().tearDown()

    def asked(self, name, question):
        """What the page's own worker answers to a question."""
        script = """
            const done = arguments[arguments.length - 1];
            import(new URL("js/engine.js", document.baseURI))
                .then(({ ask }) => ask(arguments[0], JSON.parse(arguments[1])))
                .then(done, (error) => done({ error: error.message }));
        """
        return self.browser.run_async(script, name, json.dumps(question))

    def nothing_from_elsewhere(self):
        """Sees that every file came from the folder."""
        script = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
        for name in self.browser.run(script):
            self.assertTrue(name.startswith(self.address), name)

    def fits(self):
        """Sees that neither the page nor a table in it is wider than the window."""
        script = (
            # A phone widens `innerWidth` to what sticks out.
            "return [document.documentElement.scrollWidth - document.documentElement.clientWidth,"
            "  ...[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth)]"
        )
        self.assertLessEqual(max(self.browser.run(script)), 0)

    def in_every_look(self, show):
        """Calls `show` with a name for pictures, on a phone and on a desk, light and dark."""
        for width, height in [(390, 844), (1440, 900)]:
            for dark in [False, True]:
                with self.subTest(width=width, dark=dark):
                    self.browser.resize(width, height, dark)
                    self.browser.after_layout()
                    show(f"{width}-{'dark' if dark else 'light'}")
                    self.fits()
