"""The paths of the templates, schemas and rules packs that ship with Questwright.

A wheel has them inside the package, under ``compiler/_assets``. A checkout, or an editable install
of it, has them at the root of the repository.
"""

from __future__ import annotations

from pathlib import Path

# Not resolve(): an installed package may consist of links, and the assets lie beside the links.
_PACKAGE = Path(__file__).absolute().parent
_PACKAGED = _PACKAGE / "_assets"
_IN_WHEEL = _PACKAGED.is_dir()
_ROOT = _PACKAGED if _IN_WHEEL else _PACKAGE.parent.parent

TEMPLATES_DIR = _ROOT / "templates"
"""Jinja2 templates, style sheets and fonts."""

SCHEMAS_DIR = _ROOT / "schemas"
"""The JSON Schemas of every file that goes in or comes out."""

SYSTEMS_DIR = _ROOT / "systems" if _IN_WHEEL else _ROOT / "content" / "systems"
"""The rules packs, one folder a game."""
