#!/usr/bin/env python3
"""Links of the handbook.

Chapters include pages of docs/, whose links are right there and lead nowhere in the book. mdBook calls this program as a preprocessor:
links to chapters, and to pages that the book includes, get the names of the chapters, and links to other files become text.

With --check DIRECTORY it lists the links of the built book that lead nowhere, and then ends with exit code 4.
"""
import json
import pathlib
import re
import sys
import urllib.parse

INCLUDED = {"trust.md": "trust.md", **{f"{page}.md": f"reference-{page}.md" for page in ("certificates", "data", "json", "rules")}}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def mended(link):
    text, target, anchor = link.groups(default="")
    chapter = target.removeprefix("book/src/")
    if chapter != target or target in INCLUDED:
        return f"[{text}]({INCLUDED.get(target, chapter)}{anchor})"
    return text


def preprocess(part):
    """Mends the chapters that include a page, in place."""
    if isinstance(part, dict):
        if part.get("path") in INCLUDED.values():
            part["content"] = LINK.sub(mended, part["content"])
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            preprocess(inner)


def dead_links(directory):
    for page in sorted(directory.rglob("*.html")):
        for target in re.findall(r'<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:|//", target) and not (page.parent / urllib.parse.unquote(target)).exists():
                yield f"{page.relative_to(directory)}: {target}"


def main():
    match sys.argv[1:]:
        case ["supports", _]:
            return 0
        case ["--check", directory]:
            dead = list(dead_links(pathlib.Path(directory)))
            for link in dead:
                print(link)
            return 4 if dead else 0
    _, book = json.load(sys.stdin)
    preprocess(book)
    json.dump(book, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
