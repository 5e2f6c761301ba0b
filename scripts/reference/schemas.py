"""The pages of the formats, from their JSON Schemas."""

from __future__ import annotations

import json
import re
import tempfile
from typing import TYPE_CHECKING, Any, Final

import questwright
from questwright.compiler.assets import SCHEMAS_DIR
from scripts.reference import ROOT
from scripts.reference.markdown import code, codes, fenced, sentence, table
from scripts.reference.markdown import page as made

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Schema = dict[str, Any]
"""A schema, or a part of one: JSON."""

_EXAMPLE: Final = ROOT / "content" / "quests" / "small-change"
_EXAMPLE_TOLD: Final = (
    "From `content/quests/small-change`. Most keys are left out here, and each list shows its "
    "first entry only."
)
_SHOWN: Final = ("version", "id", "title", "system", "party", "gates", "items", "victories")
_OF_VERDICT: Final = ("kind", "line", "causes", "rounds", "required", "undecided")

_SOURCES: Final = {"source", "rule"}
"""What any mapping of a pack may have; it is said once."""

_PLAIN: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "mapping",
    "array": "list",
}


def quest_page(introduction: str) -> str:
    """The form of quest.json, with a document cut short."""
    example = [
        "## Example",
        _EXAMPLE_TOLD,
        fenced(_example(), "json"),
    ]
    return _page(introduction, _schema("quest"), "the document", *example)


def campaign_page(introduction: str) -> str:
    """The form of a campaign's document."""
    return _page(introduction, _schema("campaign"), "the document")


def diff_page(introduction: str) -> str:
    """The form of what `questwright diff --format json` writes."""
    return _page(introduction, _schema("diff"), "the document")


def pack_page(introduction: str) -> str:
    """The form of packs, with a small one that tests use."""
    (folder,) = (path.parent for path in (ROOT / "tests").glob("*/blank/game.yaml"))
    files = (
        part
        for path in sorted(folder.glob("*.yaml"))
        for part in (f"`{path.name}`:", fenced(path.read_text(encoding="utf-8"), "yaml"))
    )
    return _page(
        introduction.replace("SMALL-PACK-FOLDER", folder.relative_to(ROOT).as_posix()).replace(
            "SMALL-PACK", "\n\n".join(files)
        ),
        _schema("system"),
        "a pack",
    )


def _schema(name: str) -> Schema:
    schema: Schema = json.loads((SCHEMAS_DIR / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def _page(introduction: str, schema: Schema, whole: str, *example: str) -> str:
    """All that a schema describes: the whole, then each part in the order of its first use."""
    definitions: Mapping[str, Schema] = schema["$defs"]
    names = [name for name in _in_order(schema) if not _is_taken_for_granted(name, schema)]
    parts = [name for name in names if _has_parts(definitions[name])]
    small = [name for name in names if name not in parts]
    return made(
        introduction,
        *example,
        f"## {whole.removeprefix('the ').removeprefix('a ').capitalize()}",
        sentence(schema["description"]),
        _properties(schema, definitions),
        "## Parts",
        *(text for name in parts for text in _part(name, definitions)),
        "## Small values" if small else "",
        *(text for name in small for text in _part(name, definitions)),
    )


def _is_taken_for_granted(name: str, schema: Schema) -> bool:
    """Where a value of a pack comes from is said in the introduction."""
    return name in _SOURCES and _has_source(schema)


def _has_source(schema: Schema) -> bool:
    """Whether this is a part of a pack, which may say where its values come from."""
    source: Schema = schema.get("properties", {}).get("source", {})
    return source.get("$ref") == "#/$defs/source"


def _has_parts(definition: Schema) -> bool:
    return ("properties" in definition and not _is_with_source(definition)) or "oneOf" in definition


def _in_order(schema: Schema) -> list[str]:
    """The definitions as they are met, each followed by what it is made of."""
    definitions: Mapping[str, Schema] = schema["$defs"]
    found: dict[str, None] = {}

    def meet(part: object) -> None:
        if isinstance(part, list):
            for one in part:
                meet(one)
        elif isinstance(part, dict):
            reference = part.get("$ref")
            name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else None
            if name is not None and name not in found:
                found[name] = None
                meet(definitions[name])
            for key, one in part.items():
                if key != "$defs":
                    meet(one)

    meet(schema)
    return [*found, *(name for name in definitions if name not in found)]


def _part(name: str, definitions: Mapping[str, Schema]) -> Iterator[str]:
    definition = definitions[name]
    yield f"### {name}"
    yield sentence(definition.get("description", ""))
    if "properties" in definition and _has_parts(definition):
        yield _properties(definition, definitions)
        yield from _needed(definition)
    else:
        yield f"Form: {_form(definition)}."


def _properties(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    rows = list(_rows(schema, definitions, ""))
    if not all(row[2] for row in rows):
        return table(("key", "value", "required", "meaning"), rows)
    told = table(("key", "value", "meaning"), ((key, value, why) for key, value, _, why in rows))
    return f"{told}\n\nAll keys are required."


def _rows(
    schema: Schema, definitions: Mapping[str, Schema], inside: str
) -> Iterator[tuple[str, str, str, str]]:
    """The keys of a mapping, each followed by the keys of what it alone is made of."""
    required = schema.get("required", ())
    for name, one in schema["properties"].items():
        if name in _SOURCES and _has_source(schema):
            continue
        asked = "yes" if name in required else ""
        yield code(inside + name), _form(one), asked, _meaning(one, definitions)
        for within, behind in _mappings_in(one):
            yield from _rows(within, definitions, f"{inside}{name}{behind}.")


def _mappings_in(schema: Schema) -> Iterator[tuple[Schema, str]]:
    """Mappings that are described where they stand, and what is written to get to them."""
    if "properties" in schema and not _is_with_source(schema):
        yield schema, ""
    if isinstance(schema.get("items"), dict):
        for within, behind in _mappings_in(schema["items"]):
            yield within, f"[]{behind}"
    if isinstance(schema.get("additionalProperties"), dict) and "properties" not in schema:
        for within, behind in _mappings_in(schema["additionalProperties"]):
            yield within, f".WORD{behind}"
    for one in schema.get("oneOf", ()):
        yield from _mappings_in(one)


def _meaning(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    """What a key stands for; if it is not said, what its value is."""
    reference = schema.get("$ref", "").removeprefix("#/$defs/")
    described = schema if "description" in schema else definitions.get(reference, {})
    return sentence(described.get("description", ""))


def _needed(definition: Schema) -> Iterator[str]:
    """What a part asks for only together with something else."""
    for key, others in definition.get("dependentRequired", {}).items():
        yield f"With {code(key)}, {codes(others)} is required."
    for rule in (definition, *definition.get("allOf", ())):
        if "if" not in rule:
            continue
        for word, key in (("If", "then"), ("Otherwise,", "else")):
            asked = rule.get(key, {}).get("required")
            given = f" {_given(rule['if'])}," if key == "then" else ""
            if asked:
                yield f"{word}{given} {codes(asked, ' and ')} {_are(asked)} required."


def _are(words: list[str]) -> str:
    return "is" if len(words) == 1 else "are"


def _given(condition: Schema) -> str:
    told = []
    for key, one in condition["properties"].items():
        values = [
            value if isinstance(value, str) else json.dumps(value)
            for value in one.get("enum", [one.get("const")])
        ]
        told.append(f"{code(key)} is {codes(values, ' or ')}")
    return " and ".join(told)


def _is_with_source(schema: Schema) -> bool:
    """Whether this is one value of a pack, which may be written with its source."""
    return _has_source(schema) and schema["properties"].keys() == {"value", *_SOURCES}


def _form(schema: Schema) -> str:
    """What a value looks like, in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return f"[{name}](#{name})"
    if "oneOf" in schema:
        return " or ".join(map(_form, schema["oneOf"]))
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(json.dumps(one).strip('"')) for one in schema["enum"])
    types = schema.get("type", [])
    given = [types] if isinstance(types, str) else types
    if _is_with_source(schema):
        given = [one for one in given if one != "object"]
    return " or ".join(_of_type(one, schema) for one in given) or "anything"


def _of_type(kind: str, schema: Schema) -> str:
    match kind:
        case "array" if isinstance(schema.get("items"), dict):
            return f"list of {_form(schema['items'])}{_many(schema)}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"mapping of words to {_form(schema['additionalProperties'])}"
        case "string" if "pattern" in schema:
            return f"text like {code(schema['pattern'])}"
        case "integer":
            return f"{_PLAIN[kind]}{_bounds(schema)}"
        case _:
            return _PLAIN[kind]


def _many(schema: Schema) -> str:
    least, most = schema.get("minItems"), schema.get("maxItems")
    if least is not None and least == most:
        return f", exactly {least}"
    return ", at least one" if least == 1 else f", at least {least}" if least else ""


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None or least < -1000:
        return ""
    return f" from {least}" if most is None or most > 1000 else f" from {least} to {most}"


def _example() -> str:
    """A real document, cut short."""
    with tempfile.TemporaryDirectory() as folder:
        built = questwright.build(_EXAMPLE, folder, book=False)
        assert built.ok, built
        path = built.folders[_EXAMPLE.name] / "quest.json"
        document = json.loads(path.read_text(encoding="utf-8"))
    verdict = {key: document["verdict"][key] for key in _OF_VERDICT}
    shown = {key: document[key] for key in _SHOWN} | {"verdict": verdict}
    text = json.dumps(_cut(shown), indent=2, ensure_ascii=False)
    # A short list or mapping without others inside stands on one line.
    return re.sub(r"[\[{]\n[^\[\]{}]{0,160}?\n\s*[\]}]", _on_one_line, text)


def _on_one_line(found: re.Match[str]) -> str:
    line = re.sub(r"\s*\n\s*", " ", found[0])
    return line if len(line) <= 72 else found[0]


def _cut(value: object) -> object:
    if isinstance(value, list):
        is_simple = all(isinstance(one, str | int) for one in value)
        return value[:4] if is_simple else [_cut(one) for one in value[:1]]
    if isinstance(value, dict):
        return {key: _cut(one) for key, one in value.items()}
    return value
