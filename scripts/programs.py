"""The command line of a script, whether the programs that it runs are there, and files that it replaces."""
import argparse
import importlib
import shutil
import sys

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


def run(main):
    """Ends the script with the exit code that `main` returns, or 130 if it is interrupted."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)


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
