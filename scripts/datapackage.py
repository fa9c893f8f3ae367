#!/usr/bin/env python3
"""Describes the data of results/ as a Frictionless data package, results/datapackage.json, and in Croissant, results/croissant.json.

    datapackage.py [--check]

Columns of merged data sets, with their types and units, come from the manifests that `koproof batch merge` writes, so
the program is their only source. COLUMNS below describes the columns that scripts write. With --check the files are
compared instead of written; exit code 4 means that one differs.
"""
import csv
import json
from pathlib import Path

import croissant
from programs import CommandLine, End, digest, replace, run

RESULTS = Path(__file__).resolve().parent.parent / "results"
TYPES = {"text": "string", "boolean": "boolean", "integer": "integer", "real": "number"}
LICENSES = [{"name": "MIT"}, {"name": "Apache-2.0"}]

# Columns that no manifest has: name, kind, unit, meaning. They are listed by data set, because one name can have two meanings.
COLUMNS = {
    "atlas/families.csv": [
        ("family", "text", "", "a family of graphs that the board belongs to"),
    ],
    "names/connected.csv": [
        ("nauty", "text", "", "the canonical form of the graph by nauty, in graph6"),
        ("geng_line", "integer", "", "the line of the graph in the output of `nauty-geng -c POINTS`, from 1"),
        ("read_wilson", "integer", "", "its number in R. Read and R. Wilson, An Atlas of Graphs (1998); empty above seven points"),
    ],
    "series/values.csv": [
        ("family", "text", "", "the series: a family of boards by size"),
        ("n", "integer", "", "the size within the family, as in the board's name"),
        ("board", "text", "", "the board by name"),
        ("proof", "text", "", "the file with the certificate, in results/; empty if there is none"),
        ("steps", "integer", "steps", "steps of the certificate"),
    ],
    "separation/boards.csv": [
        ("suicide", "text", "", "whether suicide is `allowed` or `forbidden`"),
        ("solved", "text", "", "`yes` if every state has an exact value under both rules"),
        ("differ", "integer", "states", "states to which the two rules give different values"),
    ],
    "separation/states.csv": [
        ("suicide", "text", "", "whether suicide is `allowed` or `forbidden`"),
        ("stones", "integer", "stones", "stones on the board"),
        ("position", "text", "", "the coloring, as .XO in the order of the points"),
        ("to_move", "text", "", "whose move it is there, `black` or `white`"),
        ("positional", "integer", "points", "the value under positional superko, Black − White"),
        ("situational", "integer", "points", "the value under situational superko, Black − White"),
    ],
}
TITLES = {
    "atlas/families.csv": "Values of well-known families of graphs, up to eight points",
    "names/connected.csv": "Names that others have for the connected graphs of up to eight points",
    "series/values.csv": "What is known of each board of the series, with its certificate",
    "separation/boards.csv": "Boards, and how many of their states positional and situational superko value differently",
    "separation/states.csv": "States that positional and situational superko value differently",
}


def field(name, kind, unit, about):
    described = {"name": name, "type": TYPES[kind], "description": about}
    return described | ({"unit": unit} if unit else {})


def merged():
    """The columns of each merged data set, by its path in results/, as manifests state them."""
    found = {}
    for path in sorted(RESULTS.glob("*/*.manifest.json")):
        manifest = json.loads(path.read_text(encoding="utf-8"))
        columns = [(c["name"], c["kind"], c["unit"], c["about"]) for c in manifest["columns"]]
        for file in manifest["files"]:
            found[f"{path.parent.name}/{file['name']}"] = manifest["task"], columns
    return found


def resource(path, **more):
    name, file = path.lower().replace("/", "-").replace(".", "-"), RESULTS / path
    return {"name": name, "path": path, "bytes": file.stat().st_size, "hash": f"sha256:{digest(file)}", **more}


def table(path, title, columns):
    with open(RESULTS / path, newline="", encoding="utf-8") as lines:
        header = next(csv.reader(lines))
    known = {column[0]: column for column in columns}
    missing = [name for name in header if name not in known]
    if missing:
        raise End(f"{path} has columns that are described nowhere: {', '.join(missing)}. Add them to COLUMNS")
    fields = [field(*known[name]) for name in header]
    return resource(
        path, title=title, type="table", format="csv", mediatype="text/csv", encoding="utf-8",
        schema={"fields": fields, "missingValues": [""]},
    )


def package():
    sets = merged()
    shared = {column[0]: column for _, columns in sets.values() for column in columns}
    resources = []
    for path in sorted([path for path in sets if path.endswith(".csv")] + list(COLUMNS)):
        if path in COLUMNS:
            resources.append(table(path, TITLES[path], [*shared.values(), *COLUMNS[path]]))
        else:
            task, columns = sets[path]
            resources.append(table(path, f"Task `{task}` of koproof batch", columns))
    for path in sorted(path for path in sets if path.endswith(".parquet")):
        about = f"the rows of {path.removesuffix('.parquet')}.csv as Parquet"
        resources.append(resource(path, title=about, type="file", mediatype="application/vnd.apache.parquet"))
    for file in sorted(RESULTS.glob("tables/*.kpt")):
        about = f"values of all colorings of {file.stem}, readable with koproof table export"
        resources.append(resource(f"tables/{file.name}", title=about, type="file", mediatype="application/octet-stream"))
    return {
        "name": "koproof-results",
        "title": "Exact values of tiny Go boards under superko",
        "description": "Scores are Black − White in points under best play, komi not counted. docs/data.md describes the data.",
        "version": "0.1.0",
        "licenses": LICENSES,
        "resources": resources,
    }


def main():
    parser = CommandLine(__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of write")
    is_check = parser.parse_args().check
    described = package()
    for name, content, indent in [("datapackage.json", described, 2), ("croissant.json", croissant.dataset(described), 1)]:
        path = RESULTS / name
        text = json.dumps(content, indent=indent, ensure_ascii=False) + "\n"
        if not is_check:
            replace(path, text)
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            raise End(f"results/{name} does not describe results/; run scripts/datapackage.py", 4)


if __name__ == "__main__":
    run(main)
