"""What the tests of packs share: a small pack to be spoiled."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.paths import PACKS


@pytest.fixture
def blank(tmp_path):
    """A copy of the made-up pack, to be spoiled."""
    return Path(shutil.copytree(PACKS / "blank", tmp_path / "blank"))
