#!/usr/bin/env python3
"""The part `certificates` of scripts/reproduce, which calls this: makes certificates, their manifests and their page.

Each certificate is made on one thread, so that its bytes depend only on the program, and is checked by `koproof verify`
and by check_certificate.py, which has ten minutes; a certificate that either of them refuses is not written. Large
certificates are checked but not kept: their manifests have the command that makes them and the checksum. Those whose search
takes minutes are made only when they are named.

Exit codes: 0 all are made, 2 wrong usage, 4 a certificate could not be made or was refused.
"""
import datetime
import itertools
import json
import os
import platform
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

from certificates_page import page
from notation import POSITIONAL
from notation import SITUATIONAL as SITUATIONAL_RULES
from programs import CommandLine, End, Progress, digest, need, run

SMALL = 400_000  # bytes; of a larger certificate only the manifest is kept
PATIENCE = 600  # seconds that the checker in Python has for a certificate
COSTS = "costs.json"
CHECKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_certificate.py")

GRIDS = ["2x2", "2x3", "2x4", "2x5", "2x6", "2x7", "3x3", "3x4", "3x5", "4x4", "2x8", "2x9", "2x10", "3x6", "3x7", "4x5"]
PATHS = [f"1x{points}" for points in range(1, 18)]
CYCLES = [f"cycle:{points}" for points in (*range(3, 11), 12)]
# The boards that are not among those above.
STARS = [f"star:{points}" for points in range(4, 13)]
WHEELS = [f"wheel:{points}" for points in range(5, 11)]
DENSE = ["complete:4", "complete:5", "bipartite:2,3", "bipartite:2,4", "bipartite:2,5", "bipartite:2,6"]
# Boards with long superko fights. The last are the hardest dense boards of six points, most in graph6, but for EFzW:
# where file names ignore case, its files would replace those of EFzw. Three of seven points take longer than the atlas allows.
FIGHTS = ["prism:3", "prism:4", "prism:5", "cube", "petersen", "torus:3x3",
          *(f"g6:{graph}" for graph in "EUzo ETzo EFzo EFzw EE~w EUzw E]zo E]yw E]zg EF~w EU~w E]zw EV~w E^~w Er~w F]o~o F{dzo F~xzw".split()),
          "bipartite:3,3", "octahedron", "complete:6", "complete:7"]

# Boards whose value under situational superko has a certificate, too: long paths, because 1x12 has two values, 4x4, because its
# value has been published for this rule, and boards that the series cannot solve under every rule set.
SITUATIONAL = [*(f"1x{points}" for points in range(12, 17)), "cycle:11", "4x4", "3x6", "2x9", "4x5"]

# Boards of tens of millions of expansions, and how they are searched: small steps find the value, and the limit of memory is
# part of the command because claims that are dropped are proved again.
LARGE = {
    "2x10": ["--at-least", "1,3,4,5", "--memory", "12G"],
    "3x7": ["--at-least", "1,3,7,15,21", "--memory", "10G"],
}

# Boards whose search takes minutes.
LONG = ["2x8", "2x9", "3x6", "4x5", "1x16", "1x17", *LARGE]

# Where positional and situational superko differ, and the value under either: three of superko-complexity (2026), the
# empty tree of eight points that the atlas has found, and the empty path of twelve points.
PAIRS = [
    ("1x6", "1x6", "X.X.X.", "black", "forbid", 1, 6),
    ("2x3", "2x3", "OOO/.X.", "white", "forbid", 0, -1),
    ("1x2", "1x2", "X.", "black", "allow", -2, 0),
    ("tree-8", "g6:GkaA@?", "........", "black", "forbid", 8, 0),
    ("tree-8-suicide", "g6:GkaA@?", "........", "black", "allow", 8, 0),
    ("1x12", "1x12", "............", "black", "forbid", 2, 1),
]


class Refused(Exception):
    """A certificate cannot be made, or does not prove the expected value."""


class Entry:
    """A certificate: its name, where it is listed, and the command that makes it."""

    def __init__(self, section, name, command, arguments, value=None, is_long=False, is_large=False):
        self.section, self.name, self.command, self.arguments = section, name, command, arguments
        self.value = value  # what it must prove, if that is known from elsewhere
        self.is_long = is_long  # whether its search takes minutes
        self.is_large = is_large  # whether it has millions of steps, with many conditions
        self.file = os.path.basename(name) + ".kpc"
        self.table = os.path.basename(name) + ".kpt"

    @property
    def makes_table(self):
        """Whether the command writes a table, too."""
        return self.command == "table solve"

    def words(self, file):
        """The command, without the name of the program, that writes the certificate."""
        out = ["--out", self.table] if self.makes_table else []
        return [*self.command.split(), *self.arguments, "--threads", "1", *out, "--certificate", file]


def entries(tables):
    """All certificates in the order of the page; `tables` are the boards of the tables."""
    found = []
    boards = GRIDS + PATHS + CYCLES + STARS + WHEELS + DENSE + FIGHTS
    for board, rules in [*itertools.product(boards, POSITIONAL), *itertools.product(SITUATIONAL, SITUATIONAL_RULES)]:
        name, is_long = f"{re.sub('[:,]', '-', board)}.{rules}", board in LONG
        way = LARGE.get(board, ["--value-only"] if board in LONG + FIGHTS else [])
        found.append(Entry("boards", name, "solve", [board, "--rules", rules, *way], is_long=is_long, is_large=board in LARGE))
    for name, board, position, to_move, suicide, *values in PAIRS:
        for superko, value in zip(["positional", "situational"], values):
            arguments = [board, "--position", position, "--to-move", to_move, "--superko", superko, "--suicide", suicide]
            found.append(Entry("pairs", f"pair-{name}.{superko}", "solve", arguments, value))
    for board in tables:
        for rules in POSITIONAL:
            name = f"tables/{board.replace(':', '-')}.{rules}"
            found.append(Entry("tables", name, "table solve", [board, "--rules", rules]))
    return found


class Run:
    """A finished program: its exit code, output and cost."""

    def __init__(self, command, cwd=None):
        timer = shutil.which("time")
        with tempfile.NamedTemporaryFile("r", suffix=".cost") as cost:
            # A child of Python starts as a copy of it, which would hide a smaller peak; `time` is small.
            timed = [timer, "-f", "%M", "-o", cost.name] if timer else []
            before = processor_time()
            done = subprocess.run([*timed, *command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.seconds = round(processor_time() - before, 3)
            lines = cost.read().split("\n")
        self.code, self.output, self.complaint = done.returncode, done.stdout, done.stderr.strip()
        # The last line but one: before it `time` may say that the exit code was not 0.
        self.memory = int(lines[-2]) * 1024 if len(lines) > 1 else None

    def cost(self):
        """Seconds of processor, and the peak of memory in bytes."""
        return {"seconds": self.seconds, "memory": self.memory}


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Maker:
    """Makes certificates under a directory."""

    def __init__(self, options):
        self.options = options
        self.measured = {}  # what they cost, by name

    def make(self, entry, folder):
        """Makes and checks a certificate, and keeps it if it is small."""
        run = Run([self.options.koproof, *entry.words(entry.file), "--format", "json", "--quiet"], cwd=folder)
        if run.code:
            raise Refused(f"cannot be made: {run.complaint}")
        path = os.path.join(folder, entry.file)
        proved, size, costs = self.check(entry, path)
        manifest = {
            "file": entry.file,
            "kept": size["bytes"] <= SMALL,
            "sha256": digest(path),
            "bytes": size.pop("bytes"),
            "command": shlex.join(["koproof", *entry.words(entry.file)]),
            "version": self.options.version,
            "commit": self.options.commit,
            **proved,
            "expansions": json.loads(run.output)["stats"]["expansions"],
            **size,
        }
        self.measured[entry.name] = {"sha256": manifest["sha256"], "solving": run.cost(), **costs}
        place = os.path.join(self.options.made, "certificates", entry.name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if manifest["kept"]:
            shutil.copyfile(path, place + ".kpc")
        write_json(place + ".json", manifest)

    def check(self, entry, path):
        """Runs both checkers; returns the proved bounds, the size of the proof, and the cost of checking."""
        limit = ["--limit-stones"] if entry.is_large else []
        ours = Run([self.options.koproof, "verify", path, *limit, "--threads", "1", "--format", "json", "--quiet"])
        if ours.code:
            raise Refused(f"refused: {ours.complaint}")
        if entry.makes_table:
            # The part `tables` checks that the values of this table are those under results.
            table = os.path.join(os.path.dirname(path), entry.table)
            compared = Run([self.options.koproof, "verify", table, "--certificate", path, "--quiet"])
            if compared.code:
                raise Refused(f"does not prove the table: {compared.complaint}")
        theirs = Run([sys.executable, CHECKER, *limit, "--quiet", "--time-limit", str(PATIENCE), path])
        if theirs.code not in (0, 3):
            raise Refused(f"refused by the checker in Python: {theirs.complaint or theirs.output.strip()}")
        said = json.loads(ours.output)
        keys = ["board", "graph6", "statement", "position", "to_move", "at_least", "at_most", "exact_states", "roots"]
        proved = {key: said[key] for key in keys if key in said} | {"board": entry.arguments[0]}
        proved |= {key: said["rules"][key] for key in ("superko", "suicide")}
        if entry.value is not None and (said["at_least"], said["at_most"]) != (entry.value, entry.value):
            raise Refused(f"proves {said['at_least']} to {said['at_most']}, not {entry.value}")
        size = {key: said[key] for key in ("bytes", "steps", "most_live_steps", "most_live_records")}
        in_python = theirs.cost() if theirs.code == 0 else None
        return proved, size, {"checking": ours.cost(), "checking_in_python": in_python}

    def leave(self, entry):
        """Takes over the manifest of a certificate that is not made again."""
        manifest = self.read(entry.name + ".json")
        if manifest:
            write_json(os.path.join(self.options.made, "certificates", entry.name + ".json"), manifest)

    def costs(self):
        """Writes the costs of the certificates, with earlier measurements of the others."""
        path = os.path.join(self.options.made, "certificates", COSTS)
        if not self.options.measure:
            known = os.path.join(self.options.results, "certificates", COSTS)
            if os.path.exists(known):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                shutil.copyfile(known, path)
            return
        write_json(path, {
            "date": datetime.date.today().isoformat(),
            "machine": f"{os.cpu_count()} processors, {processor()}",
            "version": self.options.version,
            "commit": self.options.commit,
            "certificates": self.measured,
        })

    def page(self, listed):
        """Writes the page from the new manifests, or else from the existing ones."""
        found = [(entry, self.read(entry.name + ".json")) for entry in listed]
        long = dict.fromkeys(entry.arguments[0] for entry in listed if entry.is_long)
        text = page([(entry, manifest) for entry, manifest in found if manifest], self.read(COSTS), long)
        with open(os.path.join(self.options.made, "CERTIFICATES.md"), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        """Reads the new file, or else the existing one, if there is one."""
        for folder in (self.options.made, self.options.results):
            path = os.path.join(folder, "certificates", name)
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    return json.load(file)
        return None


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def processor():
    """The model of the processor, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", help="the program")
    parser.add_argument("--made", required=True, help="the directory that gets what is made")
    parser.add_argument("--results", required=True, help="the directory that has what was made before")
    parser.add_argument("--table", action="append", default=[], metavar="BOARD", help="a board that has tables")
    parser.add_argument("--only", action="append", metavar="NAME", help="one certificate: 4x4.nstt, tables/3x3.nstt")
    parser.add_argument("--measure", action="store_true", help="write down what solving and checking cost")
    parser.add_argument("--version", required=True, help="for manifests")
    parser.add_argument("--commit", required=True, help="for manifests")
    options = parser.parse_args()
    need(options.koproof)
    listed = entries(options.table)
    unknown = set(options.only or []) - {entry.name for entry in listed}
    if unknown:
        raise End(f"no certificate {', '.join(sorted(unknown))}", 2)
    maker, refused = Maker(options), 0
    wanted = [entry for entry in listed if not options.only or entry.name in options.only]
    progress = Progress("certificates", len(wanted), "made and checked")
    for entry in wanted:
        if entry.is_long and not options.only:
            maker.leave(entry)
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                maker.make(entry, folder)
            except Refused as why:
                print(f"certificates/{entry.name}: {why}", file=sys.stderr)
                refused += 1
        progress.step()
    maker.costs()
    maker.page(listed)
    return 4 if refused else 0


if __name__ == "__main__":
    run(main)
