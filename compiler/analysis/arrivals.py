"""Figures that events bring, and those that have fallen by then: how many of a kind stand at once.

Takes a quest and its game. Nobody is taken off who need not be: a count is never too low.
"""

from __future__ import annotations

from itertools import combinations

from questwright.compiler.analysis.rolled import each_roll
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import kinds_called
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.analysis.rolled import OneRoll
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Event, Quest
    from questwright.compiler.packs.system.system import System

_EVENTS = 10
"""The most events of which all combinations are tried; of more, all are taken to have happened."""
_LASTING = (
    FactKind.FOUND,
    FactKind.REVEALED,
    FactKind.SEARCHED,
    FactKind.TAKEN,
    FactKind.DONE,
    FactKind.HAPPENED,
    FactKind.SPRUNG,
    FactKind.SET,
    FactKind.OPENED,
    FactKind.DEFEATED,
)
"""What stays true from then on, but for what stands or is shut again."""


class Fallen(NamedTuple):
    """What surely is gone of a kind when an event happens."""

    figures: frozenset[str] = frozenset()
    """The ids of those on the map that have been beaten."""
    least: int = 0
    """At least so many of those on the map have been, whichever they are."""
    is_all: bool = False
    """All of the kind have been, those that events have brought among them."""


class Arrivals:
    """The events of a quest that bring figures of one kind."""

    def __init__(
        self, word: str, quest: Quest, system: System, rolls: Sequence[OneRoll] = ()
    ) -> None:
        self._kind = system.kinds[word]
        self._system = system
        self._quest = quest
        raised = {own.target for own in quest.every_effect() if own.kind is EffectKind.RAISE}
        closed = {own.target for own in quest.every_effect() if own.kind is EffectKind.CLOSE}
        falling = {gate.id for gate in quest.board.gates if gate.shuts_after}
        self._own = {own.id for own in quest.things if own.kind.word == word} - raised
        self._restored = raised | closed | falling
        """What may stand, or be shut, again."""
        self.events = [event for event in quest.events if self.amount(event)]
        """In the order of the text."""
        self._fallen = {own.id: _fallen(own.condition, self) for own in self.events}
        self._rolls = [
            (roll.models.get(word, 0), roll.events) for roll in rolls or each_roll(quest)
        ]
        """What may come together: how many of them tables bring, and the events."""

    @property
    def is_endless(self) -> bool:
        """Whether an event brings more of them again and again, while others stand."""
        return any(self.times(event) is None for event in self.events)

    def amount(self, event: Event) -> int:
        """How many an event brings each time."""
        return sum(
            effect.amount
            for effect in event.effects
            if effect.kind is EffectKind.SPAWN and effect.target == self._kind.word
        )

    def times(self, event: Event) -> int | None:
        """How often at the most an event happens while those stand that it has brought; or None."""
        if not event.repeats or self._fallen[event.id].is_all:
            return 1
        return _spells(event.condition, self._restored)

    def before(self, event: Event) -> int:
        """The most that stand when an event happens, brought by tables and by those before it.

        Those on the map are not counted, but for how many of them have fallen: below 0 then.
        """
        if self._fallen[event.id].is_all:
            return -len(self._own)
        earlier = self.events[: self.events.index(event)]
        return self.at_once(earlier, (event,))[1] - self.amount(event) * (self.times(event) or 1)

    def at_once(
        self, events: Sequence[Event], surely: Sequence[Event] = ()
    ) -> tuple[list[Event], int]:
        """The events after which the most are there, and how many more than are on the map.

        Some of them have ``surely`` happened. What tables bring is among them: the events that go
        together are those that may happen where the tables say one thing each.
        """
        sure = {event.id for event in surely}
        rolls = [roll for roll in self._rolls if sure <= roll[1]] or self._rolls
        most: tuple[list[Event], int] | None = None
        for models, together in rolls:
            able = [event for event in events if event.id in together]
            chosen, count = self._most(able, surely)
            if most is None or models + count > most[1]:
                most = chosen, models + count
        assert most is not None
        return most

    def _most(self, events: Sequence[Event], surely: Sequence[Event]) -> tuple[list[Event], int]:
        """The events among some after which the most are there, and how many more."""
        fallen = self._fallen
        costs_none = [own for own in events if fallen[own.id] == Fallen() or self.times(own) != 1]
        sure = [*costs_none, *surely]
        rest = [own for own in events if own not in costs_none]
        if len(rest) > _EVENTS:
            sure, rest = [*events, *surely], []
        best: tuple[int, Sequence[Event]] = (self._more(sure), sure)
        for size in range(1, len(rest) + 1):
            for chosen in combinations(rest, size):
                happened = [*sure, *chosen]
                best = max(best, (self._more(happened), happened), key=lambda found: found[0])
        return [own for own in (*events, *surely) if own in best[1]], best[0]

    def _more(self, events: Sequence[Event]) -> int:
        """How many more are there after some events than are on the map."""
        gone = [self._fallen[event.id] for event in events if self.times(event) == 1]
        figures = frozenset[str]().union(*(own.figures for own in gone))
        least = max((own.least for own in gone), default=0)
        come = sum(self.amount(event) * (self.times(event) or 1) for event in events)
        return come - max(len(figures), least)

    def called(self, word: str) -> bool:
        """Whether a word means all of the kind, and not some of those on the map."""
        side = self._system.sides.get(self._kind.side)
        sides = (side.one, side.many) if side is not None else ()
        return word in sides or self._kind in kinds_called(word, self._system)

    def own(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of some that are of the kind, on the map, and do not stand again."""
        return frozenset(self._own.intersection(ids))


def _fallen(condition: Condition, arrivals: Arrivals) -> Fallen:
    """Who has been beaten whenever a condition holds."""
    match condition:
        case Fact(kind=FactKind.DEFEATED, quantity=Quantity.ALL | Quantity.ONE):
            is_all = condition.quantity is Quantity.ALL and arrivals.called(condition.subject_word)
            return Fallen(arrivals.own(condition.subjects), 0, is_all)
        case Fact(kind=FactKind.DEFEATED, quantity=Quantity.ANY | Quantity.AT_LEAST):
            least = condition.least if condition.quantity is Quantity.AT_LEAST else 1
            others = len(condition.subjects) - len(arrivals.own(condition.subjects))
            return Fallen(least=max(0, least - others))
        case Every(parts, _):
            each = [_fallen(part, arrivals) for part in parts]
            figures = frozenset[str]().union(*(own.figures for own in each))
            return Fallen(figures, max(own.least for own in each), any(own.is_all for own in each))
        case _:
            return Fallen()


def _spells(condition: Condition, restored: set[str]) -> int | None:
    """How often at the most a condition becomes true; None if there is no end of it."""
    match condition:
        case Fact(kind=FactKind.ROUND):
            return 2 if condition.comparison == "!=" else 1
        case Fact():
            is_lasting = condition.kind in _LASTING and not restored.intersection(
                condition.subjects
            )
            return 1 if is_lasting else None
        case Not(part, _):
            often = _spells(part, restored)
            lasts = isinstance(part, Fact) and part.kind in _LASTING
            return often if often is None or lasts else often + 1
        case Every(parts, _) | Some(parts, _):
            each = [_spells(part, restored) for part in parts]
            known = [own for own in each if own is not None]
            if len(known) < len(each):
                return None
            return sum(known) - (len(known) - 1) * isinstance(condition, Every)
