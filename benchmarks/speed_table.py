#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a table of what benchmarks/compare.py has measured, as the docs show it.

usage: benchmarks/speed_table.py RESULTS.json competitors|layouts|targets|rows|memory
"""
import json
import sys


def milliseconds(spread):
    return f"{spread['median'] * 1000:.3g} ms"


def around(spread, digits=1):
    return f"{spread['median']:.{digits}f}× ({spread['least']:.{digits}f}–{spread['greatest']:.{digits}f})"


def shape_of(shape):
    return " × ".join(f"{n:,}" for n in shape)


def competitors(measured):
    names = list(measured["competitors"][0]["ratios"])
    yield ["instances × members × classes, float32", "qualm, one thread", "all cores", *names]
    for each in measured["competitors"]:
        yield [shape_of(each["shape"]), milliseconds(each["seconds"]["qualm"]),
               milliseconds(each["seconds"]["qualm, all cores"]), *(around(each["ratios"][name]) for name in names)]


def compared(measured, first, unit):
    """Times of variants, and multiples of that of the first."""
    yield [first, f"ns per {unit}", "multiple"]
    n, m, k = measured["shape"]
    spreads = list(measured["seconds"].values())
    for name, spread in measured["seconds"].items():
        yield [name, f"{spread['median'] / (n * m * k) * 1e9:.2f}", f"{spread['median'] / spreads[0]['median']:.2f}×"]


def rows(measured):
    yield ["members × classes, float32", "ns per row", "ns per class"]
    for name, spread in measured["rows"].items():
        n_classes = int(name.split()[-1])
        yield [name, f"{spread['median'] * 1e9:,.0f}", f"{spread['median'] * 1e9 / n_classes:.1f}"]


def memory(measured):
    read = {int(n): rate for n, rate in measured["memory"].items()}
    yield ["instances × members × classes, float32", "threads", "ns per probability", "GB/s of input", "share of what reading alone gives"]
    for each in measured["competitors"]:
        n, m, k = each["shape"]
        for name, threads in (("qualm", 1), ("qualm, all cores", measured["machine"]["cores"])):
            time = each["seconds"][name]["median"]
            rate = 4 * n * m * k / time
            yield [shape_of(each["shape"]), str(threads), f"{time / (n * m * k) * 1e9:.2f}", f"{rate / 1e9:.1f}",
                   f"{rate / read[threads]:.0%}"]


TABLES = {"competitors": competitors, "rows": rows, "memory": memory,
          "layouts": lambda measured: compared(measured["layouts"], "type and axes", "probability"),
          "targets": lambda measured: compared(measured["targets"], "instruction set", "probability")}


def main():
    path, table = sys.argv[1:]
    with open(path) as file:
        lines = list(TABLES[table](json.load(file)))
    lines.insert(1, ["---"] * len(lines[0]))
    for cells in lines:
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
