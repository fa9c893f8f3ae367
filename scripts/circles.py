#!/usr/bin/env python3
"""Fails if modules of a crate import each other in a circle.

An edge goes from a file to each file from which it imports with `use`. The target is the file that defines the item,
not one that only re-exports it. A re-export without another use is not an import. Tests within files are ignored.
"""

import re
import sys
from pathlib import Path

from programs import CommandLine, run

USE = re.compile(r"^\s*(pub(?:\([^)]*\))? )?use ([^;]*);", re.MULTILINE)


def paths(tree):
    """The paths of a use tree with the names they give: a::{b, c::d as e} gives (a::b, b) and (a::c::d, e)."""
    head, brace, rest = tree.strip().partition("{")
    if not brace:
        path, _, name = head.partition(" as ")
        words = path.strip().split("::")
        return [(words, name.strip() or words[-1])]
    found, depth, start = [], 0, 0
    rest = rest[: rest.rindex("}")] + ","
    for at, symbol in enumerate(rest):
        depth += {"{": 1, "}": -1}.get(symbol, 0)
        if symbol == "," and depth == 0:
            if rest[start:at].strip():
                found += paths(head + rest[start:at].strip())
            start = at + 1
    return found


# The modules of this crate are Python classes that return each other: a game its line of play, a line its game.
CLASSES = "python"


class Crate:
    def __init__(self, source):
        self.uses, self.hands_on = {}, {}
        for file in source.rglob("*.rs"):
            parts = file.relative_to(source).with_suffix("").parts
            here = () if parts in (("lib",), ("main",)) else parts
            text = re.split(r"#\[cfg\(test\)\]\n(?:pub\(crate\) )?mod \w+ \{", file.read_text())[0]
            uses = [(bool(public), path) for public, tree in USE.findall(text) for path in paths(tree)]
            self.hands_on[here] = {name: words for _, (words, name) in uses}
            # A re-exported name counts as used if it occurs in the code.
            code = USE.sub("", re.sub(r"//.*", "", text))
            self.uses[here] = [
                words for public, (words, name) in uses if not public or re.search(rf"\b{name}\b", code)
            ]

    def target(self, here, words, seen=()):
        """The module that defines what a path names; None for other crates."""
        at, words = here, list(words)
        if words[0] in ("crate", "super", "self"):
            at = () if words[0] == "crate" else here
            words = words[words[0] != "super" :]
            while words and words[0] == "super":
                at, words = at[:-1], words[1:]
        elif at + (words[0],) not in self.uses:
            return None
        while words and at + (words[0],) in self.uses:
            at, words = at + (words[0],), words[1:]
        if words and words[0] in self.hands_on[at] and (at, words[0]) not in seen:
            further = self.target(at, self.hands_on[at][words[0]], (*seen, (at, words[0])))
            return further or at
        return at

    def edges(self):
        return {
            here: {self.target(here, words) for words in uses} - {here, None} for here, uses in self.uses.items()
        }


def circle(edges):
    """Returns a circle of modules, if there is one."""
    done, line = set(), []

    def walk(here):
        if here in line:
            return line[line.index(here) :] + [here]
        if here in done:
            return None
        line.append(here)
        for there in sorted(edges.get(here, ())):
            if found := walk(there):
                return found
        done.add(line.pop())
        return None

    return next(filter(None, map(walk, sorted(edges))), None)


def main():
    CommandLine(__doc__).parse_args()
    status = 0
    for source in sorted(Path(__file__).resolve().parent.parent.glob("crates/*/src")):
        if source.parent.name == CLASSES:
            continue
        if found := circle(Crate(source).edges()):
            names = ("::".join(one) or "the root" for one in found)
            print(f"{source.parent.name}: {' -> '.join(names)}", file=sys.stderr)
            status = 1
    sys.exit(status)


run(main)
