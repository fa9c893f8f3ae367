"""The binary form of a certificate (docs/certificates.md, §7), read item by item."""
import struct
import zlib

from .items import AREA, MAX_BLOCK, MAX_DROPS, MAX_HEADER, MAX_MOVES, MAX_POINTS, MAX_RECORDS, MAX_SYMMETRIES, PLAYERS
from .items import RULES, SUPERKO, TERRITORY, Bound, NoCertificate, Root, Statement, Step, announced, at_most, refuse, stated


class Container:
    """The checked container (§7): a header, and blocks of plain bytes."""

    def __init__(self, file, tick):
        self.file, self.tick = file, tick
        self.crc = self.total = 0
        self.last = False
        _magic, self.version = struct.unpack("<8sH", self.read(10))
        if self.version not in (1, 2):
            raise NoCertificate(f"this checker reads versions 1 and 2, not version {self.version}")
        layout, self.compression = self.read(2)
        if layout != 1 or self.compression > 1:
            raise NoCertificate(f"this checker reads layout 1 with compression 0 or 1, not layout {layout} with {self.compression}")
        self.block, header = struct.unpack("<II", self.read(8))
        if not 1 <= self.block <= MAX_BLOCK or header > MAX_HEADER:
            refuse("the length of the blocks or of the header is beyond its limits")
        self.header = self.read(header)
        self.check()

    def read(self, size):
        data = self.file.read(size)
        if len(data) != size:
            refuse("the file ends too early")
        self.crc = zlib.crc32(data, self.crc)
        return data

    def check(self):
        """Reads a check, which is left out of later checks."""
        crc = self.crc
        if int.from_bytes(self.read(4), "little") != crc:
            refuse("a check does not match: the file is damaged or was changed")
        self.crc = crc

    def next_block(self):
        """The plain bytes of the next block; none at the end."""
        self.tick()
        plain = int.from_bytes(self.read(4), "little")
        if plain == 0:
            return self.end()
        stored = int.from_bytes(self.read(4), "little")
        if self.last or plain > self.block or stored > plain or (stored < plain and not self.compression):
            refuse(f"a block of {plain} plain and {stored} stored bytes is out of place: a full one has {self.block}")
        data = self.read(stored)
        self.check()
        self.last = plain < self.block
        self.total += plain
        return data if stored == plain else self.inflated(data, plain)

    def inflated(self, data, plain):
        inflater = zlib.decompressobj(wbits=-15)
        try:
            data = inflater.decompress(data, plain + 1)
        except zlib.error:
            refuse("a block is not deflated data")
        if len(data) != plain or not inflater.eof or inflater.unused_data:
            refuse(f"a block does not inflate to its {plain} bytes")
        return data

    def end(self):
        total = int.from_bytes(self.read(8), "little")
        self.check()
        if total != self.total:
            refuse(f"the file announces {total} plain bytes, but has {self.total}")
        if self.file.read(1):
            refuse("something follows the end")
        return b""


class Decoder:
    """The values of §7, read from the bytes that `more` supplies piece by piece; no bytes mean the end."""

    def __init__(self, more):
        self.more, self.data, self.at = more, b"", 0

    def take(self, size):
        """The next few bytes; callers check the size."""
        end = self.at + size
        while end > len(self.data):
            more = self.more()
            if not more:
                refuse("the content ends too early")
            self.data, self.at, end = self.data[self.at:] + more, 0, size
        data, self.at = self.data[self.at:end], end
        return data

    def at_end(self):
        return self.at == len(self.data) and not self.more()

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def below(self, limit, size, what):
        number = self.number(size)
        if number >= limit:
            refuse(f"{what} is {number}, but must be below {limit}")
        return number

    def length(self, limit, what):
        return at_most(limit, self.number(8), what)

    def boolean(self):
        return self.below(2, 1, "a truth value")

    def option(self, value):
        return value() if self.boolean() else None

    def score(self):
        return int.from_bytes(self.take(2), "little", signed=True)


class BinaryReader:
    """The binary form (§7)."""

    def __init__(self, file, new_game, tick):
        self.file, self.new_game, self.tick = file, new_game, tick
        self.steps, self.where = 0, "header"

    def header(self):
        container = Container(self.file, self.tick)
        pieces = iter([container.header])
        self.decoder = decoder = Decoder(lambda: next(pieces, b""))
        graph6 = decoder.take(decoder.length(512, "characters in the graph6 text")).decode("latin-1")
        superko = SUPERKO[decoder.below(len(SUPERKO), 4, "superko")]
        suicide = bool(decoder.boolean())
        scoring = AREA if container.version == 1 else (TERRITORY,)[decoder.below(1, 4, "the scoring")]
        self.game = self.new_game(graph6, superko, suicide, scoring)
        kind = decoder.below(2, 4, "the kind of statement")
        statement = Statement(roots=announced(decoder.number(8))) if kind else self.position()
        symmetries = [self.symmetry() for _ in range(decoder.length(MAX_SYMMETRIES, "symmetries"))]
        if not decoder.at_end():
            refuse("something follows the last field")
        self.decoder = Decoder(container.next_block)
        return self.game, statement, symmetries

    def position(self):
        start, to_move = self.coloring(), self.decoder.boolean()
        moves = tuple(self.decoder.option(self.point) for _ in range(self.decoder.length(MAX_MOVES, "moves")))
        scores = [self.decoder.option(self.decoder.score) for _ in PLAYERS]
        bounds = [Bound(prover, score) for prover, score in enumerate(scores) if score is not None]
        return Statement(start, to_move, moves, stated(tuple(bounds)))

    def symmetry(self):
        images = self.decoder.take(self.decoder.length(MAX_POINTS, "images of points"))
        return self.game.symmetry(list(images), bool(self.decoder.boolean()))

    def items(self):
        decoder, items = self.decoder, 0
        while True:
            self.tick()
            self.where = f"item {items}"
            items += 1
            kind = decoder.below(4, 4, "the kind of item")
            if kind == 0:
                self.where = f"step {self.steps}"
                state = self.coloring(), decoder.boolean(), decoder.below(2, 1, "the number of passes")
                bound, rule = self.bound(), RULES[decoder.below(len(RULES), 4, "the rule")]
                yield "step", Step(state, bound, rule, self.args(rule))
                self.steps += 1
            elif kind == 1:
                for _ in range(decoder.length(MAX_DROPS, "steps in a drop") or refuse("a drop of no steps")):
                    yield "drop", decoder.number(8)
            elif kind == 2:
                yield "root", Root(self.coloring(), decoder.boolean(), self.bound(), self.child())
            else:
                yield "end", decoder.number(8)
                return decoder.at_end() or refuse("something follows the end")

    def args(self, rule):
        if rule == "play":
            return self.point(), self.child()
        if rule == "pass":
            return (self.child(),)
        if rule == "replies":
            count = self.decoder.length(MAX_POINTS, "replies")
            replies = [(self.point(), self.decoder.option(self.child)) for _ in range(count)]
            return replies, self.decoder.option(self.child)
        if rule == "weaken":
            return self.child(), self.records(), self.records()
        return ()

    def point(self):
        return self.decoder.number(1)

    def coloring(self):
        return self.game.checked((self.decoder.number(8), self.decoder.number(8)))

    def bound(self):
        return Bound(self.decoder.boolean(), self.decoder.score())

    def child(self):
        return self.steps - self.decoder.number(4), self.decoder.number(2)

    def records(self):
        return frozenset(self.record() for _ in range(self.decoder.length(MAX_RECORDS, "records in a list")))

    def record(self):
        return self.game.listed_record(self.coloring(), self.decoder.option(self.decoder.boolean))
