"""Estimates the cost of solving all connected graphs with a number of points, from a random sample.

    atlas_cost.py KOPROOF --points NUMBER [--sample GRAPHS] [--seed SEED] [--node-limit BUDGET]… [--rules NAME]

Draws a sample without replacement [300 graphs, seed 1] from the output of `nauty-geng -c NUMBER`, solves it on one
thread with each node budget [20k], and prints a line of a Markdown table for each: the number of solved graphs, their
mean processor time with its standard error, and an estimate for all graphs. Processor time hardly depends on other
programs that run. Exit codes: 0 all is measured, 1 a program or a graph failed, 2 wrong usage.
"""
import random
import resource
import tempfile
from pathlib import Path

from programs import NAUTY, CommandLine, End, called, need, number, rows, run


def graphs(points):
    """All connected graphs with this number of points, in graph6."""
    return called("nauty-geng", "-c", "-q", str(points)).split()


def spent():
    """The processor time of all programs that were run, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(koproof, sample, rules, budget):
    """The rows of a sample, and the processor time of each of its boards."""
    with tempfile.TemporaryDirectory() as folder:
        boards, batch, data = (Path(folder) / name for name in ("boards.g6", "batch", "data.csv"))
        seconds, units = [], []
        # One by one: a mean needs its spread.
        for graph6 in sample:
            boards.write_text(graph6 + "\n", encoding="ascii")
            out = batch / str(len(seconds))
            what = ["--boards", str(boards), "--rules", rules, "--what", "empty", "--node-limit", budget]
            before = spent()
            called(koproof, "batch", "run", *what, "--out", str(out), "--threads", "1", "--quiet", accepted=(0, 3))
            seconds.append(spent() - before)
            called(koproof, "batch", "merge", str(out), "--out", str(data))
            units += rows(data)
            # A failed unit has no number of expansions, and is no part of a mean.
            if units[-1]["status"] == "failed":
                raise End(f"g6:{graph6} under {rules} failed: {units[-1]['reason']}")
        return units, seconds


def mean_and_error(numbers):
    """The mean of a sample and its standard error."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / max(len(numbers) - 1, 1)
    return mean, (variance / len(numbers)) ** 0.5


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("koproof", metavar="KOPROOF", help="the program")
    parser.add_argument("--points", type=number(10, " (on 11 points there are a billion graphs)"), required=True)
    parser.add_argument("--sample", type=number(10**6), default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--node-limit", action="append")
    parser.add_argument("--rules", default="nstt")
    arguments = parser.parse_args()
    need(arguments.koproof)
    need("nauty-geng", NAUTY)
    budgets = arguments.node_limit or ["20k"]
    # The program refuses bad values before anything is measured.
    with tempfile.TemporaryDirectory() as folder:
        for index, budget in enumerate(budgets):
            what = ["--boards", "path:1", "--rules", arguments.rules, "--what", "empty", "--node-limit", budget]
            called(arguments.koproof, "batch", "run", *what, "--out", str(Path(folder) / str(index)), "--plan-only", "--quiet")
    everything = graphs(arguments.points)
    sample = random.Random(arguments.seed).sample(everything, min(arguments.sample, len(everything)))
    print("| points | graphs | sample | budget | solved | expansions | seconds | all graphs |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for budget in budgets:
        units, seconds = measure(arguments.koproof, sample, arguments.rules, budget)
        solved, solved_error = mean_and_error([row["status"] == "done" for row in units])
        expansions, _ = mean_and_error([int(row["expansions"]) for row in units])
        mean, error = mean_and_error(seconds)
        hours = [time * len(everything) / 3600 for time in (mean, error)]
        cells = [arguments.points, f"{len(everything):,}", len(sample), budget, f"{solved:.1%} ± {solved_error:.1%}"]
        cells += [f"{expansions:,.0f}", f"{mean:.3f} ± {error:.3f}", f"{hours[0]:.1f} ± {hours[1]:.1f} core-hours"]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    run(main)
