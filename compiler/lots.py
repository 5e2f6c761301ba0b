"""The quests of one objective, among which a die chooses by the numbers that they have.

Takes quests with their games. Returns where each of them stands, and what is wrong with the numbers
of several: two quests that have the same one, and numbers that no quest has.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Source


class Lot(NamedTuple):
    """Where a quest stands: its objective, and its number among the quests of that."""

    quest: str
    """Its id."""
    quest_title: str
    objective: str
    """The word of the section in which it is decided."""
    title: str
    """The title of that section."""
    number: int
    """0 where the quest says none."""
    path: str
    start: int
    end: int
    line: int
    """The place that says so."""

    @property
    def origin(self) -> Span:
        """The place that says so."""
        return Span(self.path, self.start, self.end)

    @property
    def pool(self) -> tuple[str, str]:
        """What those have in common among which the die chooses.

        Sections of the game have one title each; a quest may draw its own, under any word.
        """
        return self.objective, self.title


def choosing(system: System) -> Setting | None:
    """The setting by which a die chooses among quests; None if the game has none."""
    for setting in system.settings.values():
        if setting.chosen_by is not None:
            return setting
    return None


def lot_of(quest: Quest, system: System, sources: Mapping[str, Source]) -> Lot | None:
    """Where a quest stands among those of its objective; None where no die chooses it."""
    setting = choosing(system)
    if setting is None or quest.deck is None:
        return None
    section = quest.deck.objective
    # The usual value is no number that anybody gave it.
    origin = quest.set_here.get(setting.word)
    value = quest.settings.get(setting.word)
    number = value if origin is not None and isinstance(value, int) else 0
    path, start, end = origin or quest.deck.origin
    line = sources[path].position(start).line if path in sources else 1
    return Lot(quest.id, quest.title, section.word, section.title, number, path, start, end, line)


def same_number(lot: Lot, lots: dict[tuple[str, str, int], Lot]) -> Diagnostic | None:
    """The finding that a quest has the number of another one; `lots` are those before it."""
    if not lot.number:
        return None
    first = lots.setdefault((*lot.pool, lot.number), lot)
    # A quest that several files include is the same quest.
    if first.quest == lot.quest:
        return None
    is_here = first.path == lot.path
    where = "" if is_here else f" ({first.path}:{first.line})"
    return Diagnostic(
        codes.NUMBER_TAKEN,
        f"`{first.quest}` and `{lot.quest}` are both number {lot.number} of {lot.title}",
        Label(lot.origin, f"`{first.quest}`{where} has this number, too"),
        (Label(first.origin, f"`{first.quest}` has it here"),) if is_here else (),
        "a die chooses among the quests of an objective, and could not choose between these",
        "give one of them another number, or leave one out",
    )


def missing_numbers(every: Iterable[Lot], system: System) -> list[Diagnostic]:
    """Say of each objective with several quests which numbers none of them has."""
    setting = choosing(system)
    if setting is None or setting.chosen_by is None:
        return []
    found = []
    for lots in pools(every, system):
        taken = {lot.number for lot in lots}
        missing = tuple(
            number for number in range(1, setting.chosen_by.die + 1) if number not in taken
        )
        if len(lots) < 2 or not missing:
            continue
        title = lots[0].title
        numbers = listed_in_words(map(str, missing))
        many = "number" if len(missing) == 1 else "numbers"
        unsaid = [lot for lot in lots if not lot.number]
        at = (unsaid or lots)[0]
        why = f"the die has {setting.chosen_by.die} faces"
        if unsaid:
            named = listed_in_words(f"`{lot.quest}`" for lot in unsaid)
            why = f"{why}, and {named} {'says' if len(unsaid) == 1 else 'say'} no number"
        found.append(
            Diagnostic(
                codes.NUMBER_MISSING,
                f"no quest of {title} has the {many} {numbers}",
                Label(at.origin, f"one of the {len(lots)} quests of {title} in this book"),
                (),
                why,
                f"write one with `{setting.word} {missing[0]}`, or leave it so: the table of the "
                "book says that the die is rolled again",
            )
        )
    return found


def pools(every: Iterable[Lot], system: System) -> list[list[Lot]]:
    """The quests by objective, in the order of the game and of their numbers.

    Objectives of the quests' own stand behind those of the game, in the order in which they come,
    and quests without a number behind those that have one.
    """
    found: dict[tuple[str, str], list[Lot]] = {}
    for lot in every:
        found.setdefault(lot.pool, []).append(lot)
    words = list(system.tiles)
    first = list(found)

    def place(pool: tuple[str, str]) -> tuple[int, int]:
        word, _ = pool
        return words.index(word) if word in words else len(words), first.index(pool)

    return [
        sorted(found[pool], key=lambda lot: (not lot.number, lot.number))
        for pool in sorted(found, key=place)
    ]


def in_order(ids: Sequence[str], every: Sequence[Lot], system: System) -> list[str]:
    """The quests of a book: first those that a die chooses, as it finds them, then the others."""
    chosen = [lot.quest for lots in pools(every, system) for lot in lots]
    return [*chosen, *(id_ for id_ in ids if id_ not in chosen)]
