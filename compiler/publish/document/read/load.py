"""Read an edition from the bytes of a `quest.json`.

Takes bytes and a function that finds packs. Returns an edition, or raises `DocumentError`: the
bytes must be JSON, the JSON must satisfy the schema of quests once it is completed, and every name
in it must exist, in the document or in the pack of its game.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn

from questwright.compiler.publish.document.campaign_json import VERSION as CAMPAIGN_VERSION
from questwright.compiler.publish.document.forms import campaign_schema, completed, quest_schema
from questwright.compiler.publish.document.quest_json import VERSION
from questwright.compiler.publish.document.read.part import DocumentError, Part
from questwright.compiler.publish.document.read.quest import edition_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from jsonschema.exceptions import ValidationError

    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.edition import Edition

BYTES: Final = 33_554_432
"""The most bytes that a document may have."""
_DIGITS: Final = 15
"""The most digits that a number may have."""


def read_edition(data: bytes, system_of: Callable[[str], System | None]) -> Edition:
    """The edition that a document holds; raises `DocumentError` with the reason if it holds none.

    `system_of` gives the pack of a game by its id, or None.
    """
    try:
        found = _parse(data)
        _check_version(found)
        found = completed(found)
        _check_schema(found)
        top = Part(found)
        game = top.part("system")
        system = system_of(game.text("id"))
        if system is None:
            raise DocumentError(
                f"it is for the game `{game.text('id')}`, and there is no pack of that game"
            )
        return edition_from(top, system)
    except RecursionError as error:
        raise DocumentError("it is nested too deeply") from error


def read_campaign(data: bytes) -> dict[str, Json]:
    """The document of a campaign, completed; raises `DocumentError` with the reason if it is none.

    Of its quests it has the names only.
    """
    try:
        found = _parse(data)
        _check_version(found, CAMPAIGN_VERSION)
        found = completed(found, campaign_schema())
        _check_schema(found, campaign_schema())
    except RecursionError as error:
        raise DocumentError("it is nested too deeply") from error
    assert isinstance(found, dict), "the schema says so"
    return found


# -- bytes to data ----------------------------------------------------------------------


def _parse(data: bytes) -> Json:
    if len(data) > BYTES:
        raise DocumentError(f"it has more than {BYTES:,} bytes")
    try:
        parsed: Json = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_number,
            parse_float=_refuse_number,
            parse_int=_whole_number,
        )
        # JSON can escape an unpaired surrogate, which UTF-8 cannot hold.
        json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise DocumentError(f"its byte {error.start:,} is not UTF-8") from error
    except UnicodeEncodeError as error:
        raise DocumentError("it contains half of a character (an unpaired surrogate)") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"it is not JSON: {error.msg} at {where}") from error
    return parsed


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise DocumentError(f"the key {key[:60]!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_number(written: str) -> NoReturn:
    raise DocumentError(f"{written[:20]} is not a whole number")


def _whole_number(written: str) -> int:
    if len(written) > _DIGITS:
        raise DocumentError(f"{written[:20]}… is too large a number")
    return int(written)


# -- version and schema ---------------------------------------------------------------------------


def _check_version(found: Json, known: int = VERSION) -> None:
    version = found.get("version") if isinstance(found, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise DocumentError(f"it names no version; only version {known} can be read")
    if version != known:
        raise DocumentError(f"it is version {version}; only version {known} can be read")


def _check_schema(found: Json, schema: dict[str, Any] | None = None) -> None:
    """Check a document against its schema, without looking up any other schema."""
    import jsonschema
    import referencing

    schema = schema or quest_schema()
    validator = jsonschema.Draft202012Validator(schema, registry=referencing.Registry())
    error = next(validator.iter_errors(found), None)
    if error is not None:
        raise DocumentError(_form_error(error))


def _form_error(error: ValidationError) -> str:
    """A sentence on the innermost error of the schema, with the path of the value."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    instance: Json = error.instance  # type: ignore[assignment]
    where = error.json_path.removeprefix("$").removeprefix(".")[:80]
    here = f"`{where}`" if where else "it"
    if error.validator == "required" and isinstance(instance, dict):
        wanted: Json = error.validator_value  # type: ignore[assignment]
        missing = [str(key) for key in wanted or () if key not in instance]  # type: ignore[union-attr]
        return f"{here} has no `{missing[0]}`"
    if error.validator == "additionalProperties" and isinstance(instance, dict):
        schema = error.schema if isinstance(error.schema, dict) else {}
        unknown = [key for key in instance if key not in schema.get("properties", {})]
        return (
            f"{here} has an unknown key `{unknown[0][:60]}`"
            if unknown
            else f"{here} does not fit the schema"
        )
    return f"{here} does not fit the schema"
