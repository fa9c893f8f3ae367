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
BUDGET = 110  # seconds for the certificates of results/ that are not small, on all processors together
SMALL = 40_000  # bytes
MUTATIONS = 300  # of each kind: text, binary, of what the search has written
PROVED, UNWRITTEN, UNREADABLE, REFUSED = 0, 1, 2, 4
TEXT_STARTS = (b"koproof certificate 1\n", b"koproof certificate 2\n")


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


def begins(data):
    """Whether a file begins as a certificate of a form and version that every checker reads (docs/certificates.md, section 8)."""
    version, layout = data[8:10], data[10:12]
    is_known = (len(version) < 2 or version in (b"\1\0", b"\2\0")) and (len(layout) < 2 or layout in (b"\1\0", b"\1\1"))
    return data.startswith(TEXT_STARTS) or (data.startswith(b"KPCERT\r\n") and is_known)


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
        """Small ones, and larger ones until the time is over. Prints the names of those that are left, and of those that the repository does not keep."""
        files = sorted((ROOT / "results").rglob("*.kpc"), key=lambda path: path.stat().st_size)
        deadline = time.monotonic() + BUDGET

        def judge(path):
            is_due = path.stat().st_size <= SMALL or time.monotonic() < deadline
            return (check(path), check_limiting(path)) if is_due else None

        verdicts = dict(zip(files, on_all_processors(judge, files)))
        for path, verdict in verdicts.items():
            for code, said in verdict or ():
                self.assertEqual(code, PROVED, said)
        left = [path for path, verdict in verdicts.items() if not verdict]
        not_kept = [path for path in (ROOT / "results").rglob("*.json") if '"kept": false' in path.read_text()]
        print(f"\n{len(files) - len(left)} of {len(files)} committed certificates accepted")
        for paths, why in ((left, "left for want of time"), (not_kept, "not kept in the repository")):
            print(f"{len(paths)} {why}{': ' * bool(paths)}{', '.join(sorted(path.stem for path in paths))}")
        self.assertGreater(sum(path.stat().st_size <= SMALL for path in files), 170)


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
                beginnings.append(begins(data))
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
        for is_one, reason, line, (code, said) in zip(beginnings, python, rust, proved):
            # What does not begin like a certificate is none.
            self.assertEqual(code == UNREADABLE, not is_one, said)
            self.assertEqual(json.loads(line)["verdict"] == "unreadable", not is_one, line)
            verdicts = [reason is None, json.loads(line)["verdict"] == "proved", code == PROVED]
            self.assertEqual(len(set(verdicts)), 1, f"Python, Rust, proved: {verdicts}: {reason}; {line}; {said}")
            accepted += code == PROVED
        print(f"\n{accepted} accepted, {len(files) - accepted} refused by all three; {more} of these accepted with limits of stones")
        self.assertGreater(accepted, 50)
        self.assertGreater(len(files) - accepted, MUTATIONS // 2)


if __name__ == "__main__":
    unittest.main()
