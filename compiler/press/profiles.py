"""Find a print profile: one that ships, by its name, or a file of somebody's own.

Takes what was written on a command line. Returns the profile, or findings about the file.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from questwright.compiler import codes
from questwright.compiler.assets import SCHEMAS_DIR, TEMPLATES_DIR
from questwright.compiler.files import read_file
from questwright.compiler.packs.read.form import HeldToSchema, check_form
from questwright.compiler.packs.read.guard import decode, read_yaml
from questwright.compiler.press.profile import Profile, decode_profile
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.read.tree import Json

BYTES: Final = 65_536
"""Bytes of one profile."""
_ENDING: Final = ".yaml"
_ID = re.compile(r"[a-z][a-z0-9-]{0,63}\Z")
_SUBJECT: Final = HeldToSchema(
    codes.PROFILE_FORM, "this profile", "a word of print profiles", "the profiles that ship"
)


class FoundProfile(NamedTuple):
    """A profile, or what is wrong with it, and the texts that the findings speak of."""

    profile: Profile | None
    findings: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source] = {}


def profile_names() -> tuple[str, ...]:
    """The names of the profiles that ship."""
    return tuple(sorted(path.stem for path in (TEMPLATES_DIR / "print").glob(f"*{_ENDING}")))


def find_profile(asked: str) -> FoundProfile:
    """The profile of a name, or of a file whose name ends in `.yaml`."""
    if asked in profile_names():
        return _read(str(TEMPLATES_DIR / "print" / f"{asked}{_ENDING}"), asked)
    if asked.endswith(_ENDING):
        name = Path(asked).stem
        if _ID.match(name) and name not in profile_names():
            return _read(asked, name)
        why = "is a profile that ships" if name in profile_names() else "cannot name files"
        return _refused(asked, f"`{name[:60]}` {why}", "give the file another name, such as ours")
    help_ = did_you_mean(asked, profile_names())
    known = f"known are {listed(profile_names())}; a file of your own ends in `{_ENDING}`"
    return _refused(asked, f"there is no print profile `{asked[:60]}`", help_ or known)


def _refused(asked: str, message: str, help_: str) -> FoundProfile:
    label = Label(Span(asked, 0, 0), "no profile")
    return FoundProfile(None, (Diagnostic(codes.UNKNOWN_PROFILE, message, label, help=help_),))


def _read(path: str, id_: str) -> FoundProfile:
    content = read_file(path, BYTES)
    if isinstance(content, str):
        return _refused(path, content, "name a file that can be read, or a profile that ships")
    source, unfit = decode(path, content)
    if unfit is not None:
        return _unread(source, (unfit,))
    tree, unread = read_yaml(source)
    if tree is None:
        return _unread(source, unread)
    findings = check_form(tree, _schema(), _SUBJECT)
    if findings:
        return FoundProfile(None, findings, {path: source})
    profile = decode_profile(id_, tree.data)
    sheet = profile.sheet
    if sheet and (sheet.width < 2 * profile.trim.width or sheet.height < profile.trim.height):
        label = Label(tree.key_span(("sheet",)), "too small")
        message = "two pages do not fit beside each other on `sheet`"
        help_ = "make `trim` half as wide as the sheet, and no higher"
        finding = Diagnostic(codes.PROFILE_FORM, message, label, help=help_)
        return FoundProfile(None, (finding,), {path: source})
    return FoundProfile(profile)


def _unread(source: Source, findings: tuple[Diagnostic, ...]) -> FoundProfile:
    """What is no YAML: said in the words of packs, and under our code."""
    help_ = "compare it with the profiles that ship"
    ours = (each._replace(code=codes.PROFILE_FORM, reason=None, help=help_) for each in findings)
    return FoundProfile(None, tuple(ours), {source.path: source})


@cache
def _schema() -> Mapping[str, Json]:
    schema: Mapping[str, Json] = json.loads(
        (SCHEMAS_DIR / "print-profile.schema.json").read_bytes()
    )
    return schema
