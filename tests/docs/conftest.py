"""The documentation as `make docs` builds it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS

from scripts.reference.pages import write
from support.kept import once


@pytest.fixture(scope="session")
def site():
    """A folder with all pages: those that somebody has written, and those that are made."""

    def make(folder):
        shutil.copytree(DOCS, folder / "docs")
        write(folder / "docs" / "reference")

    return once("site", make) / "docs"
