import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def results():
    """The results that the repository holds."""
    return ROOT / "results"


@pytest.fixture
def command():
    """The program koproof, which scripts/test names."""
    return os.environ["KOPROOF"]
