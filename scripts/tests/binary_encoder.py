"""Turns a text certificate into the binary form (docs/certificates.md, §7), field by field, for the tests."""
import struct
import zlib

SUPERKO = ["positional", "situational", "natural-situational", "taylor"]
RULES = ["stop", "alive", "pass-forever", "play", "pass", "replies", "weaken"]


def u8(value):
    return struct.pack("<B", value)


def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", value)


def sequence(elements):
    return u64(len(elements)) + b"".join(elements)


def option(value):
    return b"\0" if value is None else b"\1" + value


def coloring(text):
    return b"".join(u64(sum(1 << x for x, stone in enumerate(text) if stone == color)) for color in "XO")


def player(word):
    return u8(word == "white")


def bound(relation, score):
    return u8(relation == "<=") + struct.pack("<h", int(score))


def child(text, step):
    number, _, symmetry = text.partition("/")
    return u32(step - int(number)) + struct.pack("<H", int(symmetry or 0))


def records(text):
    pairs = [record.partition(":") for record in text.split(",")] if text != "-" else []
    return sequence([coloring(text) + option(player(mover) if colon else None) for text, colon, mover in pairs])


def reply(text, step):
    point, _, answer = text.partition(":")
    return u8(int(point)) + option(None if answer == "blocked" else child(answer, step))


def rule(name, fields, step):
    number = u32(RULES.index(name))
    if name == "play":
        return number + u8(int(fields[0])) + child(fields[1], step)
    if name == "pass":
        return number + child(fields[0], step)
    if name == "replies":
        answer = fields[-1].removeprefix("pass:")
        replies = sequence([reply(text, step) for text in fields[:-1]])
        return number + replies + option(None if answer == "end" else child(answer, step))
    if name == "weaken":
        return number + child(fields[0], step) + records(fields[2]) + records(fields[4])
    return number


def encode(text):
    """The bytes of the header and of the items of a text certificate."""
    lines = text.decode("ascii").splitlines()
    steps = lines.index("steps")
    values = dict(line.partition(" ")[::2] for line in lines[:steps])
    header = sequence([u8(byte) for byte in values["graph6"].encode("ascii")])
    header += u32(SUPERKO.index(values["superko"])) + u8(values["suicide"] == "allow")
    if "scoring" in values:
        header += u32(["territory"].index(values["scoring"]))
    if "table" in lines[:steps]:
        header += u32(1) + u64(int(values["roots"]))
    else:
        moves = values["moves"].split(" ") if values["moves"] != "-" else []
        header += u32(0) + coloring(values["start"]) + player(values["to-move"])
        header += sequence([option(None if move == "pass" else u8(int(move))) for move in moves])
        for keyword in ("at-least", "at-most"):
            score = values[keyword]
            header += option(None if score == "-" else struct.pack("<h", int(score)))
    symmetries = [line.split(" ")[1:] for line in lines[:steps] if line.startswith("symmetry ")]
    header += sequence([sequence([u8(int(x)) for x in images]) + u8(swap == "swap") for *images, swap in symmetries])
    items, step = [], 0
    for line in lines[steps + 1:]:
        kind, *fields = line.split(" ")
        if kind == "s":
            items.append(u32(0) + coloring(fields[2]) + player(fields[0]) + u8(int(fields[1]))
                         + bound(fields[3], fields[4]) + rule(fields[5], fields[6:], step))
            step += 1
        elif kind == "d":
            items.append(u32(1) + sequence([u64(int(number)) for number in fields]))
        elif kind == "r":
            items.append(u32(2) + coloring(fields[1]) + player(fields[0]) + bound(*fields[2:4]) + child(fields[4], step))
        elif kind == "end":
            items.append(u32(3) + u64(int(fields[0])))
    return header, b"".join(items)


def contain(header, items, block=4096, compression=1, version=1, layout=1, deflate=None, cuts=None, total=None):
    """The checked container around a header and items.

    To make what must be refused, `deflate` replaces the compression of a block, `cuts` the places where blocks start, and
    `total` the number of plain bytes.
    """
    crc = 0
    written = []

    def write(data, check=False):
        nonlocal crc
        crc = zlib.crc32(data, crc)
        written.append(data)
        if check:
            written.append(u32(crc))

    write(b"KPCERT\r\n" + struct.pack("<HBBII", version, layout, compression, block, len(header)) + header, check=True)
    starts = cuts or range(0, len(items), block)
    for start, end in zip(starts, [*starts[1:], len(items)]):
        plain = items[start:end]
        stored = plain
        if compression:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = deflate(plain) if deflate else packer.compress(plain) + packer.flush()
            stored = packed if len(packed) < len(plain) else plain
        write(u32(len(plain)) + u32(len(stored)) + stored, check=True)
    write(u32(0) + u64(len(items) if total is None else total), check=True)
    return b"".join(written)


def version(text):
    """The version that a text certificate says it has."""
    return int(text.split(b"\n", 1)[0].rsplit(b" ", 1)[1])


def to_binary(text, **options):
    return contain(*encode(text), **{"version": version(text), **options})
