"""What a pack says of how things are set up agrees with the rest of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questwright.compiler.packs import codes
from questwright.compiler.packs.load import load_system
from support.paths import PACKS

MOOR = PACKS / "moor"
UNKNOWN, FORM = codes.UNKNOWN_PACK_WORD, codes.PACK_FORM
KIND = "kinds:\n  {}: {{category: token, title: T, plural: T, symbol: token, {}}}\n"
SETTING = (
    "settings:\n  rules: {{title: R, shape: word, text: R., words: "
    "{{old: {{title: O, text: O.}}}}, {}}}\n"
)


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        (KIND.format("hole", "kept_free_of: [wisp]"), None, ""),
        (KIND.format("hole", "kept_free_of: [wisps]"), UNKNOWN, "there is no kind, rank or trait"),
        # What the party may not is for the proof, and no such key speaks of it.
        (KIND.format("hole", "kept_free_of: [reeve]"), UNKNOWN, "of another side `reeve`"),
        (KIND.format("mark", "hidden_in: 3, needs: [adit, reeve]"), None, ""),
        (KIND.format("mark", "needs: [attic]"), UNKNOWN, "there is no tile or kind `attic`"),
        (KIND.format("mark", "hidden_in: many"), FORM, "`kinds.mark.hidden_in` is not what"),
        (KIND.format("net", "cleared_by: {title: Cut it}"), None, ""),
        (KIND.format("net", "cleared_by: {takes: 2}"), FORM, "does not say `title`"),
        (SETTING.format("figures: {old: [warden]}"), None, ""),
        (SETTING.format("figures: {old: [warder]}"), UNKNOWN, "kind, rank or trait `warder`"),
        (SETTING.format("figures: {new: [warden]}"), UNKNOWN, "word of this setting `new`"),
        (SETTING.format("tables_for: {old: [wisps]}"), None, ""),
        (SETTING.format("chosen_by: {die: 6}"), FORM, ".chosen_by` does not agree with the rest"),
        (SETTING.format("tables_for: {old: [owls]}"), UNKNOWN, "there is no side `owls`"),
        ("rules:\n  kept_free_of: {a: 1}\n", FORM, "`kept_free_of` cannot stand as a key"),
    ],
)
def test_a_pack_is_told_what_does_not_agree(tmp_path, said, code, message):
    folder = Path(shutil.copytree(MOOR, tmp_path / "moor"))
    section = said.partition(":")[0]
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        head = f"\n{section}:\n"
        if head in text:
            # A section stands in one file.
            path.write_text(text.replace(head, f"\n{said}", 1), encoding="utf-8")
            break
    else:
        (folder / "more.yaml").write_text(f"source: own\n{said}", encoding="utf-8")
    findings = load_system(folder).findings
    if code is None:
        assert not findings, [finding.message for finding in findings]
    else:
        assert any(finding.code == code and message in finding.message for finding in findings), [
            finding.message for finding in findings
        ]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("box: 1\n    traits: {environment: surface}", "box: 1\n    not_for: [crow]", "`crow`"),
        ("only_ahead: [heather]", "only_ahead: [snow]", "there is no terrain `snow`"),
        ("side: wardens", "base: cross, side: wardens", "`bases.cross.only_ahead` contradicts"),
        ("side: wardens", "base: pair, side: wardens", "`bases.pair.turn_cost` contradicts"),
    ],
)
def test_maps_and_bases_name_what_there_is(tmp_path, before, after, message):
    folder = Path(shutil.copytree(MOOR, tmp_path / "moor"))
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert any(message in finding.message for finding in load_system(folder).findings)
