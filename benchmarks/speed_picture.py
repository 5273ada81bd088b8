#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the time of measure() against instances, members and classes, as benchmarks/compare.py has measured it, on
logarithmic axes; a dashed line of slope one through the last point is what linear cost would be.

usage: benchmarks/speed_picture.py RESULTS.json PICTURE.svg
"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, GAP = 250, 190, 62, 30, 46, 24
BLUE, GREY, DARK = "#0072B2", "#999999", "#333333"


def text(x, y, words, anchor="middle", size=12, turn=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{DARK}"{turn}>{words}</text>')


def duration(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit * 0.999:
            return f"{seconds / unit:g} {name}"
    return f"{seconds * 1e9:g} ns"


def decades(values):
    return range(math.floor(math.log10(min(values)) + 1e-9), math.ceil(math.log10(max(values)) - 1e-9) + 1)


def panel(left, axis, series, y_decades):
    position = {"instances": 0, "members": 1, "classes": 2}[axis]
    points = [(shape[position], spread["median"]) for shape, spread in zip(series["shapes"], series["seconds"].values())]
    xs = [x for x, _ in points]
    x_low, x_high = math.log10(min(xs)) - 0.1, math.log10(max(xs)) + 0.1
    y_low, y_high = y_decades[0], y_decades[-1]
    place_x = lambda x: left + (math.log10(x) - x_low) / (x_high - x_low) * WIDTH
    place_y = lambda y: TOP + (y_high - math.log10(y)) / (y_high - y_low) * HEIGHT
    fixed = series["shapes"][0]
    others = ", ".join(f"{fixed[i]:,} {name}" for i, name in enumerate(("instances", "members", "classes")) if i != position)
    yield f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="{GREY}"/>'
    yield text(left + WIDTH / 2, TOP - 10, others)
    yield text(left + WIDTH / 2, TOP + HEIGHT + 38, axis)
    for x in xs:
        yield text(place_x(x), TOP + HEIGHT + 18, f"{x:,}" if x < 10_000 else f"10{'⁴⁵⁶⁷'[round(math.log10(x)) - 4]}", size=11)
    last_x, last_y = points[-1]
    start = max(min(xs), last_x * 10 ** y_low / last_y)
    yield (f'<line x1="{place_x(start):.1f}" y1="{place_y(last_y * start / last_x):.1f}" x2="{place_x(last_x):.1f}" '
           f'y2="{place_y(last_y):.1f}" stroke="{GREY}" stroke-dasharray="5 4"/>')
    yield (f'<polyline fill="none" stroke="{BLUE}" stroke-width="2" points="'
           + " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in points) + '"/>')
    for x, y in points:
        yield f'<circle cx="{place_x(x):.1f}" cy="{place_y(y):.1f}" r="3.5" fill="{BLUE}"/>'


def main():
    source, target = sys.argv[1:]
    with open(source) as file:
        sizes = json.load(file)["sizes"]
    y_decades = decades([spread["median"] for series in sizes.values() for spread in series["seconds"].values()])
    width, height = LEFT + len(sizes) * (WIDTH + GAP), TOP + HEIGHT + BOTTOM
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for decade in y_decades:
        y = TOP + (y_decades[-1] - decade) / (y_decades[-1] - y_decades[0]) * HEIGHT
        lines.append(text(LEFT - 6, y + 4, duration(10.0 ** decade), anchor="end", size=11))
    for i, (axis, series) in enumerate(sizes.items()):
        lines += panel(LEFT + i * (WIDTH + GAP), axis, series, y_decades)
    with open(target, "w") as file:
        file.write("\n".join([*lines, "</svg>"]) + "\n")


if __name__ == "__main__":
    main()
