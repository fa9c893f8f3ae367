"""The value of the empty board by number of edges, bipartite graphs separately (Polars).

    edges_and_sides.py [--points NUMBER] [--rules NAME] [FILE.parquet…]

Reads data sets of `koproof batch run --what empty`, those of results/atlas unless files are named. The columns: `graphs`, how many of them
are `solved`, the `mean` of their values, how often Black gets every point (`whole`) and how often nobody wins (`even`).
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from atlas_graphs import neighbours, sides  # noqa: E402
from data import read_arguments, refuse  # noqa: E402
from programs import ANALYSIS, CommandLine, number, package, run  # noqa: E402


def is_bipartite(graph6):
    """Whether the points of a connected graph have two sides with all edges between them."""
    return sides(neighbours(graph6)) is not None


def edges_and_sides(files, points, rules):
    """A row for each number of edges and kind of graph."""
    pl = package("polars", ANALYSIS)
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


def there_are(files):
    """The numbers of points and the rule sets of data sets, in words."""
    pl = package("polars", ANALYSIS)
    rows = pl.concat([pl.scan_parquet(file) for file in files])
    points, rules = (rows.select(pl.col(name).unique().sort()).collect().to_series().to_list() for name in ("points", "rules"))
    return f"points {', '.join(map(str, points))}; rules {', '.join(rules)}"


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("--points", type=number(), default=7)
    parser.add_argument("--rules", default="nstt")
    arguments = read_arguments(parser)
    pl = package("polars", ANALYSIS)
    try:
        table = edges_and_sides(arguments.files, arguments.points, arguments.rules)
        if table.is_empty():
            parser.error(f"no board of {arguments.points} points under {arguments.rules}; the files have {there_are(arguments.files)}")
    except pl.exceptions.PolarsError as error:
        refuse(parser, arguments.files, error)
    with pl.Config(tbl_rows=-1, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True):
        print(table)


if __name__ == "__main__":
    run(main)
