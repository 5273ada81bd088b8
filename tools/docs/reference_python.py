# SPDX-License-Identifier: Apache-2.0
"""docs/reference-python.md, from the signatures and docstrings of the package."""
import importlib
import inspect
import re

from .table import NOTICE, code, table

MODULES = ("qualm", "qualm.sklearn", "qualm.dask")


def parameters(function):
    """None of a compiled function, which takes none."""
    return {} if inspect.isbuiltin(function) else inspect.signature(function).parameters


def signature(name, function):
    """Without types: names and defaults."""
    if inspect.isbuiltin(function):
        return f"{name}()"
    found = inspect.signature(function)
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in found.parameters.values()
             if each.name != "self"]
    text = str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return f"{name}{text}"


def plain(text):
    """Without the markup of docstrings."""
    return re.sub(r":\w+:`(?:qualm\.)?([\w.]+)`", r"`\1`", " ".join(text.split())).replace("``", "`")


def summary(thing):
    if inspect.isbuiltin(thing):
        return "Names of the built-in families of measures, as a list."
    return plain((inspect.getdoc(thing) or "").split("\n\n")[0])


def meanings(function):
    """What the docstring says of each argument: `name: text`."""
    said = (inspect.getdoc(function) or "").split(">>>")[0]
    names = "|".join(map(re.escape, parameters(function)))
    places = list(re.finditer(rf"(?:^|(?<=[.;] )|(?<=\n))({names}): ", said)) if names else []
    ends = [place.start() for place in places[1:]] + [len(said)]
    found = {}
    for place, end in zip(places, ends):
        text = plain(said[place.end():end].split("\n\n")[0])
        found[place[1]] = re.sub(r"\.? Other arguments as for .*", "", text).rstrip(" .;")
    return found


def argument_rows(function, names, known):
    found = parameters(function)
    own = {**known, **meanings(function)}
    return sorted((code(name), "" if found[name].default is inspect.Parameter.empty else code(repr(found[name].default)),
                   own.get(name, "")) for name in names)


def is_ours(thing):
    return (getattr(thing, "__module__", None) or "").startswith("qualm")


def fields(its_class):
    """Annotated fields and attributes, by the comment `#:` on their line."""
    line = re.compile(r"^ {4}(?: {4}self\.)?(\w+)(?:: [^=\n]+)?(?: = .*)?  #: (.*)$", re.M)
    return {name: text for each in reversed(its_class.__mro__) if is_ours(each)
            for name, text in line.findall(inspect.getsource(each))}


def members(its_class):
    """Public fields, methods and properties."""
    rows = {code(f".{name}"): text for name, text in fields(its_class).items()}
    for name in dir(its_class):
        thing = inspect.getattr_static(its_class, name)
        if name.startswith("_"):
            continue
        if isinstance(thing, property) and is_ours(thing.fget):
            rows[code(f".{name}")] = summary(thing)
        elif inspect.isfunction(thing) and is_ours(thing):
            rows[code(f".{signature(name, thing)}")] = summary(thing)
    return sorted(rows.items())


def public(module):
    names = getattr(module, "__all__", None) or [
        name for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__]
    return sorted(name for name in names if callable(getattr(module, name)))


def short_signature(name, function, common):
    """The signature with `...` for keyword-only common arguments."""
    text = signature(name, function)
    keyword_only = [each for each, its in parameters(function).items() if each in common and its.kind is its.KEYWORD_ONLY]
    for each in keyword_only:
        text = re.sub(rf", {each}=('[^']*'|\([^)]*\)|[^,()]+)(?=[,)])", "", text)
    return text[:-1] + ", ...)" if keyword_only else text


def page():
    qualm = importlib.import_module("qualm")
    common = set(parameters(qualm.measure)) & set(parameters(qualm.reject)) & set(parameters(qualm.explain)) - {"p"}
    known = {}
    for function in (qualm.report, qualm.explain, qualm.reject, qualm.measure):
        known.update(meanings(function))
    known["p"] = "predictions"
    text = [NOTICE, "# Reference: Python\n",
            "All public functions and classes, sorted by name. Arguments after `*` are keyword-only; `...` stands for the"
            " [common arguments](#common-arguments). [The guide](python.md) has input formats, results and examples.\n"]
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        things = {name: getattr(module, name) for name in public(module)}
        functions = {name: thing for name, thing in things.items() if not inspect.isclass(thing)}
        classes = {name: thing for name, thing in things.items() if inspect.isclass(thing)}
        text += [f"## {module_name}\n",
                 table(("name", "what it does"), [(code(name), summary(thing)) for name, thing in {**functions, **classes}.items()])]
        for name, thing in {**functions, **classes}.items():
            text.append(f"### {module_name}.{name}\n")
            rows = []
            if name in functions or name in CONSTRUCTED:
                text.append(f"```\n{short_signature(name, thing, common)}\n```\n")
                beside = meanings(qualm.report) if name == "serve" else {}  # which has its arguments
                rows = argument_rows(thing, [each for each in parameters(thing) if each not in common], {**known, **beside})
            text.append(summary(thing) + "\n")
            if rows:
                text.append(table(("argument", "default", "meaning"), rows))
            rows = members(thing) if name in classes else []
            if rows:
                text.append(table(("member", "what it is"), rows))
        if module is qualm:
            text += ["### Common arguments\n", "Arguments of most functions that take predictions.\n",
                     table(("argument", "default", "meaning"), argument_rows(qualm.measure, common, known))]
    return "\n".join(text)


# Other classes are made by functions.
CONSTRUCTED = {"Dirichlet", "Measurer", "RejectionScorer", "UncertainClassifier"}
