# SPDX-License-Identifier: Apache-2.0
"""Markdown tables for the reference pages."""

NOTICE = "<!-- made by tools/update_docs: do not edit -->\n"


def code(text):
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(cell(each) for each in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
