"""The checker that is extracted from Coq (`proof/`): what the proof rests on, what the checker accepts and refuses.

`make -C proof` builds it. `KOPROOF` names the program `koproof`, which turns binary certificates into text.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "tests"))

import mutations  # noqa: E402  (found through the line above, like the next ones)
from binary_encoder import to_binary  # noqa: E402
from naive_prover import seal  # noqa: E402
from support import refusal  # noqa: E402

PROOF = ROOT / "proof"
CHECKER = PROOF / "_build" / "koproof-checker"
KOPROOF = os.environ.get("KOPROOF", "koproof")
FORGED = ROOT / "crates" / "verify" / "tests" / "forged"
BUDGET = 110  # seconds for the certificates of results/, on all processors together
MUTATIONS = 300  # of each kind: text, binary, of what the search has written
PROVED, UNWRITTEN, UNREADABLE, REFUSED = 0, 1, 2, 4
STARTS = (b"koproof certificate 1\n", b"koproof certificate 2\n", b"KPCERT\r\n")


def run(*command, **options):
    environment = {**os.environ, "KOPROOF": KOPROOF, **options.pop("env", {})}
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, **options)


def check(path, *options):
    """The exit code of the proved checker, and what it says."""
    done = run(CHECKER, *options, path)
    return done.returncode, done.stdout + done.stderr


def check_limiting(path):
    """The same where plays limit stones instead of listing records."""
    return check(path, "--limit-stones")


def on_all_processors(work, items):
    """The results of the work on each of the items, in their order."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


def text_of(path):
    return run(KOPROOF, "certificate", "convert", path, "-").stdout.encode("ascii")


def small_certificates():
    """What the search has written, as text: the certificates of at most 1,300 bytes."""
    paths = sorted((ROOT / "results" / "certificates").rglob("*.kpc"))
    return on_all_processors(text_of, [path for path in paths if path.stat().st_size <= 1300])


class Rests(unittest.TestCase):
    """What the proof rests on."""

    def test_the_theorems_rest_on_no_axiom(self):
        asked = (PROOF / "extraction" / "Assumptions.v").read_text()
        self.assertIn("Print Assumptions checker_is_sound.", asked)
        printed = (PROOF / "_build" / "assumptions").read_text().splitlines()
        self.assertEqual(printed, ["Closed under the global context"] * asked.count("Print Assumptions"))
        self.assertIn("Theorem checker_is_sound : sound check.", (PROOF / "theories" / "Main.v").read_text())

    def test_nothing_is_admitted_or_assumed(self):
        """Coq takes `Admitted` for an axiom, so this only says where."""
        files = sorted(PROOF.rglob("*.v"))
        self.assertGreater(len(files), 2)
        for path in files:
            code = re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.S)
            words = r"\b(Admitted|admit|Axioms?|Conjecture|Parameters?|bypass_check|Unset +(Guard|Positivity|Universe) +Check\w*)\b"
            self.assertIsNone(re.search(words, code), path)

    def test_the_shell_is_under_180_lines_and_says_so(self):
        files = sorted((PROOF / "shell").glob("*.ml"))
        self.assertLess(sum(len(path.read_text().splitlines()) for path in files), 180)
        self.assertTrue(any("under 180 lines" in path.read_text() for path in files))

    def test_the_page_on_trust_knows_the_sizes(self):
        """The small ones exactly, the others within a twentieth: lines with comments, without tests."""
        page = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
        shell = sum(len(path.read_text().splitlines()) for path in (PROOF / "shell").glob("*.ml"))
        for words, lines in {"definitions": len((PROOF / "theories/Statement.v").read_text().splitlines()), "shell": shell}.items():
            self.assertIn(f"{words} ({lines})", page)
        sources = {name: ROOT / "crates" / name / "src" for name in ("solver", "rules", "verify", "store")}
        python = sum(len(path.read_text(encoding="utf-8").splitlines())
                     for path in [ROOT / "scripts/check_certificate.py", *(ROOT / "scripts/certificate").glob("*.py")])
        counted = {
            r"the solver \(([\d,]+) lines\)": untested(sources["solver"]),
            r"the rules of play \(([\d,]+)\)": untested(sources["rules"]),
            # The oracle tests the solver, and a strategy plays by a checked proof.
            r"the checker \(([\d,]+)\), the rules": untested(sources["verify"], without=("oracle", "strategy")),
            r"the container of files \(([\d,]+)\)": untested(sources["store"]),
            r"the checker \(([\d,]+)\), which shares no line": python,
        }
        for words, lines in counted.items():
            said = int(re.search(words, page)[1].replace(",", ""))
            self.assertLess(abs(said - lines), lines / 20, f"{words}: {lines}")

    def test_extraction_maps_no_number(self):
        """Each mapping would have to be trusted; those of Coq's library for truth values, lists and the like are enough."""
        code = re.sub(r"\(\*.*?\*\)", "", (PROOF / "extraction" / "Extract.v").read_text(), flags=re.S)
        libraries = set(re.findall(r"\bExtr\w+", code))
        self.assertEqual(libraries - {"Extraction"}, {"ExtrOcamlBasic", "ExtrOcamlNativeString"})
        self.assertNotIn("Extract ", code)

    def test_the_page_that_must_be_trusted_is_under_200_lines(self):
        self.assertLess(len((PROOF / "theories" / "Statement.v").read_text().splitlines()), 200)


def untested(folder, without=()):
    """The lines of a crate with comments, without tests and without these modules."""
    lines = 0
    for path in folder.rglob("*.rs"):
        names = path.relative_to(folder).with_suffix("").parts
        if "tests" not in names and names[0] not in without:
            text = re.sub(r"^#\[cfg\(test\)\]\n(?:pub\S* )?mod \w+ \{\n.*?^\}\n", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
            lines += len(text.splitlines())
    return lines


class Committed(unittest.TestCase):
    def test_the_certificates_of_the_results_are_accepted(self):
        """The smallest first, until the time is over. Prints the names of those that are left, and of those that the repository does not keep."""
        files = sorted((ROOT / "results").rglob("*.kpc"), key=lambda path: path.stat().st_size)
        deadline = time.monotonic() + BUDGET

        def judge(path):
            return (check(path), check_limiting(path)) if time.monotonic() < deadline else None

        verdicts = dict(zip(files, on_all_processors(judge, files)))
        for path, verdict in verdicts.items():
            for code, said in verdict or ():
                self.assertEqual(code, PROVED, said)
        left = [path for path, verdict in verdicts.items() if not verdict]
        not_kept = [path for path in (ROOT / "results").rglob("*.json") if '"kept": false' in path.read_text()]
        print(f"\n{len(files) - len(left)} of {len(files)} committed certificates accepted")
        for paths, why in ((left, "left for want of time"), (not_kept, "not kept in the repository")):
            print(f"{len(paths)} {why}{': ' * bool(paths)}{', '.join(sorted(path.stem for path in paths))}")
        self.assertGreaterEqual(len(files) - len(left), 100)


class Forged(unittest.TestCase):
    def test_forged_certificates_are_refused_at_a_step_or_root(self):
        files = sorted(FORGED.glob("*.txt"))
        self.assertGreater(len(files), 20)
        for path in files:
            for code, said in (check(path), check_limiting(path)):
                self.assertEqual(code, REFUSED, said)
                self.assertNotIn("crc32", said)


class Limited(unittest.TestCase):
    def test_a_record_that_a_limit_excludes_is_not_listed(self):
        """A step that avoids a record which it needs is refused, unless a limit excludes the record."""
        files = sorted((FORGED.parent / "limited").glob("*.txt"))
        self.assertEqual(len(files), 3)
        for path in files:
            self.assertEqual(check(path)[0], REFUSED, path)
            code, said = check_limiting(path)
            self.assertEqual(code, PROVED, said)


class Agreement(unittest.TestCase):
    """The three checkers say the same of certificates with something changed."""

    def test_on_changed_texts(self):
        self.compare(itertools.chain(mutations.sources(), mutations.changed_texts(MUTATIONS, seed=11)))

    def test_on_changed_bytes(self):
        self.compare(itertools.chain(map(to_binary, mutations.sources()), mutations.changed_bytes(MUTATIONS, seed=12)))

    def test_on_changes_to_what_the_search_has_written(self):
        lot, made = random.Random(13), small_certificates()
        self.assertGreater(len(made), 50)
        changed = []
        for number in range(MUTATIONS):
            lines = made[number % len(made)].decode("ascii").splitlines()[:-1]
            changed.append(seal(mutations.mutated_lines(lines, lot)))
        self.compare(made + changed)

    def compare(self, certificates):
        with tempfile.TemporaryDirectory() as folder:
            files, python, beginnings = [], [], []
            for number, data in enumerate(certificates):
                files.append(pathlib.Path(folder, f"{number:04}"))
                files[-1].write_bytes(data)
                python.append(refusal(data))
                beginnings.append(data.startswith(STARTS))
            rust = run(KOPROOF, "verify", "--format", "json", *files).stdout.splitlines()
            proved = on_all_processors(check, files)
            limiting = run(KOPROOF, "verify", "--limit-stones", "--format", "json", *files).stdout.splitlines()
            proved_limiting = on_all_processors(check_limiting, files)
        self.assertEqual([len(rust), len(limiting)], [len(files)] * 2)
        for line, (code, said) in zip(limiting, proved_limiting):
            self.assertEqual(json.loads(line)["verdict"] == "proved", code == PROVED, f"{line}; {said}")
        more = sum(code != PROVED for (code, _), (limited, _) in zip(proved, proved_limiting) if limited == PROVED)
        less = [said for (code, _), (limited, said) in zip(proved, proved_limiting) if code == PROVED != limited]
        self.assertEqual(less, [])
        accepted = 0
        for begins, reason, line, (code, said) in zip(beginnings, python, rust, proved):
            # What does not begin like a certificate is none.
            self.assertEqual(code == UNREADABLE, not begins, said)
            verdicts = [reason is None, json.loads(line)["verdict"] == "proved", code == PROVED]
            self.assertEqual(len(set(verdicts)), 1, f"Python, Rust, proved: {verdicts}: {reason}; {line}; {said}")
            accepted += code == PROVED
        print(f"\n{accepted} accepted, {len(files) - accepted} refused by all three; {more} of these accepted with limits of stones")
        self.assertGreater(accepted, 50)
        self.assertGreater(len(files) - accepted, MUTATIONS // 2)


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
            refused = REFUSED if data.startswith(STARTS) else UNREADABLE
            self.assertEqual(check(self.file("bit.txt", bytes(data)))[0], refused, bytes(data))


if __name__ == "__main__":
    unittest.main()
