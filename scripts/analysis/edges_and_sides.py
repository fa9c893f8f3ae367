"""The value of the empty board by number of edges, bipartite graphs separately (Polars).

    edges_and_sides.py [--points NUMBER] [--rules NAME] [FILE.parquet…]

Reads data sets of `koproof batch run --what empty`, those of results/atlas unless files are named. The columns: `graphs`, how many of them
are `solved`, the `mean` of their values, how often Black gets every point (`whole`) and how often nobody wins (`even`).
"""
import argparse
from pathlib import Path

import polars as pl

ATLAS = Path(__file__).resolve().parents[2] / "results" / "atlas"


def is_bipartite(graph6):
    """Whether the points of a connected graph of fewer than 63 points have two sides with all edges between them."""
    points = ord(graph6[0]) - 63
    bits = "".join(f"{ord(letter) - 63:06b}" for letter in graph6[1:])
    pairs = [(a, b) for b in range(points) for a in range(b)]
    edges = [pair for pair, bit in zip(pairs, bits) if bit == "1"]
    side = {0: 0}
    for _ in range(points):
        for a, b in edges + [(b, a) for a, b in edges]:
            if a in side:
                side.setdefault(b, 1 - side[a])
    return all(side[a] != side[b] for a, b in edges)


def edges_and_sides(files, points, rules):
    """A row for each number of edges and kind of graph."""
    value = pl.col("value")
    return (
        pl.concat([pl.scan_parquet(file) for file in files])
        .filter(pl.col("points") == points, pl.col("rules") == rules)
        .with_columns(bipartite=pl.col("graph6").map_elements(is_bipartite, return_dtype=pl.Boolean))
        .group_by("edges", "bipartite")
        .agg(
            graphs=pl.len(),
            solved=value.count(),
            mean=value.mean().round(2),
            whole=(value == points).sum(),
            even=(value == 0).sum(),
        )
        .sort("edges", "bipartite", descending=[False, True])
        .collect()
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", default=sorted(ATLAS.glob("empty-*.parquet")))
    parser.add_argument("--points", type=int, default=7)
    parser.add_argument("--rules", default="nstt")
    arguments = parser.parse_args()
    with pl.Config(tbl_rows=-1, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True):
        print(edges_and_sides(arguments.files, arguments.points, arguments.rules))


if __name__ == "__main__":
    main()
