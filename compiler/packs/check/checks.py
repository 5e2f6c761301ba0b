"""What a schema cannot hold a pack to: that its words, values, tables and sums agree."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.check.casting import check_casting
from questwright.compiler.packs.check.conditions import check_conditions
from questwright.compiler.packs.check.crossings import check_crossings
from questwright.compiler.packs.check.dealing import check_dealing
from questwright.compiler.packs.check.fights import check_fights
from questwright.compiler.packs.check.gates import check_gates
from questwright.compiler.packs.check.lookup import disagreement, entries, mapping
from questwright.compiler.packs.check.musters import check_musters
from questwright.compiler.packs.check.names import check_names
from questwright.compiler.packs.check.printed import check_aids, check_counters, check_interludes
from questwright.compiler.packs.check.provenance import check_provenance
from questwright.compiler.packs.check.symbols import check_symbols
from questwright.compiler.packs.check.tables import check_jumps, check_tables
from questwright.compiler.packs.check.theme import check_theme
from questwright.compiler.packs.check.tiles import check_tiles
from questwright.compiler.packs.check.values import check_values
from questwright.compiler.packs.check.words import check_words
from questwright.compiler.packs.read.tree import at
from questwright.dsl import limits
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from questwright.compiler.packs.read.tree import ParsedData, Tree


def check(pack: ParsedData, folder: str, symbols: Collection[str]) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a pack whose form is right.

    `folder` is the name of its folder, and `symbols` has the names of its own map symbols.
    """
    tree = pack.tree
    found = chain(
        _check_identity(tree, folder),
        _check_hexes(tree),
        _check_grid(tree),
        check_gates(tree),
        check_provenance(pack),
        check_words(tree),
        check_names(tree),
        check_values(tree),
        check_interludes(tree),
        check_counters(tree),
        check_tables(tree),
        check_jumps(tree),
        check_fights(tree),
        check_aids(tree),
        check_tiles(tree),
        check_dealing(tree),
        check_crossings(tree),
        check_casting(tree),
        check_musters(tree),
        check_symbols(tree, symbols),
        check_theme(tree),
        check_conditions(tree),
    )
    return tuple(islice(found, limits.PACK_FINDINGS))


def _check_identity(tree: Tree, folder: str) -> Iterator[Diagnostic]:
    """Find a pack that is called otherwise than its folder, or has not one party."""
    name = at(tree.data, ("system", "id"))
    if name != folder:
        yield Diagnostic(
            codes.BAD_PACK_ID,
            f"this pack calls itself `{name}`, but its folder is `{folder[:60]}`",
            Label(tree.span(("system", "id")), "not the folder's name"),
            (),
            "quests name a pack by its folder",
            "make the two the same",
        )
    parties = [word for word, side in entries(tree, "sides").items() if side.get("party")]
    if len(parties) != 1:
        yield Diagnostic(
            codes.PACK_PARTY,
            f"{len(parties)} sides say `party: true`",
            Label(tree.key_span(("sides",)), "the sides of the game"),
            (),
            "the compiler proves the winning of one side",
            "mark the side that the players' quest belongs to, and only that one",
        )


def _check_grid(tree: Tree) -> Iterator[Diagnostic]:
    """Find rules of the grid that mean nothing beside others."""
    grid = mapping(at(tree.data, ("grid",)))
    if grid.get("front_holds") and not grid.get("facings"):
        label = "no figure of this game has a front"
        yield disagreement(tree, ("grid", "front_holds"), label, "name the `facings`")
    if grid.get("ruler") and grid.get("drawing") == "hexes":
        label = "hexes are counted"
        yield disagreement(tree, ("grid", "ruler"), label, "leave `ruler` out")


def _check_hexes(tree: Tree) -> Iterator[Diagnostic]:
    """Find diagonal steps and rectangles on hexes, and bases of hexes on squares."""
    if at(tree.data, ("grid", "drawing")) != "hexes":
        if entries(tree, "bases"):
            yield Diagnostic(
                codes.PACK_FORM,
                "`bases` are made of hexes",
                Label(tree.key_span(("bases",)), "this game is played on squares"),
                help="write `footprint` for rectangles of squares",
            )
        return
    if at(tree.data, ("grid", "diagonal")) != "never":
        yield Diagnostic(
            codes.PACK_FORM,
            "hexes know no diagonal step",
            Label(tree.span(("grid", "diagonal")), "no such step"),
            (),
            "hexes touch each other at whole sides",
            "write `never`",
        )
    for word, kind in entries(tree, "kinds").items():
        if kind.get("footprint", "1x1") != "1x1":
            yield Diagnostic(
                codes.PACK_FORM,
                f"`{word}` covers a rectangle",
                Label(tree.span(("kinds", word, "footprint")), "not on hexes"),
                (),
                "a rectangle is made of squares",
                "name one of the `bases` with `base:`",
            )
