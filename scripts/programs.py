"""The command line of a script, how it ends, the programs that it runs, its progress, and the files that it reads and replaces."""
import argparse
import csv
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

KOPROOF = "name the koproof program, such as target/release/koproof"
NAUTY = "install Debian's package nauty"
ANALYSIS = "run pip install -r scripts/analysis/requirements.txt"


class End(Exception):
    """Ends a script with one line and an exit code."""

    def __init__(self, why, code=1):
        super().__init__(why)
        self.code = code


def need(program, cure=KOPROOF):
    """Ends the script with exit code 2 if it cannot run a program."""
    if shutil.which(program) is None:
        raise End(f"cannot run {program}: {cure}", 2)


def package(name, cure):
    """Imports a package; ends the script with exit code 2 if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise End(f"cannot import {error.name}: {cure}", 2) from None


def called(*command, accepted=(0,), cwd=None, stdin=None):
    """What a program prints; ends the script if it fails, except with an exit code that is accepted.

    2 and 4 are passed on: with them a program says that the input or a value is wrong.
    """
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd)
    if done.returncode not in accepted:
        said = " ".join((done.stderr or done.stdout).split()) or "it says nothing"
        raise End(f"{' '.join(map(str, command[:3]))} ends with {done.returncode}: {said}", done.returncode if done.returncode in (2, 4) else 1)
    return done.stdout


def parsed(text, program):
    """An answer in JSON; ends the script if a program prints something else."""
    try:
        return json.loads(text)
    except ValueError:
        raise End(f"{program} does not answer in JSON: {KOPROOF}") from None


def answer(*command, **how):
    """What a program answers in JSON; ends the script as `called` does."""
    return parsed(called(*command, **how), command[0])


def rows(path):
    """The rows of a CSV file, by the names of their columns."""
    with open(path, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def run(main, unread=0):
    """Ends the script with the exit code that `main` returns, that of an `End`, 130 if it is interrupted, or 1, with one line, if a file cannot be read or written.

    `unread` is the exit code if nobody reads the output to its end, as under `| head`: a check has not passed then.
    """
    try:
        code = main()
        # Here, since Python reports an error while it ends in several lines.
        sys.stdout.flush()
        sys.exit(code)
    except KeyboardInterrupt:
        sys.exit(130)
    except End as end:
        print(f"{sys.argv[0]}: {end}", file=sys.stderr)
        sys.exit(end.code)
    except OSError as error:
        code = unread
        if not isinstance(error, BrokenPipeError):
            code = 1
            print(f"{sys.argv[0]}: {error.filename or 'cannot write the output'}: {error.strerror or error}", file=sys.stderr)
        # What is left of the output would be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(code)


def number(most=10**9 - 1, why=""):
    """Reads a number from 1 to this one, from the command line."""

    def read(text):
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most}{why}")
        return int(text)

    return read


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


def replace(path, content):
    """Writes text or bytes to a file, beside it first: if that fails or is interrupted, the old file stays, and nothing else."""
    new = path.with_name(f"{path.name}.new")
    try:
        with open(new, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        # Some errors do not say of which file.
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        new.unlink(missing_ok=True)


class CommandLine(argparse.ArgumentParser):
    """Reads the arguments of a script, and refuses bad ones in one line with exit code 2."""

    def __init__(self, description):
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message):
        self.exit(2, f"{sys.argv[0]}: {message}; --help lists what there is\n")
