"""Where rule sets part: empty boards with different values under two of them (DuckDB).

    where_rules_part.py [--rules ONE,OTHER] [--most NUMBER] [FILE.parquet…]

Reads data sets of `koproof batch run --what empty`, those of results/atlas unless files are named. First how many boards are solved under
both rule sets and how many of these `differ`, by points; then the boards that differ, the largest differences first.
"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from data import read_arguments, refuse  # noqa: E402
from programs import ANALYSIS, CommandLine, number, package, run  # noqa: E402

BOTH = """
    with both_rules as (
        select one.graph6, one.points, one.edges, one.automorphisms, one.value as value, other.value as other_value
        from boards one join boards other using (graph6)
        where one.rules = $one and other.rules = $other and one.value is not null and other.value is not null
    )
"""
BY_POINTS = """
    select points, count(*) as solved, count(*) filter (value <> other_value) as differ
    from both_rules group by points order by points
"""
BOARDS = """
    select * from both_rules where value <> other_value
    order by abs(value - other_value) desc, points, edges, graph6
"""


def two(text):
    """Reads the names of two rule sets."""
    names = text.split(",")
    if len(names) != 2:
        raise argparse.ArgumentTypeError(f"{text!r} does not name two rule sets: write nstt,nstt-situational")
    return names


class NoRules(Exception):
    """The files have no board under a rule set."""


def where_rules_part(files, one, other):
    """Two relations: the counts by points, and the boards that differ."""
    connection = package("duckdb", ANALYSIS).connect()
    connection.read_parquet([str(file) for file in files]).create_view("boards")
    rules = {"one": one, "other": other}
    there = [name for (name,) in connection.sql("select distinct rules from boards order by rules").fetchall()]
    for name in (one, other):
        if name not in there:
            raise NoRules(f"no board under {name}; the files have {', '.join(there)}")
    return connection.sql(BOTH + BY_POINTS, params=rules), connection.sql(BOTH + BOARDS, params=rules)


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("--rules", type=two, default="nstt,nstt-situational")
    parser.add_argument("--most", type=number(), default=20)
    arguments = read_arguments(parser)
    one, other = arguments.rules
    duckdb = package("duckdb", ANALYSIS)
    try:
        by_points, boards = where_rules_part(arguments.files, one, other)
    except NoRules as error:
        parser.error(f"--rules: {error}")
    except duckdb.Error as error:
        refuse(parser, arguments.files, error)
    print(f"{one} (value) and {other} (other_value)")
    by_points.show()
    boards.limit(arguments.most).show(max_rows=arguments.most)


if __name__ == "__main__":
    run(main)
