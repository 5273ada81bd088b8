# SPDX-License-Identifier: Apache-2.0
"""docs/reference-cpp.md, from the declarations and comments of include/qualm."""
import re

from .table import NOTICE, code, table

SCOPE = re.compile(r"(namespace|struct|class|enum class|enum)\s+([\w:]+)[^;{]*\{$")


def statements(lines):
    """Declarations with the comments before and behind them, bodies cut off: (comment, declaration); "}" ends a scope."""
    comment, parts, depth, behind = [], [], 0, []
    for line in lines:
        text = line.strip()
        if depth == 0 and not parts and text.startswith("///"):
            comment.append(text.lstrip("/").strip())
            continue
        text, _, said = text.partition("///<")
        text = re.sub(r"//.*", "", text).strip()
        if said:
            behind.append(said.strip())
        elif re.match(r"\s*///?(?!<)", line):
            continue
        if not text:
            if not parts:
                comment = []
            continue
        if text.startswith(("#", "public:", "private:", "protected:", "template <")):
            comment = comment if text.startswith("template") else []
            if text.startswith(("private:", "protected:")):
                yield "", "private"
            if text.startswith("public:"):
                yield "", "public"
            continue
        if depth == 0 and re.fullmatch(r"\};?(\s*)", text):
            yield "", "}"
            comment, parts, behind = [], [], []
            continue
        parts.append(text)
        joined = " ".join(parts)
        if depth == 0 and SCOPE.search(joined) and not joined.endswith("};"):
            yield " ".join(comment + behind), joined
            comment, parts, behind = [], [], []
            continue
        depth = joined.count("{") - joined.count("}")
        if depth <= 0 and joined.endswith((";", "}")):
            yield " ".join(comment + behind), joined
            comment, parts, behind, depth = [], [], [], 0


def declared(text):
    """A declaration as a reader wants it: without attributes, bodies and initialisers of constructors."""
    text = re.sub(r"\[\[nodiscard\]\] |\b(virtual|explicit|static|inline|mutable) |// NOLINT.*", "", text)
    text = re.sub(r"\)([^;{]*?)\s*(: \w+[({].*)?\{.*\}$", r")\1;", text) if ")" in text else text
    text = re.sub(r"\s*= (0|default)\s*;$", ";", text) if ")" in text else text
    return re.sub(r"\s+", " ", text).rstrip("; ").strip()


def rows_of(path):
    """(qualified name, declaration, comment) of everything public in a header."""
    scopes, rows, hidden = [], [], []
    for comment, text in statements(path.read_text().splitlines()):
        if text in ("private", "public"):
            if hidden:
                hidden[-1] = text == "private"
            continue
        if text == "}":
            if scopes:
                scopes.pop()
                hidden.pop()
            continue
        found = SCOPE.search(text)
        name = ""
        inside = "::".join(scope for scope in scopes if scope != "qualm")
        if found:
            if found[1] != "namespace" and not any(hidden):
                rows.append(("::".join(filter(None, [inside, found[2]])), f"{found[1]} {found[2]}", comment))
            scopes += [found[2].replace("qualm::", "")]
            hidden.append(False)
            continue
        if any(hidden) or "= delete" in text or text.startswith(("using ", "friend ")) or "~" in text or re.search(r"operator(?!\(\)\()", text):
            continue
        plain = declared(text)
        enum = re.match(r"enum class (\w+)", plain)
        head = re.split(r"\s*[={]", plain)[0]  # a value may call a function
        found = re.search(r"(\w+)\(", re.sub(r"<[^()]*>", "", head))
        fields = re.match(r"(?:const )?[\w:<>,&*() ]+?[ >&*](\w+(?:, \w+)*)(?:\[\d+\])?\s*(?:[={]|$)", plain)
        if enum:
            name = enum[1]
        elif "operator()(" in plain:
            name = "operator()"
        elif found and not plain.startswith("std::function"):
            name = found[1]
        elif fields:
            name = fields[1].split(",")[0]
        if name and plain != name:
            rows.append(("::".join(filter(None, [inside, name])), plain, comment))
    return rows


def page(include):
    text = [NOTICE, "# Reference: C++\n",
            "All public declarations, by header and sorted by name; everything is in `namespace qualm`. A cell without text: the name says"
            " it. Errors are exceptions of type [`qualm::Error`](error.md).\n"]
    for path in sorted(include.rglob("*.h")):
        rows = sorted({(name.lower(), name, what, said) for name, what, said in rows_of(path)})
        if rows:
            text += [f"## qualm/{path.relative_to(include)}\n",
                     table(("name", "declaration", "meaning"), [(code(name), code(what), said) for _, name, what, said in rows])]
    return "\n".join(text)
