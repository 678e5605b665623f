#!/usr/bin/env python3
"""Keeps the pages about operations true: check_ops.py [--write]

docs/ops.tsv is the list of public functions. From it docs/ops.md is made (--write), and these must agree with it:
  - docs/ops.md: the committed text is the generated one;
  - the headers below ops/ and core/array.hpp: every public function in namespace spica is listed, and every listed one is there;
  - ops/elementwise/op_list.hpp: every operation is listed, with the family that it has there;
  - docs/numpy.md: every listed function is named;
  - docs/numerics.md: every test that a rule names exists, file and test.
Prints what does not agree; exit status 1 then.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "ops.tsv"
PAGE = ROOT / "docs" / "ops.md"
INTERNAL = ("distributions.hpp", "philox.hpp", "seed_sequence.hpp")  # below the generators of ops/random
COLUMNS = ["name", "family", "numpy", "types", "backends", "note"]


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)


def blocks(text):
    """(head, body) of each {...} at the outermost level, and the texts that end in ';' with body None."""
    start = i = 0
    while i < len(text):
        if text[i] == ";":
            yield text[start:i], None
            start = i + 1
        elif text[i] == "{":
            depth, j = 1, i + 1
            while depth and j < len(text):
                depth += {"{": 1, "}": -1}.get(text[j], 0)
                j += 1
            yield text[start:i], text[i + 1 : j - 1]
            start, i = j, j - 1
        i += 1


def declared(head):
    """The name of the function that a declaration declares."""
    depth = 0
    for match in re.finditer(r"<<|>>=|->|[<>]|(\boperator\b)|([A-Za-z_]\w*)\s*\(", head):
        token = match[0]
        if token == "<":
            depth += 1
        elif token == ">":
            depth -= 1
        elif match[1]:
            return None
        elif match[2] and depth <= 0 and head[: match.start()].rstrip().endswith("::"):
            return None  # a member
        elif match[2] and depth <= 0 and match[2] not in ("requires", "decltype", "noexcept", "alignas", "static_assert", "explicit"):
            return match[2]
    return None


def functions(text, inside=""):
    """Functions of namespace spica and the public namespaces in it."""
    for head, body in blocks(text):
        namespace = re.search(r"\bnamespace\s+([\w:]+)\s*$", head)
        if namespace:
            path = namespace[1]
            if "detail" not in path and path != "math":
                yield from functions(body, inside + path.removeprefix("spica").strip(":"))
        elif re.search(r"\b(struct|class|enum|union|concept|using|static_assert|extern)\b", re.sub(r"<[^<>]*>", "", head)):
            continue
        elif "=" in re.sub(r"\([^()]*\)|operator\W+|<[^<>]*>", "", head).split("(")[0]:
            continue
        else:
            name = declared(re.sub(r"\[\[[^\]]*\]\]", "", head))
            if name:
                yield (inside + "::" if inside else "") + name


def public_functions():
    found = {}
    for header in sorted((ROOT / "ops").rglob("*.hpp")):
        if header.name.endswith("_kernel.hpp") or "math" in header.parts[-2:-1] or header.name in INTERNAL:
            continue
        for name in functions(without_comments(header.read_text())):
            if not name.isupper():
                found.setdefault(name, header.relative_to(ROOT))
    return found


def elementwise():
    text = (ROOT / "ops/elementwise/op_list.hpp").read_text()
    return dict(re.findall(r'^\s*X\((\w+),\s*\w+,\s*"(\w+)"', text, re.M))


def rows():
    lines = LIST.read_text().splitlines()
    assert lines[0].split("\t") == COLUMNS, "docs/ops.tsv: the first line names the columns"
    out = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            sys.exit(f"docs/ops.tsv:{number}: {len(cells)} columns, {len(COLUMNS)} are needed")
        out.append(dict(zip(COLUMNS, cells)))
    return out


def page(table):
    lines = [
        "# Operations", "",
        "Made from [ops.tsv](ops.tsv) by `python3 docs/check_ops.py --write`; `ctest -R docs.ops` compares. What a function means is said "
        "in its header and in [numpy.md](numpy.md), how it rounds in [numerics.md](numerics.md).", "",
        "*Types*: all; real (all but complex); whole (integers and bool); float (float32, float64); inexact (float and complex). float16 and "
        "bfloat16 are taken where [numerics.md](numerics.md#floats-of-16-bits) says. *Backends*: s serial, o openmp, c cuda; with `=` the same "
        "bits on all of them ([exceptions](numerics.md#the-same-bits-everywhere)).", ""]
    for family in dict.fromkeys(row["family"] for row in table):
        lines += [f"## {family[0].upper()}{family[1:]}", "", "| Spica | NumPy | types | backends | note |", "|---|---|---|---|---|"]
        for row in sorted((r for r in table if r["family"] == family), key=lambda r: r["name"]):
            numpy = f"`{row['numpy']}`" if row["numpy"] != "-" else "–"
            lines.append(f"| `{row['name']}` | {numpy} | {row['types']} | {row['backends']} | {row['note']} |".replace("|  |", "| |"))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def tests_named_in_numerics():
    """(problem) for each file or test that docs/numerics.md names and that is not there."""
    text = (ROOT / "docs/numerics.md").read_text()
    sources = {p: p.read_text() for p in (ROOT / "tests").rglob("*") if p.suffix in (".cpp", ".hpp", ".py")}
    names = {p.name for p in sources}
    for path in sorted(set(re.findall(r"`(tests/[\w/*.]+)`", text))):
        if not any(ROOT.glob(path)):
            yield f"docs/numerics.md names {path}, which is not there"
    for name in sorted(set(re.findall(r"`(test_[\w*]+\.(?:cpp|py))`", text))):
        if name not in names and not any(re.fullmatch(name.replace("*", r"\w*"), n) for n in names):
            yield f"docs/numerics.md names {name}, which is not there"
    everything = "\n".join(sources.values())
    # Names of tests stand in brackets or table cells, as one CamelCase word; with their suite as Suite.Name.
    for name in sorted(set(re.findall(r"`(?:\w+\.)?([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*)`", text))):
        if not re.search(r"\bTYPED_TEST(_P)?\(\s*\w+,\s*" + name + r"\)|\bTEST(_F|_P)?\(\s*\w+,\s*" + name + r"\)", everything) and not re.search(
                r"\b(class|struct)\s+" + name + r"\b|\b" + name + r"\b", "\n".join(p.read_text() for p in (ROOT / "core").glob("errors.hpp"))):
            yield f"docs/numerics.md names the test {name}, which is not there"


def main():
    table, problems = rows(), []
    listed = {row["name"]: row for row in table}
    if len(listed) != len(table):
        problems.append("docs/ops.tsv names a function twice")
    text = page(table)
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        problems.append("docs/ops.md is not what docs/ops.tsv gives: run python3 docs/check_ops.py --write")
    public = public_functions()
    for name, header in sorted(public.items()):
        if name not in listed:
            problems.append(f"{header} has {name}, which docs/ops.tsv does not list")
    headers = "\n".join(without_comments(h.read_text()) for h in [*(ROOT / "ops").rglob("*.hpp"), ROOT / "core/array.hpp", ROOT / "core/views.hpp"] if h.exists())
    macros = "\n".join(h.read_text() for h in (ROOT / "ops").rglob("*.hpp"))
    for name in sorted(set(listed) - set(public)):
        last = name.split("::")[-1]
        if not re.search(r"\b" + last + r"\s*\(", headers) and not re.search(r"\b[A-Z_]+\(\s*" + last + r"\s*[,)]", macros) and not re.search(
                r"\bconstexpr\b[^;]*\b" + last + r"\b", headers):
            problems.append(f"docs/ops.tsv lists {name}, which no header has")
    for name, family in sorted(elementwise().items()):
        if name not in listed:
            problems.append(f"ops/elementwise/op_list.hpp has {name}, which docs/ops.tsv does not list")
        elif listed[name]["family"] != family:
            problems.append(f"{name} is of the family {family} in ops/elementwise/op_list.hpp, not in docs/ops.tsv")
    numpy_page = (ROOT / "docs/numpy.md").read_text() + (ROOT / "docs/group_by.md").read_text()
    for name in sorted(listed):
        if not re.search(r"`[^`\n]*\b" + name.split("::")[-1] + r"\b[^`\n]*`", numpy_page):
            problems.append(f"docs/numpy.md does not name {name}")
    problems += tests_named_in_numerics()
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(table)} functions: list, headers and pages agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
