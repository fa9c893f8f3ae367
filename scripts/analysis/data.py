"""The data sets that the examples read, as the command line names them. No user runs this."""
import os
from pathlib import Path

ATLAS = Path(__file__).resolve().parents[2] / "results" / "atlas"
NAME_ONE = "name a data set of koproof batch, such as results/atlas/empty-7.parquet"


def is_parquet(path):
    """Whether a file begins and ends as Parquet does."""
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        size = file.tell()
        file.seek(0)
        begins = file.read(4)
        file.seek(max(0, size - 4))
        return begins == file.read(4) == b"PAR1"


def read_arguments(parser):
    """Reads a command line with files: those of the atlas, unless others are named."""
    parser.add_argument("files", nargs="*", default=sorted(ATLAS.glob("empty-*.parquet")), metavar="FILE.parquet")
    arguments = parser.parse_args()
    for path in arguments.files or [ATLAS / "empty-1.parquet"]:
        try:
            if not is_parquet(path):
                parser.error(f"{path} is no Parquet file: {NAME_ONE}")
        except OSError as error:
            parser.error(f"{path}: {error.strerror}: {NAME_ONE}")
    return arguments


def refuse(parser, files, error):
    """Refuses files that a library cannot use, with the first line of its complaint."""
    which = files[0] if len(files) == 1 else f"one of {len(files)} files"
    parser.error(f"{which} is no data set of koproof batch run --what empty ({str(error).strip().splitlines()[0]}): {NAME_ONE}")
