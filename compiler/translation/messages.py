"""Make the catalog of a file's texts, or bring one up to date.

Takes the texts of a file and perhaps an older catalog. Returns PO, always the same for the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import polib

_ALIKE: Final = 0.6
"""How much alike two messages are of which one has become the other."""
_COMPARED: Final = 500
"""With so many old messages a new one is compared."""
_WIDTH: Final = 92
_PLURALS: Final = "nplurals=2; plural=(n != 1);"


class Message(NamedTuple):
    """A message to translate, and where it stands."""

    text: str
    role: str
    note: str
    """What it belongs to, for the translator."""
    file: str
    line: int
    plural: str = ""
    """The message for several things, where there are two."""
    is_own_role: bool = False
    """Whether its role is its context in any case."""


def catalog(messages: Iterable[Message], title: str, language: str, old: str | None = None) -> str:
    """A catalog of messages as text; what `old`, another one, says of them is kept."""
    import polib

    before = polib.pofile(f"{old}\n#\n", encoding="utf-8") if old is not None else None
    file = polib.POFile(wrapwidth=_WIDTH)
    file.metadata = {
        "Project-Id-Version": title,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": _PLURALS,
    }
    if before is not None:
        file.metadata |= before.metadata
        file.header = before.header
    for entry in _entries(messages):
        file.append(entry)
    if before is not None:
        _take_over(file, before)
    return str(file).rstrip("\n") + "\n"


def _entries(messages: Iterable[Message]) -> Iterable[polib.POEntry]:
    """An entry for each message; one that stands in several roles has one for each of them."""
    import polib

    every = list(messages)
    roles: dict[str, set[str]] = {}
    for message in every:
        roles.setdefault(message.text, set()).add(message.role)
    found: dict[tuple[str, str], polib.POEntry] = {}
    for message in every:
        is_apart = message.is_own_role or len(roles[message.text]) > 1
        context = message.role if is_apart else ""
        entry = found.get((context, message.text))
        if entry is None:
            entry = polib.POEntry(msgid=message.text, msgctxt=context or None)
            if message.plural:
                entry.msgid_plural = message.plural
                entry.msgstr_plural = {0: "", 1: ""}
            found[context, message.text] = entry
        place = (message.file, str(message.line or ""))
        if message.file and place not in entry.occurrences:
            entry.occurrences.append(place)
        if message.note and message.note not in entry.comment.split("\n"):
            entry.comment = "\n".join(filter(None, (entry.comment, message.note)))
    return found.values()


def _take_over(file: polib.POFile, before: polib.POFile) -> None:
    """Keep what was translated; what has changed becomes fuzzy, what is gone obsolete."""
    old = {(entry.msgctxt or "", entry.msgid): entry for entry in before}
    by_text = {entry.msgid: entry for entry in before if _is_translated(entry)}
    new = []
    for entry in file:
        same = old.pop((entry.msgctxt or "", entry.msgid), None)
        if same is None:
            new.append(entry)
        else:
            _copy(same, entry)
            entry.flags = [*same.flags]
            entry.previous_msgid = same.previous_msgid
    left = [entry for entry in old.values() if _is_translated(entry)]
    for entry in new:
        # What stands in a second role now, or no more, is still the same text.
        like = by_text.get(entry.msgid) or _like(entry, left)
        if like is not None:
            _copy(like, entry)
            entry.flags = ["fuzzy"]
            entry.previous_msgid = like.msgid
            left = [other for other in left if other is not like]
    for entry in left:
        entry.obsolete = True
        entry.occurrences = []
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
        file.append(entry)


def _is_translated(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr) or any(entry.msgstr_plural.values())


def _copy(source: polib.POEntry, entry: polib.POEntry) -> None:
    entry.msgstr = source.msgstr
    entry.tcomment = source.tcomment
    if entry.msgid_plural and source.msgstr_plural:
        entry.msgstr_plural = dict(source.msgstr_plural)


def _like(entry: polib.POEntry, left: Sequence[polib.POEntry]) -> polib.POEntry | None:
    """The entry whose message this one was before, perhaps."""
    import difflib

    texts = [other.msgid for other in left[:_COMPARED]]
    near = difflib.get_close_matches(entry.msgid, texts, n=1, cutoff=_ALIKE)
    return next((other for other in left if near and other.msgid == near[0]), None)
