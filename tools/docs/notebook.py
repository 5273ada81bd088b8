# SPDX-License-Identifier: Apache-2.0
"""Runs a script with `# %%` cells, and makes a notebook and a page of its cells and their output."""
import ast
import contextlib
import io
import json
import os
import re
import tempfile

from .table import NOTICE


def cells(source):
    """(is_code, text) of each cell."""
    found = []
    for head, body in re.findall(r"^# %%(.*)\n((?:(?!# %%).*\n?)*)", source, re.M):
        is_code = "[markdown]" not in head
        text = body.strip() if is_code else re.sub(r"^# ?", "", body.strip(), flags=re.M)
        found.append((is_code, text))
    return found


def run(text, names):
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(text)
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = eval(compile(last, "<cell>", "eval"), names) if last else None
    return printed.getvalue(), value


def lines(text):
    return text.splitlines(keepends=True)


def made(path, stem):
    """The notebook, the page and its pictures: {name: text}. Runs in an empty folder."""
    names, page, notebook, pictures = {"__name__": "__main__"}, [NOTICE], [], {}
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, (is_code, text) in enumerate(cells(path.read_text())):
                cell = {"cell_type": "code" if is_code else "markdown", "id": f"cell-{number}", "metadata": {}, "source": lines(text)}
                notebook.append(cell)
                if not is_code:
                    page.append(text + "\n")
                    continue
                page.append(f"```python\n{text}\n```\n")
                outputs = cell["outputs"] = []
                cell["execution_count"] = None
                printed, value = run(text, names)
                if printed:
                    outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed)})
                shown = printed
                if value is not None:
                    data = {"text/plain": lines(repr(value))}
                    if hasattr(value, "_repr_svg_"):
                        name = f"{stem}-{len(pictures) + 1}.svg"
                        pictures[name] = value._repr_svg_()
                        data["image/svg+xml"] = lines(pictures[name])
                        page.append(f"![output of the cell above]({name})\n")
                    else:
                        shown += repr(value) + "\n"
                    outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
                if shown:
                    page.append(f"```text\n{shown.rstrip()}\n```\n")
        finally:
            os.chdir(before)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    whole = {"cells": notebook, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return {f"{stem}.ipynb": json.dumps(whole, indent=1, ensure_ascii=False) + "\n", f"{stem}.md": "\n".join(page), **pictures}
