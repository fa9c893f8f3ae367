"""The page results/CERTIFICATES.md, generated from the manifests and the measurements."""
import os

from notation import bracket, joined

MINUTE = 60  # seconds
MEASURABLE = 5_000  # steps from which solving and checking are long enough to be compared

INTRODUCTION = """\
# Certificates

Proofs of values ([format](../docs/certificates.md)). `koproof solve --certificate` and
`koproof table solve --certificate` make them on one thread. When they are made, two programs check them: `koproof verify` and `scripts/check_certificate.py` ([what each leaves you to trust](../docs/trust.md)). `B+1` means that Black wins by 1, without komi; `0` is a tie. `nstt` stands for Tromp-Taylor rules
without suicide, which have positional superko, as `tromp-taylor` has; `-situational` stands for the same with situational superko. Large certificates are not kept; the manifest has the command that makes the same bytes again, and the checksum.

*Expansions* is the cost of the search, *steps* the number of claims to check. *In use* is how many
steps a checker must remember at a time. *Python* is the time that the checker in Python took, or `no` if it gave up after ten minutes. Where the cell is empty, no time was recorded.

This file is generated from the manifests. `scripts/reproduce certificates` makes and checks every certificate again, but for
{long}, which take up to half an hour and 16 GB each (`scripts/reproduce --only 4x5.nstt certificates`).
"""

BOARDS = """
## Empty boards

Black is to move. For 1x9 both 0 and B+4 have been reported; the value is 0, with suicide and without.
"""

PAIRS = """
## Where superko rules differ

Positions with different values under positional and situational superko, with proofs of both.
"""

TABLES = """
## All colorings

Each certificate proves every value of the [table](SUMMARY.md) of the same name, as an upper and a lower bound: `koproof verify TABLE --certificate FILE`.
"""

COSTS = """
## The cost of solving and checking

Measured one after the other on {date} ({machine}; {version}): processor seconds, and peak memory as the kernel counts it. *Solving*
includes writing the certificate. Solving and checking use one thread each.
The table has the certificates of empty boards with {least:,} steps or more{but}. Certificates of fewer steps take less.
"""

SIZES = "expansions | steps | in use | bytes | Python | certificate |"
SIZES_LINE = "---:|---:|---:|---:|---|---|"


def page(rows, costs, long):
    """`rows` are pairs of an entry and its manifest; `costs` are the measurements, or nothing; `long` are the boards whose search takes minutes."""
    measured = costs["certificates"] if costs else {}

    def cost(entry, manifest):
        """The measurements of this certificate, unless they are of an earlier one with the same name."""
        known = measured.get(entry.name)
        return known if known and known["sha256"] == manifest["sha256"] else None

    text = INTRODUCTION.format(long=joined(long))
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
        text += COSTS.format(least=MEASURABLE, but=unmeasured(rows, cost), **costs)
        text += "\n| board | rules | solving | memory | checking | memory | in Python | memory |\n|---|---|---:|---:|---:|---:|---:|---:|\n"
        for entry, manifest in select(rows, "boards"):
            known = cost(entry, manifest)
            if known and manifest["steps"] >= MEASURABLE:
                cells = [f"`{manifest['board']}`", entry.name.rsplit(".", 1)[1]]
                for what in ("solving", "checking", "checking_in_python"):
                    cells += [seconds(known[what]), memory(known[what])] if known[what] else ["no", ""]
                text += row(cells)
    return text


def unmeasured(rows, cost):
    """Names the boards with large certificates that were not measured, as the end of a sentence."""
    left = [(entry, manifest) for entry, manifest in select(rows, "boards") if manifest["steps"] >= MEASURABLE and not cost(entry, manifest)]
    positional = [(entry, manifest["board"]) for entry, manifest in left if manifest["superko"] == "positional"]
    long = dict.fromkeys(board for entry, board in positional if entry.is_long)
    others = [f"`{board}`" for board in dict.fromkeys(board for entry, board in positional if not entry.is_long)]
    if len(positional) < len(left):
        others.append("boards under situational superko")
    text = f", except {joined(long)}, which [performance](../docs/performance.md#what-it-costs) has" if long else ""
    if others:
        text += f"{'; those' if long else ', except those'} of {joined(others)} have not been measured"
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
    return bracket(manifest["at_least"], manifest["at_most"])


def seconds(cost):
    return f"{cost['seconds']:.2f} s"


def memory(cost):
    return "" if cost["memory"] is None else f"{cost['memory'] / 1024 ** 2:.0f} MB"
