import contextlib
import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@contextlib.contextmanager
def interruptible():
    """SIGINT raises `KeyboardInterrupt` here: where tests run in the background, it is ignored unless it is asked for."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.fixture
def results():
    """The results that the repository holds."""
    return ROOT / "results"


@pytest.fixture
def command():
    """The program koproof, which scripts/test names."""
    return os.environ["KOPROOF"]
