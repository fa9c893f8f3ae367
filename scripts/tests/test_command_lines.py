"""The command lines of the scripts: --help, and files that are missing."""
import ast
import contextlib
import io
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import programs  # noqa: E402
import separation  # noqa: E402


def run(name, *arguments):
    return subprocess.run([sys.executable, str(SCRIPTS / name), *arguments], capture_output=True, text=True)


class Help(unittest.TestCase):
    def test_every_script_describes_its_command_line(self):
        scripts = [path for path in sorted(SCRIPTS.glob("*.py")) if re.search(r"__main__|^run\(main", path.read_text(), re.MULTILINE)]
        self.assertGreater(len(scripts), 9)
        for path in scripts:
            with self.subTest(script=path.name):
                done = run(path.name, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout.startswith(f"usage: {path.name} [-h]"), done.stdout)
                # More than the list of options: what the script does.
                self.assertRegex(done.stdout, r"\n\n[A-Z][^\n]{20}")
                done = run(path.name, "--no-such-option")
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)

    def test_bad_arguments_are_refused_in_one_line(self):
        for name, *arguments in (
            ("atlas_prove.py", "koproof", "--rows", "few"),
            ("check_certificate.py", "x.kpc", "--time-limit", "long"),
            ("check_certificate.py", "x.kpc", "--time-limit", "-1"),
            ("check_certificate.py", "x.kpc", "--record-limit", "0"),
            ("check_certificate.py", "x.kpc", "y.kpc", "--roots", "roots"),
            ("check_certificate.py",),
            ("circles.py", "crates"),
            ("datapackage.py", "--chek"),
            ("release", "--drafts"),
            ("release", "--out", str(SCRIPTS / "README.md")),
            ("release", "--out", str(SCRIPTS / "README.md" / "below")),
            ("web", "--books"),
            ("analysis/edges_and_sides.py", "/nix"),
            ("analysis/edges_and_sides.py", str(SCRIPTS)),
            ("analysis/edges_and_sides.py", "--points", "0"),
            ("analysis/edges_and_sides.py", "--most", "1"),
            ("analysis/where_rules_part.py", "/nix"),
            ("analysis/where_rules_part.py", str(SCRIPTS / "README.md")),
            ("analysis/where_rules_part.py", "/dev/null"),
            ("analysis/where_rules_part.py", "--most", "-5"),
            ("analysis/where_rules_part.py", "--most", "99999999999999999999"),
            ("analysis/where_rules_part.py", "--rules", "foo"),
            ("analysis/without_memory.py", "Bw", "--levels", "0"),
            ("analysis/leader.py", "/nix"),
            ("analysis/leader.py", "/nix", "--workers", "0"),
            ("analysis/leader.py", "/nix", "--total", "inf"),
            ("analysis/leader.py", "/nix", "--total", "1e400"),
            ("analysis/leader.py", "/nix", "--job-nodes=-5"),
            ("analysis/leader.py", "/nix", "--per-report=-1"),
            ("analysis/leader.py", "/nix", "--duplicated", "nan"),
        ):
            with self.subTest(script=name, arguments=arguments):
                done = run(name, *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, rf"\A[^\n]*{pathlib.Path(name).name}: [^\n]+\n\Z")


    def test_help_is_the_whole_description_of_a_script(self):
        scripts = [*SCRIPTS.glob("*.py"), *SCRIPTS.glob("analysis/*.py"), SCRIPTS / "release", SCRIPTS / "web"]
        for path in sorted(scripts):
            text = path.read_text()
            if "parser = CommandLine(__doc__)" not in text:
                continue
            with self.subTest(script=path.name):
                self.assertIn(ast.get_docstring(ast.parse(text)).strip(), run(path.relative_to(SCRIPTS), "--help").stdout)


class Shell(unittest.TestCase):
    """The scripts in Bash."""

    NAMES = ["pictures", "referee", "reproduce", "sabaki", "test", *(f"slurm/{name}" for name in ("atlas", "cluster", "kills", "lead", "submit", "task", "test"))]

    def run_script(self, name, *arguments, **environment):
        return subprocess.run([SCRIPTS / name, *arguments], cwd="/", env=os.environ | environment, capture_output=True, text=True)

    def refused(self, code, said, name, *arguments, **environment):
        done = self.run_script(name, *arguments, **environment)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, rf"\Ascripts/{name}: {said}[^\n]*\n\Z")

    def test_help_is_the_first_lines_of_the_script(self):
        for name in self.NAMES:
            lines = (SCRIPTS / name).read_text().split("\nset ")[0].splitlines()[1:]
            for option in ("-h", "--help"):
                with self.subTest(script=name, option=option):
                    done = self.run_script(name, option)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual(done.stdout.splitlines(), [line.removeprefix("#").removeprefix(" ") for line in lines])

    def test_unknown_arguments_are_refused_in_one_line(self):
        for name in self.NAMES:
            with self.subTest(script=name):
                self.refused(2, "", name, "--no-such-option")
        self.refused(2, "one option, not also more", "pictures", "--update", "more")

    def test_reproduce_refuses_options_of_parts_that_are_not_made(self):
        for part, *option in (("certificates", "--only", "2x2.nstt"), ("series", "--within", "1"), ("atlas", "--up-to", "2"), ("tables", "--larger")):
            self.refused(2, f"{option[0]} is for the part {part}: ", "reproduce", *option, "summary")
        self.refused(2, "--results: there is no directory /nix: ", "reproduce", "--results", "/nix", "summary")

    def test_a_cluster_is_not_started_without_the_program(self):
        for program in ("/nix", "/etc/passwd", "nix"):
            said = f"cannot run {program}: let KOPROOF name the koproof program, such as target/release/koproof"
            for name, *arguments in (("slurm/kills", "2x2", "B+1"), ("slurm/test",)):
                self.refused(2, said, name, *arguments, KOPROOF=program)
                self.refused(2, said, name, *arguments, program, KOPROOF="/bin/true")

    def test_a_task_outside_slurm_is_refused(self):
        self.refused(2, "there is no SLURM_ARRAY_TASK_ID, as outside Slurm: ", "slurm/task", "run", "10", SLURM_ARRAY_TASK_ID="")
        self.refused(2, "name a directory and the number of shards", "slurm/task", "run", SLURM_ARRAY_TASK_ID="1")
        self.refused(2, "cannot run /nix: ", "slurm/task", "run", "10", SLURM_ARRAY_TASK_ID="1", KOPROOF="/nix")

    def test_a_program_that_is_missing_or_fails_is_named_in_one_line(self):
        for name, *arguments in (("pictures",), ("reproduce",), ("slurm/submit", "/nix")):
            with self.subTest(script=name):
                # The second cannot be executed.
                for program in ("/nix", "/etc/passwd"):
                    self.refused(2, f"cannot run {program}: let KOPROOF name the koproof program", name, *arguments, KOPROOF=program)
                self.refused(1, "/bin/false .*fails", name, *arguments, KOPROOF="/bin/false")


class Referee(unittest.TestCase):
    """The script in Bash that takes longest, with programs that do nothing for a minute."""

    def test_an_interrupt_ends_the_script_and_its_games(self):
        with tempfile.TemporaryDirectory() as directory:
            for name, does in (
                ("koproof", '[ "$1" = --version ] && echo koproof 1 && exit; echo $$ >>games; exec sleep 60'),
                ("npm", "exit 0"),
                ("node", "cat"),
            ):
                path = pathlib.Path(directory, name)
                path.write_text(f"#!/bin/sh\n{does}\n")
                path.chmod(0o755)
            environment = os.environ | {"PATH": f"{directory}{os.pathsep}{os.environ['PATH']}", "KOPROOF": "koproof"}
            for to_all in (True, False):
                games = pathlib.Path(directory, "games")
                games.unlink(missing_ok=True)
                with subprocess.Popen(
                    # A shell cannot trap a signal that it was started to ignore, as a test in the background is.
                    [SCRIPTS / "referee"], cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                ) as script:
                    for line in ("installing the judge", "judging 24 sets of games, with a line for each"):
                        self.assertEqual(script.stderr.readline(), f"scripts/referee: {line}\n")
                    while not (games.exists() and games.read_text()):
                        time.sleep(0.02)
                    (os.killpg if to_all else os.kill)(script.pid, signal.SIGINT)
                    # Nobody has the pipes open any more.
                    self.assertEqual(script.communicate(timeout=30), ("", ""))
                    self.assertEqual(script.returncode, 130)


class Missing(unittest.TestCase):
    def refused(self, said, name, *arguments):
        done = run(name, *arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.splitlines(), [f"{SCRIPTS / name}: {said}"])

    def test_a_program_that_cannot_be_run_is_named_in_one_line(self):
        with tempfile.TemporaryDirectory() as made:
            for name, *options in (
                ("atlas_prove.py",),
                ("atlas_cost.py", "--points", "3"),
                ("certificates.py", "--made", made, "--results", made, "--version", "1", "--commit", "1"),
                ("separation.py", "--made", made, "--version", "1", "--commit", "1"),
                ("series.py", "--made", made, "--results", made),
            ):
                with self.subTest(script=name):
                    cure = "name the koproof program, such as target/release/koproof"
                    self.refused(f"cannot run /nix: {cure}", name, "/nix", *options)

    def test_examples_of_analysis_describe_themselves_without_their_packages(self):
        for name in ("edges_and_sides", "where_rules_part", "without_memory"):
            command = [sys.executable, "-S", str(SCRIPTS / "analysis" / f"{name}.py")]
            done = subprocess.run([*command, "--help"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            done = subprocess.run([*command, *(["Bw"] if name == "without_memory" else [])], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_a_file_that_the_series_need_is_named_in_one_line(self):
        with tempfile.TemporaryDirectory() as empty:
            done = run("series.py", sys.executable, "--made", empty, "--results", empty, "--within", "1")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)

    def test_a_run_that_cannot_be_simulated_is_refused_in_one_line(self):
        with tempfile.TemporaryDirectory() as folder:
            report = {"expansions": 10, "seconds": 1, "open": False, "job": {"expansions": 10, "line": [], "target": 1}}
            path = pathlib.Path(folder, "results", "1.json")
            path.parent.mkdir()
            for content, *options, said in (
                (report | {"expansions": 0}, "have no expansions"),
                ({}, "cannot be read (KeyError: 'job')"),
                ([], "cannot be read (TypeError: "),
                (report, "--total", "1T", "at most 10,000,000 are simulated"),
            ):
                path.write_text(json.dumps(content))
                with self.subTest(content=content):
                    done = run("analysis/leader.py", folder, *options)
                    self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                    self.assertIn(said, done.stderr)
            path.write_text(json.dumps(report))
            self.assertIn("\n| 2 | ", run("analysis/leader.py", folder, "--workers", "1,2").stdout)

    def test_a_program_that_fails_says_nothing_about_a_row(self):
        done = run("atlas_prove.py", "false")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)

    def test_a_program_that_does_not_answer_in_json_is_named_in_one_line(self):
        done = run("atlas_prove.py", "true", "--rows", "1")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn("true does not answer in JSON: name the koproof program", done.stderr)


class Ends(unittest.TestCase):
    """How `programs.run` ends a script."""

    def end(self, code, name, *arguments, **options):
        """Runs a script after some code that changes what it uses."""
        command = [sys.executable, "-c", f"import programs, runpy, signal, sys\n{code}\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')"]
        path = SCRIPTS / name
        places = os.pathsep.join([str(SCRIPTS), str(path.parent)])
        return subprocess.run([*command, str(path), *arguments], env=os.environ | {"PYTHONPATH": places}, stderr=subprocess.PIPE, text=True, **options)

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.atlas = directory.name
        shutil.copy(SCRIPTS.parent / "results" / "atlas" / "empty-1.csv", self.atlas)

    def test_an_interrupted_script_ends_without_a_traceback(self):
        # Where this test runs in the background, a child would ignore the signal.
        code = (
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "programs.CommandLine.parse_args = lambda self: signal.raise_signal(signal.SIGINT)"
        )
        scripts = [*SCRIPTS.glob("*.py"), *SCRIPTS.glob("analysis/*.py"), SCRIPTS / "release", SCRIPTS / "web"]
        scripts = [path for path in scripts if "parser = CommandLine(" in path.read_text() and path.name not in ("check_certificate.py", "atlas_graphs.py")]
        for path in [*scripts, SCRIPTS / "atlas_page.py", SCRIPTS / "atlas_families.py"]:
            with self.subTest(script=path.name):
                done = self.end(code, path.relative_to(SCRIPTS))
                self.assertEqual((done.returncode, done.stderr), (130, ""))

    def test_a_reader_that_has_enough_ends_a_script_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            families = self.end("", "atlas_families.py", self.atlas, stdout=writer)
            self.assertEqual((families.returncode, families.stderr), (0, ""))
            # Rows that nobody has seen are not proved.
            proved = self.end("", "atlas_prove.py", "true", "--rows", "1", stdout=writer)
            self.assertEqual((proved.returncode, proved.stderr.count("Traceback")), (1, 0), proved.stderr)
        finally:
            os.close(writer)

    def test_a_full_disk_is_named_in_one_line(self):
        with open("/dev/full", "w") as full:
            done = self.end("", "atlas_families.py", self.atlas, stdout=full)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\A[^\n]*atlas_families.py: cannot write the output: No space left on device\n\Z")


class Told(unittest.TestCase):
    def test_progress_is_told_ever_more_seldom(self):
        with unittest.mock.patch("time.monotonic") as clock, contextlib.redirect_stderr(io.StringIO()) as said:
            clock.return_value = 0
            progress = programs.Progress("separation", 1000, "graphs compared")
            for clock.return_value in range(1000):
                progress.step()
        told = [f"separation: {done} of 1000 graphs compared\n" for done in (2, 4, 8, 16, 32, 64, 128, 256, 512)]
        self.assertEqual(said.getvalue(), "".join(told))

    def test_graphs_are_counted_when_they_are_compared(self):
        class Board:
            def compare(self, koproof):
                pass

        with unittest.mock.patch("time.monotonic", itertools.count().__next__), contextlib.redirect_stderr(io.StringIO()) as said:
            separation.compare([Board()] * 3, "koproof")
        self.assertIn("separation: 1 of 3 graphs compared\n", said.getvalue())


class Data(unittest.TestCase):
    refused = Missing.refused

    def test_directories_without_the_data_are_named_in_one_line(self):
        with tempfile.TemporaryDirectory() as empty:
            for name in ("atlas_page.py", "atlas_families.py"):
                with self.subTest(script=name):
                    said = f"there is no empty-1.csv in {empty}, /nix: name a directory with the data of the atlas, such as results/atlas"
                    self.refused(said, name, empty, "/nix")


if __name__ == "__main__":
    unittest.main()
