"""The paths of the templates, schemas and rules packs that ship with Questwright.

A wheel has them inside the package, under ``compiler/_assets``. A checkout, or an editable install
of it, has them at the root of the repository.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

# Not realpath(): an installed package may consist of links, and the assets lie beside the links.
_PACKAGE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - no pathlib: see below
_PACKAGED = os.path.join(_PACKAGE, "_assets")  # noqa: PTH118
_IN_WHEEL = os.path.isdir(_PACKAGED)  # noqa: PTH112
_ROOT = _PACKAGED if _IN_WHEEL else os.path.dirname(os.path.dirname(_PACKAGE))  # noqa: PTH120

SCHEMAS = os.path.join(_ROOT, "schemas")  # noqa: PTH118
"""Where the JSON Schemas are of every file that goes in or comes out."""

SYSTEMS = os.path.join(_ROOT, *([] if _IN_WHEEL else ["content"]), "systems")  # noqa: PTH118
"""Where the rules packs are, one folder a game."""

if TYPE_CHECKING:
    TEMPLATES_DIR: Path
    """Jinja2 templates, style sheets and fonts."""
    SCHEMAS_DIR: Path
    SYSTEMS_DIR: Path

_FOLDERS = {
    "TEMPLATES_DIR": os.path.join(_ROOT, "templates"),  # noqa: PTH118
    "SCHEMAS_DIR": SCHEMAS,
    "SYSTEMS_DIR": SYSTEMS,
}


def __getattr__(name: str) -> Path:
    # A check needs no more than the text of a path, and pathlib takes long to load.
    if name in _FOLDERS:
        from pathlib import Path

        return Path(_FOLDERS[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
