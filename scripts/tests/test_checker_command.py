"""The command line of the checker in Python."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from binary_encoder import to_binary
from hand_made import PAIR, change, pair
from support import SCRIPTS, text


class CommandLine(unittest.TestCase):
    def run_checker(self, *arguments, files=()):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files:
                pathlib.Path(folder, name).write_bytes(data)
            done = subprocess.run([sys.executable, str(SCRIPTS / "check_certificate.py"), *arguments], cwd=folder,
                                  input="", capture_output=True, text=True)
            self.assertNotIn("Traceback", done.stderr)
            written = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
            return done.returncode, done.stdout, done.stderr, written

    def test_proved(self):
        code, out, err, _ = self.run_checker("a", "b", files=[("a", pair()), ("b", to_binary(pair()))])
        line = ("proved: 1x2, positional superko, suicide allowed, start .., black to move: value = 0 "
                "(7 steps, at most 7 live)")
        self.assertEqual((code, out, err), (0, f"a: {line}\nb: {line}\n", ""))
        self.assertEqual(self.run_checker("--quiet", "a", files=[("a", pair())])[:3], (0, "", ""))

    def test_refused(self):
        data = pair(change(PAIR, PAIR[2], "s black 0 O. >= 2 play 0 1"))
        code, out, err, _ = self.run_checker("good", "bad", files=[("good", pair()), ("bad", data)])
        self.assertEqual((code, len(out.splitlines())), (4, 1))
        self.assertEqual(err, "bad: step 2: a play at 0, which is occupied\n")
        for other in (b"KPCERT\r\n", b"koproof certificate 1\n"):
            self.assertEqual(self.run_checker("f", files=[("f", other)])[0], 4)

    def test_unreadable(self):
        self.assertEqual(self.run_checker("missing")[:3], (2, "", "missing: No such file or directory\n"))
        self.assertEqual(self.run_checker(".")[0], 2)
        lines = pair().replace(b"\n", b"\r\n")
        code, _, err, _ = self.run_checker("f", files=[("f", lines)])
        self.assertEqual((code, err), (2, "f: line 1: lines end in CR and LF here, let them end in LF alone\n"))
        for other in (b"", b"\0", b"KPCERT\n", b"no certificate", b"koproof certificate ", b"KPCERT\r\n\3\0"):
            self.assertEqual(self.run_checker("f", files=[("f", other)])[0], 2)
        self.assertEqual(self.run_checker()[0], 2)
        self.assertEqual(self.run_checker("--time-limit", "nan", "f")[0], 2)

    def test_a_name_does_not_control_the_terminal(self):
        control, shown = "Größe\r\x1b[2K2x2.kpc: proved\x9b", r"Größe\r\x1b[2K2x2.kpc: proved\x9b"
        code, out, err, _ = self.run_checker("--json", control, files=[(control, b"other")])
        self.assertEqual((code, json.loads(out)["file"]), (2, control))
        self.assertTrue(err.startswith(f"{shown}: no koproof certificate"), err)
        code, out, err, _ = self.run_checker(control, files=[(control, pair())])
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(out.startswith(f"{shown}: proved: 1x2"), out)

    def test_limits_of_stones(self):
        files = [("f", pair())]
        listed, limited = (self.run_checker(*options, "f", files=files)[:3] for options in ([], ["--limit-stones"]))
        self.assertEqual(limited, listed)
        few = "--record-limit", "7"
        self.assertEqual(self.run_checker(*few, "f", files=files)[0], 3)
        self.assertEqual(self.run_checker(*few, "--limit-stones", "f", files=files)[0], 0)
        code, out, err, _ = self.run_checker("--limit-stones", "/dev/stdin")
        self.assertEqual((code, out, err), (2, "", "/dev/stdin: it must be read twice: name a file, not a pipe\n"))

    def test_time_limit(self):
        code, out, err, _ = self.run_checker("--time-limit", "1e-9", "f", files=[("f", pair())])
        self.assertEqual((code, out, err), (3, "", "f: checked 0 steps, not finished: the time limit came first\n"))

    def test_records_in_use_have_a_limit(self):
        # Step 1 needs `O.`, step 2 avoids `.X`, and steps 3, 4 and 6 avoid two records each.
        files = [("f", pair())]
        code, out, err, _ = self.run_checker("--record-limit", "7", "f", files=files)
        self.assertEqual((code, out), (3, ""))
        self.assertEqual(err, "f: checked 6 steps, not finished: "
                              "the steps in use hold more than 7 records: raise --record-limit\n")
        self.assertEqual(self.run_checker("--record-limit", "8", "f", files=files)[0], 0)
        self.assertEqual(self.run_checker("--record-limit", "0", "f", files=files)[0], 2)

    def test_json(self):
        _, out, _, _ = self.run_checker("--json", "f", "g", files=[("f", pair()), ("g", pair(PAIR[:8]))])
        good, bad = map(json.loads, out.splitlines())
        self.assertEqual((good["verdict"], good["at_least"], good["at_most"], good["steps"]), ("proved", 0, 0, 7))
        self.assertEqual((bad["verdict"], bad["file"]), ("refused", "g"))
        self.assertIn("no root proves", bad["reason"])

    def test_roots_are_written_for_proved_tables_only(self):
        items = ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0", "r black .O. <= -3 0/1"]
        good = text("Bg", ["table", "roots 2"], items, symmetries=["0 1 2 swap"])
        bad = text("Bg", ["table", "roots 3"], items, symmetries=["0 1 2 swap"])
        roots = b".X. white >= 3\n.O. black <= -3\n"
        files = [("good", good), ("bad", bad), ("roots", b"old")]
        self.assertEqual(self.run_checker("--roots", "new", "good", files=files)[3], dict(files, new=roots))
        code, _, err, after = self.run_checker("--roots", "new", "bad", files=files)
        self.assertEqual((code, after), (4, dict(files)))
        self.assertIn("new: not written, because no table was proved\n", err)
        # Neither a file that is there nor that of another table is lost.
        for arguments in (["roots", "good"], ["good", "good"], ["new", "good", "bad"]):
            code, _, err, after = self.run_checker("--roots", *arguments, files=files)
            self.assertEqual((code, err.count("\n"), after), (2, 1, dict(files)), arguments)
        # A device gets the lines and stays.
        self.assertEqual(self.run_checker("--quiet", "--roots", "/dev/stdout", "good", files=files)[1], roots.decode())

    def test_roots_go_where_a_link_leads(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "table")
            table.write_bytes(text("Bg", ["table", "roots 1"], ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0"]))
            pathlib.Path(folder, "link").symlink_to("elsewhere")
            run = [sys.executable, str(SCRIPTS / "check_certificate.py"), "--quiet", "--roots", "link", "table"]
            subprocess.run(run, cwd=folder, check=True)
            self.assertEqual(pathlib.Path(folder, "elsewhere").read_bytes(), b".X. white >= 3\n")
            self.assertTrue(pathlib.Path(folder, "link").is_symlink())

    def test_an_answer_that_cannot_be_written_fails(self):
        table = text("Bg", ["table", "roots 1"], ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0"])
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "f").write_bytes(pair())
            pathlib.Path(folder, "table").write_bytes(table)
            output, roots = "standard output: No space left on device\n", "/dev/full: No space left on device\n"
            for arguments, full, code, said in (
                ("f", True, 1, output), ("--json f f", True, 1, output), ("--quiet f", True, 0, ""), ("nix", True, 2, "nix: No such file or directory\n"),
                ("--roots /dev/full table", False, 1, roots), ("--roots new table", True, 1, output),
            ):
                command = f'"{sys.executable}" "{SCRIPTS / "check_certificate.py"}" {arguments} >{"/dev/full" if full else "/dev/null"}'
                done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (code, said), arguments)
                self.assertEqual(list(pathlib.Path(folder).glob("*.new")), [])
        code, out, err, _ = self.run_checker("--roots", "nix/new", "f", files=[("f", pair())])
        self.assertEqual((code, out, err), (2, "", "check_certificate.py: --roots nix/new: No such file or directory: name another file; --help lists what there is\n"))

    def test_closed_output_leaves_the_exit_code(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "f").write_bytes(pair())
            for closed in (">&-", "2>&-", ">&- 2>&-"):
                command = f'"{sys.executable}" "{SCRIPTS / "check_certificate.py"}" f {closed}'
                done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), closed)

    def test_a_pipe_may_bring_a_few_bytes_first(self):
        run = [sys.executable, str(SCRIPTS / "check_certificate.py"), "--quiet", "/dev/stdin"]
        for data in (pair(), to_binary(pair())):
            with subprocess.Popen(run, stdin=subprocess.PIPE) as checker:
                checker.stdin.write(data[:5])
                checker.stdin.flush()
                time.sleep(0.5)
                checker.stdin.write(data[5:])
            self.assertEqual(checker.returncode, 0)


if __name__ == "__main__":
    unittest.main()
