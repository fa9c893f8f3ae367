#!/usr/bin/env python3
"""What more workers would bring: a simulation of `koproof batch lead` with the job times of a run.

    python3 scripts/analysis/leader.py RUN [--job-nodes 10M] [--total 10G] [--workers 1,2,4,64,1000]
        [--duplicated SHARE] [--checking SECONDS] [--per-report SECONDS]

RUN is the directory of a leader that has ended. A job of the run can begin when the job that opened its position has come back; a
worker that is free takes the first job that can begin. The simulation repeats the run's jobs until they have --total expansions, each
with --job-nodes: times grow in proportion, the shape of the tree does not. How much of a larger tree can be searched side by side is
not known, so there are two answers: all copies of the run side by side, and one after the other. The leader takes --per-report seconds
for each report. --duplicated is the share of expansions that each doubling of the workers adds, as measured. --checking is the time that a
worker needs to check what another one proves in a second; with 0 the answer is what the choice of jobs allows.

Only Python is needed.
"""

import argparse
import heapq
import json
import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from programs import CommandLine, run  # noqa: E402


# Of simulated jobs, which take some 200 bytes each.
MOST = 10_000_000
UNITS = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000}


def number(text):
    """Reads 10M as the commands do."""
    found = re.fullmatch(r"(\d{1,15}(?:\.\d+)?)([KMGT]?)", text.upper())
    value = found and int(float(found[1]) * UNITS[found[2]])
    if not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0: write 1000000 or 1M")
    return value


def amount(text):
    """Reads a share, or a number of seconds."""
    if not re.fullmatch(r"\d{1,9}(\.\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 on: write 0.05")
    return float(text)


def numbers(text):
    """Reads numbers of workers: 1,2,4."""
    if not re.fullmatch(r"0*[1-9]\d*(,0*[1-9]\d*)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers above 0: write 1,2,4")
    return [int(part) for part in text.split(",")]


def reports(run):
    """The reports of a run, in the order of their numbers."""
    return [json.loads(path.read_text()) for path in sorted(Path(run, "results").glob("*.json"))]


def opened_by(jobs):
    """For each job the index of the job that had to come back first: the last one above its position for the same target."""
    before = []
    for index, job in enumerate(jobs):
        line, target = job["job"]["line"], job["job"]["target"]
        above = [
            other
            for other in range(index)
            if jobs[other]["job"]["target"] == target and jobs[other]["open"] and line[: len(jobs[other]["job"]["line"])] == jobs[other]["job"]["line"]
        ]
        before.append(max(above, default=None))
    return before


def simulate(seconds, before, workers, per_report):
    """The time until all jobs are done. A job is (seconds, index of the job before it or None)."""
    after = [[] for _ in seconds]
    ready = []
    for index, first in enumerate(before):
        (after[first] if first is not None else ready).append(index)
    heapq.heapify(ready)
    running, now, leader, free = [], 0.0, 0.0, workers
    while ready or running:
        while ready and free:
            index = heapq.heappop(ready)
            heapq.heappush(running, (now + seconds[index], index))
            free -= 1
        end, index = heapq.heappop(running)
        # Reports wait for the leader.
        leader = max(leader, end) + per_report
        now, free = max(now, leader), free + 1
        for index in after[index]:
            heapq.heappush(ready, index)
    return now


def repeated(values, before, times):
    """The same tree several times, side by side."""
    size = len(values)
    jobs = [value for _ in range(times) for value in values]
    links = [None if first is None else first + copy * size for copy in range(times) for first in before]
    return jobs, links


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("run")
    parser.add_argument("--job-nodes", type=number, default=None)
    parser.add_argument("--total", type=number, default=None)
    parser.add_argument("--workers", type=numbers, default="1,2,4,64,1000")
    parser.add_argument("--duplicated", type=amount, default=0.0)
    parser.add_argument("--checking", type=amount, default=0.0, help="seconds to check the proofs of one second of another worker")
    parser.add_argument("--per-report", type=amount, default=0.05, help="seconds of the leader for each report")
    arguments = parser.parse_args()
    try:
        jobs = reports(arguments.run)
        before = opened_by(jobs)
        expansions, length = (sum(job[what] for job in jobs) for what in ("expansions", "seconds"))
        limit = max((job["job"]["expansions"] for job in jobs), default=0)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"{arguments.run}: a report in results/ cannot be read ({type(error).__name__}: {error}): move it away")
    if not jobs:
        parser.error(f"{arguments.run}: there is no report in results/: name the directory of a leader that has ended")
    if not (expansions > 0 and length > 0 and limit > 0):
        parser.error(f"{arguments.run}: the reports in results/ have no expansions: name the directory of a leader whose workers searched")
    longer = (arguments.job_nodes or limit) / limit
    times = max(1, round((arguments.total or expansions) / (expansions * longer)))
    if len(jobs) * times > MOST:
        parser.error(f"--total needs {len(jobs) * times:,} jobs, and at most {MOST:,} are simulated: raise --job-nodes, or lower --total")
    seconds = [job["seconds"] * longer for job in jobs]
    print(f"{len(seconds) * times:,} jobs of {sum(seconds) / len(seconds):.1f} s on average")
    print("| workers | side by side | speedup | one after the other | speedup |\n|---|---|---|---|---|")
    alone = sum(seconds) * times
    for workers in arguments.workers:
        wasted = (1 + arguments.duplicated * math.log2(workers)) * (1 + arguments.checking * (workers - 1))
        slower = [second * wasted for second in seconds]
        wide = simulate(*repeated(slower, before, times), workers, arguments.per_report)
        deep = times * simulate(slower, before, workers, arguments.per_report)
        cells = [f"{time / 3600:,.1f} h | {alone / time:,.1f}" for time in (wide, deep)]
        print(f"| {workers:,} | {' | '.join(cells)} |")


if __name__ == "__main__":
    run(main)
