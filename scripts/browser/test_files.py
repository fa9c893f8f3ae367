"""Games and pictures as files: saved, and games opened again."""

import pathlib
import struct
import tempfile
import unittest
import xml.etree.ElementTree

from explorer import DOCUMENTED, Explorer, ExplorerCase


class FilesTest(ExplorerCase):
    def test_games_and_pictures_are_saved_and_games_opened(self):
        browser = self.browser
        with tempfile.TemporaryDirectory() as directory, Explorer("2x2") as address:
            browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=directory)
            folder = pathlib.Path(directory)

            def saved(name):
                path = folder / name
                return browser.wait(f"{name} is saved", lambda: path.exists() and path.stat().st_size and path.read_bytes())

            moves = [*DOCUMENTED, "pass"]
            self.load(address, "#scoring=territory&komi=6.5&moves=" + ".".join(moves))
            browser.click("#save-sgf")
            text = saved("2x2.sgf").decode()
            self.assertIn("SZ[2]KM[6.5]RU[positional superko, suicide allowed, territory scoring, komi 6.5]", text)
            self.assertIn(";B[aa]\n;W[ba]\n;B[ab]\n;W[bb]\n;B[aa]\n;W[ab]\n;B[]", text)
            browser.click("#save-png")
            picture = saved("2x2.png")
            self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
            width, height = struct.unpack(">II", picture[16:24])
            self.assertEqual(max(width, height), 1600)
            # Lines, stones, letters and marks: more than an empty picture takes.
            self.assertGreater(len(picture), 20_000)
            browser.click("#save-svg")
            drawing = xml.etree.ElementTree.fromstring(saved("2x2.svg"))
            shapes = lambda name: drawing.findall(f".//{{http://www.w3.org/2000/svg}}{name}")
            # Three white stones, one of them with a ring, and the sign of superko; nothing that a style sheet would have to say.
            self.assertEqual([one.get("fill") for one in shapes("circle")].count("rgb(253, 252, 248)"), 3)
            self.assertIn("1", [one.text for one in shapes("text")])
            self.assertFalse(any(one.get("class") for one in drawing.iter()))
            # The game again, on another board and under other rules.
            link = browser.run("return location.hash")
            self.load(address, "#board=petersen")
            self.assertEqual(browser.attribute("#save-sgf", "disabled"), "")
            self.open_sgf(folder / "2x2.sgf")
            self.on_board("2x2")
            self.assertEqual(browser.run("return location.hash"), link)
            # What others write: variations, escapes, an old pass, a start that is set up.
            (folder / "other.sgf").write_text(
                "(;GM[1]FF[4]SZ[3:2]C[a \\] bracket]AB[aa]AW[cb]PL[W]RU[Japanese]KM[0.50]\n;W[bb](;B[tt];W[])(;B[ca]))"
            )
            self.open_sgf(folder / "other.sgf")
            self.on_board("2x3")
            self.assertIn("Japanese", browser.text("#notice"))
            entries = browser.run("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
            wanted = {"start": "X....O", "to": "white", "moves": "b1.pass.pass", "komi": "0.5", "scoring": "territory"}
            self.assertEqual({key: entries[key] for key in wanted}, wanted)
            for content, said in [
                ("(;SZ[2]HA[2];W[aa])", "handicap of 2"),
                ("(;SZ[2]KM[much];B[aa])", "the komi “much” is no multiple of one half"),
                ("(;SZ[2]AB[bb:aa];W[ba])", "“bb:aa” names no rectangle"),
                ("(;SZ[2]AB[aa:ca];W[ab])", "“ca” names no point of 2x2"),
                ("(;SZ[2]AB[aa:ba]AW[ba:bb];B[ab])", "node 1 sets “ba” up in two ways"),
                ("(;SZ[2];B[aa];B[ab])", "move 2 is out of turn: white is to move"),
                ("(;SZ[2];B[cc])", "“cc” names no point of 2x2"),
                ("(;SZ[2]AB[aa]AW[aa];B[ab])", "node 1 sets “aa” up in two ways"),
                ("(;SZ[2];B[aa]", "breaks off"),
                # As koproof game replay says.
                ("(;SZ[2];B[aa]B[bb])", "node 2: B is given twice: keep one"),
                ("(;SZ[2];B[aa][bb])", "node 2: B is given twice: keep one"),
                ("(;SZ[2]KM;B[aa])", "KM has no value: write KM[], or leave it out"),
                ("(;SZ[2]KM[1]KM[2];B[aa])", "node 1: KM is given twice: keep one"),
                ("(;SZ[2]PL[x];B[aa])", "node 1: PL[x] names no player: write PL[B] or PL[W]"),
                ("(;SZ[2]PL[2];B[aa])", "node 1: PL[2] names no player"),
                ("(;SZ[2]PL[white];W[aa])", "node 1: PL[white] names no player"),
                ("(;SZ[2]PL[];B[aa])", "node 1: PL[] names no player"),
                ("(;SZ[2];B[aa];PL[x])", "node 3: PL[x] names no player"),
                ("(;GM[2]SZ[2];B[aa])", "GM[2] names another game than Go"),
                ("(;GM[]SZ[2];B[aa])", "GM[] names another game than Go"),
                ("(;SZ[2]HA[two];B[aa])", "node 1: HA[two] is not a number of stones from 0 to 512"),
                ("(;SZ[2]HA[1.5];B[aa])", "node 1: HA[1.5] is not a number of stones"),
                ("(;SZ[2]HA[513];B[aa])", "node 1: HA[513] is not a number of stones"),
                ("(;SZ[2]KM[0x10];B[aa])", "the komi “0x10” is no multiple of one half between -1000 and 1000: write 7, 6.5 or -0.5"),
                ("(;SZ[2]KM[Infinity];B[aa])", "the komi “Infinity” is no multiple of one half"),
                ("(;SZ[0x2];B[aa])", "the size 0x2 is none"),
                ("(;SZ[2:2:2];B[aa])", "the size 2:2:2 is none"),
                ("(;SZ[2];SZ[3]B[aa])", "node 2: SZ[3] is another size than that of the first node: leave it out"),
                ("(;SZ[2]AB[aa:ab:ba];W[bb])", "“aa:ab:ba” names no point"),
                ("nonsense", "no SGF"),
                ("(;SZ[0];B[aa])", "the size 0"),
            ]:
                (folder / "bad.sgf").write_text(content)
                self.open_sgf(folder / "bad.sgf")
                browser.wait(said, lambda: said in browser.text("#notice") and "bad.sgf was not opened" in browser.text("#notice"))
            self.assertEqual(browser.text("#board-name"), "2x3")
            # Lists of points are compressed to rectangles (FF[4]), and KM[] is no komi.
            (folder / "rectangle.sgf").write_text("(;FF[4]SZ[3]AB[aa:ba]AW[bb:cc][ab]PL[B]KM[])")
            self.open_sgf(folder / "rectangle.sgf")
            self.on_board("3x3")
            entries = browser.run("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
            self.assertEqual(entries["start"].replace("/", ""), "XX.OOO.OO")
            self.assertEqual(entries["komi"], "0")

    def test_what_a_file_gives_in_pieces_or_empty_is_read_whole(self):
        browser = self.browser
        with tempfile.TemporaryDirectory() as directory, Explorer("1x3") as address:
            file = pathlib.Path(directory, "game.sgf")
            for content, wanted in [
                ("(;SZ[3]AB[aa]AB[bb];W[ba])", {"start": "X...X....", "to": "white", "moves": "b3"}),
                ("(;SZ[3]KM[]RU[];B[aa]C[one]C[two])", {"moves": "a3", "komi": "0"}),
                ("(;GM[1]SZ[3]HA[0]KM[-.5];B[aa];SZ[3]HA[two])", {"moves": "a3", "komi": "-0.5"}),
                ("(;SZ[3]KM[.0];B[aa])", {"moves": "a3", "komi": "0"}),
                ("(;SZ[3]KM[7.];B[aa])", {"moves": "a3", "komi": "7"}),
                ("(;SZ[3]HA[]KM[6.50]PL[W];W[aa])", {"moves": "a3", "to": "white", "komi": "6.5"}),
            ]:
                with self.subTest(content=content):
                    self.load(address, "#board=1x3&komi=1")
                    file.write_text(content)
                    self.open_sgf(file)
                    self.on_board("3x3")
                    entries = browser.run("return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
                    self.assertEqual({key: entries.get(key, "0") for key in wanted}, wanted)
                    self.assertFalse(self.shown("#notice"))

    def test_a_file_that_cannot_be_read_or_is_too_large_is_named(self):
        browser = self.browser
        with tempfile.TemporaryDirectory() as directory, Explorer("2x2") as address:
            self.load(address)
            file = pathlib.Path(directory, "game.sgf")
            file.write_text("(;SZ[3];B[aa])" + " " * (1 << 20))
            self.open_sgf(file)
            browser.wait("it is refused", lambda: browser.text("#notice").startswith("game.sgf was not opened: it is larger than 1 MiB"))
            file.write_text("(;SZ[3];B[aa])")
            # As for a file that is gone by now.
            browser.run("File.prototype.text = File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))")
            self.open_sgf(file)
            browser.wait("it is said", lambda: browser.text("#notice").startswith("game.sgf was not opened: the browser cannot read it"))
            self.assertEqual(browser.run("return document.getElementById('sgf-file').value"), "")

    def open_sgf(self, path):
        self.browser.type("#sgf-file", str(path))


if __name__ == "__main__":
    unittest.main()
