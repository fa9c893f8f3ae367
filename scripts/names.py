#!/usr/bin/env python3
"""Names of others for the graphs of the atlas: results/names/connected.csv.

    names.py [--check]

For each connected graph of up to eight points: its graph6 in the atlas, which is the same for isomorphic graphs, its canonical form by
nauty, its line in the output of nauty-geng, and its number in Read and Wilson's An Atlas of Graphs (1998), which networkx has for up to
seven points. Needs networkx and Debian's nauty. With --check the file is compared instead of written.

Exit codes: 0 written or the same, 1 failed, 2 wrong usage or a missing program or package, 4 the file differs.
"""
import csv
import io
from pathlib import Path

from programs import NAUTY, CommandLine, End, called, need, package, replace, rows, run

RESULTS = Path(__file__).resolve().parent.parent / "results"
NAMES = RESULTS / "names" / "connected.csv"
COLUMNS = ["graph6", "points", "edges", "nauty", "geng_line", "read_wilson"]


def nauty(program, *options, lines=()):
    return called(f"nauty-{program}", "-q", *options, stdin="".join(f"{line}\n" for line in lines)).split()


def canonical(graphs):
    """The canonical form of each graph, by nauty."""
    return nauty("labelg", "-g", lines=graphs)


def numbered(graphs, first):
    """The number of each graph in a list, by its canonical form."""
    return dict(zip(canonical(graphs), range(first, first + len(graphs))))


def read_wilson():
    """The graphs of the book, without number 0, which has no points."""
    # Here, so that --help needs no package.
    networkx = package("networkx", "run pip install networkx")
    graphs = networkx.graph_atlas_g()[1:]
    return numbered([networkx.to_graph6_bytes(graph, header=False).decode().strip() for graph in graphs], 1)


def graphs():
    book = read_wilson()
    for points in range(1, 9):
        edges = {row["graph6"]: row["edges"] for row in rows(RESULTS / f"atlas/empty-{points}.csv")}
        by_geng = numbered(nauty("geng", "-c", str(points)), 1)
        if len(by_geng) != len(edges):
            raise End(f"geng lists {len(by_geng)} graphs of {points} points, the atlas has {len(edges)}")
        for graph, form in zip(edges, canonical(edges)):
            yield [graph, points, edges[graph], form, by_geng[form], book.get(form, "")]


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of write")
    is_check = parser.parse_args().check
    for program in ("nauty-geng", "nauty-labelg"):
        need(program, NAUTY)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *graphs()])
    if not is_check:
        NAMES.parent.mkdir(exist_ok=True)
        replace(NAMES, text.getvalue())
    elif not NAMES.exists() or NAMES.read_text(encoding="utf-8") != text.getvalue():
        raise End("results/names/connected.csv differs from what is made today; run scripts/names.py", 4)


if __name__ == "__main__":
    run(main)
