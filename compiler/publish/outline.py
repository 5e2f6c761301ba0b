"""Write a compiled quest as plain text, for reviewers and for line-by-line comparison.

Takes a publication. Returns one text with a section for each part of the quest and its verdict.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from questwright.compiler.analysis.needs import needed_pieces
from questwright.compiler.analysis.reveal import RevealKind, boundaries, reveal_order
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.cliffs import barrier_in_words, drops, jump_in_words, jumpers
from questwright.compiler.geometry.crossings import crossing_in_words
from questwright.compiler.geometry.special import granted_specials
from questwright.compiler.geometry.terrain import costs_in_words, steps_in_words
from questwright.compiler.language import say
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.musters import muster_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.tiles import tile_in_words
from questwright.compiler.model.verdict import (
    VerdictKind,
    chains_of,
    each_world,
    in_worlds,
    is_lost_in_some,
    luck_in_words,
    relied_in_words,
)
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.packs.system.system import Category, GateForm, SettingRole
from questwright.compiler.publish.ascii_map import ascii_map
from questwright.compiler.wording.cards import changed_in_words, foes_in_words
from questwright.compiler.wording.deals import dealing_in_words, deals_in_words
from questwright.compiler.wording.effects import say_effect
from questwright.compiler.wording.entries import (
    brought_by_in_words,
    has_restricted_starts,
    members_in_words,
    when_in_words,
)
from questwright.compiler.wording.locks import lock_in_words, passing_in_words, way_in_words
from questwright.compiler.wording.phrases import (
    WINS,
    cells_in_words,
    of_side,
    plain_text,
    say_condition,
    thing_in_words,
    title_of,
)
from questwright.compiler.wording.pushes import pushers_in_words
from questwright.compiler.wording.rounds import rounds_in_words
from questwright.compiler.wording.unknown import (
    dice_in_words,
    percent_of,
    result_in_words,
    unknown_position,
    ways_in_words,
)
from questwright.dsl.syntax import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.analysis.reveal import RevealedArea
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate, Lock
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Action, Event, Item, Thing, Unknown
    from questwright.compiler.model.verdict import Step, Verdict
    from questwright.compiler.packs.system.heights import Level
    from questwright.compiler.packs.system.system import Card
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.syntax import Expect

_WIDTH: Final = 88
_VERDICTS: Final = {
    VerdictKind.WINNABLE: "This quest can be won.",
    VerdictKind.UNWINNABLE: "This quest cannot be won.",
    VerdictKind.CAN_STRAND: "This quest can be won, and it can be played until nothing wins.",
    VerdictKind.UNDECIDED: "Whether this quest can be won was not decided.",
    VerdictKind.VACUOUS: "There was nothing to prove.",
}

_CLAIMS: Final = {
    Claim.WINNABLE: "that this can be won",
    Claim.UNWINNABLE: "that this cannot be won",
    Claim.UNREACHABLE: "that nobody comes to {}",
    Claim.MUST_FACE: "that nobody wins without {}",
    Claim.OPTIONAL: "that one can win without {}",
    Claim.CANNOT_STRAND: "that it can be won at every moment",
}


def outline(publication: Publication) -> str:
    """The outline of a quest as text, from its title to what it needs from the box."""
    text = _OutlineText(publication)
    sections = (
        text.head(),
        text.texts(),
        text.map(),
        text.ground(),
        text.areas(),
        text.gates(),
        text.specials(),
        text.items(),
        text.unknowns(),
        text.tables(),
        text.musters(),
        text.deck(),
        text.cards(),
        text.actions(),
        text.events(),
        text.victories(),
        text.verdict(),
        text.expectations(),
        text.needs(),
    )
    return "\n\n".join("\n".join(lines) for lines in map(list, sections) if lines) + "\n"


class _OutlineText:
    """The sections of one quest's outline, each as an iterator over its lines."""

    def __init__(self, publication: Publication) -> None:
        self.publication = publication
        self.quest = publication.quest
        self.system = publication.system
        self.board = publication.quest.board

    def ground(self) -> Iterator[str]:
        """The terrain, the levels and the barriers of the board."""
        board = self.board
        if not board.terrain and not board.levels and not board.barriers:
            return
        yield from _headed("The ground")
        for patch in board.terrain:
            costs = costs_in_words(patch.kind, self.quest.party, self.system.move_value)
            steps = steps_in_words(patch.kind, self.quest.party, self.system)
            at = cells_in_words(patch.cells, board)
            yield f"- {patch.kind.title} at {at}: {costs}{steps}"
        levels: dict[Level, int] = {}
        for tier in board.levels:
            levels[tier.kind] = levels.get(tier.kind, 0) | tier.cells
        for level, cells in levels.items():
            yield f"- {level.title} (height {level.height:+d}) at {cells_in_words(cells, board)}"
        for barrier in board.barriers:
            edges = ", ".join(board.edge_name(edge) for edge in sorted(barrier.edges))
            yield f"- {barrier.kind.title} at {edges}: {barrier_in_words(barrier.kind)}"
        if any(True for _ in drops(board)):
            for kind in jumpers(self.quest.party, self.system):
                yield f"- {kind.title} may jump down: {jump_in_words(kind, self.system)}"

    # -- the page -----------------------------------------------------------------

    def head(self) -> Iterator[str]:
        quest, system = self.quest, self.system
        yield quest.title
        yield "=" * min(len(quest.title), _WIDTH)
        yield f"{quest.id}, for {system.title} {system.version}"
        yield ""
        members = listed_in_words(kind.title for kind in quest.party)
        yield f"{system.party.title}: {members}"
        for word, setting in system.settings.items():
            if setting.role is not SettingRole.PARTY:
                value = self._value(quest.settings.get(word, setting.default))
                usual = "" if word in quest.set_here else " (as usual)"
                yield f"{setting.title}: {value}{usual}"

    def _value(self, value: Plain) -> str:
        if value is None or value == ():
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(self._value(part) for part in value)
        kind = self.system.kinds.get(value) if isinstance(value, str) else None
        return kind.title if kind is not None else str(value)

    def texts(self) -> Iterator[str]:
        for number, passage in enumerate(self.quest.passages):
            if number:
                yield ""
            yield from _headed(passage.word.capitalize())
            for block in passage.blocks:
                text = plain_text((block,), self.quest, self.system)
                yield from _paragraph(text, "- " if block.is_entry else "")

    def map(self) -> Iterator[str]:
        yield from _headed("The map")
        drawn = ascii_map(self.quest)
        yield from drawn.lines
        if drawn.things or drawn.gates:
            yield ""
        yield from (f"  {letter}  {self.system.kinds[word].title}" for letter, word in drawn.things)
        yield from (f"  {letter}  {self.system.gates[word].title}" for letter, word in drawn.gates)
        if self.board.tiles:
            yield "Laid from:"
            yield from (f"- {tile_in_words(tile)}" for tile in self.board.tiles)

    # -- the board ----------------------------------------------------------------

    def areas(self) -> Iterator[str]:
        yield from _headed("Areas, in the order in which they are revealed")
        for number, revealed in enumerate(reveal_order(self.quest), 1):
            area = self.board.areas[revealed.area]
            where = cells_in_words(area.cells, self.board)
            yield f"{number}. {area.title} ({area.id}): {area.kind.title}, {where}"
            yield f"   {self._revealed(revealed)}"
            yield from self._starts(area.cells)
            for thing in self.quest.things:
                if thing.area == revealed.area and thing.kind.category is not Category.START:
                    yield f"   - {self._thing(thing)}"
            for item in self.quest.items:
                is_known = unknown_position(item.id, self.quest) is None
                if is_known and item.cell >= 0 and area.cells >> item.cell & 1:
                    yield f"   - {item.title} ({item.id}) at {self.board.name(item.cell)}"

    def _starts(self, cells: Cells) -> Iterator[str]:
        """The starts in an area, with the members who begin there if the quest names them."""
        if not has_restricted_starts(self.quest):
            starts = cells & self.quest.starts
            if starts:
                yield f"   - starts: {cells_in_words(starts, self.board)}"
            return
        for entry in self.quest.entries:
            if entry.cells & cells:
                where = cells_in_words(entry.cells & cells, self.board)
                late = f", {when_in_words(entry)}" if entry.round > 1 else ""
                yield f"   - starts: {where}: {members_in_words(entry, self.quest)}{late}"

    def _revealed(self, revealed: RevealedArea) -> str:
        behind = listed_in_words(self.board.areas[number].title for number in revealed.behind)
        gates = [with_article(self.board.gates[number].title) for number in revealed.gates]
        things = {thing.id: thing for thing in self.quest.things}
        crossings = {crossing.id: with_article(crossing.title) for crossing in self.board.crossings}
        portals = [crossings.get(id_) or thing_in_words(things[id_]) for id_ in revealed.portals]
        events = [f"“{title_of(id_, self.quest, self.system)}”" for id_ in revealed.events]
        through = f" through {listed_in_words(gates, 'or')}" if gates else ""
        sentence = {
            RevealKind.START: of_side(self.system.party, "{side} begin here", "{side} begins here"),
            RevealKind.FLOOR: f"Seen together with {behind}{through}",
            RevealKind.GATE: f"Revealed from {behind} by {listed_in_words(gates, 'or')}",
            RevealKind.PORTAL: f"Reached from {behind} by {listed_in_words(portals, 'or')}",
            RevealKind.CLEARED: f"Reached from {behind} once the way is clear",
            RevealKind.EVENT: f"Revealed by {listed_in_words(events, 'or')}",
            RevealKind.NEVER: "Nothing leads here",
        }[revealed.how]
        if events and revealed.how is not RevealKind.EVENT:
            sentence += f", or by {listed_in_words(events, 'or')}"
        return sentence

    def _thing(self, thing: Thing) -> str:
        cells = cells_in_words(thing.mask, self.board)
        kind = "" if thing.title == thing.kind.title else f", {thing.kind.title}"
        unknown = unknown_position(thing.id, self.quest)
        where = f"{ways_in_words(unknown)}, hidden" if unknown else f"at {cells}"
        words = f"{thing.title} ({thing.id}){kind} {where}"
        if thing.facing:
            words += f", facing {thing.facing}"
        if thing.specials:
            words += f", with {listed_in_words(special.title for special in thing.specials)}"
        if thing.lock is not None:
            words += f", {self._locked(thing.lock)}"
        if thing.pushers:
            who = pushers_in_words(thing, self.quest, self.system)
            words += f", {say('pushed by {who}', who=who)}"
        if thing.link:
            words += f", leads to {title_of(thing.link, self.quest, self.system)}"
        held = [
            item_in_words(item)
            for item in self.quest.items
            if item.holder == thing.id and unknown_position(item.id, self.quest) is None
        ]
        if held:
            verb = "carries" if thing.kind.category is Category.FIGURE else "holds"
            words += f", {verb} {listed_in_words(held)}"
        return words

    def gates(self) -> Iterator[str]:
        open_floor = boundaries(self.quest)
        if not self.board.gates and not self.board.crossings and not open_floor:
            return
        yield from _headed("Ways between areas")
        for gate in self.board.gates:
            yield f"- {self._gate(gate)}"
        for crossing in self.board.crossings:
            ends = " – ".join(cells_in_words(end, self.board) for end in crossing.ends)
            description = crossing_in_words(crossing, self.quest.party, self.system.move_value)
            kind = "" if crossing.title == crossing.kind.title else f", {crossing.kind.title}"
            yield f"- {crossing.title} ({crossing.id}){kind} at {ends}: {description}"
        for boundary in open_floor:
            first, second = (self.board.areas[number].title for number in boundary.between)
            edges = ", ".join(self.board.edge_name(edge) for edge in boundary.edges)
            state = "open floor" if boundary.is_free else "open floor, blocked"
            yield f"- {first} – {second}: {state} at {edges}"

    def _locked(self, lock: Lock) -> str:
        words = f"locked; {lock_in_words(lock, self.quest, self.system)}"
        return words + (f" ({lock.note})" if lock.note else "")

    def _gate(self, gate: Gate) -> str:
        first, second = (self.board.areas[number].title for number in gate.between)
        at = ", ".join(self.board.gate_places(gate))
        words = f"{first} – {second}: {gate.title} ({gate.id}), {gate.kind.title} at {at}"
        if gate.is_open:
            words += ", open"
        elif gate.kind.form is GateForm.PASSAGE:
            words += ", hidden"
        if gate.lock is not None:
            once = "once shut, " if gate.is_open else ""
            words += f", {once}{self._locked(gate.lock)}"
        passing = passing_in_words(gate, self.quest, self.system)
        way = way_in_words(gate, self.quest)
        return "; ".join(filter(None, (words, passing, way)))

    def specials(self) -> Iterator[str]:
        for number, special in enumerate(granted_specials(self.quest)):
            if not number:
                yield from _headed("What some figures may do")
            yield from _paragraph(f"{special.title} ({special.word}): {special.text}", "- ")

    def items(self) -> Iterator[str]:
        if self.quest.items:
            yield from _headed("Items")
        for item in self.quest.items:
            bound = ", bound" if item.is_bound else ""
            yield f"- {item.title} ({item.id}): {self._where(item)}{bound}{self._card(item)}"

    def _card(self, item: Item) -> str:
        deck = drawn_deck(self.system)
        return f", a card of the {deck.title} deck" if item.card and deck is not None else ""

    def _where(self, item: Item) -> str:
        unknown = unknown_position(item.id, self.quest)
        if unknown is not None:
            return f"hidden {ways_in_words(unknown)}"
        holder = next((thing for thing in self.quest.things if thing.id == item.holder), None)
        if holder is not None:
            verb = {Category.FIGURE: "carried by", Category.CONTAINER: "in"}
            return f"{verb.get(holder.kind.category, 'at')} {thing_in_words(holder)}"
        if item.cell >= 0:
            return f"at {self.board.name(item.cell)}"
        if item.brought:
            return brought_by_in_words(item, self.quest)
        given = [
            f"“{title_of(event.id, self.quest, self.system)}”"
            for event in self.quest.events
            for effect in event.effects
            if effect.kind is EffectKind.GIVE and effect.target == item.id
        ]
        return f"given by {listed_in_words(given, 'or')}" if given else "nowhere"

    def unknowns(self) -> Iterator[str]:
        for number, unknown in enumerate(self.quest.unknowns):
            if not number:
                yield from _headed("What the party does not know")
            dice = f", rolled with {dice_in_words(unknown)}" if unknown.die else ""
            yield f"- {unknown.title} ({unknown.id}), {unknown.sort}{dice}:"
            yield from self._ways(unknown)

    def _ways(self, unknown: Unknown) -> Iterator[str]:
        for way in unknown.ways:
            results = f"{result_in_words(way)}: " if unknown.die else ""
            yield from _paragraph(f"{results}{way.title}{percent_of(way.chance)}", "  - ")
            for effect in way.effects:
                yield from _paragraph(say_effect(effect, self.quest, self.system), "    - ")

    def tables(self) -> Iterator[str]:
        yield from _headed("Rolled on in play") if self.quest.tables else ()
        for side, table in self.quest.tables:
            yield f"- {table.title} ({table.id}), for {side}, with {dice_in_words(table)}:"
            yield from self._ways(table)

    # -- what happens -------------------------------------------------------------

    def musters(self) -> Iterator[str]:
        if self.quest.musters:
            yield from _headed("Musters")
        for muster in self.quest.musters:
            side = self.system.sides[muster.side].title
            where = cells_in_words(muster.cells, self.board)
            spent = muster_in_words(muster, self.system)
            description = f"{muster.title} ({muster.id}), {side}, at {where}: {spent}"
            yield from _paragraph(description, "- ")

    def deck(self) -> Iterator[str]:
        deck, deals = self.quest.deck, self.publication.deals
        if deck is None:
            return
        yield from _headed("Deck")
        for about, passage in dealing_in_words(deck):
            yield from _paragraph(f"{about}: {passage}", "- ")
        if deals is not None:
            yield from (f"- {told.strip()}" for told in deals_in_words(deals, deck))

    def cards(self) -> Iterator[str]:
        if self.quest.cards:
            yield from _headed("Cards")
        for change in self.quest.cards:
            yield from _paragraph(
                f"{change.title} ({change.deck}): {changed_in_words(change)}", "- "
            )
            for each in change.own:
                yield from _paragraph(self._own_card(each.card), "  - ")

    def _own_card(self, card: Card) -> str:
        told = [f"brings {foes_in_words(card, self.system)}"] if card.brings else []
        told += [f"worth {card.worth}"] if card.worth else []
        told += [f"rewards {card.rewards}"] if card.rewards != 1 else []
        inner = ", ".join((card.word, *card.icons, *told))
        return f"{card.title} ({inner}): {card.text}"

    def actions(self) -> Iterator[str]:
        if self.quest.actions:
            yield from _headed("Actions of this quest")
        for action in self.quest.actions:
            yield f"- {self._action(action)}"

    def _action(self, action: Action) -> str:
        things = {thing.id: thing for thing in self.quest.things}
        target = things.get(action.target)
        cells = cells_in_words(action.cells, self.board)
        where = f"{thing_in_words(target)} ({cells})" if target is not None else cells
        cost = "1 action" if action.cost == 1 else f"{action.cost} actions"
        if action.side:
            cost += f", for {with_article(self.system.sides[action.side].title)}"
        words = f"{action.title} ({action.id}): at {where}, for {cost}"
        able = [kind.title for kind in self.quest.party if kind.word in action.by]
        words += f", by {listed_in_words(able, 'or')}" if able else ""
        if action.condition is not None:
            words += f", when {say_condition(action.condition, self.quest, self.system)}"
        return words

    def events(self) -> Iterator[str]:
        for number, event in enumerate(self.quest.events):
            if number:
                yield ""
            else:
                yield from _headed("Events")
            yield from self._event(event)

    def _event(self, event: Event) -> Iterator[str]:
        title = f"{title_of(event.id, self.quest, self.system)} ({event.id})"
        often = "each time" if event.repeats else "once"
        condition = say_condition(event.condition, self.quest, self.system)
        yield from _paragraph(f"{title}, {often} when {condition}:")
        for effect in event.effects:
            yield from _paragraph(say_effect(effect, self.quest, self.system), "- ")

    def victories(self) -> Iterator[str]:
        yield from _headed("Victory")
        for victory in self.quest.victories:
            side = of_side(self.system.sides[victory.side], *WINS)
            condition = say_condition(victory.condition, self.quest, self.system)
            title = f" ({victory.title})" if victory.title and not victory.is_default else ""
            usual = " (as usual)" if victory.is_default else ""
            if victory.degree:
                side += f", {self.system.degrees[victory.degree].title.lower()},"
            yield from _paragraph(f"{side} when {condition}{title}{usual}", "- ")

    # -- what is known ------------------------------------------------------------

    def verdict(self) -> Iterator[str]:
        verdict = self.publication.verdict
        if verdict is None:
            return
        yield from _headed("Verdict")
        is_mixed = is_lost_in_some(verdict)
        yield "This quest cannot be won in every world." if is_mixed else _VERDICTS[verdict.kind]
        yield from self._worlds(verdict)
        yield from self._line("A line of play that wins:", verdict.line)
        yield from self._line("A line of play after which nothing wins:", verdict.stranded)
        if verdict.rounds is not None:
            yield f"Rounds: {rounds_in_words(verdict.rounds, self.quest, self.system)}"
        for number, chain in enumerate(chains_of(verdict.causes)):
            yield "And apart from that:" if number else "Why:"
            yield from (f"- {cause.text}" for cause in chain)
        yield from (f"Relies on {luck}" for luck in luck_in_words(verdict, self.quest.party))
        if verdict.relies:
            yield f"Relies on: {relied_in_words(verdict.relies)}"
        for heading, ids in (("Needed", verdict.required), ("Not needed", verdict.optional)):
            if ids:
                titles = (title_of(id_, self.quest, self.system) for id_ in ids)
                yield f"{heading}: {', '.join(titles)}"
        unreached = self.board.floor & ~verdict.reached & ~self.quest.blocked
        for portal in self.quest.things_of(Category.PORTAL):
            unreached &= ~portal.mask
        if unreached:
            yield f"Never entered: {cells_in_words(unreached, self.board)}"
        if verdict.assumptions:
            yield f"Taken for granted: {'; '.join(verdict.assumptions)}"
        if verdict.undecided:
            yield f"Not judged: {'; '.join(verdict.undecided)}"

    def _worlds(self, verdict: Verdict) -> Iterator[str]:
        if verdict.world is None:
            return
        yield f"It is {verdict.kind.replace('-', ' ')}{in_worlds(verdict)}."
        yield from (f"- {line}" for line in each_world(verdict))
        yield f"What follows is told where {verdict.world.title}."

    def _line(self, heading: str, steps: tuple[Step, ...]) -> Iterator[str]:
        if steps:
            yield heading
        for number, step in enumerate(steps, 1):
            chance = f" ({step.chance})" if step.chance else ""
            yield f"{number}. {step.text}{chance}"

    def expectations(self) -> Iterator[str]:
        if self.quest.expects or self.quest.allows:
            yield from _headed("What the designer expects and allows")
        for expect in self.quest.expects:
            yield f"- {self._expect(expect)}"
        for allow in self.quest.allows:
            yield f"- allows {allow.code.text}: {allow.reason.raw}"

    def _expect(self, expect: Expect) -> str:
        subject = ""
        if expect.subject is not None:
            subject = title_of(expect.subject.text, self.quest, self.system)
        words = f"expects {_CLAIMS[expect.claim].format(subject)}"
        if expect.without:
            without = (title_of(name.text, self.quest, self.system) for name in expect.without)
            words += f" without {listed_in_words(map(with_article, without), 'or')}"
        if expect.rounds is not None:
            words += f" in {expect.rounds.low} to {expect.rounds.high} rounds"
        return words

    def needs(self) -> Iterator[str]:
        rows = needed_pieces(self.quest, self.system)
        if not rows:
            return
        yield from _headed("Needs: at the start, at most, in the box")
        for row in rows:
            box = "-" if row.box is None else str(row.box)
            title = row.title if row.most == 1 else row.plural
            yield f"{row.start:>3} {row.most:>3} {box:>3}  {row.sort}: {title}"


def _headed(heading: str) -> Iterator[str]:
    yield heading
    yield "-" * len(heading)


def _paragraph(text: str, mark: str = "") -> Iterable[str]:
    return wrap(
        text,
        _WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
