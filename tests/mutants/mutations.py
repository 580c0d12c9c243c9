"""What is changed in a source: one small change a mutant.

A `Site` is a place in the tree of a module and what stands there instead. Texts (strings, the words
of the log, messages of errors), annotations, docstrings, and what `plan` names are left alone.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Final

from tests.mutants.plan import LAYOUT, SKIPPED_CALLS, SKIPPED_VALUES

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
"""The other side of a boundary, and the opposite."""
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}
OPPOSITES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEAVES: Final = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
"""Expressions that no other change turns into their opposite."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a source, told so that it is found again when lines move.

    Attributes:
        module: the file, relative to the repository.
        function: its qualified name; empty for values of the module and of its classes.
        before, after: the first line of the statement, without and with the change.
        number: counts equal changes of a function, from 1.
        first, last: the lines of the statement.
        source: a hash of the function, or of the statement outside of functions.
    """

    module: str
    function: str
    before: str
    after: str
    number: int
    first: int
    last: int
    source: str

    @property
    def name(self) -> str:
        """What people and tables call it."""
        count = "" if self.number == 1 else f" #{self.number}"
        return f"{self.module}:{self.function}: {self.before} -> {self.after}{count}"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a tree: ``owner.field`` or ``owner.field[index]``."""

    owner: ast.AST
    field: str
    index: int | None = None

    @property
    def node(self) -> ast.AST:
        """What stands there."""
        held = getattr(self.owner, self.field)
        return held if self.index is None else held[self.index]  # type: ignore[no-any-return]

    def put(self, node: ast.AST) -> None:
        """Put something else there."""
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


@dataclass(frozen=True, slots=True)
class Site:
    """What is put into a slot, and the statement, or entry of a table, that tells of it."""

    slot: Slot
    new: ast.AST
    told: Slot
    label: str
    function: str
    in_class: bool
    variable: str
    """What a statement outside of functions assigns to."""

    def apply(self) -> None:
        """Change the tree."""
        self.slot.put(ast.copy_location(self.new, self.told.node))

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The tree is changed inside the block."""
        old = self.slot.node
        self.apply()
        yield
        self.slot.put(old)

    @property
    def subject(self) -> str:
        """The name of the value that changes, outside of functions: the variable, or the key."""
        if isinstance(self.told.owner, ast.Dict) and self.told.index is not None:
            key = self.told.owner.keys[self.told.index]
            return str(key.value) if isinstance(key, ast.Constant) else ""
        return self.variable

    @property
    def text(self) -> str:
        """The statement or entry as it is now, on one line."""
        return self.label + head(self.told.node)


class Source:
    """A module with all its mutants."""

    def __init__(self, root: Path, path: str) -> None:
        self.path = path
        self.file = str(root / path)
        self.text = (root / path).read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.mutants: dict[Mutant, Site] = {}
        hashes = _hashes(self.tree)
        counts: Counter[tuple[str, str, str]] = Counter()
        told, before, seen = None, "", set[str]()
        for site in Finder(self.tree).sites():
            if site.told != told:
                told, before = site.told, site.text
                seen = {before}
            with site.applied():
                after = site.text
            if after in seen:
                continue
            seen.add(after)
            key = (site.function, *difference(before, after))
            counts[key] += 1
            source = hashes.get(site.function) or hash_of(site.told.node)
            first, last = _lines(site.told.node)
            self.mutants[Mutant(path, *key, counts[key], first, last, source)] = site

    def compiled(self, mutant: Mutant) -> CodeType:
        """The code of the module with a mutant; the tree stays changed."""
        self.mutants[mutant].apply()
        return compile(ast.fix_missing_locations(self.tree), self.file, "exec", dont_inherit=True)

    def values(self, mutant: Mutant) -> CodeType:
        """The code that makes the values of the module with a mutant, without its classes."""
        self.mutants[mutant].apply()
        self.tree.body = [part for part in self.tree.body if not isinstance(part, ast.ClassDef)]
        return compile(ast.fix_missing_locations(self.tree), self.file, "exec", dont_inherit=True)

    def lines_with(self, name: str) -> int:
        """The lines that use a name or an attribute, as a set of bits."""
        lines = 0
        for node in ast.walk(self.tree):
            told = getattr(node, "id", getattr(node, "attr", None))
            if told == name and isinstance(getattr(node, "ctx", None), ast.Load):
                assert isinstance(node, ast.expr)
                lines |= 1 << node.lineno
        return lines


def function_of(code: CodeType, name: str) -> CodeType:
    """The code of a function by its qualified name, from the code of its module."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(const.co_qualname + "."):
                return function_of(const, name)
    raise LookupError(name)


def head(node: ast.AST) -> str:
    """An expression, or the first line of a statement."""
    if isinstance(node, ast.If | ast.While | ast.For | ast.With):
        body, node.body = node.body, [ast.Pass()]
        text = ast.unparse(node).split("\n")[0]
        node.body = body
        return text
    return " ".join(ast.unparse(node).split())


LONGEST: Final = 110
"""Characters of a statement that is told whole."""
AROUND: Final = 30
"""Characters of a longer one that are told around the change."""


def difference(before: str, after: str) -> tuple[str, str]:
    """Both texts, cut where they are long and alike."""
    if max(len(before), len(after)) <= LONGEST:
        return before, after
    start = alike(before, after)
    same = alike(before[start:][::-1], after[start:][::-1])
    first = max(0, start - AROUND)
    last = max(0, same - AROUND)
    return before[first : len(before) - last], after[first : len(after) - last]


def alike(one: str, other: str) -> int:
    """With how many equal characters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _lines(node: ast.AST) -> tuple[int, int]:
    """The lines of a statement without those of its body, or of an expression."""
    assert isinstance(node, ast.stmt | ast.expr)
    last = node.end_lineno or node.lineno
    body = getattr(node, "body", None)
    if isinstance(body, list):
        last = max(node.lineno, body[0].lineno - 1)
    return node.lineno, last


def hash_of(node: ast.AST) -> str:
    """A short hash of what a tree means."""
    return hashlib.sha256(ast.unparse(node).encode()).hexdigest()[:16]


def _hashes(tree: ast.AST, prefix: str = "") -> dict[str, str]:
    """The hash of every function by its qualified name, without its docstring."""
    found: dict[str, str] = {}
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            kept = node.body
            node.body = kept[1:] if ast.get_docstring(node) else kept
            found[prefix + node.name] = hash_of(node) if node.body else ""
            node.body = kept
        elif isinstance(node, ast.ClassDef):
            found |= _hashes(node, f"{prefix}{node.name}.")
    return found


class Finder:
    """Walks a tree and finds every place that may be changed."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.function = ""
        self.returns = ""
        """What the function returns, as its annotation says."""
        self.told = Slot(tree, "body", 0)
        self.label = ""
        self.variable = ""
        self.classes: list[str] = []
        self.picking: ast.AST | None = None
        """A comparison whose boundary means nothing, see `picks`."""
        self.fields: dict[str, list[str]] = {}
        """The fields of the data classes of the module, by class."""

    def sites(self) -> Iterator[Site]:
        """Every place, in the order of the source."""
        yield from self.body(self.tree, "body")

    def site(self, owner: ast.AST, field: str, index: int | None, new: ast.AST) -> Site:
        """A change of what the walk has come to."""
        return Site(
            Slot(owner, field, index),
            new,
            self.told,
            self.label,
            self.function,
            bool(self.classes) and not self.function,
            self.variable,
        )

    # -- statements ------------------------------------------------------------------------

    def body(self, owner: ast.AST, field: str) -> Iterator[Site]:
        """The statements of a block."""
        block: list[ast.stmt] = getattr(owner, field)
        for index, statement in enumerate(block):
            self.told, self.label = Slot(owner, field, index), ""
            if self.function:
                yield from self.removed(owner, field, index, statement)
            yield from self.inside(statement)

    def removed(
        self, owner: ast.AST, field: str, index: int, statement: ast.stmt
    ) -> Iterator[Site]:
        """A statement that does something is left out."""
        match statement:
            case ast.Expr(ast.Call() as call):
                removable = not skipped(call)
            case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
                removable = isinstance(target, ast.Attribute | ast.Subscript)
            case ast.Return():
                removable = not isinstance(owner, ast.FunctionDef)
            case ast.Raise() | ast.Continue() | ast.Break():
                removable = True
            case _:
                removable = False
        if removable:
            yield self.site(owner, field, index, ast.Pass())

    def inside(self, statement: ast.stmt) -> Iterator[Site]:
        """What can be changed in one statement."""
        match statement:
            case ast.FunctionDef(name=name) if not self.function:
                if name not in SKIPPED_CALLS:
                    self.function = ".".join([*self.classes, name])
                    self.returns = ast.unparse(statement.returns) if statement.returns else ""
                    yield from self.body(statement, "body")
                    self.function = ""
            case ast.ClassDef(name=name):
                self.fields[name] = [
                    part.target.id
                    for part in statement.body
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
                ]
                self.classes.append(name)
                yield from self.body(statement, "body")
                self.classes.pop()
            case ast.If() if words_only(statement.test):
                yield from self.body(statement, "orelse")
            case ast.If() | ast.While():
                yield from self.condition(statement, "test")
                yield from self.body(statement, "body")
                yield from self.body(statement, "orelse")
            case ast.For():
                if self.function:
                    yield self.site(statement, "iter", None, ast.Tuple([], ast.Load()))
                yield from self.expression(statement, "iter")
                yield from self.body(statement, "body")
            case ast.Try():
                yield from self.body(statement, "body")
                for handler in statement.handlers:
                    yield from self.body(handler, "body")
            case ast.With():
                yield from self.body(statement, "body")
            case ast.Return(value=ast.expr()):
                yield from self.returned(statement)
                yield from self.expression(statement, "value")
            case ast.AugAssign(op=op):
                if type(op) in ARITHMETIC:
                    yield self.site(statement, "op", None, ARITHMETIC[type(op)]())
                yield from self.expression(statement, "value")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                self.variable = name
                if self.function or name not in SKIPPED_VALUES:
                    yield from self.expression(statement, "value")
            case ast.Assign() | ast.AnnAssign():
                yield from self.expression(statement, "value")
            case ast.Expr(ast.Call() as call) if not skipped(call):
                yield from self.expression(statement, "value")

    def returned(self, statement: ast.Return) -> Iterator[Site]:
        """Another result."""
        value = statement.value
        if not isinstance(value, LEAVES):
            return
        if self.returns == "bool":
            yield self.site(statement, "value", None, ast.UnaryOp(ast.Not(), value))
        elif self.returns in ("i64", "int"):
            yield self.site(statement, "value", None, more(value))

    # -- expressions -----------------------------------------------------------------------

    def condition(self, owner: ast.AST, field: str) -> Iterator[Site]:
        """A condition, which may also be turned into its opposite."""
        value = getattr(owner, field)
        if isinstance(value, LEAVES):
            yield self.site(owner, field, None, ast.UnaryOp(ast.Not(), value))
        yield from self.expression(owner, field)

    def expression(self, owner: ast.AST, field: str, index: int | None = None) -> Iterator[Site]:
        """An expression and all that it consists of."""
        held = getattr(owner, field)
        node = held if index is None else held[index]
        if not isinstance(node, ast.expr) or isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Call) and skipped(node):
            return
        for change in CHANGES:
            for new in change(node, bool(self.function)):
                yield self.site(owner, field, index, new)
        if isinstance(node, ast.Compare):
            for n, op in enumerate(node.ops):
                for kind in COMPARISONS[type(op)][node is self.picking :]:
                    yield self.site(node, "ops", n, kind())
        yield from self.parts(node)

    def parts(self, node: ast.expr) -> Iterator[Site]:
        """The expressions that an expression consists of."""
        match node:
            case ast.IfExp():
                if picks(node):
                    self.picking = node.test
                yield from self.condition(node, "test")
                yield from self.expression(node, "body")
                yield from self.expression(node, "orelse")
            case ast.Call(func=function, args=args):
                names = self.fields.get(getattr(function, "id", ""), [])
                for n in range(len(args)):
                    if n >= len(names) or names[n] not in SKIPPED_VALUES:
                        yield from self.expression(node, "args", n)
                for keyword in node.keywords:
                    yield from self.expression(keyword, "value")
                if isinstance(function, ast.Attribute):
                    yield from self.expression(function, "value")
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                yield from self.expression(node, "elt")
                yield from self.generators(node)
            case ast.DictComp():
                yield from self.expression(node, "key")
                yield from self.expression(node, "value")
                yield from self.generators(node)
            case ast.Lambda():
                return
            case ast.Subscript(value=ast.Name()):
                yield from self.expression(node, "slice")
            case ast.Dict() | ast.Tuple() | ast.List() if not self.function:
                yield from self.table(node)
            case _:
                for name, value in ast.iter_fields(node):
                    if isinstance(value, ast.expr):
                        yield from self.expression(node, name)
                    elif isinstance(value, list):
                        for n in range(len(value)):
                            yield from self.expression(node, name, n)

    def table(self, node: ast.Dict | ast.Tuple | ast.List) -> Iterator[Site]:
        """The entries of a table of a module. Those of the outermost tell of their changes."""
        field = "values" if isinstance(node, ast.Dict) else "elts"
        outer = self.told, self.label
        for n in range(len(getattr(node, field))):
            if isinstance(self.told.node, ast.stmt):
                self.told = Slot(node, field, n)
                key = node.keys[n] if isinstance(node, ast.Dict) else None
                self.label = f"{ast.unparse(key)}: " if key else ""
            yield from self.expression(node, field, n)
            self.told, self.label = outer

    def generators(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp
    ) -> Iterator[Site]:
        """Where a comprehension takes its items, and which it leaves out."""
        for generator in node.generators:
            yield from self.expression(generator, "iter")
            for n in range(len(generator.ifs)):
                yield from self.expression(generator, "ifs", n)


def picks(node: ast.IfExp) -> bool:
    """Whether it is the larger or smaller of two numbers: where they are equal, either will do."""
    match node.test:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]) as test:
            compared = {ast.unparse(left), ast.unparse(test.comparators[0])}
            return compared == {ast.unparse(node.body), ast.unparse(node.orelse)}
    return False


# -- changes of one expression -------------------------------------------------------------------


def more(node: ast.expr, by: int = 1) -> ast.expr:
    """The expression and one more."""
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(1))


def numbers(node: ast.expr, inside: bool) -> Iterator[ast.expr]:
    """One more; in a function also one less. Truth becomes its opposite."""
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
        if inside:
            yield ast.Constant(node.value - 1)


def names(node: ast.expr, inside: bool) -> Iterator[ast.expr]:
    """A named number becomes the next."""
    if inside and isinstance(node, ast.Name) and node.id.isupper() and node.id not in LAYOUT:
        yield more(node)


def operators(node: ast.expr, inside: bool) -> Iterator[ast.expr]:
    """Another operator, or none."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.BoolOp(op=op, values=values):
            for n in range(len(values)):
                rest = values[:n] + values[n + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)


def calls(node: ast.expr, inside: bool) -> Iterator[ast.expr]:
    """The smallest instead of the largest; a table without one of its named values."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args, keywords=words):
            if name in OPPOSITES:
                yield ast.Call(ast.Name(OPPOSITES[name], ast.Load()), args, words)
            if not inside:
                for n in range(len(words)):
                    yield ast.Call(node.func, args, words[:n] + words[n + 1 :])


def order(node: ast.expr, inside: bool) -> Iterator[ast.expr]:
    """Two texts of a table change places."""
    if inside or not isinstance(node, ast.Tuple | ast.List):
        return
    items = node.elts
    for n in range(len(items) - 1):
        pair = items[n : n + 2]
        if all(isinstance(item, ast.Constant) and type(item.value) is str for item in pair):
            yield type(node)(items[:n] + pair[::-1] + items[n + 2 :], ast.Load())


CHANGES: Final[tuple[Callable[[ast.expr, bool], Iterator[ast.expr]], ...]] = (
    numbers,
    names,
    operators,
    calls,
    order,
)


def skipped(call: ast.Call) -> bool:
    """Whether a call is none that a rule asks for."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name in SKIPPED_CALLS


def words_only(test: ast.expr) -> bool:
    """Whether a condition asks for listeners, so that what follows are words."""
    return any(
        isinstance(node, ast.Attribute) and ast.unparse(node).endswith("log.on")
        for node in ast.walk(test)
    )
