"""The documentation as `make docs` builds it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import DOCS

from scripts.reference.pages import write


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder with all pages: those that somebody has written, and those that are made."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    shutil.copytree(DOCS, folder)
    write(folder / "reference")
    return folder
