"""What a build in another language needs: sources in it, and the words of the program."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.language import SOURCE, Catalog
from questwright.compiler.project import Disk
from questwright.compiler.translation.catalog import is_language, own_catalog
from questwright.compiler.translation.translated import TranslatedProject
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class BuildLanguage(NamedTuple):
    """A language, the sources in it, and the program's words in it."""

    source: TranslatedProject
    catalog: Catalog


def translation(language: str, folder: Path = TEMPLATES_DIR / "language") -> BuildLanguage | None:
    """What is needed for a language; None if that is no tag of one.

    Where the program itself has no words in it, those are English.
    """
    if not is_language(language):
        return None
    own = own_catalog(language, folder)
    source = TranslatedProject(Disk(), language, is_spoken=own is not None or language == SOURCE)
    catalog = own or Catalog(language, {}, lambda count: int(count != 1))
    # Marks are read with the files, when this catalog is in use already.
    return BuildLanguage(
        source, catalog._replace(messages=ChainMap(source.marks, {**catalog.messages}))
    )
