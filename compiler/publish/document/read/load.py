"""An edition out of the bytes of a `quest.json`, or the reason why there is none.

The bytes are JSON, the JSON meets the schema of quests, and whatever it names is there: nothing
that comes through is half-known. The words of the game are looked up in its pack.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NoReturn

from questwright.compiler.assets import SCHEMAS_DIR
from questwright.compiler.publish.document.quest_json import VERSION
from questwright.compiler.publish.document.read.part import Part, Unfit
from questwright.compiler.publish.document.read.quest import revive

if TYPE_CHECKING:
    from collections.abc import Callable

    from jsonschema.exceptions import ValidationError

    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.diff.edition import Edition

BYTES: Final = 33_554_432
"""Bytes of one document."""
_DIGITS: Final = 15


def read_edition(data: bytes, system_of: Callable[[str], System | None]) -> Edition:
    """The edition of a document, with its game's pack; `Unfit` says why there is none."""
    try:
        found = _parse(data)
        _hold_version(found)
        _hold_form(found)
        top = Part(found)
        game = top.part("system")
        system = system_of(game.text("id"))
        if system is None:
            raise Unfit(f"it is for the game `{game.text('id')}`, of which there is no pack")
        return revive(top, system)
    except RecursionError as error:
        raise Unfit("it is nested too deeply") from error


# -- bytes to data ----------------------------------------------------------------------


def _parse(data: bytes) -> Json:
    if len(data) > BYTES:
        raise Unfit(f"it has more than {BYTES:,} bytes")
    try:
        parsed: Json = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_float=_no_number,
            parse_int=_whole,
        )
        # A half of a character cannot be written again.
        json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise Unfit(f"its byte {error.start:,} is not UTF-8") from error
    except UnicodeEncodeError as error:
        raise Unfit("a text of it has half of a character") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Unfit(f"it is not JSON: {error.msg} at {where}") from error
    return parsed


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise Unfit(f"the key {key[:60]!r} stands twice in one object")
        found[key] = value
    return found


def _no_number(written: str) -> NoReturn:
    raise Unfit(f"{written[:20]} is not a whole number")


def _whole(written: str) -> int:
    if len(written) > _DIGITS:
        raise Unfit(f"{written[:20]}… is too large a number")
    return int(written)


# -- its form ---------------------------------------------------------------------------


def _hold_version(found: Json) -> None:
    version = found.get("version") if isinstance(found, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise Unfit(f"it names no version; documents of version {VERSION} are read")
    if version != VERSION:
        raise Unfit(f"it is version {version}; documents of version {VERSION} are read")


def _hold_form(found: Json) -> None:
    """Hold a document to its schema; nothing outside the schema itself is ever looked up."""
    import jsonschema
    import referencing

    schema = json.loads((SCHEMAS_DIR / "quest.schema.json").read_bytes())
    validator = jsonschema.Draft202012Validator(schema, registry=referencing.Registry())
    error = next(validator.iter_errors(found), None)
    if error is not None:
        raise Unfit(_form_error(error))


def _form_error(error: ValidationError) -> str:
    """What a schema does not allow, in a sentence, as near to the mistake as can be."""
    while error.context:
        error = max(error.context, key=lambda one: len(one.absolute_path))
    instance: Json = error.instance  # type: ignore[assignment]
    where = error.json_path.removeprefix("$").removeprefix(".")[:80]
    here = f"`{where}`" if where else "it"
    if error.validator == "required" and isinstance(instance, dict):
        wanted: Json = error.validator_value  # type: ignore[assignment]
        missing = [str(one) for one in wanted or () if one not in instance]  # type: ignore[union-attr]
        return f"{here} has no `{missing[0]}`"
    if error.validator == "additionalProperties" and isinstance(instance, dict):
        schema = error.schema if isinstance(error.schema, dict) else {}
        unknown = [key for key in instance if key not in schema.get("properties", {})]
        return f"{here} has an unknown key `{unknown[0][:60]}`" if unknown else f"{here} is unfit"
    return f"{here} is not what belongs there"
