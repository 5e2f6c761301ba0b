"""How hard a quest is, in figures: time, locks and foes on the line that wins.

Takes a quest with its verdict. Returns figures to compare quests by; they are those of the line
that the proof shows, and no forecast of an evening. Where something is unknown, and each case has a
line of its own, they are those of the case that takes longest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from questwright.compiler.model.lowering import casts, rounds_together
from questwright.compiler.odds.best import value_of
from questwright.compiler.odds.duels import Foe, duel_odds
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.rounds import last_round
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Lock
    from questwright.compiler.model.chance import Attempts, Chance, Rounds
    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.model.verdict import Step, Verdict
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System

COLUMNS: Final = ("Quest", "Soonest", "Line", "Expected", "Last", "Used", "Locks", "Foes", "Threat")
"""What the figures of a quest are called in a table, in their order."""
_NONE: Final = "–"
_DEEDS: Final = ("defeat", "open")


class Difficulty(NamedTuple):
    """What a quest asks of its party."""

    earliest: int
    """The round before which nobody wins; 0 if rounds are not counted."""
    line: int
    """The round in which the line wins if all goes well; 0 if rounds are not counted."""
    expected: Fraction
    """The same round with what the dice delay it on average; 0 if rounds are not counted."""
    last: int
    """The last round that there is; 0 if there is none."""
    locks: Fraction
    """The expected rounds at the locks of the line, one after the other, all who can at each."""
    foes: int
    """The figures of other sides that stand in the areas that the line enters or attacks into."""
    threat: Fraction | None
    """How many of their attacks hit, if each attacks once, and any of the party with equal
    chance; None where no odds are known."""

    @property
    def used(self) -> Fraction | None:
        """The share of the rounds that the line takes on average; None where none is the last."""
        return self.expected / self.last if self.last and self.line else None


def difficulty_of(quest: Quest, verdict: Verdict, system: System) -> Difficulty:
    """The figures of a quest, by the line of its verdict."""
    earliest, rounds, line = _slowest(verdict)
    odds = [(step, chance) for step in line if (chance := _chance_of(step, verdict)) is not None]
    late = sum((_late(chance) for _, chance in odds), Fraction(0))
    foes = [*_foes(quest, _entered(quest, line), system)]
    locks = {own.id: own.lock for own in quest.board.gates}
    locks |= {own.id: own.lock for own in quest.things}
    opened = [step.target for step in line if step.kind == "open"]
    at_locks = [_mean(chance) for step, chance in odds if step.kind == "open"]
    at_locks += [_lowering(lock, quest) for id_ in opened if (lock := locks.get(id_)) is not None]
    return Difficulty(
        earliest,
        rounds,
        rounds + late if rounds else Fraction(0),
        last_round(quest, system),
        sum(at_locks, Fraction(0)),
        len(foes),
        _threat(foes, quest, system.fights),
    )


def in_figures(campaign: CampaignPublication) -> tuple[tuple[str, ...], ...]:
    """A row of `COLUMNS` for each quest of a campaign; none where one of them was not proven."""
    if any(own.verdict is None or not own.verdict.line for own in campaign.quests):
        return ()
    return tuple(
        (own.quest.title, *_printed(difficulty_of(own.quest, own.verdict, own.system)))
        for own in campaign.quests
        if own.verdict is not None
    )


def _printed(asked: Difficulty) -> tuple[str, ...]:
    """The figures as they stand in a table, a dash for each that there is not."""
    share = f"{float(100 * asked.used):.0f} %" if asked.used is not None else _NONE
    return (
        str(asked.earliest or _NONE),
        str(asked.line or _NONE),
        _one_place(asked.expected),
        str(asked.last or _NONE),
        share,
        _one_place(asked.locks),
        str(asked.foes),
        _one_place(asked.threat),
    )


def _one_place(number: Fraction | None) -> str:
    return f"{float(number):.1f}" if number else _NONE


def difficulty_lines(campaign: CampaignPublication) -> list[str]:
    """What each quest of a campaign asks, as the lines of a table; none if one is not proven."""
    rows = in_figures(campaign)
    if not rows:
        return []
    table = [tuple(column.lower() for column in COLUMNS), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(COLUMNS))]
    lines = [f"{campaign.campaign.title}: what each quest asks"]
    for title, *numbers in table:
        cells = [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        lines.append("  ".join(["", title.ljust(widths[0]), *cells]))
    return lines


def _slowest(verdict: Verdict) -> tuple[int, int, tuple[Step, ...]]:
    """The bounds in rounds, and the line, of the case that takes longest."""
    every = [
        (*world.rounds, world.line)
        for world in verdict.told_worlds
        if world.rounds is not None and world.line
    ]
    own = (*(verdict.rounds or (0, 0)), verdict.line)
    return max((own, *every), key=lambda told: told[1])


def _chance_of(step: Step, verdict: Verdict) -> Chance | None:
    """The odds of a step; those of the same step where they were worked out for another case."""
    alike = {
        number
        for number, own in enumerate(verdict.line, 1)
        if (own.kind, own.target) == (step.kind, step.target)
    }
    found = (chance for chance in verdict.chances if chance.step in alike)
    return next(found, None) if step.target else None


def _odds(chance: Chance) -> Rounds | Attempts | None:
    """The odds of all who can do it together, or of whoever does it soonest."""
    best = min(chance.attempts, key=lambda odds: odds.mean, default=None)
    return chance.together or best


def _mean(chance: Chance) -> Fraction:
    """The expected rounds of what is tried until it succeeds."""
    odds = _odds(chance)
    return odds.mean if odds is not None else Fraction(0)


def _late(chance: Chance) -> Fraction:
    """By how many rounds dice delay a step on average, against what they can do at best."""
    odds = _odds(chance)
    if odds is None:
        return Fraction(0)
    return odds.mean - next(n for n, share in enumerate(odds.chances, 1) if share)


def _lowering(lock: Lock, quest: Quest) -> Fraction:
    """The rounds that it takes to lower a lock; none where it is opened otherwise."""
    every = [*casts(lock, quest)]
    return Fraction(rounds_together(lock, every) + 1) if every else Fraction(0)


def _entered(quest: Quest, line: Iterable[Step]) -> Cells:
    """The cells of the areas that a line enters or attacks into."""
    touched = 0
    for step in line:
        touched |= step.cells if step.kind in _DEEDS else 0
        for cell in step.path:
            touched |= 1 << cell
    entered = 0
    for area in quest.board.areas:
        entered |= area.cells if area.cells & touched else 0
    return entered


def _foes(quest: Quest, within: Cells, system: System) -> Iterator[Thing]:
    for thing in quest.things:
        is_foe = thing.kind.category is Category.FIGURE and thing.kind.side != system.party.word
        if is_foe and thing.mask & within:
            yield thing


def _threat(foes: list[Thing], quest: Quest, fights: Fights | None) -> Fraction | None:
    if fights is None or fights.roll == ODDS or not quest.party:
        return None
    known: dict[str, Fraction | None] = {}
    total = Fraction(0)
    for foe in foes:
        if foe.kind.word not in known:
            known[foe.kind.word] = _hit_by(foe.kind, quest, fights)
        own = known[foe.kind.word]
        if own is None:
            return None
        total += own
    return total


def _hit_by(kind: Kind, quest: Quest, fights: Fights) -> Fraction | None:
    """The probability that an attack of a figure hits a member who is picked at random."""
    total = Fraction(0)
    for member in quest.party:
        dice = value_of(member, fights.defence)
        armour = value_of(member, fights.armour) if fights.armour else 0
        if dice is None or armour is None:
            return None
        target = Foe(dice, armour, 1, is_kept=False, is_large=False, kind=member)
        ways, _ = duel_odds(target, fights, (kind,))
        total += 1 - ways[0].hits[0] if ways else 0
    return total / len(quest.party)
