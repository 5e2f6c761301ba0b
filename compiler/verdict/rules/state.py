"""A moment of play, and the grounds on which members walk with nothing coming of it."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts, Members, Places
    from questwright.compiler.verdict.task.task import Bearing


class CrowdedError(Exception):
    """There are more ways to stand or to carry than can be looked at."""


class State(NamedTuple):
    """A moment of play."""

    facts: Facts
    where: tuple[Places, ...]
    """For each member the places that it is in: it walks between them as it likes, with nothing
    coming of it. 0 for a lost member."""
    hold: tuple[Facts, ...]
    """For each member the items that it carries, of those of which that matters."""


class SpotMap(NamedTuple):
    """How a member can walk at one moment."""

    spots: dict[int, Places]
    """For each place the places that are walked with nothing coming of it, wherever others are."""
    steps: dict[Places, tuple[SpotStep, ...]]
    """The steps that lead out of each of these."""


class SpotStep(NamedTuple):
    """A step into another spot."""

    place: int
    is_back: bool
    """One can step back the same way."""
    counts: str = ""
    """The id of the deeds that the link counts."""
    bearing: tuple[Bearing, ...] = ()
    """What whoever takes it has to carry."""
    flanks: Places = 0
    """The places that have to be free of friends; 0 if none has to."""
    free: Places = 0
    """The places in which nobody else is right after it: where it leads from, and its flanks."""


class MemberWalk(NamedTuple):
    """A member steps to a place, all others standing as in a state."""

    before: State
    member: int
    place: int
    counts: tuple[str, ...] = ()
    """The ids of the deeds that are done by stepping there, in order."""
    stands: tuple[Places, ...] = ()
    """How the others stand as it passes those who fill a spot; empty if they stand as before."""


class Act(NamedTuple):
    """A deed is done, all standing as in a state; by nobody in particular if ``member`` is -1."""

    before: State
    member: int
    deed: int
    """Its index in the task."""
    stands: tuple[Places, ...] = ()
    """How all stand who gather for it; empty if they stand as before."""

    @property
    def begin(self) -> State:
        """The state as all stand when it is done."""
        return self.before._replace(where=self.stands) if self.stands else self.before


class Departing(NamedTuple):
    """A member steps towards where it leaves the board."""

    member: int
    to: Places
    where: tuple[Places, ...]
    """How all stand then."""
    is_bound: bool
    """Its place in the order matters: one is lost by it, or something comes of a step."""


class Departure(NamedTuple):
    """Members leave the board one after the other, from where all stand so, and win by that."""

    before: State
    victory: int
    """Its index in the task."""
    over: tuple[Places, ...]
    """For each member the places over which it walks until all have left."""
    ends: tuple[Places, ...]
    """For each member the places by one of which it leaves, or in which it is in the end."""
    leavers: Members
    """Those who leave."""
    path: tuple[Departing, ...]
    """A way in which they all do, in order."""
    member: int = -1
    place: int = -1
    counts: tuple[str, ...] = ()


Move = MemberWalk | Act | Departure


class End(NamedTuple):
    """How play ends: by a victory, or because nobody of the party is left (then it is -1)."""

    victory: int


class Settled(NamedTuple):
    """What has come about when all has happened that must."""

    state: State
    events: tuple[int, ...]
    """The indices of the events that have happened, in order."""
    end: End | None


class Watch(NamedTuple):
    """What conditions tell apart at one moment: who stands where, and who carries what."""

    atoms: tuple[tuple[Places, Members], ...]
    named: Facts
    """Items of which a condition asks who carries them."""
