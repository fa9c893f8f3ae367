"""The command line of a script, whether the programs that it runs are there, its progress, and files that it replaces."""
import argparse
import importlib
import os
import shutil
import sys
import threading
import time

KOPROOF = "name the koproof program, such as target/release/koproof"
NAUTY = "install Debian's package nauty"
ANALYSIS = "run pip install -r scripts/analysis/requirements.txt"


def need(program, cure=KOPROOF):
    """Ends the script with one line and exit code 2 if it cannot run a program."""
    if shutil.which(program) is None:
        print(f"{sys.argv[0]}: cannot run {program}: {cure}", file=sys.stderr)
        sys.exit(2)


def package(name, cure):
    """Imports a package; ends the script with one line and exit code 2 if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        print(f"{sys.argv[0]}: cannot import {error.name}: {cure}", file=sys.stderr)
        sys.exit(2)


def run(main, unread=0):
    """Ends the script with the exit code that `main` returns, 130 if it is interrupted, or 1, with one line, if a file cannot be read or written.

    `unread` is the exit code if nobody reads the output to its end, as under `| head`: a check has not passed then.
    """
    try:
        code = main()
        # Here, since Python reports an error while it ends in several lines.
        sys.stdout.flush()
        sys.exit(code)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        code = unread
        if not isinstance(error, BrokenPipeError):
            code = 1
            print(f"{sys.argv[0]}: {error.filename or 'cannot write the output'}: {error.strerror or error}", file=sys.stderr)
        # What is left of the output would be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(code)


def number(text):
    """A number of at least 1, from the command line."""
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {10**9 - 1}")
    return int(text)


class Progress:
    """Says on stderr how much is done, after a second and then each time after twice as long, so that even hours take few lines."""

    def __init__(self, name, total, what):
        self.name, self.total, self.what, self.done = name, total, what, 0
        self.pause, self.lock = 1, threading.Lock()
        self.next = time.monotonic() + self.pause

    def step(self):
        """One more is done. Any thread may say so."""
        with self.lock:
            self.done += 1
            now = time.monotonic()
            if now >= self.next:
                self.pause *= 2
                self.next = now + self.pause
                print(f"{self.name}: {self.done} of {self.total} {self.what}", file=sys.stderr, flush=True)


def replace(path, text):
    """Writes a file beside it first: an interrupted script leaves the old one."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


class CommandLine(argparse.ArgumentParser):
    """Reads the arguments of a script, and refuses bad ones in one line with exit code 2."""

    def __init__(self, description):
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message):
        self.exit(2, f"{sys.argv[0]}: {message}; --help lists what there is\n")
