"""Every page without a server: in every width, light and dark, and for those who do not see it."""

import unittest

from pages import WEB, PageCase

PAGES = {
    "index.html#board=2x3": "koproof 2x3",
    "certificate.html?file=certificates/2x2.tromp-taylor.kpc": "koproof certificates",
    "atlas.html#points=4": "koproof atlas",
}


class PagesTest(PageCase):
    def open(self, page):
        address, _, hash = page.partition("#")
        self.load(self.address + address, f"#{hash}" if hash else "", settle=False)

    def test_nothing_sticks_out_from_360_to_1920_pixels_in_light_and_dark(self):
        for page in PAGES:
            self.open(page)
            for width, height in [(360, 740), (768, 1024), (1920, 1080)]:
                for dark in [False, True]:
                    with self.subTest(page=page, width=width, dark=dark):
                        self.browser.resize(width, height, dark)
                        self.browser.after_layout()
                        self.fits()
                        color = self.browser.run("return getComputedStyle(document.body).backgroundColor")
                        self.assertEqual(sum(map(int, color[4:-1].split(","))) < 382, dark, color)
                        name = page.partition(".")[0]
                        self.browser.screenshot(f"{self.pictures}/static-{name}-{width}-{'dark' if dark else 'light'}.png")

    def test_a_screen_reader_hears_every_control(self):
        browser = self.browser
        for page, title in PAGES.items():
            with self.subTest(page=page):
                self.open(page)
                browser.devtools("Accessibility.enable")
                nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
                browser.devtools("Accessibility.disable")
                heard, nameless = set(), []
                for node in (node for node in nodes if not node["ignored"]):
                    role, name = (node.get(part, {}).get("value", "") for part in ("role", "name"))
                    heard.add((role, name))
                    properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
                    if properties.get("focusable") and not name and role != "RootWebArea":
                        nameless.append((role, node.get("backendDOMNodeId")))
                self.assertIn(("heading", title), heard)
                self.assertEqual(nameless, [])

    def test_a_page_that_is_opened_as_a_file_says_what_it_needs(self):
        browser = self.browser
        for page in ["index.html", "certificate.html", "atlas.html"]:
            browser.go((WEB / page).resolve().as_uri())
            said = browser.wait("it says so", lambda: browser.text("header + .notice"))
            self.assertIn("python3 -m http.server", said)
            browser.wait("its scripts are refused", lambda: "js/" in "".join(browser.complaints()))

    def test_pages_link_to_each_other_and_load_nothing_from_elsewhere(self):
        for page in PAGES:
            self.open(page)
            links = self.browser.run("return [...document.querySelectorAll('nav.pages a')].map((one) => one.getAttribute('href'))")
            self.assertLessEqual({"index.html", "certificate.html", "atlas.html"}, set(links))
            self.nothing_from_elsewhere()
            policy = self.browser.attribute('meta[http-equiv="Content-Security-Policy"]', "content")
            self.assertTrue(policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "), policy)


if __name__ == "__main__":
    unittest.main()
