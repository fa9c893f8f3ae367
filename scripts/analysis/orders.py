#!/usr/bin/env python3
"""What threads gain, in several orders of a board's points.

    python3 scripts/analysis/orders.py KOPROOF BOARD [--orders 6] [--threads 1,2]

Solves the empty board without suicide in its usual order and in random ones, the same in every run of this script: which of two equal
moves is searched first depends on the order, and one order alone can be lucky. KOPROOF is the program. Prints a row of a table in
Markdown for each number of threads: board, threads, the mean of the expansions of all threads, the mean of the seconds, and the least and
most expansions.

Only Python is needed.
"""

import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from atlas_graphs import edges, neighbours  # noqa: E402
from programs import CommandLine, need, number, parsed, run  # noqa: E402


def ask(koproof, *arguments):
    """The answer of a command. If the command fails, it has said why."""
    done = subprocess.run([koproof, *arguments, "--format", "json"], stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return parsed(done.stdout, koproof)


def boards(graph6, orders):
    """The board in its usual order, and in random ones."""
    joined, beside = edges(graph6), neighbours(graph6)
    alone = [point for point, others in enumerate(beside) if not others]
    for seed in range(orders):
        order = list(range(len(beside)))
        if seed:
            random.Random(seed).shuffle(order)
        yield "edges:" + ",".join([f"{order[one]}-{order[other]}" for one, other in joined] + [str(order[point]) for point in alone])


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", metavar="KOPROOF")
    parser.add_argument("board", metavar="BOARD")
    parser.add_argument("--orders", type=number(), default=6)
    parser.add_argument("--threads", default="1,2", type=lambda text: text.split(","))
    args = parser.parse_args()
    need(args.koproof)
    board = ask(args.koproof, "boards", args.board)
    runs = {threads: [] for threads in args.threads}
    for each in boards(board["graph6"], args.orders):
        for threads, found in runs.items():
            begun = time.monotonic()
            answer = ask(args.koproof, "solve", each, "--rules", "nstt", "--value-only", "--threads", threads)
            found.append((answer["stats"]["expansions"], time.monotonic() - begun))
    for threads, found in runs.items():
        expansions = [run[0] for run in found]
        seconds = sum(run[1] for run in found) / len(found)
        mean = sum(expansions) / len(found)
        print(f"| {board['board']} | {threads} | {mean:,.0f} | {seconds:.2f} | {min(expansions):,} to {max(expansions):,} |", flush=True)


if __name__ == "__main__":
    run(main)
