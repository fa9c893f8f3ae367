"""The scripts that submit to Slurm, with an sbatch that only writes down what it is given."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SLURM = pathlib.Path(__file__).resolve().parent.parent / "slurm"
# Writes its arguments down, as a line of JSON. As a leader it stores a question, as koproof does.
RECORDER = """#!{python}
import json, os, sys
if "--question-only" in sys.argv:
    run = sys.argv[sys.argv.index("--out") + 1]
    os.makedirs(run, exist_ok=True)
    open(os.path.join(run, "question.json"), "w").close()
with open({log!r}, "a") as log:
    print(json.dumps(sys.argv[1:]), file=log)
print({said})
"""


class Submitting(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        # A name that has to be quoted.
        self.root = pathlib.Path(self.directory.name, "Tromp's boards")
        self.bin = self.root / "bin"
        self.bin.mkdir(parents=True)
        self.program("sbatch", "4711")
        self.koproof = self.program("koproof", "")

    def program(self, name, said):
        path = self.bin / name
        # A shell that starts the real thing: the first line of a script takes no quotes.
        real = self.bin / f"{name}.py"
        real.write_text(RECORDER.format(python=sys.executable, log=str(self.root / f"{name}.log"), said=repr(said)))
        escaped = str(real).replace("'", "'\\''")
        path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{escaped}' \"$@\"\n")
        path.chmod(0o755)
        return path

    def calls(self, name):
        log = self.root / f"{name}.log"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    def execute(self, name, *arguments, koproof=None):
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        environment = os.environ | {"PATH": path, "KOPROOF": str(koproof or self.koproof)}
        return subprocess.run([SLURM / name, *arguments], env=environment, cwd=self.root, capture_output=True, text=True)

    def run_script(self, name, *arguments):
        done = self.execute(name, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.calls("sbatch")

    def refused(self, code, said, name, *arguments, koproof=None):
        """Refused in one line, before anything is submitted or made."""
        before = sorted(self.root.rglob("*"))
        done = self.execute(name, *arguments, koproof=koproof)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, rf"\Ascripts/slurm/{name}: {said}[^\n]*\n\Z")
        self.assertEqual(self.calls("sbatch"), [])
        self.assertEqual(sorted(self.root.rglob("*")), before)

    def script(self, call):
        return call[call.index("--wrap") + 1]

    def test_names_with_apostrophes_reach_the_program(self):
        run = self.root / "run"
        leader, workers = self.run_script("lead", run, "--workers", "2", "--", "@it's.txt", "--rules", "nstt")
        subprocess.run(["sh", "-c", self.script(leader)], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["sh", "-c", self.script(workers)], check=True, stdout=subprocess.DEVNULL)
        asked, led, worked = self.calls("koproof")
        lead = ["batch", "lead", "@it's.txt", "--rules", "nstt", "--out", str(run.resolve())]
        self.assertEqual(asked, [*lead, "--question-only"])
        self.assertEqual(led, [*lead, "--quiet"])
        self.assertEqual(worked, ["batch", "work", str(run.resolve()), "--memory", "3072M", "--quiet"])
        self.assertIn("--dependency=after:4711", workers)
        self.assertIn(f"--output={run.resolve()}/slurm/work-%A_%a.txt", workers)

    def test_the_log_of_a_leader_is_not_made_by_others(self):
        run = self.root / "run"
        self.run_script("lead", run, "--workers", "1", "--", "5x5")
        self.assertEqual(sorted(path.name for path in run.iterdir()), ["question.json", "slurm"])
        self.assertEqual(len(self.run_script("lead", run, "--workers", "1")), 4)

    def refusing(self, why):
        """A koproof that refuses what it is asked, and says why."""
        self.koproof.write_text(f"#!/bin/sh\necho 'koproof: {why}' >&2\nexit 2\n")

    def test_a_run_that_cannot_be_led_is_not_submitted(self):
        run = str(self.root / "run")
        self.refused(2, "cannot run nope: let KOPROOF name the koproof program", "lead", run, "--", "3x3", koproof="nope")
        self.refused(2, "cannot run nope: ", "lead", run, "--no-leader", koproof="nope")
        self.refused(1, "/bin/false batch lead fails with 1", "lead", run, "--", "3x3", koproof="/bin/false")
        self.refused(2, ".*/run has no run to continue: name its board after --", "lead", run)
        self.refused(2, "the arguments after -- lead no run", "lead", run, "--", "--help", koproof="/bin/true")
        self.refused(2, ".*/run has no run: a leader begins it", "lead", run, "--no-leader")
        self.refused(2, "--time takes a time limit", "lead", run, "--time", "", "--", "3x3")
        self.refused(2, "--mem takes a number of M or G", "lead", run, "--mem", "9999999999G", "--", "3x3")
        for option, value in (("--every", "08"), ("--mem", "0M"), ("--leader-mem", "much"), ("--seed", "99999999999999999999")):
            self.refused(2, f".*{value}", "kills", "2x2", "B+1", option, value)
        self.refusing('board "nonsense": no board')
        self.refused(2, 'board "nonsense": no board', "lead", run, "--", "nonsense")

    def test_a_file_that_cannot_be_collected_is_refused_first(self):
        self.refused(2, "--collect nix/x.csv: nix is no directory", "submit", "run", "--collect", "nix/x.csv", "--", "--boards", "2x2")
        self.refusing("x.txt: the ending selects the format: use .csv, .jsonl or .parquet")
        self.refused(2, "--collect: x.txt: the ending", "submit", "run", "--collect", "x.txt", "--", "--boards", "2x2")

    def test_options_for_sbatch_are_taken_in_both_forms(self):
        run = self.root / "run"
        run.mkdir()
        (run / "question.json").write_text("{}")
        (call,) = self.run_script("lead", run, "--no-leader", "--sbatch", "--partition=long", "--sbatch=--nice")
        self.assertIn("--partition=long", call)
        self.assertIn("--nice", call)
        self.assertNotIn("--dependency=after:4711", call)

    def test_a_trial_of_kills_cancels_only_its_own_jobs(self):
        self.program("scancel", "")
        # A run that is over at once, which is no trial.
        self.koproof.write_text(
            "#!/bin/sh\nuntil [ \"$1\" = --out ]; do shift; done\nmkdir -p \"$2\"\ntouch \"$2/question.json\" \"$2/value.kpc\"\n"
        )
        with unittest.mock.patch.dict(os.environ, SLURM_CONF="/dev/null"):
            self.assertIn("solved before anybody is killed", self.execute("kills", "2x2", "B+1").stderr)
        # Leader and workers, by the number that sbatch has given.
        self.assertEqual(self.calls("scancel"), [["4711", "4711"]])

    def test_a_batch_takes_options_for_sbatch_in_both_forms(self):
        said = '{"total":3}\n'
        self.koproof.write_text(f"#!/bin/sh\ncase $2 in run) printf '%s' '{said}';; status) echo 0;; esac\n")
        (call,) = self.run_script("submit", self.root / "run", "--sbatch", "--partition=long", "--sbatch=--nice")
        self.assertIn("--partition=long", call)
        self.assertIn("--nice", call)


if __name__ == "__main__":
    unittest.main()
