"""Reading plain data into frozen dataclasses, with every mistake named by its key."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

NOT_IN_FILES: Mapping[str, bool] = MappingProxyType({"not-in-files": True})

_PLAIN = {str: "a text", bool: "true or false", int: "a whole number"}


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


def read_into(kind: type[T], value: object, key: str = "", **given: object) -> T:
    """Read plain data into a value of `kind`.

    `kind` is a dataclass, an enumeration, a tuple, a mapping by text, a plain type, or a class with
    a class method `read(value, key)` of its own. `value` is what a TOML or JSON reader gives.
    `key` is the dotted path that leads to it. `given` are fields of a dataclass that no file sets
    (marked by `metadata=NOT_IN_FILES`). Raises `SchemaError` for an unknown or missing key and for
    a value of the wrong kind.
    """
    read = _read_fields(kind, value, key, **given) if given else _read(kind, value, key)
    return cast(T, read)


def read_table(kind: type[T], value: object, key: str) -> T:
    """Read a table into a dataclass by its fields, whatever else it can be read from."""
    return cast(T, _read_fields(kind, value, key))


def _read(kind: Any, value: object, key: str) -> Any:
    if hasattr(kind, "read"):
        return kind.read(value, key)
    if is_dataclass(kind):
        return _read_fields(kind, value, key)
    origin = get_origin(kind)
    if origin is UnionType:
        inner = [part for part in get_args(kind) if part is not NoneType]
        return None if value is None else _read_any(inner, value, key)
    if origin is tuple:
        return _read_items(get_args(kind)[0], value, key)
    if origin is not None and issubclass(origin, Mapping):
        return _read_table(get_args(kind)[1], value, key)
    if issubclass(kind, StrEnum):
        return _read_choice(kind, value, key)
    if type(value) is not kind:
        raise SchemaError(key, f"needs {_PLAIN[kind]}, not {value!r}")
    return value


def _read_any(kinds: list[Any], value: object, key: str) -> Any:
    for kind in kinds:
        if len(kinds) == 1 or type(value) is kind:
            return _read(kind, value, key)
    raise SchemaError(key, f"needs {' or '.join(_PLAIN[kind] for kind in kinds)}, not {value!r}")


@cache
def _shape(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    hints = get_type_hints(kind)
    return MappingProxyType(
        {
            field.name: (hints[field.name], field.default is field.default_factory is MISSING)
            for field in fields(kind)
            if not field.metadata.keys() & NOT_IN_FILES.keys()
        }
    )


def _read_fields(kind: Any, value: object, key: str, **given: object) -> Any:
    if not isinstance(value, Mapping):
        raise SchemaError(key, f"needs a table, not {value!r}")
    shape = _shape(kind)
    for name in value:
        if name not in shape:
            known = ", ".join(shape)
            raise SchemaError(path(key, name), f"is not a key here; the keys are {known}")
    missing = [name for name, (_, needed) in shape.items() if needed and name not in value]
    if missing:
        raise SchemaError(path(key, missing[0]), "is missing")
    read = {name: _read(shape[name][0], inner, path(key, name)) for name, inner in value.items()}
    return kind(**read, **given)


def _read_items(kind: Any, value: object, key: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise SchemaError(key, f"needs a list, not {value!r}")
    return tuple(_read(kind, item, path(key, str(at))) for at, item in enumerate(value, 1))


def _read_table(kind: Any, value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SchemaError(key, f"needs a table, not {value!r}")
    return MappingProxyType(
        {name: _read(kind, inner, path(key, name)) for name, inner in value.items()}
    )


def _read_choice(kind: type[StrEnum], value: object, key: str) -> StrEnum:
    try:
        return kind(value)  # type: ignore[arg-type]
    except ValueError:
        known = ", ".join(f"“{one}”" for one in kind)
        raise SchemaError(key, f"needs one of {known}, not {value!r}") from None


def path(key: str, name: str) -> str:
    """The dotted path of `name` under `key`."""
    return f"{key}.{name}" if key else name
