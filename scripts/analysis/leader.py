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


def number(text):
    """Reads 10M as the commands do."""
    units = {"K": 1_000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000}
    unit = units.get(text[-1:].upper(), 1)
    return int(float(text[:-1] if unit > 1 else text) * unit)


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
    parser.add_argument("--duplicated", type=float, default=0.0)
    parser.add_argument("--checking", type=float, default=0.0, help="seconds to check the proofs of one second of another worker")
    parser.add_argument("--per-report", type=float, default=0.05, help="seconds of the leader for each report")
    arguments = parser.parse_args()
    try:
        jobs = reports(arguments.run)
    except (OSError, ValueError) as error:
        parser.error(f"{arguments.run}: a report in results/ cannot be read ({error}): move it away")
    if not jobs:
        parser.error(f"{arguments.run}: there is no report in results/: name the directory of a leader that has ended")
    expansions = sum(job["expansions"] for job in jobs)
    if not expansions:
        parser.error(f"{arguments.run}: the reports in results/ have no expansions: name the directory of a leader whose workers searched")
    limit = max(job["job"]["expansions"] for job in jobs)
    longer = (arguments.job_nodes or limit) / limit
    times = max(1, round((arguments.total or expansions) / (expansions * longer)))
    before = opened_by(jobs)
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
