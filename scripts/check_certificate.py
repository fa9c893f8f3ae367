#!/usr/bin/env python3
"""Checks koproof certificates: a second checker, independent of the one in Rust.

It was written from docs/certificates.md alone and shares no code with the rest of the project; "§" in its files refers to
the sections of that page. It trusts nothing in a certificate: every play, score and set of records is computed. To convince
yourself, read `certificate/claims.py`, with the claims and steps (§2, §3, §5), and `certificate/game.py`, with the rules
(§1, §4). The other files of `certificate/` only read files and find hints.

Exit codes: 0 proved, 1 the answer cannot be written, 2 usage, an unreadable file or no certificate, 3 stopped at a limit, 4 refused; of
several files, the highest. 130 interrupted.
"""
import argparse
import contextlib
import errno
import functools
import gc
import json
import os
import signal
import sys
import time

from certificate.claims import MAX_LIVE_RECORDS, Checker, Unfinished
from certificate.forms import open_file, open_reader
from certificate.game import Game
from certificate.items import AREA, PLAYERS, NoCertificate, Refused, counted
from certificate.peaks import peaks

PROVED, UNWRITTEN, UNREADABLE, UNFINISHED, REFUSED = 0, 1, 2, 3, 4
VERDICTS = {PROVED: "proved", UNREADABLE: "unreadable", UNFINISHED: "unfinished", REFUSED: "refused"}


class Clock:
    """Enforces the time limit, and shows the progress of a long check on a terminal."""

    def __init__(self, name, limit, show):
        self.name, self.show, self.checker = name, show, None
        now = time.monotonic()
        self.deadline, self.next_report = now + limit, now + 2

    def tick(self):
        now = time.monotonic()
        if now >= self.deadline:
            raise Unfinished("the time limit came first")
        if self.show and now >= self.next_report:
            self.next_report = now + 1
            text = "no step checked yet"
            if self.checker:
                text = f"{self.checker.steps:,} steps checked, {len(self.checker.live):,} live"
            print(f"\r{self.name}: {text}\x1b[K\r", end="", file=sys.stderr, flush=True)


def read(file, clock, act):
    """What `act` returns for the header and the items of a certificate; a refusal names the part that is being read."""
    reader = open_reader(file, functools.partial(Game, tick=clock.tick), clock.tick)
    try:
        header = reader.header()
        reader.where = "header"
        return act(header, reader.items())
    except Refused as refusal:
        raise type(refusal)(f"{reader.where}: {refusal}") from None


def check(file, clock, most_records=MAX_LIVE_RECORDS, limit_stones=False):
    """Checks the certificate in a binary file and returns the `Checker`; raises `Refused` or `Unfinished`."""
    hints = ()
    if limit_stones:
        if not file.seekable():
            raise OSError(errno.ESPIPE, "it must be read twice: name a file, not a pipe")
        hints = read(file, clock, lambda header, items: peaks(header[0], items, Checker(*header).history))
        file.seek(0)

    def check_items(header, items):
        checker = clock.checker = Checker(*header, most_records, hints)
        checker.check(items)
        return checker

    return read(file, clock, check_items)


def describe(checker):
    """The bounds that a certificate proves, in human-readable form and as JSON."""
    game, statement = checker.game, checker.statement
    facts = {"board": game.name(), "graph6": game.graph6, "points": game.points, "superko": game.superko}
    facts |= {"suicide": "allow" if game.suicide else "forbid", "scoring": game.scoring}
    text = f"{facts['board']}, {game.superko} superko, suicide {'allowed' if game.suicide else 'forbidden'}, "
    text += "" if game.scoring == AREA else f"{game.scoring} scoring, "
    if statement.roots is not None:
        facts["roots"] = statement.roots
        text += f"table of {counted(statement.roots, 'bound')}"
    else:
        start, mover = game.draw(statement.start), PLAYERS[statement.to_move]
        moves = ["pass" if move is None else move for move in statement.moves]
        bounds = {PLAYERS[bound.prover]: bound.score for bound in statement.bounds}
        low, high = bounds.get("black"), bounds.get("white")
        facts |= {"start": start, "to_move": mover, "moves": moves, "at_least": low, "at_most": high}
        value = f"= {low}" if low == high else " and ".join(map(str, statement.bounds))
        text += f"start {start}, {mover} to move{', then ' * bool(moves)}{' '.join(map(str, moves))}: value {value}"
    facts |= {"steps": checker.steps, "most_live": checker.most_live}
    return f"{text} ({counted(checker.steps, 'step')}, at most {checker.most_live} live)", facts


def printable(text):
    """Text that cannot control a terminal: all else is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def judge(path, options, roots):
    """Checks one file, prints the verdict and returns the exit code."""
    show = sys.stderr.isatty() and not options.quiet
    name = printable(path)
    clock = Clock(name, options.time_limit, show)
    facts = {}
    checker = None
    try:
        with open_file(path) as file:
            checker = check(file, clock, options.record_limit, options.limit_stones)
        text, facts = describe(checker)
        code = PROVED
    except NoCertificate as reason:
        code, text = UNREADABLE, str(reason)
    except Refused as refusal:
        code, text = REFUSED, str(refusal)
    except Unfinished as limit:
        facts = {"steps": clock.checker.steps if clock.checker else 0}
        code, text = UNFINISHED, f"checked {counted(facts['steps'], 'step')}, not finished: {limit}"
    except (OSError, MemoryError) as error:
        code, text = UNREADABLE, getattr(error, "strerror", None) or "out of memory"
    if code == PROVED and roots and checker.statement.roots is not None:
        lines = (f"{checker.game.draw(state[0])} {PLAYERS[state[1]]} {bound}\n" for (state, _), bound in checker.proved.items())
        with errors_of(options.roots):
            roots.writelines(lines)
    if show:
        print("\x1b[K", end="", file=sys.stderr, flush=True)
    if code == PROVED:
        text = f"proved: {text}"
    else:
        facts["reason"] = text
        print(f"{name}: {text}", file=sys.stderr)
    if options.json:
        print(json.dumps({"file": path, "verdict": VERDICTS[code], **facts}))
    elif code == PROVED and not options.quiet:
        print(f"{name}: {text}")
    return code


@contextlib.contextmanager
def errors_of(path):
    """Lets errors of writing name their file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


@contextlib.contextmanager
def new_file(path):
    """A file that gets its name when it is complete, if anything is written to it; a device or a pipe is written at once."""
    is_new = not os.path.exists(path)
    target = os.path.realpath(path)
    new = f"{target}.{os.getpid()}.new"
    file = open(new, "x", encoding="ascii") if is_new else open(path, "w", encoding="ascii")
    try:
        yield file
        with errors_of(path):
            file.flush()
            if is_new and file.tell():
                os.replace(new, target)
            elif is_new:
                print(f"{path}: not written, because no table was proved", file=sys.stderr)
    finally:
        with contextlib.suppress(OSError):  # of what could not be written before
            file.close()
        if is_new and os.path.exists(new):
            os.remove(new)


def seconds(text):
    """A time limit from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time: write seconds above 0, such as 60")
    return value


def count(text):
    """A limit from the command line: at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of records: write 1 or more")
    return int(text)


class CommandLine(argparse.ArgumentParser):
    """Refuses bad arguments in one line with exit code 2."""

    def error(self, message):
        self.exit(UNREADABLE, f"{self.prog}: {message}; --help lists what there is\n")


def main(arguments=None):
    codes = "Exit codes: 0 proved, 1 the answer cannot be written, 2 usage, an unreadable file or no certificate, 3 a limit came first, 4 refused; of several files, the highest. 130 interrupted."
    description = "Checks koproof certificates, in the text or the binary form."
    parser = CommandLine(description=description, epilog=codes)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate; /dev/stdin reads a pipe")
    parser.add_argument("--quiet", action="store_true", help="print only what is not proved")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file instead of text")
    parser.add_argument("--time-limit", type=seconds, default=float("inf"), metavar="SECONDS", help="for each file")
    parser.add_argument("--record-limit", type=count, default=MAX_LIVE_RECORDS, metavar="NUMBER",
                        help="give up where the steps in use hold more records than this (default: %(default)s)")
    parser.add_argument("--limit-stones", action="store_true",
                        help="limit the stones of earlier records instead of listing records to avoid: less memory "
                             "and time on large boards; reads each file twice")
    parser.add_argument("--roots", metavar="FILE", help="write the proved roots of a table to a new FILE, one a line")
    options = parser.parse_args(arguments)
    if options.roots and len(options.files) > 1:
        parser.error("--roots takes the roots of one certificate: check the others without it")
    if options.roots and os.path.isfile(options.roots):
        parser.error(f"--roots {options.roots}: this file exists: remove it or name another one")
    try:
        with contextlib.ExitStack() as stack:
            try:
                roots = stack.enter_context(new_file(options.roots)) if options.roots else None
            except OSError as error:
                parser.error(f"--roots {options.roots}: {error.strerror}: name another file")
            code = max(judge(path, options, roots) for path in options.files)
        sys.stdout.flush()
        return code
    except OSError as error:
        print(f"{error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return UNWRITTEN
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    gc.disable()  # nothing here makes reference cycles, and looking for them takes a fifth of the time
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # closed by the caller
    sys.stdout.reconfigure(errors="backslashreplace")  # a path may have any characters
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly under `| head`
    code = main()
    if code == UNWRITTEN:
        os._exit(code)  # Python would try to write the rest, and report that in several lines
    sys.exit(code)
