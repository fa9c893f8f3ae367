#!/usr/bin/env python3
"""The part `separation` of scripts/reproduce, which calls this: the states that positional and situational superko value differently.

Compares the values of all colorings of every connected graph of up to six points, with suicide and without, and writes
SEPARATION.md, every state that differs, the result for each graph, and certificates of both values of the smallest
states, which both checkers must accept. All searches run on one thread and within a fixed number of expansions, so that
the files depend only on the program. Needs nauty-geng (Debian: nauty), which lists the graphs.

Exit codes: 0 all is made, 1 a program failed, 2 wrong usage or a missing program, 4 a value or a certificate is wrong.
"""
import concurrent.futures
import csv
import json
import os
import sys

from atlas_graphs import edges
from programs import NAUTY, CommandLine, End, Progress, answer, called, digest, need, run
from separation_page import page

LIMIT = 2_000_000  # expansions for all colorings of a graph under one rule set
RULES = {
    "forbidden": {"positional": "nstt", "situational": "nstt-situational"},
    "allowed": {"positional": "tromp-taylor", "situational": "tromp-taylor-situational"},
}
CONNECTED = {1: 1, 2: 1, 3: 2, 4: 6, 5: 21, 6: 112}  # OEIS A001349
CHECKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_certificate.py")


class Board:
    """A graph under one suicide rule, and the result of the comparison."""

    def __init__(self, points, graph6, suicide):
        self.points, self.graph6, self.suicide = points, graph6, suicide
        self.states = None  # how many there are, if all were solved
        self.differing = []

    @property
    def edges(self):
        return edges(self.graph6)

    def compare(self, koproof):
        rules = ",".join(RULES[self.suicide].values())
        command = f"compare g6:{self.graph6} --rules {rules} --threads 1 --node-limit {LIMIT} --quiet --format json"
        said = answer(koproof, *command.split(), accepted=(0, 3))
        if said.get("complete", True):
            self.states = said["states"]
            self.differing = [State(self, row) for row in said["differences"]]


class State:
    """A state to which the two rules give different values."""

    def __init__(self, board, row):
        self.board = board
        self.position, self.to_move, self.stones = row["position"], row["to_move"], row["stones"]
        self.values = dict(zip(["positional", "situational"], [value["lo"] for value in row["values"]]))

    def by_points(self):
        return self.board.points, self.stones, self.board.graph6, self.position, self.to_move

    def by_stones(self):
        return self.stones, self.board.points, self.board.graph6, self.position, self.to_move


def graphs():
    """Every connected graph, as (points, graph6)."""
    found = []
    for points, number in CONNECTED.items():
        names = called("nauty-geng", "-c", "-q", str(points)).split()
        if len(names) != number:
            raise End(f"nauty-geng lists {len(names)} connected graphs of {points} points, not {number}", 4)
        found += [(points, name) for name in names]
    return found


def smallest(boards, suicide):
    """The smallest state by points, and by stones if that is another one, by the names of their certificates."""
    states = [state for board in boards if board.suicide == suicide for state in board.differing]
    points, stones = min(states, key=State.by_points), min(states, key=State.by_stones)
    found = {f"suicide-{suicide}": points}
    if stones is not points:
        found[f"suicide-{suicide}-fewest-stones"] = stones
    return found


def prove(koproof, folder, name, state):
    """Writes certificates of both values, which both checkers must accept; returns their entries for the manifest."""
    entries = []
    for superko, rules in RULES[state.board.suicide].items():
        file = f"{name}.{superko}.kpc"
        words = ["solve", f"g6:{state.board.graph6}", "--position", state.position, "--to-move", state.to_move,
                 "--rules", rules, "--threads", "1", "--certificate", file]
        called(koproof, *words, "--quiet", cwd=folder)
        proved = answer(koproof, "verify", file, "--format", "json", cwd=folder)
        value = state.values[superko]
        told = [proved[key] for key in ["graph6", "position", "to_move", "history", "at_least", "at_most"]]
        if told != [state.board.graph6, state.position, state.to_move, [], value, value]:
            raise End(f"{file} proves {told}, not {value}", 4)
        called(sys.executable, CHECKER, file, cwd=folder)
        entries.append({"file": file, "sha256": digest(os.path.join(folder, file)), "value": value, "steps": proved["steps"],
                        "command": " ".join(["koproof", *words])})
    return entries


def write_csv(path, header, rows):
    with open(path, "w", newline="", encoding="ascii") as out:
        csv.writer(out, lineterminator="\n").writerows([header, *rows])


def compare(boards, koproof):
    """Compares the values on all boards, several at a time."""
    progress = Progress("separation", len(boards), "graphs compared")

    def compared(board):
        board.compare(koproof)
        progress.step()

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compared, boards))


def make(koproof, made, version, commit):
    folder = os.path.join(made, "separation")
    os.makedirs(folder)
    boards = [Board(points, graph6, suicide) for suicide in RULES for points, graph6 in graphs()]
    compare(boards, koproof)

    write_csv(os.path.join(folder, "boards.csv"), ["points", "graph6", "suicide", "solved", "states", "differ"], (
        [board.points, board.graph6, board.suicide, *(["no", "", ""] if board.states is None else
                                                       ["yes", board.states, len(board.differing)])]
        for board in boards))
    write_csv(os.path.join(folder, "states.csv"),
              ["points", "graph6", "suicide", "stones", "position", "to_move", "positional", "situational"], (
        [board.points, board.graph6, board.suicide, state.stones, state.position, state.to_move, *state.values.values()]
        for board in boards for state in board.differing))

    answers = {name: state for suicide in RULES for name, state in smallest(boards, suicide).items()}
    print(f"separation: proving {len(answers)} states under both rules", file=sys.stderr, flush=True)
    entries = [entry for name, state in answers.items() for entry in prove(koproof, folder, name, state)]
    with open(os.path.join(folder, "manifest.json"), "w", encoding="ascii") as out:
        json.dump({
            "command": "scripts/reproduce separation",
            "version": version,
            "commit": commit,
            "graphs": "nauty-geng -c -q N for N = 1, ..., 6",
            "rules": RULES,
            "expansions_for_a_graph_under_one_rule_set": LIMIT,
            "certificates": entries,
        }, out, indent=2)
        out.write("\n")
    with open(os.path.join(made, "SEPARATION.md"), "w", encoding="utf-8") as out:
        out.write(page(boards, answers, LIMIT))


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", help="the program")
    parser.add_argument("--made", required=True, help="the directory that the files are made in")
    parser.add_argument("--version", required=True, help="what the program calls itself, for the manifest")
    parser.add_argument("--commit", required=True, help="the commit it is built from, for the manifest")
    arguments = parser.parse_args()
    need(arguments.koproof)
    need("nauty-geng", NAUTY)
    make(arguments.koproof, arguments.made, arguments.version, arguments.commit)


if __name__ == "__main__":
    run(main)
