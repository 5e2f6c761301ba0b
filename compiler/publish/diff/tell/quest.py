"""What has changed of a quest as a whole: its title, settings, texts, and what is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.packs.system.system import Kind
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.matching import Matching, nowhere
from questwright.compiler.publish.diff.tell.said import change
from questwright.compiler.wording.phrases import title_of
from questwright.dsl.syntax import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.quest import Passage
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.edition import Edition
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.same import Same
    from questwright.compiler.publish.diff.tell.said import Words
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
    """What has become of the quest's name, its title, its game and its soundness."""
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
    """That a text has mistakes which the other has not."""
    text = "the new text has mistakes, so that nothing was proven; `questwright check` tells them"
    if not is_broken:
        text = "the mistakes of the old text are mended"
    sort = Edit.BROKEN if is_broken else Edit.MENDED
    return change(Subject.QUEST, sort, id_, not is_broken, is_broken, text)


# -- settings ---------------------------------------------------------------------------


def tell_settings(before: Edition, after: Edition) -> Iterator[Change]:
    """Which settings have another value."""
    titles = {word: setting.title for word, setting in before.system.settings.items()}
    titles |= {word: setting.title for word, setting in after.system.settings.items()}
    for word, title in titles.items():
        old, new = _value(word, before), _value(word, after)
        if old != new:
            text = f"{title}: {_otherwise(old, new, before, after)}"
            data = _plain(old), _plain(new)
            yield change(Subject.SETTING, Edit.VALUE, word, *data, text)


def _value(word: str, edition: Edition) -> Plain:
    setting = edition.system.settings.get(word)
    return edition.quest.settings.get(word, setting.default if setting is not None else None)


def _otherwise(old: Plain, new: Plain, before: Edition, after: Edition) -> str:
    """What a setting is now and was before; of a list, what was added to it and taken from it."""
    if isinstance(old, tuple) and isinstance(new, tuple) and set(old) != set(new):
        more = tuple(one for one in new if one not in old)
        less = tuple(one for one in old if one not in new)
        said = [f"now also {_said(more, after)}"] if more else []
        said += [f"no longer {_said(less, before)}"] if less else []
        return ", ".join(said)
    return f"{_said(new, after)} now, {_said(old, before)} before"


def _said(value: Plain, edition: Edition) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return listed_in_words(_said(one, edition) for one in value)
    kind = edition.system.kinds.get(value) if isinstance(value, str) else None
    return kind.title if isinstance(kind, Kind) else str(value)


def _plain(value: Plain) -> Json:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return {word: _plain(one) for word, one in value.items()}


# -- texts ------------------------------------------------------------------------------


def tell_texts(pairing: Pairing) -> Iterator[Change]:
    """Which texts of the page have been written, reworded or struck out."""
    was, now, same = pairing.was, pairing.now, pairing.same
    matching = Matching(nowhere(was.quest.passages), nowhere(now.quest.passages))
    matching.where(
        lambda one, other: one.word == other.word and same.blocks(one.blocks, other.blocks)
    )
    matching.by(lambda passage: passage.one.word)
    passages = matching.pairs()
    for one, other in passages.both:
        if not same.blocks(one.blocks, other.blocks):
            text = f"{_the(other, now)} was reworded"
            words = was.text(one.blocks), now.text(other.blocks)
            yield change(Subject.TEXT, Edit.REWORDED, other.word, *words, text)
    for passage in passages.gone:
        words_gone = was.text(passage.blocks)
        text = f"{_the(passage, was)} is gone"
        yield change(Subject.TEXT, Edit.REMOVED, passage.word, words_gone, None, text)
    for passage in passages.new:
        words_new = now.text(passage.blocks)
        text = f"{_the(passage, now)} is new"
        yield change(Subject.TEXT, Edit.ADDED, passage.word, None, words_new, text)


def _the(passage: Passage, words: Words) -> str:
    """A text as it stands in a sentence: ``the story``; ``a note`` where there are several."""
    word = "special rule" if passage.word == "rule" else passage.word
    count = sum(one.word == passage.word for one in words.quest.passages)
    return f"the {word}" if count == 1 else f"a {word}"


# -- what is expected -------------------------------------------------------------------


def tell_beliefs(pairing: Pairing) -> Iterator[Change]:
    """What the designer expects and allows otherwise than before."""
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


def _expected(edition: Edition, same: Same | None) -> Mapping[object, str]:
    """What is expected in words, by what it means in names of the new edition."""
    return {_meaning(expect, same): _expect(expect, edition) for expect in edition.quest.expects}


def _meaning(expect: Expect, same: Same | None) -> object:
    name = same.name if same is not None else str
    subject = expect.subject.text if expect.subject is not None else ""
    without = sorted(name(one.text) for one in expect.without)
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
        words += f" in {expect.rounds.low} to {expect.rounds.high} rounds"
    return words


def _allowed(edition: Edition) -> Mapping[object, str]:
    return {(allow.code.text, allow.reason.raw): _allow(allow) for allow in edition.quest.allows}


def _allow(allow: Allow) -> str:
    return f"`{allow.code.text}` because “{allow.reason.raw.strip()}”"
