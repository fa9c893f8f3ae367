"""The two forms of a certificate, text and binary (docs/certificates.md, §6 and §7).

Both readers have the same methods: `header()` returns the game, the statement and the symmetries, and `items()` yields
pairs (kind, value): ("step", Step), ("drop", number of a step), ("root", Root), ("end", number of steps). `where` names
the part that is being read. Every length in a file is compared with its limit before anything is allocated.
"""
from .binary import BinaryReader
from .items import NoCertificate
from .text import TextReader

TEXT_START, BINARY_START = b"koproof certificate ", b"KPCERT\r\n"


def open_reader(file, new_game, tick):
    """The reader for the form that the first bytes of the file show.

    `new_game(graph6, superko, suicide, scoring)` makes the rules that colorings and records are read by; `tick()` is
    called now and then.
    """
    start = file.peek(len(TEXT_START))
    for first, reader in ((TEXT_START, TextReader), (BINARY_START, BinaryReader)):
        if start.startswith(first):
            return reader(file, new_game, tick)
    raise NoCertificate("no koproof certificate: it starts neither with `koproof certificate` nor with the mark of the "
                        "binary form")
