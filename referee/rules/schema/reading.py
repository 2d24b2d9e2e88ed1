"""Reading plain data into frozen dataclasses, with every mistake named by its key."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from referee.language import OneOf, Phrase, say

T = TypeVar("T")

NOT_IN_FILES: Mapping[str, bool] = MappingProxyType({"not-in-files": True})
"""The metadata of a field that no file sets; `in-files` is what files call one by another name."""


class SchemaError(ValueError):
    """A key of a variant that is unknown, missing, or holds what it may not.

    `key` is the dotted path of the key, `message` says what would be right, and `file` names the
    file, empty where the data came from none. `with_keys` are other keys that it does not go with.
    """

    def __init__(
        self, key: str, message: str, file: str = "", with_keys: tuple[str, ...] = ()
    ) -> None:
        super().__init__(": ".join(filter(None, (file, key, message))))
        self.with_keys = with_keys
        self.key = key
        self.message = message
        self.file = file


def needs(*kinds: str, given: object) -> str:
    """That a key holds something else than what it needs, any of `schema-kind` in the catalogue."""
    what = OneOf(tuple(Phrase.of("schema-kind", kind=kind) for kind in kinds))
    return say("schema-needs", what=what, given=repr(given))


def not_of_form(*forms: str, given: object) -> str:
    """That a key holds a text of another form than it needs, such as `set of 3`."""
    form = OneOf(tuple(f'"{form}"' for form in forms))
    return say("schema-form-given", form=form, given=repr(given))


def read_into(kind: type[T], value: object, key: str = "") -> T:
    """Read plain data into a value of `kind`.

    `kind` is a dataclass, some words, a tuple, a mapping by text, a plain type, or a class with
    a class method `read(value, key)` of its own. `value` is what a TOML or JSON reader gives.
    `key` is the dotted path that leads to it. Raises `SchemaError` for an unknown or missing key
    and for a value of the wrong kind.
    """
    return cast(T, _read(kind, value, key))


def _read(kind: Any, value: object, key: str) -> Any:
    if hasattr(kind, "read"):
        return kind.read(value, key)
    if is_dataclass(kind):
        return read_table(cast(Any, kind), value, key)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        kinds = [part for part in inner if part is not NoneType]
        if value is None:
            return None
        for one in kinds:
            if len(kinds) == 1 or type(value) is one:
                return _read(one, value, key)
        raise SchemaError(key, needs(*[one.__name__ for one in kinds], given=value))
    if origin is Literal:
        if value in inner:
            return value
        known = ", ".join(f"“{word}”" for word in inner)
        raise SchemaError(key, say("schema-words", known=known, given=repr(value)))
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise SchemaError(key, needs("list", given=value))
        return tuple([_read(inner[0], item, f"{key}.{at}") for at, item in enumerate(value, 1)])
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise SchemaError(key, needs("table", given=value))
        table = {name: _read(inner[1], item, path(key, name)) for name, item in value.items()}
        return MappingProxyType(table)
    if kind is not object and type(value) is not kind:
        raise SchemaError(key, needs(kind.__name__, given=value))
    return value


@cache
def _shape(kind: Any) -> Mapping[str, tuple[str, Any, bool]]:
    hints = get_type_hints(kind)
    return MappingProxyType(
        {
            field.metadata.get("in-files", field.name): (
                field.name,
                hints[field.name],
                field.default is field.default_factory is MISSING
                and _left_out(hints[field.name]) is None,
            )
            for field in fields(kind)
            if not field.metadata.keys() & NOT_IN_FILES.keys()
        }
    )


@cache
def _left_out(kind: Any) -> Any:
    """What a table is that is left out; None where something in it has to be there."""
    if get_origin(kind) is Mapping:
        return MappingProxyType({})
    shape = _shape(cast(Any, kind)) if is_dataclass(kind) else None
    needed = shape is None or any(needed for _, _, needed in shape.values())
    return None if needed else read_table(kind, {})


def read_table(kind: Callable[..., T], value: object, key: str = "", **given: object) -> T:
    """Read a table into a dataclass by its fields, whatever else it can be read from.

    `given` are fields that no file sets (marked by `metadata=NOT_IN_FILES`). A table in which
    nothing has to be there may be left out itself. Raises as `read_into`.
    """
    if not isinstance(value, Mapping):
        raise SchemaError(key, needs("table", given=value))
    shape = _shape(kind)
    for name in value:
        if name not in shape:
            known = ", ".join(shape)
            raise SchemaError(path(key, name), say("schema-unknown-key", keys=known))
    missing = [name for name, (_, _, needed) in shape.items() if needed and name not in value]
    if missing:
        raise SchemaError(path(key, missing[0]), say("schema-missing"))
    read = {own: left for own, of, _ in shape.values() if (left := _left_out(of)) is not None}
    for name, inner in value.items():
        own, of, _ = shape[name]
        read[own] = _read(of, inner, path(key, name))
    return kind(**read, **given)


def patched(whole: T, key: str, value: object) -> T:
    """What was read, with other plain data at a dotted key.

    A class may patch itself by a method `patched(part, value, key)`. The last step of a list may be
    `+` for more items at its end. Raises `SchemaError` for a value of the wrong kind, and
    `LookupError` for a key that is not there.
    """
    return cast(T, _patched(type(whole), whole, key.split("."), value, key))


def _patched(kind: Any, whole: Any, steps: list[str], value: object, key: str) -> Any:
    if not steps:
        return _read(kind, value, key)
    if hasattr(whole, "patched"):
        return whole.patched(".".join(steps), value, key)
    step, *rest = steps
    if hasattr(whole, "__dataclass_fields__"):
        of: Any = type(whole)
        name, inner, _ = _shape(of)[step]
        return replace(whole, **{name: _patched(inner, getattr(whole, name), rest, value, key)})
    if isinstance(whole, tuple) and step == "+":
        return whole + _read(kind, value, key)
    if not (isinstance(whole, tuple) and step.isdecimal()):
        raise LookupError(key)
    items, at = list(whole), int(step) - 1
    items[at] = _patched(get_args(kind)[0], items[at], rest, value, key)
    return tuple(items)


def path(key: str, name: str) -> str:
    """The dotted path of `name` under `key`."""
    return f"{key}.{name}" if key else name


def holds_key(value: object, key: str) -> bool:
    """Whether plain data hold a dotted key; a single key may have dots of its own."""
    if not key:
        return True
    if isinstance(value, list):
        first, _, rest = key.partition(".")
        return (
            first.isdecimal()
            and 0 < int(first) <= len(value)
            and holds_key(value[int(first) - 1], rest)
        )
    if not isinstance(value, Mapping):
        return False
    steps = (name for name in value if key == name or key.startswith(f"{name}."))
    return any(holds_key(value[name], key[len(name) + 1 :]) for name in steps)
