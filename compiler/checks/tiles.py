"""Check that the box has the tiles of a board: each of them lies with one of its faces up."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.model.sections import SectionDeck


def check_tiles(case: Case, findings: Findings) -> None:
    """Check that one box has the tiles of a board."""
    laid = [tile for tile in case.quest.board.tiles if tile.rows]
    fronts: dict[str, list[LaidTile]] = {}
    for tile in laid:
        fronts.setdefault(tile.front, []).append(tile)
    for faces in fronts.values():
        _check_faces(faces, case, findings)
    _check_deck(case, findings)
    limit = case.system.tile_limit
    if limit is not None and len(laid) > limit:
        findings.add(
            codes.TOO_MANY_TILES,
            f"this board is laid from {len(laid)} tiles, the box holds {limit}",
            case.quest.origin,
            "too many tiles",
            reason="each of them lies on the table once",
        )


def _check_deck(case: Case, findings: Findings) -> None:
    """Check that a deck of the game's sections has no more of them than the box."""
    deck, tiles = case.quest.deck, case.system.tiles
    if deck is None:
        return
    listed = [own for own in deck.cards if own.section.word in tiles]
    count = sum(own.many for own in listed)
    sorts = {word: case.system.sections.get(tile.section) for word, tile in tiles.items()}
    boxes = [
        tile.box
        for word, tile in tiles.items()
        if (sort := sorts[word]) is not None and not sort.is_objective
    ]
    box = sum(own or 0 for own in boxes)
    if None in boxes or count <= box:
        _check_sections(case, deck, findings)
        return
    most = max(listed, key=lambda own: own.many)
    findings.add(
        codes.TOO_MANY,
        f"this deck has {count} sections, the box {box}",
        most.origin or deck.origin,
        f"{most.many} of them",
        reason="each card that is turned up asks for its tile",
        help=f"take {count - box} of them away, or list none: then the deck is the game's own",
    )


def _check_sections(case: Case, deck: SectionDeck, findings: Findings) -> None:
    """Check that no deal lays more of a section than the box has [WHQ-B2]."""
    for own in deck.cards:
        tile = case.system.tiles.get(own.section.word)
        box = tile.box if tile is not None else None
        most = min(own.many, deck.top + deck.below)
        if tile is None or box is None or most <= box:
            continue
        findings.add(
            codes.BOX_MAY_RUN_OUT,
            f"a deal may lay {tile.title} {_times(most)}, and the box has {box}",
            own.origin or deck.origin,
            "more than the box holds",
            reason="all sections that are turned up lie on the table at once",
            help=f"list {box} of them, and other sections besides, or "
            "`allow box-may-run-out` with the reason",
        )


def _check_faces(faces: list[LaidTile], case: Case, findings: Findings) -> None:
    """Check that no tile is laid more often than one box has it, whichever face is up [DN-B8]."""
    box = faces[0].box
    if box is None or len(faces) <= box:
        return
    extra = faces[box]
    kind = case.system.tiles.get(extra.tile)
    title = kind.title if kind is not None else extra.title
    rules = f" [{', '.join(kind.rules)}]" if kind is not None and kind.rules else ""
    other = next((tile for tile in faces[:box] if tile.tile != extra.tile), None)
    if other is not None:
        findings.add(
            codes.BOTH_FACES,
            f"`{other.instance}` and `{extra.instance}` are faces of one tile",
            extra.origin,
            "the other face",
            related=(Label(other.origin, "one face"),),
            reason=f"the box has the tile {_times(box)}, and one of its faces is up{rules}",
            help="lay another tile in place of one of them",
        )
        return
    findings.add(
        codes.BOX_MAY_RUN_OUT,
        f"this board has {title} {len(faces)} times, the box {box or 'none'}",
        extra.origin,
        "more than the box holds",
        reason=f"it takes more than one box to lay it{rules}",
        help="lay another tile, or `allow box-may-run-out` with the reason",
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
