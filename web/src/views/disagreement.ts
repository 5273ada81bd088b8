// SPDX-License-Identifier: Apache-2.0
// Rows that two families rank most differently.
import { scaleLinear } from "d3-scale";
import type { App, View } from "../app";
import type { Row } from "../block";
import { card, onWidth } from "../card";
import { h, s } from "../dom";
import { count } from "../format";
import { plainQuery } from "../query";
import { partOf, sharedParts } from "../scores";

export function disagreement(app: App): View | null {
  const { page } = app.summary;
  const shared = sharedParts(page);
  if (shared.length === 0) return null;
  const [a, b] = page.families.map(({ name }) => name);
  let rows: Row[] = [], svg: SVGSVGElement | null = null;
  const part = () => {
    const chosen = partOf(app.store.state.score);
    return shared.includes(chosen) ? chosen : shared[shared.length - 1];
  };
  const rank = (row: Row, family: string) => row.ranks[page.scores.indexOf(`${family}.${part()}`)] + 1;
  const view = card({ id: "disagreement", title: `Rows ranked differently by ${a} and ${b}`, lead: "Rank 1 is the most uncertain row. Each line is one row; click to open it.",
    exports: { name: "disagreement", svg: () => svg, table: () => [["row", "predicted", "predicted_name", `rank by ${a}`, `rank by ${b}`],
      ...rows.map((row) => [row.row, row.predicted, page.class_names[row.predicted], rank(row, a), rank(row, b)])] } });
  const key = (kind: string, family: string) => h("span", { class: "key" },
    s("svg", { width: 26, height: 12, "aria-hidden": "true" }, s("g", { class: `slope ${kind}` }, s("path", { d: "M0 6H26" }))), `more uncertain by ${family}`);
  const plot = h("div", { class: "plot" });
  view.body.append(h("div", { class: "legend" }, key("first", a), key("second", b)), plot);
  const draw = onWidth(plot, (width) => {
    const height = 330, left = 64, right = width - 64;
    const n = Math.max(2, ...rows.flatMap((row) => [rank(row, a), rank(row, b)]));
    const y = scaleLinear([1, n], [34, height - 14]);
    svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Ranks by ${a} and by ${b}` },
      s("text", { class: "panel-title", x: left, y: 16, "text-anchor": "end" }, a), s("text", { class: "panel-title", x: right, y: 16, "text-anchor": "start" }, b),
      s("line", { class: "base", x1: left, x2: left, y1: y(1), y2: y(n) }), s("line", { class: "base", x1: right, x2: right, y1: y(1), y2: y(n) }),
      ...[1, n].flatMap((tick) => [s("text", { x: left - 10, y: y(tick), dy: "0.32em", "text-anchor": "end" }, count(tick)), s("text", { x: right + 10, y: y(tick), dy: "0.32em" }, count(tick))]),
      ...rows.map((row) => {
        const [from, to] = [rank(row, a), rank(row, b)];
        const open = () => app.store.set({ open: `${row.set}:${row.row}` });
        const path = `M${left} ${y(from)}C${left + (right - left) * 0.4} ${y(from)} ${left + (right - left) * 0.6} ${y(to)} ${right} ${y(to)}`;
        return s("g", { class: `slope ${from < to ? "first" : "second"}`, role: "button", tabindex: 0, click: open,
          keydown: (event: KeyboardEvent) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
          "aria-label": `Row ${row.row}, ${page.class_names[row.predicted]}: ${count(from)} by ${a}, ${count(to)} by ${b}` },
          s("title", {}, `row ${row.row}, ${page.class_names[row.predicted]}: ${count(from)} by ${a}, ${count(to)} by ${b}`),
          s("path", { class: "wide", d: path }), s("path", { d: path }), s("circle", { cx: left, cy: y(from), r: 3.5 }), s("circle", { cx: right, cy: y(to), r: 3.5 }));
      }));
    plot.replaceChildren(svg);
  });
  const load = async () => {
    rows = (await app.source.rows({ ...plainQuery(`gap.${part()}`, app.store.state.weights, 0, 14), rejectedBy: app.store.state.score, family: a, set: 0 })).rows;
    draw();
  };
  void load();
  return { element: view.element, update(_, changed) { if (changed.has("score") || changed.has("weights")) void load(); } };
}
