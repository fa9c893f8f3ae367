"""The JSON of every command against its schema in docs/json.

    KOPROOF=target/debug/koproof python3 -m unittest discover -s scripts/answers

Needs jsonschema (4.18 or later). A command with `--format json` that has no schema here fails, and so does a field that a schema does not
name.
"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import jsonschema
import referencing

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "json"
KOPROOF = os.path.abspath(os.environ.get("KOPROOF", ROOT / "target" / "debug" / "koproof"))

# The answers of each command, in this order: later commands read the files of earlier ones. `=> N` stands for an exit code that is not 0.
CASES = {
    "solve": [
        "2x2 --komi 0.5", "2x2 --moves 'b a1' --all-moves --certificate one.kpc", "2x3 --certificate more.kpc",
        "2x3 --claims .", "2x3 --value-only", "2x2 --remoteness", "3x3 --remoteness --threads 1 --node-limit 3000 => 3", "3x4 --at-least B+1,20 --threads 1", "4x4 --node-limit 100 => 3", "cycle:5 --position .OXX. --rules nstt --node-limit 30 --threads 1", "1x3 --players 3", "2x2 --players 3 --node-limit 100 => 3", "1x2 --players 3 --concept paranoid",
        "1x2 --players 3 --concept paranoid --all-colorings",
        "2x2 --players 3 --concept paranoid --all-colorings --node-limit 5 => 3",
    ],
    "table solve": [
        "2x3 --out one.kpt --certificate table.kpc --ko-free", "1x2 --out a.kpt",
        "1x2 --superko situational --out b.kpt --export b.csv", "3x3 --out c.kpt --node-limit 10 => 3", "1x2 --export only.csv",
    ],
    "retrograde": [
        "2x3 --position OX./.X.", "2x2 --repetition basic-ko", "2x2 --out b.kpb --processes 2", "4x4 --time-limit 1ms => 3",
        "3x4 --out c.kpb --time-limit 1ms => 3",
    ],
    "table query": ["one.kpt --position OX./.X. --komi 0.5", "one.kpt --to-move white"],
    "table info": ["one.kpt", "b.kpb"],
    "table diff": ["a.kpt b.kpt => 4", "a.kpt a.kpt"],
    "verify": ["one.kpc table.kpc a.kpt => 2", "one.kpt --certificate table.kpc", "a.kpt --certificate table.kpc => 4"],
    "certificate compose": ["one.kpc --out same.kpc --moves 'b a1'", "more.kpc --out starts.kpc --table"],
    "certificate convert": ["one.kpc one.txt"],
    "certificate play": ["one.kpc", "more.kpc --random 3"],
    "batch run": ["--boards path:2..4 --out batch"],
    "batch lead": ["2x3 --out asked --question-only", "2x3 --out led --workers 1 --job-nodes 50"],
    "batch work": ["led"],
    "batch status": ["batch", "batch --shards 2", "led"],
    "batch merge": ["batch --out batch.csv"],
    "compare": ["2x2 --rules nstt,taylor", "path:3 --rules nstt,taylor", "3x3 --rules nstt,aga-like --node-limit 5 => 3"],
    "boards": ["", "hex:2"],
    "rules": ["", "reiss"],
    "show": ["2x3 --position OX./.X. --komi 0.5", "hex:2 --position X3O.... --players 3", "2x3 --position OX./XX. --clear white"],
    "score": ["2x2 --position X.X. --scoring territory", "path:3 --players 3 --komi 0.5,1"],
    "status": ["2x3 --position OX./.X.", "3x3 --node-limit 10 => 3"],
    "count legal": ["2x2", "2x2 --method enumerate", "9x9 --node-limit 5 => 3"],
    "count games": ["1x3", "2x2 --node-limit 5 => 3"],
    "count reachable": ["2x2", "3x3 --node-limit 5 => 3"],
    "game replay": [
        "--board 2x2 --moves 'b a2, w b2, b a1, w b1, b a2, w a1, b a2' => 4",
        "--board path:5 --handicap 2 --moves 'b 1, b 3, w 2' => 4", "--board 1x2 --moves 'b pass, w pass, dispute'",
    ],
    "game random": ["2x2 --games 3", "path:3 --players 3"],
    "play": ["1x2 --as none", "1x2"],
    "self examples": ["--node-limit 1 => 3"],
    "self bench": ["--rungs 1 --baseline-time-limit 20ms"],
}


def schema(name):
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text())


def validator(name):
    used = [(f"koproof:/json/{name}", referencing.Resource.from_contents(schema(name))) for name in ("common", "batch-status")]
    registry = referencing.Registry().with_resources(used)
    return jsonschema.Draft202012Validator(schema(name), registry=registry)


def run(words, folder):
    """Runs a command, in which somebody passes twice, to its end."""
    return subprocess.run([KOPROOF, *words], cwd=folder, input="pass\npass\n", capture_output=True, text=True, check=False)


def commands():
    """All commands with `--format json`, from the help texts."""
    found, waiting = [], [[]]
    while waiting:
        words = waiting.pop()
        text = run([*words, "--help"], None).stdout
        named = re.findall(r"^  ([a-z]+) ", text.split("\nOptions:")[0], re.MULTILINE) if "<COMMAND>" in text else []
        waiting += [[*words, name] for name in named if name != "help"]
        if "--format <FORMAT>" in text and "- json:" in text:
            found.append(" ".join(words))
    return sorted(found)


class Answers(unittest.TestCase):
    def test_every_answer_has_the_shape_that_its_schema_describes(self):
        with tempfile.TemporaryDirectory() as folder:
            for command, cases in CASES.items():
                checker = validator(command.replace(" ", "-"))
                for case in cases:
                    arguments, _, code = case.partition(" => ")
                    words = [*command.split(), *(part.strip("'") for part in re.findall(r"'[^']*'|\S+", arguments))]
                    done = run([*words, "--format", "json"], folder)
                    self.assertEqual(done.returncode, int(code or 0), f"{words}: {done.stderr}")
                    self.assertTrue(done.stdout, f"{words}: {done.stderr}")
                    for line in done.stdout.splitlines():
                        with self.subTest(command=" ".join(words)):
                            answer = json.loads(line)
                            wrong = [f"{error.json_path}: {error.message}" for error in checker.iter_errors(answer)]
                            self.assertEqual(wrong, [], line)

    def test_schemas_refuse_fields_they_do_not_name_and_values_of_another_shape(self):
        checker = validator("solve")
        answer = json.loads(run(["solve", "1x2", "--format", "json"], None).stdout)
        self.assertTrue(checker.is_valid(answer))
        for key, other in [("surprise", 1), ("value", 0), ("value", {"lo": 0}), ("history", "fresh"), ("position", "ab")]:
            self.assertFalse(checker.is_valid({**answer, key: other}), key)

    def test_schemas_are_schemas(self):
        for file in SCHEMAS.glob("*.schema.json"):
            jsonschema.Draft202012Validator.check_schema(json.loads(file.read_text()))

    def test_every_command_with_json_has_a_schema_that_the_page_lists(self):
        listed = commands()
        self.assertEqual(listed, sorted(CASES))
        page = (ROOT / "docs" / "json.md").read_text()
        for command in listed:
            name = command.replace(" ", "-")
            self.assertIn(f"| `{command}` | [{name}](json/{name}.schema.json) |", page)
        files = {file.name.removesuffix(".schema.json") for file in SCHEMAS.glob("*.schema.json")}
        self.assertEqual(files, {"common", *(command.replace(" ", "-") for command in listed)})


if __name__ == "__main__":
    unittest.main()
