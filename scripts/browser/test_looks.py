"""How the explorer looks: every board in every width, light and dark.

Pictures are kept in $KOPROOF_SCREENSHOTS if it is set.
"""

import struct
import unittest

from explorer import DOCUMENTED, Explorer, ExplorerCase

SIZES = [(390, 844), (1440, 900)]


class LooksTest(ExplorerCase):
    def test_boards_look_right_in_every_width_and_light(self):
        with Explorer("2x2") as address:
            for board in ["2x2", "3x3", "1x9", "cycle:7", "petersen", "hex:2", "g6:H?bB@_W"]:
                self.look_all(address, board)

    def test_boards_that_are_being_solved_look_right(self):
        # koproof has not solved either of them.
        with Explorer("2x2") as address:
            for board in ["cycle:11", "5x5"]:
                self.look_all(address, board, settle=False)
            self.leave()

    def look_all(self, address, board, settle=True):
        browser = self.browser
        self.load(address, f"#board={quoted(board)}", settle)
        if not settle:
            browser.wait("something is known", lambda: " to " in browser.text("#value") and browser.text("#progress"))
        self.assertEqual(browser.text("#board-name"), board)
        for size in SIZES:
            for dark in [False, True]:
                with self.subTest(board=board, size=size, dark=dark):
                    browser.resize(*size, dark)
                    browser.after_layout()
                    self.look(board, size, dark)

    def look(self, board, size, dark):
        browser = self.browser
        # Points are big enough for a finger, lie within the board, and do not overlap.
        boxes = browser.run(
            "return [...document.querySelectorAll('#board .point .hit')].map((hit) => {"
            "  const { x, y, width } = hit.getBoundingClientRect(); return [x, y, width]; })"
        )
        frame = browser.run(
            "const { left, right } = document.getElementById('board').getBoundingClientRect(); return [left, right]"
        )
        for index, (x, y, width) in enumerate(boxes):
            self.assertGreaterEqual(width, 30)
            self.assertGreaterEqual(x, frame[0])
            self.assertLessEqual(x + width, frame[1])
            for u, v, _ in boxes[:index]:
                self.assertGreater((x - u) ** 2 + (y - v) ** 2, (0.95 * width) ** 2)
        # The name of a point is on that point and no other, and no value hides it.
        names = browser.run(
            "const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect();"
            "  return [x, y, x + width, y + height]; };"
            "return [...document.querySelectorAll('#board .point')].filter((one) => one.querySelector('.name'))"
            "  .map((one) => ['.name', '.hit', '.value > rect:last-of-type'].map((part) =>"
            "    one.querySelector(part) && box(one.querySelector(part))))"
        )
        for name, hit, tag in names:
            self.assertTrue(hit[0] < name[0] and hit[1] < name[1] and name[2] < hit[2] and name[3] < hit[3], board)
            if tag:
                self.assertLessEqual(name[3], tag[1] + 0.3 * (name[3] - name[1]), board)
        # A score does not stick out of its tag.
        outside = browser.run(
            "return [...document.querySelectorAll('#board .value')].flatMap((one) => {"
            "  const tag = one.querySelector('rect:last-of-type').getBoundingClientRect();"
            "  return [...one.querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
            "    .filter(({ left, right }) => left < tag.left || right > tag.right) }).length"
        )
        self.assertEqual(outside, 0)
        # Scores can be read, on wide boards and narrow screens, too.
        heights = browser.run(
            "return [...document.querySelectorAll('#board .value:not(.open) text')].map((one) => one.getBoundingClientRect().height)"
        )
        self.assertGreaterEqual(min(heights, default=12), 12)
        color = browser.run("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(sum(map(int, color[4:-1].split(","))) < 382, dark, color)
        self.photograph(board, size, dark)

    def photograph(self, board, size, dark):
        browser = self.browser
        self.assertEqual(browser.run("return document.documentElement.scrollWidth"), size[0], "nothing sticks out")
        name = board.replace(":", "-")
        path = f"{self.pictures}/{name}-{size[0]}-{'dark' if dark else 'light'}.png"
        browser.screenshot(path)
        with open(path, "rb") as picture:
            self.assertEqual(struct.unpack(">I", picture.read(20)[16:])[0], size[0])

    def test_texts_stand_out_from_what_is_behind_them(self):
        # 4.5 to 1 for texts, 3 to 1 for what marks the focus, and for the edges of buttons and fields (WCAG 2.2, 1.4.3 and 1.4.11).
        browser = self.browser
        texts = [
            ("tag", "on-tag"), ("best", "on-best"), ("node", "on-tag"), ("wood", "label"), ("card", "ink"),
            ("card", "soft"), ("paper", "soft"), ("paper", "accent"), ("accent", "on-accent"), ("warn-paper", "warn"),
            ("superko-paper", "superko"), ("black-stone", "white-stone"),
        ]  # fmt: skip
        marks = [("wood", "accent-on-wood"), ("card", "field-edge"), ("paper", "field-edge")]
        with Explorer("2x2") as address:
            for dark in [False, True]:
                browser.resize(*SIZES[1], dark)
                self.load(address)
                for below, above in [*texts, *marks]:
                    script = (
                        "const style = getComputedStyle(document.documentElement);"
                        "return [...arguments].map((name) => style.getPropertyValue(`--${name}`).trim())"
                    )
                    ratio = contrast(*browser.run(script, below, above))
                    self.assertGreaterEqual(ratio, 4.5 if (below, above) in texts else 3, (dark, below, above))

    def test_buttons_and_fields_have_the_edge_that_stands_out_and_undone_moves_can_be_read(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2.b2&at=1")
            script = (
                "const edge = (selector) => getComputedStyle(document.querySelector(selector)).borderTopColor;"
                "const probe = document.createElement('i'); probe.style.color = 'var(--field-edge)'; document.body.append(probe);"
                "const wanted = getComputedStyle(probe).color; probe.remove();"
                "return [...arguments].filter((selector) => edge(selector) !== wanted)"
            )
            self.assertEqual(browser.run(script, "#undo", "#preset", "#komi", "#name", "#choose-board"), [])
            undone = browser.run(
                "const { opacity, borderTopStyle } = getComputedStyle(document.querySelector('.history .undone'));"
                "return [opacity, borderTopStyle]"
            )
            self.assertEqual(undone, ["1", "dashed"])

    def test_values_cannot_be_taken_for_stones(self):
        browser = self.browser
        with Explorer("2x2") as address:
            self.load(address, "#moves=a2")
            # Stones are circles; values are tags with corners, in colors that no stone has.
            round_values = browser.run("return document.querySelectorAll('#board .value circle').length")
            self.assertEqual(round_values, 0)
            shapes = browser.run(
                "const style = (one) => getComputedStyle(one).fill;"
                "return { corners: [...document.querySelectorAll('#board .value rect')]"
                "    .map((rect) => rect.getAttribute('rx') / rect.getAttribute('height')),"
                "  values: [...document.querySelectorAll('#board .value rect')].map(style),"
                "  stones: [...document.querySelectorAll('#board .stone')].map(style) }"
            )
            self.assertTrue(shapes["values"] and shapes["stones"])
            self.assertTrue(all(corner < 0.2 for corner in shapes["corners"]), shapes)
            self.assertEqual(set(shapes["values"]) & set(shapes["stones"]), set())
            # The sign of superko has corners, too.
            self.load(address, "#moves=" + ".".join(DOCUMENTED))
            self.assertEqual(browser.run("return document.querySelectorAll('#board .superko rect').length"), 1)
            self.assertEqual(browser.run("return document.querySelectorAll('#board .superko circle').length"), 0)


def contrast(one, other):
    """The contrast of two colors written as #rrggbb, as WCAG 2.2 defines it."""

    def luminance(color):
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def quoted(board):
    return board.replace("?", "%3F").replace("@", "%40")


if __name__ == "__main__":
    unittest.main()
