"""Certificates with something changed, which a checker must refuse unless what they state is true all the same."""
import itertools
import random

from binary_encoder import contain, encode, version
from naive_prover import BLACK, SQUARE, Prover, Rules, complete, path, seal

SUPERKO = ("positional", "situational", "natural-situational", "taylor")
RULESETS = [(superko, suicide) for superko in SUPERKO for suicide in (True, False)]
BOARDS = {
    "one": path(1), "pair": path(2), "path 3": path(3), "triangle": complete(3), "path 4": path(4), "square": SQUARE,
}


def sources():
    """Certificates under all rules, of all kinds, small enough for the oracle."""
    for seed, (name, (superko, suicide)) in enumerate(itertools.product(BOARDS, RULESETS)):
        rules = Rules(*BOARDS[name], superko, suicide)
        symmetric, ground = bool(seed % 2), bool(seed % 3)
        yield Prover(rules, symmetric, ground, seed).position("." * rules.points, BLACK)[0]
        if rules.points <= 3:
            yield Prover(rules, not symmetric, ground, seed).every_state()
        if rules.points <= 3:
            rules = Rules(*BOARDS[name], superko, suicide, "territory")
            yield Prover(rules, symmetric, not ground, seed).every_state()


def changed_texts(count, seed):
    """Text certificates with one change somewhere, sealed again."""
    lot, texts = random.Random(seed), list(sources())
    for turn in range(count):
        lines = texts[turn % len(texts)].decode("ascii").splitlines()[:-1]
        changed = lines
        while changed == lines:
            changed = mutated_lines(lines, lot)
        yield seal(changed)


def changed_bytes(count, seed):
    """Binary certificates with one byte of the content changed, in a container whose checks match."""
    lot, contents = random.Random(seed), [(*encode(data), version(data)) for data in sources()]
    for turn in range(count):
        header, items, number = contents[turn % len(contents)]
        content = bytearray(header + items)
        at = lot.randrange(len(content)) if lot.random() < 0.7 else lot.randrange(len(header))
        content[at] = (content[at] + lot.choice((-1, 1, 2, 1 << lot.randrange(8)))) & 0xFF
        yield contain(bytes(content[:len(header)]), bytes(content[len(header):]), version=number)


def mutated_lines(lines, lot):
    """The lines of a certificate with one change somewhere, and with a number of steps that fits most of the time."""
    lines = lines[:]
    at = lot.randrange(len(lines))
    kind = lot.random()
    if kind < 0.04:
        del lines[at]
    elif kind < 0.08:
        lines.insert(at, lot.choice(lines))
    elif kind < 0.12:
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
    else:
        fields = lines[at].split(" ")
        field = lot.randrange(len(fields))
        if kind < 0.15:
            del fields[field]
        elif kind < 0.18:
            fields.insert(field, fields[field])
        elif kind < 0.50:  # what another line has there
            alike = [line.split(" ") for line in lines if line.split(" ")[0] == fields[0]]
            fields[field] = lot.choice([line[field] for line in alike if len(line) > field])
        else:
            fields[field] = mutated_field(fields[field], lot)
        lines[at] = " ".join(fields)
    if lot.random() < 0.8:
        steps = sum(line.startswith("s ") for line in lines)
        lines = [f"end {steps}" if line.startswith("end ") else line for line in lines]
    return lines


def mutated_field(field, lot):
    """A field with another word, number, stone or part in it."""
    for words in (("black", "white"), (">=", "<="), SUPERKO, ("allow", "forbid"), ("keep", "swap"), ("position", "table"), ("area", "territory"),
                  ("stop", "alive", "pass-forever", "play", "pass", "replies", "weaken"), ("s", "d", "r")):
        if field in words:
            return lot.choice(words)
    if field.lstrip("-").isdigit():
        return str(int(field) + lot.choice((-3, -2, -1, 1, 2, 3)))
    if ":" in field and lot.random() < 0.5:
        return field.split(":")[0] + ":" + lot.choice(("blocked", "end", "0", "1", "0/1"))
    at = lot.randrange(len(field)) if field else 0
    return field[:at] + lot.choice(".XO0123456789/:,-") + field[at + lot.randrange(2):]
