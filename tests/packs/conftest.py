"""What the tests of packs share: small packs to be spoiled or added to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.paths import PACKS


@pytest.fixture
def blank(tmp_path):
    """A copy of the made-up pack, to be spoiled."""
    return Path(shutil.copytree(PACKS / "blank", tmp_path / "blank"))


@pytest.fixture
def pack(tmp_path):
    """Copies of made-up packs, to be added to."""
    return lambda name: Path(shutil.copytree(PACKS / name, tmp_path / name))
