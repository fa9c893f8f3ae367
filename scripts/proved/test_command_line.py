"""The command line of the proved checker, and the exit codes of all three."""
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

from test_proved_checker import CHECKER, KOPROOF, PROVED, REFUSED, ROOT, UNREADABLE, UNWRITTEN, begins, check, check_limiting, run, text_of
from naive_prover import seal  # after the line above, which says where to find it

PYTHON = ROOT / "scripts" / "check_certificate.py"
NOT_READ = (b"", b"k", b"KPCERT", b"KPCERT\n", b"koproof cert", b"koproof certificate", b"koproof certificate ", b"koproof certificate 1",
            b"koproof certificate 3\n", b"koproof certificate 1\r\n", b"koproof certificate \xff\n", b"koproof certificate 11\n",
            b"KPCERT\r\n\3\0", b"KPCERT\r\n\3\0\1\0", b"KPCERT\r\n\1\0\2\0", b"KPCERT\r\n\1\0\1\2", b"KPCERT\r\n\1\0\1\2" + 40 * b"\1")
NOT_ACCEPTED = (b"koproof certificate 1\n", b"koproof certificate 2\ngraph6", b"koproof certificate 1\ngraph6 @\r\n", b"KPCERT\r\n",
                b"KPCERT\r\n\1", b"KPCERT\r\n\1\0", b"KPCERT\r\n\2\0\1", b"KPCERT\r\n\2\0\1\1", b"KPCERT\r\n\1\0\1\0" + 40 * b"\0")


class ExitCodes(unittest.TestCase):
    """The three checkers draw the same line between a certificate that they refuse and a file that they do not read."""

    def test_of_files_that_begin_like_certificates_and_of_others(self):
        checkers = {"Rust": [KOPROOF, "verify"], "Python": [sys.executable, PYTHON], "proved": [CHECKER]}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "file")
            for code, starts in ((UNREADABLE, NOT_READ), (REFUSED, NOT_ACCEPTED)):
                for data in starts:
                    self.assertEqual(begins(data), code == REFUSED, data)
                    path.write_bytes(data)
                    found = {name: run(*command, path) for name, command in checkers.items()}
                    self.assertEqual({name: done.returncode for name, done in found.items()}, dict.fromkeys(checkers, code), data)
                    for name, done in found.items():
                        self.assertEqual(len(done.stderr.splitlines()), 1, f"{name}, {data}: {done.stderr}")


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.binary = ROOT / "results" / "certificates" / "1x2.nstt.kpc"
        self.text = text_of(self.binary)

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def test_what_is_proved_is_said_in_the_words_of_the_header(self):
        path = self.file("a.txt", self.text)
        done = run(CHECKER, path)
        self.assertEqual((done.returncode, done.stderr), (PROVED, ""))
        words = "graph6 A_, superko positional, suicide forbid, position, start .., to-move black, moves -, at-least 0, at-most 0"
        self.assertEqual(done.stdout, f"{path}: proved: {words}\n")

    def test_the_roots_of_a_table_are_listed(self):
        done = run(CHECKER, ROOT / "results" / "certificates" / "tables" / "path-2.nstt.kpc")
        self.assertEqual((done.returncode, done.stderr), (PROVED, ""))
        bounds = ("O. black >= 2", "O. black <= 2", "O. white >= 2", "O. white <= 2")
        empty = (".. black >= 0", ".. black <= 0", ".. white >= 0", ".. white <= 0")
        self.assertEqual(sorted(done.stdout.splitlines()[1:]), sorted(f"  {root}" for root in bounds + empty))

    def test_of_several_files_the_highest_exit_code_counts(self):
        good, bad = self.file("good.txt", self.text), self.file("bad.txt", self.text.replace(b"<= -2 stop", b"<= -3 stop"))
        self.assertEqual(run(CHECKER, good, good).returncode, PROVED)
        done = run(CHECKER, bad, good, self.folder / "none")
        self.assertEqual(done.returncode, REFUSED)
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertEqual(len(done.stderr.splitlines()), 2)
        self.assertIn("bad.txt: step ", done.stderr)

    def test_what_cannot_be_read(self):
        for arguments in ([], ["--limit-stones"], [self.folder / "none"], [self.folder], ["--limit-stones", self.folder / "none"]):
            done = run(CHECKER, *arguments)
            self.assertEqual(done.returncode, UNREADABLE, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertLessEqual(done.stderr.count(str(self.folder)), 1, done.stderr)

    def test_a_limit_takes_the_place_of_the_record_of_a_play(self):
        """A claim that needs the record which it avoids is no claim. With a limit instead of the record it says nothing, and no root rests on it."""
        text = text_of(ROOT / "results" / "certificates" / "1x3.nstt.kpc").decode("ascii")
        lines = text.replace("r black ... <= 3 2\nd 2\nend 3", "r black ... <= 3 3\nd 3\nend 4").splitlines()[:-1]
        play = lines.index("s black 0 ... >= 3 play 1 0/1")
        lines.insert(play + 2, "s black 0 ... >= 3 weaken 1 avoid - need .X.")
        path = self.file("weaken.txt", seal(lines))
        code, said = check(path)
        self.assertEqual(code, REFUSED)
        self.assertIn("step 2", said)
        self.assertEqual(check_limiting(path)[0], PROVED)
        self.assertEqual(run(KOPROOF, "verify", path).returncode, REFUSED)
        self.assertEqual(run(KOPROOF, "verify", "--limit-stones", path).returncode, PROVED)

    def test_a_binary_certificate_needs_koproof_and_says_so(self):
        done = run(CHECKER, self.binary, env={"KOPROOF": "/nowhere/koproof"})
        self.assertEqual(done.returncode, UNREADABLE)
        self.assertIn("/nowhere/koproof", done.stderr)
        self.assertIn("set KOPROOF to the program koproof, or give the text form", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(run(CHECKER, self.file("a.txt", self.text), env={"KOPROOF": "/nowhere"}).returncode, PROVED)

    def test_the_other_program_ends_in_its_own_way(self):
        """What it has said is not said again, and what it has not said is."""
        for options in ([], ["--limit-stones"]):
            done = run(CHECKER, *options, self.binary, env={"KOPROOF": "false"})
            self.assertEqual((done.returncode, done.stdout), (UNREADABLE, ""))
            self.assertEqual(done.stderr, f"{self.binary}: `false certificate convert` ended with exit code 1\n")
            killed = self.file("killed", b"#!/bin/sh\nkill -9 $$\n")
            killed.chmod(0o755)
            done = run(CHECKER, *options, self.binary, env={"KOPROOF": killed})
            self.assertEqual((done.returncode, done.stdout), (UNREADABLE, ""))
            self.assertEqual(done.stderr, f"{self.binary}: `{killed} certificate convert` ended with a signal\n")
            whole = self.binary.read_bytes()
            for name, data, code in (("later", whole[:8] + b"\3" + whole[9:], UNREADABLE), ("cut", whole[:-1], REFUSED)):
                found, said = check(self.file(name, data), *options)
                self.assertEqual((found, len(said.splitlines())), (code, 1), said)

    def test_a_pipe_is_read_once(self):
        def piped(data, *options):
            """In two parts, the first of three bytes."""
            with subprocess.Popen([CHECKER, *options, "/dev/stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as checker:
                checker.stdin.write(data[:3])
                checker.stdin.flush()
                time.sleep(0.2)
                out, err = checker.communicate(data[3:])
            return checker.returncode, (out + err).decode()

        code, said = piped(self.text)
        self.assertEqual(code, PROVED, said)
        self.assertTrue(said.startswith("/dev/stdin: proved: graph6 A_, "), said)
        why = "/dev/stdin: it must be read twice: name a file, not a pipe\n"
        self.assertEqual(piped(self.text, "--limit-stones"), (UNREADABLE, why))
        self.assertEqual(piped(self.binary.read_bytes()), (UNREADABLE, why))

    def test_an_answer_that_cannot_be_written_is_none(self):
        path = self.file("a.txt", self.text)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CHECKER, path], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertEqual(done.stderr.decode(), "cannot write the answer to stdout: No space left on device\n")

    def test_nothing_in_a_file_or_its_name_controls_the_terminal(self):
        control = "\r\x1b[2K2x2.kpc: proved"
        shown = r"\r\027[2K2x2.kpc: proved"
        good = self.file(control, self.text)
        code, said = check(good)
        self.assertEqual(code, PROVED, said)
        self.assertTrue(said.startswith(f"{self.folder}/{shown}: proved: graph6 "), said)
        code, said = check(self.file(control, b"other"))
        self.assertEqual(code, UNREADABLE)
        self.assertTrue(said.startswith(f"{self.folder}/{shown}: line 1: "), said)
        self.assertEqual(check(self.folder / (control + "none"))[1], f"{self.folder}/{shown}none: No such file or directory\n")
        for field in ("suicide ", "start ", "moves "):
            lines = self.text.decode("ascii").splitlines()[:-1]
            lines = [field + control + 100 * "." if text.startswith(field) else text for text in lines]
            code, said = check(self.file("bad.txt", seal(lines)))
            self.assertEqual(code, REFUSED)
            self.assertEqual(re.findall(r"[^ -~…\n]", said), [])
            self.assertLess(len(said), len(str(self.folder)) + 120, said)

    def test_a_line_has_at_most_1048576_bytes_with_its_end(self):
        for length, why in ((1 << 20, "an item is `s`"), ((1 << 20) + 1, "has more than 1,048,576 bytes")):
            lines = self.text.decode("ascii").splitlines()[:-1]
            lines.insert(lines.index("steps") + 1, "x" * (length - 1))
            code, said = check(self.file("long.txt", seal(lines)))
            self.assertEqual(code, REFUSED)
            self.assertIn(why, said)

    def test_what_is_no_certificate_is_not_refused_as_one(self):
        for data in (b"", b"root:x:0:0\n", b"\x7fELF\0\n", b"koproof certificate", b"koproof certificate 3\n", b"KPCERT\n", self.text[1:]):
            for options in ([], ["--limit-stones"]):
                path = self.file("other", data)
                code, said = check(path, *options)
                self.assertEqual(code, UNREADABLE, data)
                why = "not a certificate: its first line is neither `koproof certificate 1` nor `koproof certificate 2`"
                self.assertEqual(said, f"{path}: line 1: {why}\n")

    def test_options(self):
        path = self.file("a.txt", self.text)
        done = run(CHECKER, "--help")
        self.assertEqual((done.returncode, done.stderr), (PROVED, ""))
        self.assertTrue(done.stdout.startswith("usage: koproof-checker [--limit-stones] FILE…\n"), done.stdout)
        self.assertIn("Exit codes: 0 proved, 1 stdout failed, 2 ", done.stdout)
        for option in ("--limit-stone", "-q", "-"):
            for arguments in ([option, path], [path, option]):
                done = run(CHECKER, *arguments)
                self.assertEqual((done.returncode, done.stdout), (UNREADABLE, ""))
                self.assertEqual(done.stderr, f"koproof-checker: there is no option `{option}`: see --help, and write ./{option} for a file\n")
        self.assertEqual(run(CHECKER, path, "--limit-stones").returncode, PROVED)

    def test_every_truncation_is_refused(self):
        lines = self.text.splitlines(keepends=True)
        cut = [b"".join(lines[:number]) for number in range(1, len(lines))] + [self.text[:-1], self.text + b"\n"]
        for number, data in enumerate(cut):
            self.assertEqual(check(self.file(f"{number}.txt", data))[0], REFUSED, data)
        whole = self.binary.read_bytes()
        for length in range(10, len(whole), 7):
            code, said = check(self.file(f"{length}.kpc", whole[:length]))
            self.assertEqual((code, len(said.splitlines())), (REFUSED, 1), said)

    def test_every_bit_counts(self):
        for at in range(0, len(self.text), 5):
            data = bytearray(self.text)
            data[at] ^= 1 << at % 7
            refused = REFUSED if begins(data) else UNREADABLE
            self.assertEqual(check(self.file("bit.txt", bytes(data)))[0], refused, bytes(data))


if __name__ == "__main__":
    unittest.main()
