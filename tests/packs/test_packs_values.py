"""A single value of a pack, and what its traits are."""

from __future__ import annotations

import shutil

import pytest
import yaml

from questwright.compiler.packs.load import load_system
from support.paths import PACKS


@pytest.fixture
def changed(tmp_path):
    """The small game of tests with a thing changed, loaded."""

    def load(change):
        folder = tmp_path / "salt"
        shutil.copytree(PACKS / "salt", folder)
        data = yaml.safe_load((folder / "words.yaml").read_text(encoding="utf-8"))
        change(data)
        (folder / "words.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
        return load_system(folder)

    return load


@pytest.mark.parametrize("written", [9, {"value": 9}, {"value": 9, "source": "own"}])
def test_a_single_value_may_stand_in_a_mapping_with_or_without_its_source(changed, written):
    def box(data):
        next(iter(data["kinds"].values()))["box"] = written

    loaded = changed(box)
    assert loaded.findings == ()
    assert 9 in [kind.box for kind in loaded.system.kinds.values()]


@pytest.mark.parametrize("traits", [[], ["tall"], "tall", 3, None])
def test_traits_that_are_no_mapping_are_found(changed, traits):
    def tall(data):
        next(iter(data["kinds"].values()))["traits"] = traits

    loaded = changed(tall)
    assert loaded.system is None
    (finding,) = loaded.findings
    assert finding.code.id == "QW505"
    assert "traits" in finding.message
