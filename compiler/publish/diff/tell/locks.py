"""Describe changes of locks: of gates, and of containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.publish.diff.changes import Edit
from questwright.compiler.publish.diff.tell.wording import change
from questwright.compiler.wording.locks import lock_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Lock
    from questwright.compiler.publish.diff.changes import Change, Subject
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.diff.tell.wording import EditionWording


class Owner(NamedTuple):
    """What a lock is on."""

    subject: Subject
    id: str
    name: str
    """As the changes call it."""


def tell_lock(
    owner: Owner, locks: tuple[Lock | None, Lock | None], pairing: Pairing
) -> Iterator[Change]:
    """The changes of the lock of a gate or a container, as it was and as it is."""
    was, now = pairing.was, pairing.now
    (old, new), (subject, id_, name) = locks, owner
    if old is None and new is not None:
        text = f"{name} is locked now: {opener(new, now)}"
        yield change(subject, Edit.LOCKED, id_, None, new.key or None, text)
    if old is not None and new is None:
        text = f"{name} is no longer locked"
        yield change(subject, Edit.UNLOCKED, id_, old.key or None, None, text)
    if old is None or new is None:
        return
    before = (pairing.same.name(old.key), old.by, old.kind, dict(old.values))
    after = (new.key, new.by, new.kind, dict(new.values))
    if before != after and not (old.key and new.key and before[1:] == after[1:]):
        text = f"the lock of {name} is another one now: {opener(new, now)}"
        yield change(subject, Edit.KEY, id_, old.key or None, new.key or None, text)
    elif pairing.same.name(old.key) != new.key:
        text = f"{name} is opened by {now.title(new.key)} now, not by {was.title(old.key)}"
        yield change(subject, Edit.KEY, id_, old.key, new.key, text)
    if old.is_spent is not new.is_spent:
        fate = "used up" if new.is_spent else "kept"
        text = f"{now.title(new.key)} is {fate} now when it opens {name}"
        yield change(subject, Edit.SPENT, id_, old.is_spent, new.is_spent, text)
    if old.note != new.note:
        text = f"the note on the lock of {name} was reworded"
        yield change(subject, Edit.REWORDED, id_, old.note, new.note, text)


def opener(lock: Lock, words: EditionWording) -> str:
    """What opens a lock, as a clause."""
    if lock.key and not lock.by:
        spent = " and is used up" if lock.is_spent else ""
        return f"{words.title(lock.key)} opens it{spent}"
    return lock_in_words(lock, words.quest, words.edition.system)
