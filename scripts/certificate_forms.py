"""The two forms of a koproof certificate, text and binary (docs/certificates.md, §6 and §7), read item by item.

This file reads certificates, and `check_certificate.py` checks their proofs. Both readers
have the same methods: `header()` returns the game, the statement and the symmetries, and `items()` yields pairs (kind,
value): ("step", Step), ("drop", number of a step), ("root", Root), ("end", number of steps). `where` names the part
that is being read.

Every length in a file is compared with its limit before anything is allocated.
"""
import functools
import struct
import zlib
from typing import NamedTuple

BLACK, WHITE = 0, 1
PLAYERS = ("black", "white")
RELATIONS = (">=", "<=")  # by prover: Black proves that the value is at least something, White that it is at most
SUPERKO = ("positional", "situational", "natural-situational", "taylor")
AREA, TERRITORY = "area", "territory"  # version 1 and version 2
RULES = ("stop", "alive", "pass-forever", "play", "pass", "replies", "weaken")
TEXT_START, BINARY_START = b"koproof certificate ", b"KPCERT\r\n"

MAX_POINTS = 64
MAX_SCORES = {AREA: 64, TERRITORY: 128}
MAX_HEADER = MAX_BLOCK = MAX_LINE = 1 << 20  # bytes; plain bytes in the binary form
MAX_DROPS = MAX_RECORDS = MAX_SYMMETRIES = 1 << 12
MAX_MOVES = 1 << 16
MAX_STATED = (1 << 15) - 1  # stated scores, and prisoners that the moves put one side ahead (§5)


class Refused(Exception):
    """The certificate does not prove what it states; the text says why."""


def refuse(reason):
    """Ends the check."""
    raise Refused(reason)


class Bound(NamedTuple):
    """`>= score` if the prover is Black, `<= score` if White (§2)."""

    prover: int
    score: int

    def met_by(self, score):
        return score >= self.score if self.prover == BLACK else score <= self.score

    def implies(self, other):
        return self.prover == other.prover and other.met_by(self.score)

    def shifted(self, by):
        return Bound(self.prover, self.score + by)

    def __str__(self):
        return f"{RELATIONS[self.prover]} {self.score}"


class Statement(NamedTuple):
    """The statement to be proved (§5). For a table `roots` is their number and the rest is None; else `roots` is None."""

    start: tuple | None = None
    to_move: int | None = None
    moves: tuple | None = None  # points, and None for a pass
    bounds: tuple = ()
    roots: int | None = None


class Step(NamedTuple):
    """A step as written (§3). `args` depend on the rule; a child is a pair (step, symmetry)."""

    state: tuple
    bound: Bound
    rule: str
    args: tuple


class Root(NamedTuple):
    """A root as written (§5)."""

    coloring: tuple
    to_move: int
    bound: Bound
    child: tuple


def open_reader(file, new_game, tick):
    """The reader for the form that the first bytes of the file show.

    `new_game(graph6, superko, suicide, scoring)` makes the rules that colorings and records are read by; `tick()` is
    called now and then.
    """
    start = file.peek(len(TEXT_START))
    for first, reader in ((TEXT_START, TextReader), (BINARY_START, BinaryReader)):
        if start.startswith(first):
            return reader(file, new_game, tick)
    refuse("no koproof certificate: it starts neither with `koproof certificate` nor with the mark of the binary form")


def at_most(limit, count, what):
    """Compares a count with its limit before it is used."""
    if count > limit:
        refuse(f"{count} {what}, but at most {limit} are allowed")
    return count


def one_of(words, text):
    """The place of a word in a list."""
    if text not in words:
        refuse(f"expected one of: {', '.join(words)}")
    return words.index(text)


def natural(text):
    if not text.isdigit() or len(text) > 20 or (text[0] == "0" and text != "0"):
        refuse("expected a number without sign or leading zeros, and one space between fields")
    return int(text)


def bound(relation, text):
    prover, digits = one_of(RELATIONS, relation), text.removeprefix("-")
    score = natural(digits) if digits == text else -natural(digits)
    if text == "-0":
        refuse("expected a score: zero is written `0`")
    return Bound(prover, score)


def stated(bounds):
    """Refuses a header's scores that §5 does not allow."""
    for found in bounds:
        if not -MAX_STATED <= found.score <= MAX_STATED:
            refuse(f"a stated score of {found.score}: from -{MAX_STATED} to {MAX_STATED} are allowed")
    return bounds


def announced(roots):
    """Refuses a table that states nothing (§5)."""
    return roots or refuse("a table without roots states nothing")


def in_range(bound, scoring):
    """Refuses a score that §2 does not allow."""
    most = MAX_SCORES[scoring]
    if not -most <= bound.score <= most:
        refuse(f"the score {bound.score} of a bound is not from -{most} to {most}")


def child(text):
    step, slash, symmetry = text.partition("/")
    return natural(step), natural(symmetry) if slash else 0


def reply(text):
    point, colon, answer = text.partition(":")
    if not colon:
        refuse("a reply is a point, a colon, and a child or `blocked`")
    return natural(point), None if answer == "blocked" else child(answer)


class TextReader:
    """The text form (§6)."""

    def __init__(self, file, new_game, tick):
        self.file, self.new_game, self.tick = file, new_game, tick
        self.lines = self.steps = self.crc = 0

    def line(self):
        self.tick()
        self.lines += 1
        self.where = f"line {self.lines}"
        raw = self.file.readline(MAX_LINE)
        if not raw.endswith(b"\n"):
            refuse("the file ends too early" if len(raw) < MAX_LINE else f"a line has more than {MAX_LINE} bytes")
        if not raw.isascii():
            refuse("a character is not ASCII")
        self.crc = zlib.crc32(raw, self.crc)
        return raw[:-1].decode("ascii")

    def field(self, keyword):
        """The rest of a header line."""
        found, space, rest = self.line().partition(" ")
        if found != keyword or not space:
            refuse(f"expected `{keyword}` and its value")
        return rest

    def header(self):
        version = self.line()
        if version not in ("koproof certificate 1", "koproof certificate 2"):
            refuse("this checker reads versions 1 and 2, which start with the line `koproof certificate 1` (or 2)")
        graph6, superko = self.field("graph6"), SUPERKO[one_of(SUPERKO, self.field("superko"))]
        suicide = bool(one_of(("forbid", "allow"), self.field("suicide")))
        scoring = AREA if version.endswith("1") else (TERRITORY,)[one_of((TERRITORY,), self.field("scoring"))]
        self.where = "line 2"  # what is refused now is the board
        self.game = self.new_game(graph6, superko, suicide, scoring)
        kind = one_of(("position", "table"), self.line())
        statement = Statement(roots=announced(natural(self.field("roots")))) if kind else self.position()
        symmetries = []
        while (line := self.line()) != "steps":
            match line.split(" "):
                case ["symmetry", *images, ("keep" | "swap") as swap]:
                    symmetries.append(self.game.symmetry(list(map(natural, images)), swap == "swap"))
                case _:
                    refuse("expected `symmetry`, the images of all points and `keep` or `swap`, or else `steps`")
            at_most(MAX_SYMMETRIES, len(symmetries), "symmetries")
        return self.game, statement, symmetries

    def position(self):
        start, to_move = self.coloring(self.field("start")), one_of(PLAYERS, self.field("to-move"))
        moves = self.field("moves")
        moves = [] if moves == "-" else moves.split(" ")
        at_most(MAX_MOVES, len(moves), "moves")
        moves = tuple(None if move == "pass" else natural(move) for move in moves)
        scores = ((relation, self.field(keyword)) for relation, keyword in zip(RELATIONS, ("at-least", "at-most")))
        bounds = tuple(bound(relation, text) for relation, text in scores if text != "-")
        return Statement(start, to_move, moves, stated(bounds))

    def items(self):
        while True:
            match self.line().split(" "):
                case ["s", to_move, passes, coloring, relation, score, rule, *fields]:
                    self.where = f"step {self.steps}"
                    state = self.coloring(coloring), one_of(PLAYERS, to_move), one_of(("0", "1"), passes)
                    yield "step", Step(state, bound(relation, score), rule, self.args(rule, fields))
                    self.steps += 1
                case ["d", first, *more]:
                    at_most(MAX_DROPS, 1 + len(more), "steps in a drop")
                    for number in (first, *more):
                        yield "drop", natural(number)
                case ["r", to_move, coloring, relation, score, proof]:
                    mover, stated = one_of(PLAYERS, to_move), bound(relation, score)
                    yield "root", Root(self.coloring(coloring), mover, stated, child(proof))
                case ["end", steps]:
                    yield "end", natural(steps)
                    return self.tail()
                case _:
                    refuse("expected an item: `s`, `d`, `r` or `end` and its fields, one space between them")

    def tail(self):
        """After `end`: the check, and nothing else."""
        crc = self.crc
        if self.line() != f"crc32 {crc:08x}":
            refuse(f"the last line is not `crc32 {crc:08x}`: the file is damaged or was changed")
        if self.file.read(1):
            refuse("something follows the end")

    def args(self, rule, fields):
        match rule, fields:
            case ("stop" | "alive" | "pass-forever"), []:
                return ()
            case "play", [point, answer]:
                return natural(point), child(answer)
            case "pass", [answer]:
                return (child(answer),)
            case "replies", [*replies, last]:
                keyword, _, answer = last.partition(":")
                if keyword != "pass":
                    refuse("`replies` ends with the answer to the pass: `pass:` and a child or `end`")
                return [reply(text) for text in replies], None if answer == "end" else child(answer)
            case "weaken", [stronger, "avoid", avoid, "need", need]:
                return child(stronger), self.records(avoid), self.records(need)
        refuse("the fields after the rule are not those of the rule" if rule in RULES else "there is no such rule")

    @functools.lru_cache(maxsize=1 << 16)
    def coloring(self, text):
        if len(text) != self.game.points or text.strip(".XO"):
            refuse(f"a coloring is {self.game.points} characters of `.XO`")
        masks = (sum(1 << point for point, stone in enumerate(text) if stone == color) for color in "XO")
        return self.game.checked(tuple(masks))

    def records(self, text):
        texts = text.split(",") if text != "-" else []
        at_most(MAX_RECORDS, len(texts), "records in a list")
        return frozenset(map(self.record, texts))

    def record(self, text):
        coloring, colon, player = text.partition(":")
        return self.game.listed_record(self.coloring(coloring), one_of(PLAYERS, player) if colon else None)


class Container:
    """The checked container (§7): a header, and blocks of plain bytes."""

    def __init__(self, file, tick):
        self.file, self.tick = file, tick
        self.crc = self.total = 0
        self.last = False
        _magic, version, layout, self.compression, self.block, header = struct.unpack("<8sHBBII", self.read(20))
        if version not in (1, 2) or layout != 1:
            refuse(f"this checker reads versions 1 and 2 in layout 1, not version {version} in layout {layout}")
        self.version = version
        if self.compression > 1 or not 1 <= self.block <= MAX_BLOCK or header > MAX_HEADER:
            refuse("the compression is unknown, or the length of the blocks or of the header is beyond its limits")
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
