"""Describe changes of a quest as a whole: its title, settings, texts and expectations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.packs.system.system import Kind
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.matching import Matching, unlocated
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.phrases import title_of
from questwright.dsl.syntax import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.quest import Passage
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.equivalence import Equivalence
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording
    from questwright.compiler.publish.document.read.edition import Edition
    from questwright.dsl.syntax import Allow, Expect

_CLAIMS: Final = {
    Claim.WINNABLE: "that this can be won",
    Claim.UNWINNABLE: "that this cannot be won",
    Claim.UNREACHABLE: "that nobody comes to {}",
    Claim.MUST_FACE: "that nobody wins without {}",
    Claim.OPTIONAL: "that one can win without {}",
    Claim.CANNOT_STRAND: "that it can be won at every moment",
}


def tell_head(before: Edition, after: Edition) -> Iterator[Change]:
    """The changes of the quest's id, title and game, and of whether its text has mistakes."""
    old, new = before.quest, after.quest
    if old.id != new.id:
        text = f"the quest goes by the name `{new.id}` now, not by `{old.id}`"
        yield change(Subject.QUEST, Edit.RENAMED, new.id, old.id, new.id, text)
    if old.title != new.title:
        text = f"the quest is called “{new.title}” now; it was “{old.title}”"
        yield change(Subject.QUEST, Edit.RENAMED, new.id, old.title, new.title, text)
    if before.is_broken is not after.is_broken:
        yield broken(new.id, is_broken=after.is_broken)
    if old.system != new.system:
        text = f"the quest is for {after.system.title} now, not for {before.system.title}"
        yield change(Subject.QUEST, Edit.GAME, new.id, old.system, new.system, text)
    elif before.digest != after.digest:
        text = f"the rules of {after.system.title} have changed since"
        if before.rules_version != after.rules_version:
            text += f": version {before.rules_version} is {after.rules_version} now"
        yield change(Subject.QUEST, Edit.RULES, new.id, before.digest, after.digest, text)


def broken(id_: str, *, is_broken: bool) -> Change:
    """The change to a text with mistakes, or from one."""
    text = "the new text has mistakes, so that nothing was proven; `questwright check` tells them"
    if not is_broken:
        text = "the mistakes of the old text are mended"
    sort = Edit.BROKEN if is_broken else Edit.MENDED
    return change(Subject.QUEST, sort, id_, not is_broken, is_broken, text)


# -- settings ---------------------------------------------------------------------------


def tell_settings(before: Edition, after: Edition) -> Iterator[Change]:
    """The settings that have another value."""
    titles = {word: setting.title for word, setting in before.system.settings.items()}
    titles |= {word: setting.title for word, setting in after.system.settings.items()}
    for word, title in titles.items():
        old, new = _value(word, before), _value(word, after)
        if old != new:
            text = f"{title}: {_values_in_words(old, new, before, after)}"
            data = _plain(old), _plain(new)
            yield change(Subject.SETTING, Edit.VALUE, word, *data, text)


def _value(word: str, edition: Edition) -> Plain:
    setting = edition.system.settings.get(word)
    return edition.quest.settings.get(word, setting.default if setting is not None else None)


def _values_in_words(old: Plain, new: Plain, before: Edition, after: Edition) -> str:
    """Both values of a setting in words; of lists, only what was added and removed."""
    if isinstance(old, tuple) and isinstance(new, tuple) and set(old) != set(new):
        more = tuple(value for value in new if value not in old)
        less = tuple(value for value in old if value not in new)
        parts = [f"now also {_value_in_words(more, after)}"] if more else []
        parts += [f"no longer {_value_in_words(less, before)}"] if less else []
        return ", ".join(parts)
    return f"{_value_in_words(new, after)} now, {_value_in_words(old, before)} before"


def _value_in_words(value: Plain, edition: Edition) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return listed_in_words(_value_in_words(part, edition) for part in value)
    kind = edition.system.kinds.get(value) if isinstance(value, str) else None
    return kind.title if isinstance(kind, Kind) else str(value)


def _plain(value: Plain) -> Json:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return {word: _plain(part) for word, part in value.items()}


# -- texts ------------------------------------------------------------------------------


def tell_texts(pairing: Pairing) -> Iterator[Change]:
    """The texts of the quest that are new, reworded or gone."""
    was, now, same = pairing.was, pairing.now, pairing.same
    matching = Matching(unlocated(was.quest.passages), unlocated(now.quest.passages))
    matching.where(lambda old, new: old.word == new.word and same.blocks(old.blocks, new.blocks))
    matching.by(lambda passage: passage.value.word)
    passages = matching.pairs()
    for old, new in passages.both:
        if not same.blocks(old.blocks, new.blocks):
            text = f"{_passage_in_words(new, now)} was reworded"
            words = was.text(old.blocks), now.text(new.blocks)
            yield change(Subject.TEXT, Edit.REWORDED, new.word, *words, text)
        if old.is_told is not new.is_told:
            whether = "is told to the players now" if new.is_told else "is no longer told"
            text = f"{_passage_in_words(new, now)} {whether}"
            yield change(Subject.TEXT, Edit.TOLD, new.word, old.is_told, new.is_told, text)
    for passage in passages.gone:
        words_gone = was.text(passage.blocks)
        text = f"{_passage_in_words(passage, was)} is gone"
        yield change(Subject.TEXT, Edit.REMOVED, passage.word, words_gone, None, text)
    for passage in passages.new:
        words_new = now.text(passage.blocks)
        text = f"{_passage_in_words(passage, now)} is new"
        yield change(Subject.TEXT, Edit.ADDED, passage.word, None, words_new, text)


def _passage_in_words(passage: Passage, words: EditionWording) -> str:
    """A text in a sentence: ``the story``, or ``a note`` if there are several notes."""
    word = "special rule" if passage.word == "rule" else passage.word
    count = [text.word for text in words.quest.passages].count(passage.word)
    return f"the {word}" if count == 1 else f"a {word}"


# -- what is expected -------------------------------------------------------------------


def tell_expectations(pairing: Pairing) -> Iterator[Change]:
    """The changes of what the designer expects and allows."""
    old, new = pairing.was.edition, pairing.now.edition
    for subject, before, after in (
        ("expects", _expected(old, pairing.same), _expected(new, None)),
        ("allows", _allowed(old), _allowed(new)),
    ):
        for key, words in before.items():
            if key not in after:
                text = f"the designer no longer {subject} {words}"
                yield change(Subject.BELIEF, Edit.REMOVED, "", words, None, text)
        for key, words in after.items():
            if key not in before:
                text = f"the designer now {subject} {words}"
                yield change(Subject.BELIEF, Edit.ADDED, "", None, words, text)


def _expected(edition: Edition, same: Equivalence | None) -> Mapping[object, str]:
    """Each expectation in words, by a key in which old ids are translated to new ones."""
    return {_meaning(expect, same): _expect(expect, edition) for expect in edition.quest.expects}


def _meaning(expect: Expect, same: Equivalence | None) -> object:
    name = same.name if same is not None else str
    subject = expect.subject.text if expect.subject is not None else ""
    without = sorted(name(gate.text) for gate in expect.without)
    rounds = expect.rounds[:2] if expect.rounds is not None else ()
    return expect.claim, name(subject), *without, *rounds


def _expect(expect: Expect, edition: Edition) -> str:
    quest, system = edition.quest, edition.system
    subject = ""
    if expect.subject is not None:
        subject = with_article(title_of(expect.subject.text, quest, system))
    words = _CLAIMS[expect.claim].format(subject)
    if expect.without:
        without = (title_of(name.text, quest, system) for name in expect.without)
        words += f" without {listed_in_words(map(with_article, without), 'or')}"
    if expect.rounds is not None:
        words += f" in {expect.rounds.low} to {expect.rounds.high} {system.turns.many}"
    return words


def _allowed(edition: Edition) -> Mapping[object, str]:
    return {
        (allow.code.text, allow.by and allow.by.text, allow.reason.raw): _allow(allow)
        for allow in edition.quest.allows
    }


def _allow(allow: Allow) -> str:
    by = f" by `{allow.by.text}`" if allow.by is not None else ""
    return f"`{allow.code.text}`{by} because “{allow.reason.raw.strip()}”"
