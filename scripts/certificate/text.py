"""The text form of a certificate (docs/certificates.md, §6), read item by item."""
import functools
import zlib

from .items import AREA, MAX_DROPS, MAX_LINE, MAX_MOVES, MAX_RECORDS, MAX_SYMMETRIES, PLAYERS, RELATIONS, RULES, SUPERKO
from .items import TERRITORY, Bound, NoCertificate, Refused, Root, Statement, Step, announced, at_most, one_of, refuse, stated


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

    def version(self):
        """The first line. If it is any other than these two, the file is no certificate that this checker reads."""
        try:
            version = self.line()
        except Refused as refusal:
            raise NoCertificate(refusal) from None
        if version.endswith("\r"):
            raise NoCertificate("lines end in CR and LF here, let them end in LF alone")
        if version not in ("koproof certificate 1", "koproof certificate 2"):
            raise NoCertificate("this checker reads versions 1 and 2, which start with the line `koproof certificate 1` (or 2)")
        return version

    def header(self):
        version = self.version()
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
                # A point that is given twice is refused later on. This only limits the length of the list.
                at_most(2 * self.game.points, len(replies), "replies")
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
