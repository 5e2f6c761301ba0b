"""What `diff` says of campaigns: as they are compiled, and as they are read from documents."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.cli.diff import diff_quests
from questwright.compiler.publish.diff.campaigns import compare_campaigns, written_edition
from questwright.compiler.publish.document.campaign_json import campaign_document
from questwright.compiler.publish.document.forms import dump_compact
from questwright.compiler.publish.document.quest_json import dump
from questwright.compiler.publish.document.read.load import read_campaign
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.compiler.runs import campaigns, publications
from support.one_text import results
from support.small import small_text

SCHEMA = jsonschema_rs.validator_for(
    json.loads((SCHEMAS_DIR / "diff.schema.json").read_text(encoding="utf-8"))
)
OLD = """campaign toll "The Toll" {
  system dungeon-saga-origins
  story "Once."
  quest first { give seal; outro "Home." }
  merchant
  quest second { give 25 gold }
  quest third
}
"""
NEW = """campaign toll "The Long Toll" {
  system dungeon-saga-origins
  story "Twice."
  rule "No rest."
  quest third
  quest first { give seal when seal carried; next second when seal carried; end }
  quest second { give 30 gold; next third when overlord wins }
}
"""


def stage(name):
    return small_text(
        """
        +-+-+-+-+
        |s .D. .|
        + + + + +
        |s .|. .|
        +-+-+-+-+
        """,
        "room crypt at C1..D2",
        'item seal "The Seal" at B2',
        "victory heroes when any hero in crypt",
        'allow unused-item because "The campaign asks for it."',
        legend="s: start\n    D: door way",
        name=name,
    )


def text_of(campaign):
    return campaign + "".join(stage(name) for name in ("first", "second", "third"))


def document(campaign):
    result = results(text_of(campaign))
    assert result.findings == (), [finding.message for finding in result.findings]
    (found,) = campaigns([result], publications([result]))
    return campaign_document(found)


@pytest.fixture(scope="module")
def both():
    return document(OLD), document(NEW)


def compared(old, new):
    return compare_campaigns({old["id"]: written_edition(old)}, {new["id"]: written_edition(new)})


def test_a_campaign_has_not_changed_against_itself(both):
    for own in both:
        assert compared(own, own) == ()
        assert compared(own, read_campaign(dump_compact(own))) == ()
        assert compared(read_campaign(dump(own)), own) == ()


def test_all_that_has_changed_is_told_once(both):
    (diff,) = compared(*both)
    told = "\n".join(change.text for change in diff.changes)
    for part in (
        "Its title is “The Long Toll” now; it was “The Toll”",
        "third is number 1 now; it was number 3",
        "first gives The Seal if the Seal is carried now, and gave The Seal before",
        "after first there is nothing now; there was merchant",
        "after first: second if the Seal is carried, the end; before that the next quest in order",
        "second gives 30 Gold now, and gave 25 Gold before",
        "the story of the campaign was reworded",
        "the special rule of the campaign is new",
        "the outro around first is gone",
    ):
        assert part.lower() in told.lower(), part
    assert len({change.text for change in diff.changes}) == len(diff.changes)


def test_a_campaign_that_is_new_or_gone(both):
    old, _ = both
    (new,) = compare_campaigns({}, {"toll": written_edition(old)})
    (gone,) = compare_campaigns({"toll": written_edition(old)}, {})
    assert (new.before, new.after) == ("", "winnable")
    assert (gone.before, gone.after) == ("winnable", "")


def test_the_command_compares_texts_and_documents(both, tmp_path, capsys):
    paths = []
    for number, (campaign, own) in enumerate(zip((OLD, NEW), both, strict=True)):
        (tmp_path / f"{number}.quest").write_text(text_of(campaign), encoding="utf-8")
        folder = tmp_path / f"{number}" / "toll"
        folder.mkdir(parents=True)
        (folder / "campaign.json").write_bytes(dump(own))
        paths.append((tmp_path / f"{number}.quest", tmp_path / f"{number}", folder))
    forms = []
    for old, new in zip(*paths, strict=True):
        old, new = (path / "campaign.json" if path.name == "toll" else path for path in (old, new))
        assert diff_quests(str(old), str(new), "json", uses_cache=False) == 1
        found = json.loads(capsys.readouterr().out)
        assert [*SCHEMA.iter_errors(found)] == []
        forms.append(found["campaigns"])
        assert found["quests"] == []
    assert forms[0] == forms[1] == forms[2]
    diff_quests(str(paths[0][0]), str(paths[1][0]), "markdown", uses_cache=False)
    assert "**Its quests**" in capsys.readouterr().out


def test_what_is_no_document_of_a_campaign_is_refused(both):
    old, _ = both
    with pytest.raises(DocumentError, match="only version 1"):
        read_campaign(dump({**old, "version": 2}))
    with pytest.raises(DocumentError, match=r"does not fit|has no"):
        read_campaign(dump({name: value for name, value in old.items() if name != "stages"}))


def test_a_campaign_that_is_refused_is_not_told_as_winnable(tmp_path, capsys):
    """[DKQ-B36] Its quests are won each by itself, but one asks for what nobody gives."""
    second = (
        stage("second")
        .replace('allow unused-item because "The campaign asks for it."', "")
        .replace('item seal "The Seal" at B2', 'item seal "The Seal" brought')
    )
    old = text_of(OLD).replace(stage("second"), second)
    for name, text in (("old", old), ("new", old.replace("give seal; ", "", 1))):
        (tmp_path / f"{name}.quest").write_text(text, encoding="utf-8")
    paths = str(tmp_path / "old.quest"), str(tmp_path / "new.quest")
    diff_quests(*paths, "text", uses_cache=False)
    told = capsys.readouterr().out
    assert "(toll): winnable → winnable quest by quest, but not as a campaign" in told, told
    assert "+ Found now: error QW257, Second asks for the Seal" in told
    diff_quests(*paths, "json", uses_cache=False)
    (found,) = json.loads(capsys.readouterr().out)["campaigns"]
    assert (found["before"], found["after"]) == ("winnable", "winnable")
    assert "QW257" in {change["id"] for change in found["changes"]}
