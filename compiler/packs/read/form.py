"""Hold a pack to its JSON Schema, and say in a designer's words where it differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, Tree, dotted
from questwright.dsl import limits
from questwright.dsl.diagnostics import Diagnostic, Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jsonschema.exceptions import ValidationError

    from questwright.dsl.diagnostics import Code

_LENGTHS: Mapping[str, str] = {
    "minLength": "is too short",
    "maxLength": "is too long",
    "minItems": "has too few entries",
    "maxItems": "has too many entries",
    "minProperties": "is empty",
    "uniqueItems": "names something twice",
    "minimum": "is too small",
    "maximum": "is too large",
}


class HeldToSchema(NamedTuple):
    """What is held to a schema, as messages name it, and the code of what is wrong with it."""

    code: Code
    whole: str
    word: str
    others: str


PACK = HeldToSchema(codes.PACK_FORM, "this pack", "a word of packs", "the other packs")


def check_form(
    tree: Tree, schema: Mapping[str, Json], subject: HeldToSchema = PACK
) -> tuple[Diagnostic, ...]:
    """Return findings about what the schema does not allow; look nothing up outside the schema."""
    import jsonschema  # here, for a build loads this module and holds nothing to a schema
    import referencing

    validator = jsonschema.Draft202012Validator(schema, registry=referencing.Registry())
    findings: dict[tuple[Path, str], Diagnostic] = {}
    for error in validator.iter_errors(tree.data):
        for path, finding in _explain(tree, error, subject):
            findings.setdefault((path, finding.message), finding)
        if len(findings) >= limits.PACK_FINDINGS:
            break
    return tuple(findings.values())


def _explain(
    tree: Tree, error: ValidationError, subject: HeldToSchema
) -> list[tuple[Path, Diagnostic]]:
    path: Path = tuple(error.absolute_path)
    schema = error.schema if isinstance(error.schema, dict) else {}
    described = schema.get("description")
    wanted = described if isinstance(described, str) else None
    keyword = str(error.validator)
    instance: Json = error.instance  # type: ignore[assignment]
    wanted_by: Json = error.validator_value  # type: ignore[assignment]
    if keyword == "additionalProperties" and isinstance(instance, dict):
        known = [name for name in schema.get("properties", {}) if name not in {"source", "rule"}]
        every = [name for name in instance if name not in schema.get("properties", {})]
        unknown = every[: limits.PACK_FINDINGS]
        return [_unknown(tree, (*path, name), known, subject) for name in unknown]
    if keyword in {"required", "dependentRequired"} and isinstance(instance, dict):
        return [_missing(tree, path, name, subject) for name in _absent(wanted_by, instance)]
    if keyword == "enum":
        return [_one_of(tree, path, instance, wanted_by, subject)]
    if "propertyNames" in error.absolute_schema_path:
        place = (*path, str(instance))
        name = f"`{str(instance)[:60]}` cannot stand as a key here"
        finding = _finding(
            tree, place, name, "this key", wanted, "use another word", subject=subject, on_key=True
        )
        return [(place, finding)]
    problem = _LENGTHS.get(keyword, "is not what belongs here")
    message = f"`{dotted(path)[:80]}` {problem}"
    help_ = f"write {wanted}" if wanted else f"compare it with {subject.others}"
    return [(path, _finding(tree, path, message, _shown(instance), None, help_, subject=subject))]


def _unknown(
    tree: Tree, path: Path, known: list[str], subject: HeldToSchema
) -> tuple[Path, Diagnostic]:
    name = str(path[-1])
    message = f"`{name[:60]}` means nothing here"
    help_ = did_you_mean(name, known) or f"known here: {listed(sorted(known))}"
    label = f"not {subject.word}"
    return path, _finding(tree, path, message, label, None, help_, subject=subject, on_key=True)


def _missing(tree: Tree, path: Path, name: str, subject: HeldToSchema) -> tuple[Path, Diagnostic]:
    where = f"`{dotted(path)[:80]}`" if path else subject.whole
    message = f"{where} does not say `{name}`"
    finding = _finding(
        tree,
        path,
        message,
        f"`{name}` is missing",
        None,
        f"add `{name}:`",
        subject=subject,
        on_key=True,
    )
    return (*path, name), finding


def _one_of(
    tree: Tree, path: Path, instance: Json, allowed: Json, subject: HeldToSchema
) -> tuple[Path, Diagnostic]:
    words = [str(word) for word in allowed] if isinstance(allowed, list) else []
    message = f"`{dotted(path)[:80]}` cannot be {_shown(instance)}"
    help_ = did_you_mean(str(instance), words) or f"it may be {listed(words)}"
    if path and path[-1] in words and isinstance(instance, str):
        help_ = f"write it the other way round, your own word first: `{instance[:40]}: {path[-1]}`"
    return path, _finding(tree, path, message, "not one of its words", None, help_, subject=subject)


def _absent(wanted: Json, instance: dict[str, Json]) -> list[str]:
    names: list[Json] = []
    if isinstance(wanted, list):
        names = wanted
    elif isinstance(wanted, dict):
        for key, several in wanted.items():
            if key in instance and isinstance(several, list):
                names.extend(several)
    return [str(name) for name in names if name not in instance]


def _shown(instance: Json) -> str:
    if isinstance(instance, dict):
        return "a mapping"
    if isinstance(instance, list):
        return "a list"
    if instance is None or isinstance(instance, bool):
        return {None: "`null`", True: "`true`", False: "`false`"}[instance]
    if instance == "":
        return "nothing"
    return f"`{str(instance)[:40]}`"


def _finding(  # noqa: PLR0913 - a finding has this many parts
    tree: Tree,
    path: Path,
    message: str,
    label: str,
    reason: str | None,
    help_: str,
    *,
    subject: HeldToSchema,
    on_key: bool = False,
) -> Diagnostic:
    span = tree.key_span(path) if on_key else tree.span(path)
    return Diagnostic(subject.code, message, Label(span, label), (), reason, help_)
