"""A WebDriver client, as small as the explorer's tests need it: Chromium without a window, through chromedriver.

Only the standard library is used. https://www.w3.org/TR/webdriver2/ has the commands; those under `goog/` are
Chromium's own, https://chromedevtools.github.io/devtools-protocol/.
"""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
]


class WebDriverError(Exception):
    """The browser refused a command."""


class Browser:
    """A browser with an empty profile, for a `with` block."""

    def __init__(self, timeout=60):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="koproof-chromium-")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.session = None
        try:
            self.address = f"http://127.0.0.1:{self._port()}"
            options = {"args": [*FLAGS, f"--user-data-dir={self.profile}"]}
            if shutil.which("chromium"):
                options["binary"] = shutil.which("chromium")
            always = {
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"},
                "timeouts": {"script": int(1000 * timeout)},
            }
            answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": always}})
            self.session = answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return found[1]
        raise WebDriverError("chromedriver does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the browser."""
        if self.session:
            try:
                self.command("DELETE", "")
            except (WebDriverError, OSError):
                pass
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise WebDriverError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def command(self, method, path, body=None):
        """Sends a command of the session."""
        return self._send(method, f"/session/{self.session}{path}", body)

    def devtools(self, command, **parameters):
        """Sends one of Chromium's own commands."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def go(self, address):
        """Loads a page."""
        self.command("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs a script in the page and returns what it returns."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """Runs a script whose last argument is the function that it calls with its result."""
        return self.command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        """Finds the first element that a CSS selector matches."""
        found = self.command("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def enter_frame(self, selector):
        """Sends what follows to the page in a frame."""
        self.command("POST", "/frame", {"id": {ELEMENT: self.find(selector)}})

    def leave_frame(self):
        """Sends what follows to the page around the frames again."""
        self.command("POST", "/frame", {"id": None})

    def click(self, selector):
        """Clicks an element, as a person would: it has to be visible and not covered."""
        self.command("POST", f"/element/{self.find(selector)}/click", {})

    def hover(self, selector):
        """Moves the mouse onto the middle of an element."""
        to = {"type": "pointerMove", "origin": {ELEMENT: self.find(selector)}, "x": 0, "y": 0}
        self.command("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [to]}]})

    def type(self, selector, text):
        """Types into an element."""
        self.command("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        """Presses keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.command("POST", "/actions", {"actions": [source]})

    def text(self, selector):
        """Returns the text of an element."""
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def attribute(self, selector, name):
        """Returns an attribute of an element, if it has it."""
        script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null"
        return self.run(script, selector, name)

    def wait(self, what, condition):
        """Waits until a condition holds, and returns what it returns."""
        deadline = time.monotonic() + self.timeout
        while time.monotonic() < deadline:
            result = condition()
            if result:
                return result
            time.sleep(0.05)
        raise AssertionError(f"this never happens: {what}")

    def resize(self, width, height, dark=False):
        """Makes the page so wide and so high, light or dark."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])

    def after_layout(self):
        """Waits until the page has been laid out and painted anew."""
        self.run_async("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def screenshot(self, path):
        """Takes a picture of the whole page."""
        size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        picture = self.devtools("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def complaints(self):
        """Returns what the browser has complained about since it was last asked."""
        log = self.command("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]
