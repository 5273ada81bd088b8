# SPDX-License-Identifier: Apache-2.0
"""docs/reference-cli.md, from the manual pages that the command makes of its definitions."""
import re
import subprocess

from .table import NOTICE, code, table


def manual(qualm, *command):
    return subprocess.run([qualm, "man", *command], check=True, capture_output=True, text=True).stdout


def plain(text):
    """Without the escapes of troff."""
    for escaped, character in ((r"\-", "-"), (r"\(aq", "'"), (r"\&", ""), (r"\e", "\\")):
        text = text.replace(escaped, character)
    return " ".join(text.split())


def section(page, name):
    found = re.search(rf"^\.SH {name}\n(.*?)(?=^\.SH |\Z)", page, re.S | re.M)
    return found[1] if found else ""


def entries(text):
    """The terms of a section, each with what is said of it."""
    return [(plain(term), plain(said)) for term, said in re.findall(r"^\.TP\n\.B (.*)\n((?:[^.].*\n)*)", text, re.M)]


def split_default(said):
    """The sentence that starts with Default goes into a column of its own."""
    found = re.search(r"[.;]? ?Default: (.*?)(?=\. [A-Za-z0-9]|$)(?:\. )?", said)
    if not found:
        return said, ""
    before, after = said[:found.start()], said[found.end():]
    return f"{before}. {after}" if before and after else before or after, found[1]


def option_rows(page):
    """Sorted by the long name; -h and --help are those of every command."""
    rows = []
    for term, said in entries(section(page, "ARGUMENTS")) + entries(section(page, "OPTIONS")):
        if "--help" not in term:
            meaning, default = split_default(said)
            rows.append((code(term), meaning, default))
    return sorted(rows, key=lambda row: re.sub(r"^`(-\w, )?-*", "", row[0]).lower())


def page(qualm):
    overview = manual(qualm)
    commands = entries(section(overview, "COMMANDS"))
    text = [NOTICE, "# Reference: command line\n",
            "All commands and options, sorted by name. `qualm help COMMAND` prints the same with examples;"
            " [the guide](cli.md) explains the options that need it.\n",
            table(("command", "what it does"),
                  [(f"[`qualm {name}`](#qualm-{name})", said) for name, said in sorted(commands)])]
    for name, said in sorted(commands):
        its_page = manual(qualm, name)
        synopsis = plain(re.sub(r"^\.[nf]i?$", "", section(its_page, "SYNOPSIS"), flags=re.M).replace(".nf", "").replace(".fi", ""))
        text += [f"## qualm {name}\n", f"{said[:1].upper()}{said[1:]}.\n", f"```\n{synopsis}\n```\n"]
        rows = option_rows(its_page)
        if rows:
            text.append(table(("option or argument", "meaning", "default"), rows))
    text += ["## Exit codes\n", table(("code", "meaning"), entries(section(overview, "EXIT STATUS")))]
    return "\n".join(text)
