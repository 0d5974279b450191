"""Frozen dataclasses that take a tenth of the usual time to be made when their module is fetched.

The standard library writes and compiles six methods of every frozen dataclass then, half a millisecond each; a process
that reads one photograph fetches eighty, and never calls most of the methods. Here all classes share those that compare
and show, and `__init__` is written once a class has made a few values: most make one or two.
"""

import dataclasses
import reprlib
from collections.abc import Callable
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["dataclass"]
Class = TypeVar("Class", bound=type)

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        *, frozen: bool, slots: bool = False, eq: bool = True, order: bool = False, kw_only: bool = False
    ) -> Callable[[Class], Class]:
        """What `dataclasses.dataclass` makes of a class that is frozen; type checkers take it for that."""
        if not frozen:
            raise TypeError("values are frozen; use dataclasses.dataclass for others")

        def make(cls: Class) -> Class:
            given = {name for name in _WRITTEN if name in vars(cls)}
            made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
            methods = {"__init__": _init_at_first(made), "__repr__": _repr}
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
            if slots:  # else there is a dictionary to be pickled
                methods |= {"__getstate__": _state, "__setstate__": _take_state}
            if eq:
                names = [field.name for field in dataclasses.fields(made) if field.compare]
                values = attrgetter(*names) if names else lambda _: ()
                methods |= _comparing(values) | (_ordering(values) if order else {})
            for name, method in methods.items():
                if name not in given:
                    setattr(made, name, method)
            return made

        return make


_WRITTEN = ("__init__", "__repr__", "__eq__", "__hash__", "__getstate__", "__setstate__")
"""Methods that stay where a class has its own."""


def _refuse(self: Any, name: str, *_: Any) -> NoReturn:
    """In place of `__setattr__` and `__delattr__`."""
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


@reprlib.recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _state(self: Any) -> list[Any]:
    """What is pickled: slots have no dictionary."""
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _take_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


def _comparing(values: Callable[[Any], Any]) -> dict[str, Callable[..., Any]]:
    """Equal is what is of the same class and has the same values."""

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return {"__eq__": equal, "__hash__": lambda self: hash(values(self))}


def _ordering(values: Callable[[Any], Any]) -> dict[str, Callable[..., Any]]:
    """As tuples of the values are."""

    def compares(how: Callable[[Any, Any], bool]) -> Callable[[Any, object], Any]:
        def compare(self: Any, other: object) -> Any:
            if other.__class__ is not self.__class__:
                return NotImplemented
            return how(values(self), values(other))

        return compare

    return {f"__{how.__name__}__": compares(how) for how in (lt, le, gt, ge)}


_FEW = 8
"""Values of one class whose fields are looked up one by one; together they take less than writing an `__init__`."""


def _init_at_first(cls: Any) -> Callable[..., None]:
    """An `__init__` for the first few values; then, or where arguments are wrong, it writes that of the class."""
    made = 0

    def init(self: Any, *arguments: Any, **named: Any) -> None:
        nonlocal made
        made += 1
        values = _looked_up(cls, arguments, named) if made <= _FEW else None
        if values is None:
            cls.__init__ = _written_init(cls)
            cls.__init__(self, *arguments, **named)
            return
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()

    return init


def _looked_up(cls: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of a value that is made with these arguments; None where some are missing or too many."""
    fields = dataclasses.fields(cls)
    words = [one.name for one in fields if one.init and not one.kw_only]
    given = {**dict(zip(words, arguments, strict=False)), **named}
    if len(given) < len(arguments) + len(named):
        return None
    values = {}
    for one in fields:
        if one.init and one.name in given:
            values[one.name] = given.pop(one.name)
        elif one.default_factory is not dataclasses.MISSING:
            values[one.name] = one.default_factory()
        elif one.default is not dataclasses.MISSING:
            values[one.name] = one.default
        elif one.init:
            return None
    return None if given else values


def _written_init(cls: Any) -> Callable[..., None]:
    """An `__init__` that takes the fields of a class as `dataclasses` has it."""
    scope: dict[str, Any] = {"missing": dataclasses.MISSING, "set": object.__setattr__}
    taken: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for number, one in enumerate(dataclasses.fields(cls)):
        value = one.name
        if one.default_factory is not dataclasses.MISSING:
            scope[f"make{number}"] = one.default_factory
            value = f"make{number}() if {one.name} is missing else {one.name}" if one.init else f"make{number}()"
            usual = "=missing"
        elif one.default is not dataclasses.MISSING:
            scope[f"usual{number}"] = one.default
            usual = f"=usual{number}"
            value = one.name if one.init else f"usual{number}"
        else:
            usual = ""
        if one.init:
            (named if one.kw_only else taken).append(one.name + usual)
        if one.init or usual:
            lines.append(f"    set(self, {one.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    header = ", ".join(["self", *taken, *(["*", *named] if named else [])])
    exec(f"def __init__({header}):\n" + "\n".join(lines or ["    pass"]), scope)
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init
