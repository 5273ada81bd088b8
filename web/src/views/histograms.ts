// SPDX-License-Identifier: Apache-2.0
// Right above, wrong below; in above, out below: one family beside the other.
import { max } from "d3-array";
import { scaleLinear, scalePow } from "d3-scale";
import type { App, View } from "../app";
import { card, onWidth } from "../card";
import { h, s, select } from "../dom";
import type { Table } from "../export";
import { number, percent } from "../format";
import { partOf } from "../scores";

// Before the name of a set, which may be any text.
const inAndOut = "in and out: ";

interface Pair { edges: number[]; up: number[]; down: number[]; names: [string, string]; classes: [string, string] }

function pairs(app: App, contrast: string, part: string): { family: string; unit: string; pair: Pair }[] {
  const { page, reject, ood } = app.summary;
  return page.families.filter(({ name }) => page.scores.includes(`${name}.${part}`)).map(({ name, unit }) => {
    const score = `${name}.${part}`;
    let pair: Pair;
    if (contrast === "errors" && reject) {
      const { edges, correct, incorrect } = reject.histograms[score];
      pair = { edges, up: correct, down: incorrect, names: ["correct", "wrong"], classes: ["right", "wrong"] };
    } else if (ood && contrast.startsWith(inAndOut)) {
      const name = contrast.slice(inAndOut.length), found = ood.scores[score][name].histogram;
      pair = { edges: found.edges, up: found.in, down: found.out, names: ["in distribution", name], classes: ["unknown", "ood"] };
    } else {
      const { edges, share } = page.sets[0].histograms![score];
      pair = { edges, up: share, down: [], names: ["all rows", ""], classes: ["unknown", "unknown"] };
    }
    return { family: name, unit, pair };
  });
}

function draw(pair: Pair, title: string, width: number, height: number): SVGSVGElement {
  const left = 6, right = 6, top = 30, bottom = 26;
  const x = scaleLinear([pair.edges[0], pair.edges[pair.edges.length - 1]], [left, width - right]);
  const both = pair.down.length > 0, zero = both ? top + (height - top - bottom) / 2 : height - bottom;
  const tall = max([...pair.up, ...pair.down]) || 1;
  const y = scalePow([0, tall], [0, zero - top]).exponent(0.5);
  const bars = (values: number[], kind: string, down: boolean) => s("g", { class: `bars ${kind}` }, ...values.map((value, i) => {
    const size = y(value);
    return value === 0 ? null : s("rect", { x: x(pair.edges[i]) + 0.5, width: Math.max(0.5, x(pair.edges[i + 1]) - x(pair.edges[i]) - 1),
      y: down ? zero + 1 : zero - size, height: Math.max(1, size - (down ? 1 : 0)) },
      s("title", {}, `${number(pair.edges[i])} to ${number(pair.edges[i + 1])}: ${percent(value, 2)} of ${pair.names[down ? 1 : 0]}`));
  }));
  return s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Histogram of ${title}: ${pair.names.filter(Boolean).join(" above, ")} below` },
    s("text", { class: "panel-title", x: left, y: 14 }, title),
    s("line", { class: "base", x1: left, x2: width - right, y1: zero + 0.5, y2: zero + 0.5 }),
    bars(pair.up, pair.classes[0], false), bars(pair.down, pair.classes[1], true),
    s("text", { class: `bar-name ${pair.classes[0]}`, x: width - right, y: top + 10, "text-anchor": "end" }, pair.names[0]),
    both ? s("text", { class: `bar-name ${pair.classes[1]}`, x: width - right, y: height - bottom - 4, "text-anchor": "end" }, pair.names[1]) : null,
    ...x.ticks(4).map((tick) => s("text", { x: x(tick), y: height - 8, "text-anchor": tick === 0 ? "start" : x(tick) > width - 16 ? "end" : "middle" }, number(tick))));
}

export function histograms(app: App): View {
  const { reject, ood } = app.summary;
  const contrasts = [...(reject ? [{ value: "errors", text: "correct and wrong" }] : []),
    ...Object.keys(ood?.out ?? {}).map((name) => ({ value: inAndOut + name, text: inAndOut + name }))];
  let contrast = contrasts[0]?.value ?? "all";
  const part = () => partOf(app.store.state.score);
  const drawn: SVGSVGElement[] = [];
  const view = card({ id: "histograms", title: "Histograms",
    lead: "Shares of each kind of row, square-root scaled. The less they overlap, the better the score separates them.",
    exports: { name: "histograms", svg: () => drawn[0] ?? null, table: () => {
      const table: Table = [["family", "low", "high", "upper", "lower"]];
      for (const { family, pair } of pairs(app, contrast, part())) {
        pair.up.forEach((value, i) => table.push([family, pair.edges[i], pair.edges[i + 1], value, pair.down[i] ?? null]));
      }
      return table;
    } } });
  const plot = h("div", { class: "panels" });
  view.body.append(plot);
  const redraw = onWidth(plot, (width) => {
    const all = pairs(app, contrast, part()), columns = width > 520 ? 2 : 1;
    const each = Math.floor((width - 20 * (columns - 1)) / columns);
    drawn.splice(0, drawn.length, ...all.map(({ family, unit, pair }) => draw(pair, unit === family ? `${family} ${part()}` : `${family} ${part()}, ${unit}`, each, columns === 1 ? 226 : 200)));
    plot.replaceChildren(...drawn);
  });
  if (contrasts.length > 1) view.tools.append(select("Compare", contrasts, contrast, (value) => { contrast = value; redraw(); }));
  return { element: view.element, update(_, changed) { if (changed.has("score") || changed.has("summary")) redraw(); } };
}
