"""A quest that nothing usual wins, or in which the party strands: with attacks of last resort.

Those are spells and shots that nobody counts on as long as a fight wins. What nobody knows before
play, whether the party has such an attack and how often, can win a quest, but decides nothing.
"""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import say
from questwright.compiler.model.lowering import counting_on, gear_for_locks
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.odds.best import is_driven_back
from questwright.compiler.odds.resorts import resorts_of
from questwright.compiler.packs.system.fights import Resort
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.fights import Attack
    from questwright.compiler.verdict.world import WorldProof


def unsure(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where a quest is won by what nobody can be sure of, and only so."""
    return _elsewhere(_driven(_lucky(proof)))


def _elsewhere(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where it may help to attack figures that have parts from elsewhere.

    Once another part has been wounded, or fought by itself: the proof follows that of none.
    """
    figures = [thing for thing in proof.quest.things if _has_parts(thing)]
    if not figures or proof.kind not in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND):
        return proof
    things = tuple(_open(own) if own in figures else own for own in proof.quest.things)
    if _is_no_help(proof.of(proof.quest._replace(things=things)), proof):
        return proof
    told = say(
        "whether it helps to attack other parts of {figures} first",
        figures=listed_in_words([with_article(thing.title) for thing in figures]),
    )
    return proof.unjudged_for(told)


def _has_parts(thing: Thing) -> bool:
    return thing.kind.base is not None and bool(thing.kind.base.attacked_from)


def _open(thing: Thing) -> Thing:
    """A figure that is attacked from all around it."""
    base = thing.kind.base
    assert base is not None
    return thing._replace(kind=thing.kind._replace(base=base._replace(attacked_from=())))


def _driven(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where it helps that figures are out of the way once driven back.

    Where they go is for their player to say, and they come back: no line counts on it.
    """
    driven = _only_driven_back(proof)
    fights = proof.system.fights
    if fights is None or not driven:
        return proof
    if proof.kind not in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND):
        return proof
    attacks = resorts_of(proof.quest, proof.system, Resort.UNSURE)
    # Where it is only too late, nobody is sooner by that.
    clears_all = proof.judged.kind is not VerdictKind.WINNABLE
    fights = fights._replace(attacks=(*fights.attacks, *attacks))
    clearing = fights._replace(clears=True, clears_all=clears_all)
    lucky = proof.of(proof.quest, proof.system._replace(fights=clearing))
    if _is_no_help(lucky, proof):
        return proof
    told = say(
        "whether it helps to drive back {figures}: the other side chooses where to",
        figures=listed_in_words([with_article(thing.title) for thing in driven]),
    )
    return proof.unjudged_for(told)


def _only_driven_back(proof: WorldProof) -> list[Thing]:
    """The figures of other sides that attacks only drive back, or those of some of the party."""
    return [
        thing
        for thing in proof.quest.things_of(Category.FIGURE)
        if thing.kind.side != proof.system.party.word and _is_driven(thing, proof)
    ]


def _is_driven(thing: Thing, proof: WorldProof) -> bool:
    fights, party = proof.system.fights, proof.quest.party
    if fights is None or is_driven_back(thing.kind, fights):
        return fights is not None
    fall = fights.falls.get(thing.kind.rank)
    if fall is None or not fall.cornered:
        return False
    # Loaded here: few games roll on a table of odds.
    from questwright.compiler.odds.volleys import Volleys

    system = proof.system._replace(fights=fights.made_from(""))
    free, cornered = (Volleys(thing, party, system, is_cornered=own) for own in (False, True))
    everybody = (1 << len(party)) - 1
    every = (*(1 << number for number in range(len(party))), everybody)
    return any(cornered.most(who, 0) and not free.most(who, 0) for who in every)


def _lucky(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where attacks or gear win that nobody can be sure of.

    Attacks may also lead out of what is a dead end without them.
    """
    attacks = resorts_of(proof.quest, proof.system, Resort.UNSURE)
    gear = gear_for_locks(proof.quest) if proof.kind is VerdictKind.UNWINNABLE else ()
    is_open = proof.kind in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND)
    if not (attacks or gear) or not is_open:
        return proof
    lucky = _with(attacks, proof)
    if gear:
        lucky = lucky.of(counting_on(gear, proof.quest), lucky.system)
    if _is_no_help(lucky, proof):
        return proof
    titles = [*(attack.title for attack in attacks), *(spell.title for spell in gear)]
    told = say(
        "whether the party wins by {attacks}: the proof does not count on that",
        attacks=listed_in_words(titles, "or"),
    )
    return proof.unjudged_for(told)


def _is_no_help(lucky: WorldProof, proof: WorldProof) -> bool:
    """Whether what nobody counts on changes nothing: neither that it is won, nor a dead end.

    Where a line is known that is in time, it is no matter that another is not.
    """
    if proof.kind is VerdictKind.CAN_STRAND and not lucky.judged.doubts:
        return lucky.judged.kind is proof.kind
    return lucky.kind is proof.kind


def has_resorts(proof: WorldProof) -> bool:
    """Whether there is anything that no line counts on.

    The party may attack some figure as a last resort, or one of several parts from elsewhere, has
    gear for a lock, or drives figures back.
    """
    attacks = any(resorts_of(proof.quest, proof.system, resort) for resort in Resort)
    has_parts = any(map(_has_parts, proof.quest.things))
    driven = _only_driven_back(proof)
    return attacks or has_parts or bool(gear_for_locks(proof.quest) or driven)


def armed(proof: WorldProof) -> WorldProof:
    """The proof with those attacks of last resort that the party is sure to have."""
    return _with(resorts_of(proof.quest, proof.system, Resort.LAST), proof)


def _with(attacks: Sequence[Attack], proof: WorldProof) -> WorldProof:
    """The proof of the same quest with some attacks besides the usual ones."""
    fights = proof.system.fights
    if fights is None or not attacks:
        return proof
    fights = fights._replace(attacks=(*fights.attacks, *attacks))
    return proof.of(proof.quest, proof.system._replace(fights=fights))
