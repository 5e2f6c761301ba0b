"""Find the tiles that a pack draws, in its files of the quest language."""

from __future__ import annotations

from questwright.dsl.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.parser import QuestParser
    from questwright.dsl.syntax import Declaration


def drawn_tiles(
    system: System, folder: str, parser: QuestParser
) -> tuple[dict[str, Declaration], dict[str, Source]]:
    """Return the tiles that a sound pack draws, by name, and their source texts, by path.

    `folder` is how the paths of those texts begin.
    """
    sources = {
        f"{folder}/{text.name}": Source(f"{folder}/{text.name}", text.text)
        for text in system.tile_texts
    }
    files = (parser.parse(source).file for source in sources.values())
    return {
        declaration.name.text: declaration for file in files for declaration in file.declarations
    }, sources
