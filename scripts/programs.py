"""Programs that a script runs: whether they are there."""
import shutil
import sys

KOPROOF = "name the koproof program, such as target/release/koproof"
NAUTY = "install Debian's package nauty"


def need(program, cure=KOPROOF):
    """Ends the script with one line and exit code 2 if it cannot run a program."""
    if shutil.which(program) is None:
        print(f"{sys.argv[0]}: cannot run {program}: {cure}", file=sys.stderr)
        sys.exit(2)
