"""Proves random rows of the atlas again.

    atlas_prove.py KOPROOF [--rows NUMBER] [--seed SEED] [--expansions MOST]

Takes a number of rows of results/atlas/empty-*.csv [10] that are solved and took few expansions [at most 100,000], half
of them from the largest boards, and prints the seed [a random one]. It solves each value again with a certificate.
`koproof verify` and the checker in Python must both accept the certificate, and it must prove both bounds of the row's
value, for the empty board of the row and its rules. A changed search may need many more expansions [more than ten times
as many]; then another row is taken, at most as many times as there are rows. Exit codes: 0 all is proved, 1 a program failed, 2 wrong usage,
3 too many rows are open, 4 a row is not proved.
"""
import random
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path

from notation import RULE_SETS
from programs import CommandLine, End, need, number, parsed, rows, run

SCRIPTS = Path(__file__).resolve().parent
ATLAS = SCRIPTS.parent / "results" / "atlas"


class Open(Exception):
    """A row takes too long."""


class Failed(Exception):
    """A program fails, which says nothing about a row."""


def stated_by(row):
    """The statement that proves a row, by the names of `koproof verify --format json`."""
    superko, suicide = RULE_SETS[row["rules"]]
    value = int(row["value"])
    return {
        "statement": "position",
        "graph6": row["graph6"],
        "superko": superko,
        "suicide": suicide,
        "scoring": "area",
        "position": "." * int(row["points"]),
        "to_move": "black",
        "history": [],
        "at_least": value,
        "at_most": value,
    }


def difference(row, proved):
    """How the statement that `koproof verify` makes differs from that of a row; None if it does not."""
    # The rows of a grid are separated.
    proved = proved | proved["rules"] | {"position": proved.get("position", "").replace("/", "")}
    wrong = [f"{key} {proved.get(key)!r}, not {value!r}" for key, value in stated_by(row).items() if proved.get(key) != value]
    return f"the certificate proves {', '.join(wrong)}" if wrong else None


def refusal(run):
    """What a program that failed says, in words if it says nothing."""
    return (run.stdout + run.stderr).strip() or f"{' '.join(run.args[:2])} ends with {run.returncode}"


def prove(koproof, row, folder, most):
    """The problem with a row, or None if it is proved."""
    certificate = Path(folder) / "proof.kpc"
    # koproof does not replace the certificate of another board.
    certificate.unlink(missing_ok=True)
    board = ["g6:" + row["graph6"], "--rules", row["rules"]]
    limits = ["--threads", "1", "--node-limit", str(most), "--quiet", "--format", "json"]
    command = [koproof, "solve", *board, "--certificate", str(certificate), *limits]
    solved = subprocess.run(command, capture_output=True, text=True)
    if solved.returncode not in (0, 3):
        raise Failed(refusal(solved))
    value = parsed(solved.stdout, koproof)["value"]
    if not value["lo"] <= int(row["value"]) <= value["hi"]:
        return f"the value is {value}"
    if value["lo"] < value["hi"]:
        raise Open
    checked = subprocess.run([koproof, "verify", str(certificate), "--format", "json"], capture_output=True, text=True)
    if checked.returncode not in (0, 4):
        raise Failed(refusal(checked))
    if checked.returncode == 4:
        return refusal(checked)
    why = difference(row, parsed(checked.stdout, koproof))
    if why is not None:
        return why
    checker = [sys.executable, str(SCRIPTS / "check_certificate.py"), str(certificate)]
    checked = subprocess.run(checker, capture_output=True, text=True)
    if checked.returncode not in (0, 4):
        raise Failed(refusal(checked))
    return None if checked.returncode == 0 else refusal(checked)


def draw(rows, number, chance):
    """Up to this number of different rows: alternately one of the largest boards and one of the others."""
    largest = max(int(row["points"]) for row in rows)
    groups = [[row for row in rows if (int(row["points"]) == largest) == which] for which in (True, False)]
    pairs = zip_longest(*(chance.sample(group, len(group)) for group in groups))
    return [row for pair in pairs for row in pair if row][:number]


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", metavar="KOPROOF", help="the program")
    parser.add_argument("--rows", type=number(), default=10, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), metavar="SEED")
    parser.add_argument("--expansions", type=number(), default=100_000, metavar="MOST")
    arguments = parser.parse_args()
    need(arguments.koproof)
    known = [row for path in sorted(ATLAS.glob("empty-*.csv")) for row in rows(path) if row["status"] == "done"]
    known = [row for row in known if int(row["expansions"]) <= arguments.expansions]
    if len(known) < arguments.rows:
        found = f"{len(known)} solved rows in {ATLAS} took at most {arguments.expansions} expansions"
        raise End(f"{found}, not {arguments.rows}: raise --expansions or lower --rows", 2)
    print(f"seed {arguments.seed}: {arguments.rows} of {len(known)} rows")
    proved = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in draw(known, 2 * arguments.rows, random.Random(arguments.seed)):
            try:
                why = prove(arguments.koproof, row, folder, 10 * arguments.expansions)
                wrong += why is not None
                proved += why is None
            except Open:
                why = "open, another one is taken"
            except Failed as failed:
                raise End(f"{row['graph6']} under {row['rules']} is not tried: {' '.join(str(failed).split())}") from None
            print(f"{row['graph6']} {row['rules']} {row['value']}: {why or 'proved'}")
            if proved + wrong == arguments.rows:
                break
    if wrong:
        return 4
    return 3 if proved < arguments.rows else 0


if __name__ == "__main__":
    run(main, unread=1)
