"""Print profiles: those that ship are sound, and somebody's own is judged word by word."""

from __future__ import annotations

import json

import jsonschema
import pytest
import yaml

from questwright.compiler.assets import SCHEMAS_DIR, TEMPLATES_DIR
from questwright.compiler.press.profile import MM, Colour, decode_profile, points
from questwright.compiler.press.profiles import BYTES, find_profile, profile_names
from support.press import SHOP

SCHEMA = json.loads((SCHEMAS_DIR / "print-profile.schema.json").read_text(encoding="utf-8"))


def asked(folder, text, name="corner"):
    path = folder / f"{name}.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return find_profile(str(path))


def told(found):
    return [(finding.code.name, finding.message, finding.help) for finding in found.findings]


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", profile_names())
def test_each_profile_that_ships_is_sound(name):
    found = find_profile(name)
    assert found.findings == ()
    profile = found.profile
    assert profile.id == name
    assert profile.source
    # What is asked for on a page fits on it, beside its margins.
    assert profile.safety <= min(profile.top, profile.side) + 0.5
    text = (TEMPLATES_DIR / "print" / f"{name}.yaml").read_text(encoding="utf-8")
    jsonschema.validate(yaml.safe_load(text), SCHEMA)


def test_the_profiles_of_the_issue_are_there():
    wanted = {"a4", "letter", "a5-booklet", "drivethru", "lulu", "mixam", "home", "home-letter"}
    assert set(profile_names()) == wanted


@pytest.mark.parametrize(
    ("text", "length"), [("3mm", 3 * MM), ("0.125in", 9), ("9pt", 9), ("0mm", 0)]
)
def test_lengths_have_their_unit(text, length):
    assert points(text) == pytest.approx(length)


@pytest.mark.parametrize("text", ["3", "3 mm", "mm", "-3mm", "3cm", "1e3mm"])
def test_what_is_no_length_is_none(text):
    with pytest.raises(ValueError, match=text):
        points(text)


def test_a_profile_goes_to_another_process_whole(tmp_path):
    profile = asked(tmp_path, SHOP).profile
    assert decode_profile(profile.id, json.loads(profile.plain)) == profile
    assert (profile.colour, profile.ink, profile.is_x1a) == (Colour.CMYK, 240, True)


def test_a_field_that_means_nothing_is_told_with_its_place(tmp_path):
    found = asked(tmp_path, SHOP + "bled: 3mm\n")
    assert told(found) == [("profile-form", "`bled` means nothing here", "did you mean `bleed`?")]
    (source,) = found.sources.values()
    assert source.position(found.findings[0].label.span.start).line == SHOP.count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bleed: 3mm", "bleed: 3", "`bleed` is not what belongs here"),
        ("colour: cmyk", "colour: pantone", "`colour` cannot be `pantone`"),
        ("ink: 240", "ink: 40", "`ink` is too small"),
        ("title: The corner shop\n", "", "this profile does not say `title`"),
        ("width: 100mm", "width: 1mm", "`trim.width` is not what belongs here"),
        ("colour: cmyk", "colour: srgb", "`colour` cannot be `srgb`"),
        ("most: 8}", "most: 8, even: true}", "`even` means nothing here"),
        ("bleed: 3mm", "sheet: {width: 150mm, height: 200mm}", "two pages do not fit"),
        ("bleed: 3mm", "bleed: 3mm\nsheet: {width: 210mm, height: 200mm}", "`bleed` cannot be"),
    ],
)
def test_a_value_that_does_not_belong_is_told(old, new, message, tmp_path):
    assert old in SHOP
    ((code, said, help_),) = told(asked(tmp_path, SHOP.replace(old, new)))
    assert (code, said.startswith(message), bool(help_)) == ("profile-form", True, True), said


@pytest.mark.parametrize(
    "text", ["[", "a: b: c", "- a\n- b\n", "\x00", b"\xff\xfe", "a: &x 1\nb: *x\n", "[" * 30_000]
)
def test_what_is_no_yaml_is_told(text, tmp_path):
    codes = {code for code, _, _ in told(asked(tmp_path, text))}
    assert codes == {"profile-form"}


def test_a_name_that_is_none_is_told(tmp_path):
    ((code, message, help_),) = told(find_profile("lullu"))
    assert (code, help_) == ("unknown-profile", "did you mean `lulu`?")
    assert message == "there is no print profile `lullu`"
    for name in (str(tmp_path / "none.yaml"), "../../etc/passwd", "", str(tmp_path)):
        assert [code for code, _, _ in told(find_profile(name))] == ["unknown-profile"]


def test_a_file_cannot_take_the_name_of_a_profile_that_ships(tmp_path):
    ((code, message, _),) = told(asked(tmp_path, SHOP, "lulu"))
    assert (code, message) == ("unknown-profile", "`lulu` is a profile that ships")
    ((code, message, _),) = told(asked(tmp_path, SHOP, "My Shop"))
    assert (code, message) == ("unknown-profile", "`My Shop` cannot name files")


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    ((code, _, _),) = told(asked(tmp_path, SHOP + "#" * BYTES))
    assert code == "unknown-profile"
