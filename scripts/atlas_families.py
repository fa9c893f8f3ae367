"""The data set results/atlas/families.csv: the rows of the atlas for well-known graphs.

    atlas_families.py DIRECTORY… >families.csv

The files are taken from the first directory that has them. A graph has a row for each of its families and rule sets; complete bipartite
graphs with 2 and N points on their sides are the family `bipartite-2`.
"""
import csv
import sys

from atlas_graphs import directories_with, families, read
from programs import run

COLUMNS = ["graph6", "points", "edges", "rules", "status", "value", "lo", "hi"]
MOST_POINTS = 8


def named(family):
    """The family's name in the data, without the larger side."""
    name, _, sides = family.partition(" ")
    return f"{name}-{sides.split(',')[0]}" if sides else name


def main():
    directories = directories_with("empty-1", __doc__)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["family", *COLUMNS])
    rows = []
    for points in range(1, MOST_POINTS + 1):
        for row in read(directories, f"empty-{points}"):
            found = {named(family) for family in families(row["graph6"])}
            rows += [[family, *(row[column] for column in COLUMNS)] for family in found]
    # The order of the data within a family.
    out.writerows(sorted(rows, key=lambda row: row[0]))


if __name__ == "__main__":
    run(main)
