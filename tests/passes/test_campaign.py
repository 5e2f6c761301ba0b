"""Campaigns: quests in their order (DSO-A1), what is kept (DSO-A32), who is met (DSO-A33)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import jsonschema_rs
import pytest

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.cli.build import build_quests
from questwright.compiler.cli.check import CheckOptions, check
from questwright.compiler.publish.book.campaign import compose_campaign
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.document.campaign_json import (
    SCHEMA_ID,
    VERSION,
    campaign_document,
)
from questwright.compiler.publish.document.forms import compact, dump_compact
from questwright.compiler.publish.document.quest_json import dump
from support.documents import schemas
from support.lamps import write_lamps
from support.paths import ROOT
from support.published import campaign_of, result_of

SADDLE = ROOT / "content" / "quests" / "cold-saddle.quest"
WHOLE = ROOT / "tests" / "cases" / "campaigns" / "whole.quest"
SCHEMA = json.loads((SCHEMAS_DIR / "campaign.schema.json").read_text(encoding="utf-8"))
IN_PYTHON = jsonschema.Draft202012Validator(SCHEMA)
IN_RUST = jsonschema_rs.Draft202012Validator(SCHEMA)


def published(path):
    assert not any(finding.severity == "error" for finding in result_of(path).findings)
    return campaign_of(path)


@pytest.fixture(scope="module")
def whole():
    return json.loads(dump(campaign_document(published(WHOLE))))


@pytest.fixture(scope="module")
def book():
    return compose_campaign(published(SADDLE))


# -- the document ----------------------------------------------------------------------------


def test_the_schema_is_one_of_2020_12_with_everything_described():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    assert (SCHEMA["$id"], SCHEMA["properties"]["version"]["const"]) == (SCHEMA_ID, VERSION)
    for path, schema in schemas(SCHEMA):
        assert path == "" or "$ref" in schema or schema.get("description") or "type" in schema
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False


@pytest.mark.parametrize("path", [SADDLE, WHOLE], ids=lambda path: path.stem)
def test_a_campaign_meets_its_schema(path):
    document = json.loads(dump(campaign_document(published(path))))
    assert [*IN_PYTHON.iter_errors(document)] == []
    assert IN_RUST.is_valid(document)


def test_a_compact_campaign_says_the_same_but_where_it_is_written(whole):
    data = dump_compact(whole)
    light = json.loads(data)
    assert IN_RUST.is_valid(light)
    assert b'"origin"' not in data
    assert b"null" not in data
    assert b"[]" not in data
    assert len(data) < 0.75 * len(dump(whole))
    assert compact(light) == light
    assert [stage["quest"] for stage in light["stages"]] == ["first", "second", "third"]
    assert {*whole} - {*light} == {key for key, value in whole.items() if not value} | {"origin"}


def test_what_may_be_left_out_of_a_campaign_is_nothing():
    for path, schema in schemas(SCHEMA):
        for key, part in schema.get("properties", {}).items():
            if schema.get("additionalProperties") is False:
                is_needed = key in schema["required"]
                assert part.get("default", ...) == (... if is_needed else nothing(part)), path


def nothing(part):
    """What a key is where a document says nothing."""
    if "$ref" in part:
        part = SCHEMA["$defs"][part["$ref"].removeprefix("#/$defs/")]
    return [] if part.get("type") == "array" else None


@pytest.mark.parametrize("field", SCHEMA["required"])
def test_a_campaign_without_a_field_is_refused_alike(field, whole):
    less = {name: value for name, value in whole.items() if name != field}
    assert not IN_PYTHON.is_valid(less)
    assert not IN_RUST.is_valid(less)


def test_quests_follow_each_other_in_the_order_of_the_text(whole):
    """DSO-A1."""
    assert [stage["quest"] for stage in whole["stages"]] == ["first", "second", "third"]
    assert whole["winnable"] is True


def test_what_is_kept_is_said_of_each_member(whole):
    """DSO-A32."""
    assert {one["word"]: one["shape"] for one in whole["records"]} == {
        "xp": "number",
        "gold": "number",
        "equipment": "list",
        "legendary": "list",
        "boons": "list",
    }
    assert all("DSO-A32" in one["rules"] for one in whole["records"])
    rewards = [(one["is"], one["word"], one["amount"], one["each"]) for one in first(whole)]
    assert rewards == [
        ("record", "gold", 25, True),
        ("record", "xp", 1, True),
        ("gear", "sun-blade", 1, False),
    ]


def first(whole):
    return whole["stages"][0]["rewards"]


def test_a_merchant_is_met_between_two_quests(whole):
    """DSO-A33."""
    between = [stage["interludes"] for stage in whole["stages"]]
    assert between == [["boons", "merchant"], ["merchant"], []]
    merchant = next(one for one in whole["interludes"] if one["word"] == "merchant")
    assert "DSO-A33" in merchant["rules"]


def test_a_reference_to_a_quest_is_its_title(whole):
    (outro,) = (one for one in whole["stages"][0]["texts"] if one["word"] == "outro")
    run = outro["blocks"][0]["runs"][1]
    assert run == {"text": "Second", "style": "reference", "target": "second"}


# -- the book ------------------------------------------------------------------------------------


def test_one_book_has_all_quests_and_what_binds_them(book):
    """DSO-A1."""
    assert [chapter.title for chapter in book.chapters] == [
        "Small Change",
        "The Split Tally",
        "Paid in Full",
    ]
    assert book.title == "The Toll of Cold Saddle"
    assert book.subtitle == "A campaign of three quests"
    assert book.campaign.story
    assert book.campaign.closing
    assert [one.next for chapter in book.chapters if (one := chapter.after)] == [
        "The Split Tally",
        "Paid in Full",
    ]


def test_the_book_has_the_tables_of_what_happens_in_between(book):
    """DSO-A32, DSO-A33: every Boon with its cost, every merchant with their cards."""
    boons, merchant = book.campaign.interludes
    assert len(boons.rows) == 16
    assert boons.rows[0] == (
        "Athletic Dash",
        "4",
        "Move two squares more, before or after an action.",
    )
    assert [row[0] for row in merchant.rows] == ["1–2", "3–4", "5–6"]
    assert [row[2] for row in merchant.rows] == ["3", "5", "7"]


def test_every_hero_has_a_sheet(book):
    """DSO-A32."""
    assert book.campaign.members == ("Orlaf", "Rordin", "Madriga", "Danor")
    html = book_source(book).html
    assert html.count('class="sheet"') == 4
    assert all(f'<p class="member">{name}</p>' in html for name in book.campaign.members)


# -- the commands ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_campaign_is_built_with_its_quests(tmp_path, capsys):
    names = ("last-lamp", "second-lamp", "third-lamp")
    write_lamps(tmp_path, names)
    lamps = sorted(map(str, (tmp_path / "quests").iterdir()))
    joined = tmp_path / "all-lamps.quest"
    includes = "".join(f'include "quests/{Path(lamp).name}"\n' for lamp in lamps)
    stages = "".join(f"  quest {name}\n" for name in names)
    story = '  story "Four of them go down, and one lamp comes up."\n'
    joined.write_text(
        f"{includes}campaign all-lamps {{\n  system dungeon-saga-origins\n{story}{stages}}}\n",
        encoding="utf-8",
    )

    def built(name, *more, **options):
        out = tmp_path / name
        files = [str(joined), *more]
        assert build_quests(files, out, with_book=False, uses_cache=False, **options) == 0
        return out

    out = built("out")
    assert {each.name for each in out.iterdir() if each.is_dir()} == {"all-lamps", *names}
    alone = (out / "all-lamps" / "campaign.json").read_bytes()
    small = built("small", is_compact=True)
    assert len((small / "all-lamps" / "campaign.json").read_bytes()) < 0.75 * len(alone)
    assert "a campaign of 3 quests" in capsys.readouterr().out
    both = built("both", *lamps[::-1])
    assert (both / "all-lamps" / "campaign.json").read_bytes() == alone


def test_a_finding_of_an_included_quest_is_told_once(tmp_path, capsys):
    text = WHOLE.read_text(encoding="utf-8")
    campaign, _, rest = text.partition("\nquest first")
    lower = tmp_path / "quests" / "all.quest"
    lower.parent.mkdir()
    lower.write_text("quest first" + rest.replace("in crypt", "in cript", 1), encoding="utf-8")
    upper = tmp_path / "the-toll.quest"
    upper.write_text(f'include "quests/all.quest"\n{campaign}', encoding="utf-8")
    assert check(CheckOptions((str(tmp_path),), format="brief")) == 1
    assert capsys.readouterr().out.count("QW101") == 1
    assert check(CheckOptions((str(upper),), format="brief")) == 1
    assert capsys.readouterr().out.count("QW101") == 1


def test_two_files_with_one_name_are_told(tmp_path, capsys):
    for name in ("one", "two"):
        (tmp_path / f"{name}.quest").write_text(WHOLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert check(CheckOptions((str(tmp_path),), format="brief")) == 1
    assert capsys.readouterr().out.count("QW604") == 4


def test_a_plain_check_of_a_campaign_loads_nothing_heavy():
    code = (
        "import sys; sys.argv = ['questwright', 'check', sys.argv[1]]\n"
        "from questwright.compiler.cli.main import main\n"
        "main(); print(sorted({'lark', 'networkx', 'jinja2', 'weasyprint'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(SADDLE)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(ROOT),
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stdout
