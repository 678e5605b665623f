"""Trees of operations: made at random, written as cases of tests/oracle/README.md, and made simpler when one fails.

A node holds its value, NumPy's answer. So every tree that exists is one whose answer is known; operands whose answer is open
(ops.Skip) make no tree.
"""

import base64
import random

import numpy as np

import ops
from ops import ALL, DTYPES, OPS, Raises, Skip, need

NODES = 12  # a tree has at most about so many operations


# ---- nodes ----------------------------------------------------------------------------------------------------------------


class Leaf:
    """An array, and how it lies in memory: steps of its axes, their order, and the axes that are stored once (stride 0)."""

    children = ()

    def __init__(self, value, layout=None):
        self.value = ops.in_format(np.asarray(value))
        self.layout = layout

    def arrays(self):
        """(base, slices, axes, broadcast shape) of the layout."""
        value, layout = self.value, self.layout
        if not layout:
            return value, None, None, None
        axes, steps, once = layout
        stored = value[tuple(slice(0, 1) if i in once else slice(None) for i in range(value.ndim))]
        inner = [stored.shape[a] for a in np.argsort(axes)] if value.ndim else []  # extents in the order of the base's axes
        slices, extents = [], []
        for extent, step in zip(inner, steps):
            pace = abs(step)
            before = 1 if pace > 1 else 0
            extents.append(before + extent * pace + before)
            first, last = before, before + (extent - 1) * pace
            if extent == 0:
                slices.append([before, before, step])
            elif step > 0:
                slices.append([first, last + 1, step])
            else:
                slices.append([last, first - 1 if first else None, step])
        base = np.full(extents, 1 if value.dtype == bool else np.iinfo(value.dtype).max if value.dtype.kind in "ui" else np.nan, value.dtype)
        base[tuple(slice(*s) for s in slices) + (...,)].transpose(axes)[...] = stored
        return base, slices, axes, list(value.shape) if once else None

    def json(self):
        base, slices, axes, shape = self.arrays()
        data = base64.b64encode(np.ascontiguousarray(base).tobytes()).decode()
        out = {"dtype": base.dtype.name, "shape": list(base.shape), "data": data}
        if slices is not None:
            out["view"] = {"slices": slices, "axes": list(axes)}
        if shape is not None:
            out["broadcast_to"] = shape
        return out

    def text(self):
        value = np.array2string(self.value, separator=", ", threshold=30, edgeitems=2, floatmode="unique").replace("\n", "")
        value = value if len(value) < 400 else value[:400] + "..."
        layout = "" if not self.layout else " layout " + str(self.layout)
        return f"{self.value.dtype}{list(self.value.shape)}({value}{layout})"

    def cost(self):
        v = self.value
        if v.size > 200:
            return 1000 + v.size * 10 + (5 if self.layout else 0)
        # An element costs the length of its text, a zero nothing.
        elements = sum(0 if x == "0" else len(x) for x in (repr(e).replace(".0", "").replace("True", "1") for e in v.ravel().tolist()))
        return 10 + 4 * v.size + elements + 3 * v.ndim + (5 if self.layout else 0)


class Literal:
    children = ()

    def __init__(self, value):
        self.value = value

    def json(self):
        return {"weak": self.value}

    def text(self):
        return repr(self.value)

    def cost(self):
        return 3 + len(repr(self.value))


class Absent:
    children = ()
    value = None

    def json(self):
        return None

    def text(self):
        return "none"

    def cost(self):
        return 1


class Node:
    """An operation on nodes. @raise Skip where its answer is open."""

    def __init__(self, op, children, kwargs, result=0):
        self.op, self.children, self.kwargs, self.result = op, tuple(children), kwargs, result
        self.raises = None
        self.results = []
        for child in children:
            need(not (isinstance(child, Node) and (child.raises or OPS[child.op].root_only)))
        try:
            with np.errstate(all="ignore"):
                answer = OPS[op].reference([c.value for c in children], kwargs)
            self.results = [ops.in_format(np.asarray(a)) for a in (answer if isinstance(answer, list) else [answer])]
            need(result < len(self.results))
            self.value = self.results[result]
        except Raises as error:
            self.raises, self.value = error.args[0], None
        biggest = max([np.size(c.value) for c in children if c.value is not None], default=0)
        need(self.raises or all(a.size <= max(ops.LARGEST_RESULT, biggest) for a in self.results))

    def json(self):
        call = {"op": self.op, "args": [c.json() for c in self.children], "kwargs": self.kwargs}
        return {"call": {**call, **({"result": self.result} if self.result else {})}}

    def text(self):
        arguments = [c.text() for c in self.children] + [f"{k}={v}" for k, v in self.kwargs.items()]
        return f"{self.op}({', '.join(arguments)})" + (f"[{self.result}]" if self.result else "")

    def cost(self):
        return 50 + 5 * len(self.kwargs) + sum(c.cost() for c in self.children)

    def case(self, id):
        """A line of a case file."""
        out = {"id": id, "op": self.op, "args": [c.json() for c in self.children], "kwargs": self.kwargs}
        if self.raises:
            return {**out, "raises": self.raises}
        return {**out, "expect": [Leaf(a).json() for a in self.results], "compare": self.rule()}

    def rule(self):
        rule = OPS[self.op].root_only
        return rule(self) if callable(rule) else rule or {"kind": "exact"}


# ---- making them ------------------------------------------------------------------------------------------------------------

SPECIAL = [0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0, 0.5, 3.0, 1e-3]


class Generator:
    def __init__(self, seed, number):
        self.r = random.Random(f"{seed}:{number}")
        self.n = np.random.Generator(np.random.Philox(key=[seed, number]))
        self.large = self.r.random() < 0.005  # now and then arrays for which a team of threads is woken
        self.calls = 0

    def tree(self):
        for _ in range(200):
            self.calls = 0
            node = self.call(self.r.randint(1, 4), roots=True)
            if node:
                return node
        raise RuntimeError("no tree was found for this seed")

    def node(self, depth, kinds=ALL, like=None):
        if depth > 0 and self.calls < NODES and self.r.random() < 0.75:
            for _ in range(3):
                node = self.call(depth, kinds=kinds)
                if node and (like is None or broadcasts(node.value.shape, like)):
                    return node
        return self.leaf(kinds, like=like)

    def call(self, depth, kinds=None, roots=False):
        choice = ROOTS if roots else INNER
        self.calls += 1
        op = OPS[self.r.choices(choice[0], cum_weights=choice[1])[0]]
        try:
            if op.name == "fused":
                children, kwargs = self.fused()
            else:
                children = []
                for operand in op.operands:
                    children.append(operand(self, depth - 1, [c.value for c in children]))
                kwargs = op.kwargs(self.r, [c.value for c in children])
            node = Node(op.name, children, kwargs)
            if not roots:
                need(not node.raises)
                if len(node.results) > 1:
                    node = Node(op.name, children, kwargs, self.r.randrange(len(node.results)))
                need(kinds is None or node.value.dtype.kind in kinds)
            return node
        except Skip:
            return None

    def fused(self):
        text = self.r.choice(sorted(ops.FUSED))
        types, _ = ops.FUSED[text]
        tame = self.r.random() < 0.6
        first = self.leaf(dtype=types[0], tame=tame)
        children = [first]
        for t in types[1:]:
            children.append(self.leaf(dtype=t, like=first.value.shape, tame=tame))
        self.r.random() < 0.5 and all(a == b for a, b in zip(types, types[1:])) and children.reverse()
        kwargs = {"formula": text}
        if text.split("(")[0] in ("sum", "max", "mean", "count_nonzero"):
            try:
                shape = np.broadcast_shapes(*[c.value.shape for c in children])
            except ValueError:
                raise Skip from None
            kwargs.update(ops.reduced_axes(self.r, [np.zeros(shape, bool)]))
        return children, kwargs

    def absent(self):
        return Absent()

    def literal(self, kinds):
        what = [True, False] if kinds == "b" else [0, 1, 2, 3, 5] if self.r.random() < 0.6 or "f" not in kinds else [0.5, 1.0, 2.5, 0.1]
        return Literal(self.r.choice(what))

    def shape(self, rank=None):
        if self.large and rank in (None, 1):
            n = self.r.randint(32700, 40000)
            return self.r.choice([(n,), (2, n // 2 + 1), (n // 3 + 1, 3)]) if rank is None else (n,)
        if rank is None:
            rank = self.r.choices([0, 1, 2, 3, 4], [1, 4, 4, 2, 1])[0]
        shape = self.r.choices([0, 1, 2, 3, 4, 5, 7, 17, 70], [4, 15, 20, 20, 10, 10, 5, 2, 1], k=rank)
        while np.prod(shape, dtype=int) > 600:
            shape[int(np.argmax(shape))] = 2
        return tuple(shape)

    def leaf(self, kinds=ALL, like=None, shape=None, rank=None, dtype=None, tame=None):
        """`like`: a shape with which the array broadcasts. `tame`: small whole numbers, for which everything is exact."""
        dtype = DTYPES[dtype or self.r.choice([n for n, d in DTYPES.items() if d.kind in kinds])]
        if shape is None:
            shape = self.fitting(like) if like is not None else self.shape(rank)
        return self.leaf_of(self.elements(dtype, tuple(shape), self.r.random() < 0.6 if tame is None else tame))

    def fitting(self, like):
        what = self.r.random()
        if what < 0.45:
            return like
        shape = list(like)
        if what < 0.8:
            shape = [1 if self.r.random() < 0.4 else d for d in shape]
        if what > 0.65:
            shape = shape[self.r.randint(0, len(shape)) :]
        if self.r.random() < 0.1 and len(shape) < 5 and np.prod(shape, dtype=int) < 300:
            shape = [self.r.choice([1, 2])] + shape
        return tuple(shape)

    def elements(self, dtype, shape, tame):
        size = int(np.prod(shape, dtype=int))
        if dtype.kind == "b":
            value = self.n.integers(0, 2, size).astype(bool)
        elif dtype.kind in "ui":
            low = 0 if dtype.kind == "u" else -4
            value = self.n.integers(low, 5, size).astype(dtype)
            if not tame:
                whole = self.n.integers(0, 256, size * dtype.itemsize, dtype=np.uint8).view(dtype)
                info = np.iinfo(dtype)
                value = np.where(self.n.random(size) < 0.5, whole, value)
                value = np.where(self.n.random(size) < 0.1, self.n.choice(np.array([info.min, info.max, 0, 1], dtype), size), value)
        elif dtype.kind == "f":
            value = self.n.integers(-4, 5, size).astype(dtype)
            what = self.r.random()
            if tame and what < 0.3:
                value = value / 4
            if not tame:
                value = self.n.normal(size=size) * 2.0 ** self.n.integers(-30, 30, size)
                if what < 0.5:
                    whole = self.n.integers(0, 256, size * dtype.itemsize, dtype=np.uint8).view(dtype)
                    value = np.where(self.n.random(size) < 0.3, whole, value.astype(dtype))
                special = np.array(SPECIAL + [np.finfo(dtype).max, np.finfo(dtype).tiny, -np.finfo(dtype).smallest_subnormal], dtype)
                value = np.where(self.n.random(size) < 0.3, self.n.choice(special, size), value.astype(dtype))
            value = np.asarray(value, dtype)
            if tame:
                value = value + dtype.type(0)  # no -0.0
        else:
            part = DTYPES["float32" if dtype.itemsize == 8 else "float64"]
            value = np.empty(size, dtype)
            value.real = self.elements(part, (size,), tame or self.r.random() < 0.7)
            value.imag = self.elements(part, (size,), tame or self.r.random() < 0.7)
        return np.asarray(value, dtype).reshape(shape)

    def leaf_of(self, value):
        value = np.asarray(value)
        if self.r.random() < 0.35:
            return Leaf(value)
        axes = list(range(value.ndim))
        if self.r.random() < 0.5:
            self.r.shuffle(axes)
        steps = self.r.choices([1, 2, -1, -2, 3], [3, 1, 1, 1, 1], k=value.ndim)
        once = [i for i, d in enumerate(value.shape) if d > 0 and self.r.random() < 0.2] if self.r.random() < 0.3 else []
        if once:
            stored = value[tuple(slice(0, 1) if i in once else slice(None) for i in range(value.ndim))]
            value = np.ascontiguousarray(np.broadcast_to(stored, value.shape)).reshape(value.shape)
        return Leaf(value, (axes, steps, once))


def broadcasts(a, b):
    try:
        np.broadcast_shapes(a, b)
        return True
    except ValueError:
        return False


def choices(names):
    weights, total = [], 0.0
    for name in names:
        total += OPS[name].weight
        weights.append(total)
    return names, weights


ROOTS = choices(list(OPS))
INNER = choices([name for name, op in OPS.items() if not op.root_only])


# ---- making them simpler ----------------------------------------------------------------------------------------------------


def nodes(tree):
    yield tree
    for child in tree.children:
        yield from nodes(child)


def replaced(tree, old, new):
    if tree is old:
        return new
    if not tree.children:
        return tree
    children = [replaced(c, old, new) for c in tree.children]
    if all(a is b for a, b in zip(children, tree.children)):
        return tree
    return Node(tree.op, children, tree.kwargs, tree.result)


def cut(value, axis, extent):
    return value[(slice(None),) * axis + (slice(0, extent),)]


def simpler_values(v):
    flat = v.ravel()
    if v.size > 1:
        half = flat.copy()
        half[: v.size // 2] = 0
        yield half
        half = flat.copy()
        half[v.size // 2 :] = 0
        yield half
    yield np.zeros_like(flat)
    yield np.ones_like(flat)
    if v.dtype.kind in "fc":
        with np.errstate(all="ignore"):
            yield np.rint(flat)
            yield np.where(np.isfinite(parts_sum(flat)), flat, 0).astype(v.dtype)
    if v.size <= 12:
        for i in range(v.size):
            half = flat[i].item() / 2 if v.dtype.kind == "f" else int(flat[i].item() / 2) if v.dtype.kind in "ui" else 0
            for simple in (0, 1, 2, -1, -2, 3, half):
                if v.dtype.kind in "bu" and (simple < 0 or v.dtype.kind == "b" and simple > 1):
                    continue
                changed = flat.copy()
                changed[i] = simple
                yield changed


def parts_sum(v):
    return v.real + v.imag if v.dtype.kind == "c" else v


def simpler(tree):
    """Trees that are the given one with something taken away. They may be of any cost."""

    def attempt(make):
        try:
            node = make()
            if isinstance(node, Node):
                found.append(node)
        except (Skip, ValueError, IndexError, OverflowError, TypeError, KeyError, AttributeError):
            pass  # among them a keyword argument too few, a literal where an array must be

    found = []
    for part in nodes(tree):
        if isinstance(part, Node):
            if part is not tree:
                attempt(lambda: Node(part.op, part.children, part.kwargs))  # alone
                if part.value is not None:
                    attempt(lambda: replaced(tree, part, Leaf(part.value)))
            for child in part.children:
                attempt(lambda: replaced(tree, part, child))
            for key in part.kwargs:
                attempt(lambda: replaced(tree, part, Node(part.op, part.children, {k: v for k, v in part.kwargs.items() if k != key}, part.result)))
                value = part.kwargs[key]
                if isinstance(value, list):
                    for i in range(len(value)):
                        shorter = value[:i] + value[i + 1 :]
                        attempt(lambda: replaced(tree, part, Node(part.op, part.children, {**part.kwargs, key: shorter}, part.result)))
        elif isinstance(part, Leaf):
            v = part.value
            if part.layout:
                attempt(lambda: replaced(tree, part, Leaf(v)))
                axes, steps, once = part.layout
                attempt(lambda: replaced(tree, part, Leaf(v, (axes, [1] * v.ndim, once))))
                attempt(lambda: replaced(tree, part, Leaf(v, (axes, steps, []))))
            for axis in range(v.ndim):
                for extent in {0, 1, v.shape[axis] // 2, v.shape[axis] - 1}:
                    if 0 <= extent < v.shape[axis]:
                        attempt(lambda: replaced(tree, part, Leaf(cut(v, axis, extent), part.layout)))
                if v.shape[axis]:
                    attempt(lambda: replaced(tree, part, Leaf(v.take(0, axis))))
                    attempt(lambda: replaced(tree, part, Leaf(v.take(-1, axis))))
            once = part.layout[2] if part.layout else []
            for changed in simpler_values(v):
                new = changed.reshape(v.shape)
                if once:
                    kept = new[tuple(slice(0, 1) if i in once else slice(None) for i in range(v.ndim))]
                    if not np.array_equal(np.broadcast_to(kept, new.shape), new):
                        continue
                attempt(lambda: replaced(tree, part, Leaf(new, part.layout)))
    # One extent of all leaves, so that what broadcast still does.
    leaves = [p for p in nodes(tree) if isinstance(p, Leaf)]
    for extent in {d for leaf in leaves for d in leaf.value.shape if d > 1}:
        for smaller in {1, extent // 2, extent - 1}:
            def shrunk():
                new = tree
                for leaf in leaves:
                    v = leaf.value
                    for axis, d in enumerate(v.shape):
                        if d == extent:
                            v = cut(v, axis, smaller)
                    if v is not leaf.value:
                        new = replaced_later(new, leaf, Leaf(v, leaf.layout))
                return rebuilt(new)
            attempt(shrunk)
    before = tree.cost()
    return sorted((t for t in found if t.cost() < before), key=lambda t: t.cost())


def replaced_later(tree, old, new):
    """As `replaced`, without asking for NumPy's answer (several leaves change before the tree makes sense again)."""
    if tree is old:
        return new
    if not tree.children:
        return tree
    copy = object.__new__(Node)
    copy.__dict__.update(tree.__dict__)
    copy.children = tuple(replaced_later(c, old, new) for c in tree.children)
    return copy


def rebuilt(tree):
    if not tree.children:
        return tree
    return Node(tree.op, [rebuilt(c) for c in tree.children], tree.kwargs, tree.result)
