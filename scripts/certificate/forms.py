"""The two forms of a certificate, text and binary (docs/certificates.md, §6 and §7).

Both readers have the same methods: `header()` returns the game, the statement and the symmetries, and `items()` yields
pairs (kind, value): ("step", Step), ("drop", number of a step), ("root", Root), ("end", number of steps). `where` names
the part that is being read. Every length in a file is compared with its limit before anything is allocated.
"""
import io

from .binary import BinaryReader
from .items import NoCertificate
from .text import TextReader

TEXT_START, BINARY_START = b"koproof certificate ", b"KPCERT\r\n"


class Filled(io.RawIOBase):
    """Reads as many bytes as were asked for, also from a pipe that brings few at a time: so `peek` shows the whole start."""

    def __init__(self, path):
        self.file = open(path, "rb", buffering=0)

    def readable(self):
        return True

    def seekable(self):
        return self.file.seekable()

    def seek(self, place, whence=io.SEEK_SET):
        return self.file.seek(place, whence)

    def tell(self):
        return self.file.tell()

    def readinto(self, buffer):
        filled, view = 0, memoryview(buffer)
        while filled < len(view) and (more := self.file.readinto(view[filled:])):
            filled += more
        return filled

    def close(self):
        self.file.close()
        super().close()


def open_file(path):
    """A certificate, for `open_reader`."""
    return io.BufferedReader(Filled(path))


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
