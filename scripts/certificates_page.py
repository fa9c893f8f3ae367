"""The page results/CERTIFICATES.md, which follows from the manifests and from what was measured."""
import os

MINUTE = 60  # seconds
MEASURABLE = 5_000  # steps from which solving and checking are long enough to be compared

INTRODUCTION = """\
# Certificates

Proofs of values ([format](../docs/certificates.md)), made on one thread by `koproof solve --certificate` and
`koproof table --certificate`, and checked twice: by `koproof verify`, which shares no code with the search, and by
`scripts/check_certificate.py`, which shares none with anything. Scores are Black − White without komi; `nstt` are Tromp-Taylor rules
without suicide. Large certificates are not kept: the manifest has the command that makes them, byte for byte, and the checksum.

*Expansions* are what the search took to find a value, *steps* are what there is to check. A step is one claim; *in use* is how many of
them a checker has to remember at a time. *Python* tells which of them the checker in Python has checked in less than a minute.

This file is generated from the manifests: `scripts/reproduce certificates` makes and checks every certificate again.
"""

BOARDS = """
## Empty boards

Black is to move. 1x9 is disputed in print (0 or 4); it is 0, with suicide and without.
"""

PAIRS = """
## Where superko rules differ

Three positions whose values differ between positional and situational superko, each with proofs of both.
"""

TABLES = """
## All colorings

Each certificate proves every value of the [table](SUMMARY.md) of the same name from both sides: `koproof verify TABLE --certificate FILE`.
"""

COSTS = """
## What solving and checking cost

Measured one after the other on {date} ({machine}; {version}): seconds of processor, and the peak of memory as the kernel counts it. *Solving*
includes writing the certificate; both are done by one thread. Certificates of {least:,} steps or more; the others take less.
"""

SIZES = "expansions | steps | in use | bytes | Python | certificate |"
SIZES_LINE = "---:|---:|---:|---:|---|---|"


def page(rows, costs):
    """`rows` are pairs of an entry and its manifest; `costs` is what was measured, if anything was."""
    measured = costs["certificates"] if costs else {}

    def cost(entry, manifest):
        """What was measured of this certificate, if it was this one and not one of that name from before."""
        known = measured.get(entry.name)
        return known if known and known["sha256"] == manifest["sha256"] else None

    text = INTRODUCTION
    text += BOARDS + f"\n| board | rules | value | {SIZES}\n|---|---|---:|{SIZES_LINE}\n"
    for entry, manifest in select(rows, "boards"):
        cells = [f"`{manifest['board']}`", entry.name.rsplit(".", 1)[1], value(manifest)]
        text += row(cells + sizes(entry, manifest, cost(entry, manifest)))
    text += PAIRS + f"\n| board | position | to move | superko | suicide | value | {SIZES}\n|---|---|---|---|---|---:|{SIZES_LINE}\n"
    for entry, manifest in select(rows, "pairs"):
        cells = [f"`{manifest['board']}`", f"`{manifest['position']}`", *(manifest[key] for key in ("to_move", "superko", "suicide"))]
        text += row(cells + [value(manifest)] + sizes(entry, manifest, cost(entry, manifest)))
    text += TABLES + f"\n| table | exact values | {SIZES}\n|---|---:|{SIZES_LINE}\n"
    for entry, manifest in select(rows, "tables"):
        name = os.path.basename(entry.name)
        cells = [f"[{name}](tables/{name}.kpt)", f"{manifest['exact_states']:,}"]
        text += row(cells + sizes(entry, manifest, cost(entry, manifest)))
    if costs:
        text += COSTS.format(least=MEASURABLE, **costs)
        text += "\n| board | rules | solving | memory | checking | memory | in Python | memory |\n|---|---|---:|---:|---:|---:|---:|---:|\n"
        for entry, manifest in select(rows, "boards"):
            known = cost(entry, manifest)
            if known and manifest["steps"] >= MEASURABLE:
                cells = [f"`{manifest['board']}`", entry.name.rsplit(".", 1)[1]]
                for what in ("solving", "checking", "checking_in_python"):
                    cells += [seconds(known[what]), memory(known[what])] if known[what] else ["no", ""]
                text += row(cells)
    return text


def select(rows, section):
    return [(entry, manifest) for entry, manifest in rows if entry.section == section]


def row(cells):
    return f"| {' | '.join(cells)} |\n"


def sizes(entry, manifest, cost):
    python = ""
    if cost:
        took = cost["checking_in_python"]
        python = "no" if took is None else "< 60 s" if took["seconds"] < MINUTE else f"{took['seconds']:.0f} s"
    what, ending = ("file", "kpc") if manifest["kept"] else ("manifest", "json")
    numbers = [f"{manifest[key]:,}" for key in ("expansions", "steps", "most_live_steps", "bytes")]
    return [*numbers, python, f"[{what}](certificates/{entry.name}.{ending})"]


def value(manifest):
    low, high = manifest["at_least"], manifest["at_most"]
    return signed(low) if low == high else f"{signed(low)} to {signed(high)}"


def signed(score):
    return f"{score:+}" if score else "0"


def seconds(cost):
    return f"{cost['seconds']:.2f} s"


def memory(cost):
    return "" if cost["memory"] is None else f"{cost['memory'] / 1024 ** 2:.0f} MB"
