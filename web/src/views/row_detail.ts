// SPDX-License-Identifier: Apache-2.0
// One instance: picture, words, label-wise bars, what each member says.
import { scaleLinear } from "d3-scale";
import type { App } from "../app";
import type { Detail, Row } from "../block";
import { h, s } from "../dom";
import { count, cutName, number, percent, shortName } from "../format";
import { parts } from "../scores";
import { simplex } from "./simplex";

const mostClasses = 14;

/// The classes worth showing: all, or those with most uncertainty and the predicted and true one.
function shown(row: Row, detail: Detail): number[] {
  const all = Array.from(detail.mean.keys());
  if (all.length <= mostClasses) return all;
  const doubt = (k: number) => detail.aleatoric[k] + detail.epistemic[k] + (k === row.predicted || k === row.label ? 1 : 0);
  return all.sort((a, b) => doubt(b) - doubt(a)).slice(0, mostClasses).sort((a, b) => a - b);
}

function labelBars(row: Row, detail: Detail, names: string[]): HTMLElement {
  const listed = shown(row, detail);
  // The greatest variance that a probability can have; the correction for few members can exceed it.
  const full = Math.max(0.25, ...Array.from(detail.epistemic.keys(), (k) => detail.epistemic[k] + detail.aleatoric[k]));
  const scale = (value: number) => `${(100 * value / full).toFixed(2)}%`;
  const bar = (kind: string, left: number, value: number) => {
    const element = h("span", { class: `bar ${kind}` });
    element.style.left = scale(left);
    element.style.width = scale(value);
    return element;
  };
  return h("div", { class: "label-bars", role: "table", "aria-label": "Variance of each class: epistemic and aleatoric" },
    h("div", { class: "bar-key" }, h("span", { class: "epistemic" }, "EU"), h("span", { class: "aleatoric" }, "AU"), h("span", {}, `full at ${number(full)}`),
      listed.length < names.length && h("span", {}, `${listed.length} of ${count(names.length)} classes`)),
    ...listed.map((k) => h("div", { class: "bar-row", role: "row" },
      h("span", { class: `bar-class${k === row.label ? " truth" : ""}${k === row.predicted ? " predicted" : ""}`, role: "rowheader" }, cutName(names[k])),
      h("span", { class: "bar-track", role: "cell", title: `EU ${number(detail.epistemic[k])}, AU ${number(detail.aleatoric[k])}`,
        "aria-label": `EU ${number(detail.epistemic[k])}, AU ${number(detail.aleatoric[k])}` },
        bar("epistemic", 0, detail.epistemic[k]), bar("aleatoric", detail.epistemic[k], detail.aleatoric[k])),
      h("span", { class: "bar-mean", role: "cell" }, percent(detail.mean[k])))));
}

function members(row: Row, detail: Detail, names: string[]): SVGSVGElement | null {
  if (detail.members.length === 0) return null;
  const classes = shown(row, detail).filter((k) => k === row.predicted || k === row.label || detail.members.some((member) => member[k] >= 0.02));
  const [width, step, left] = [300, 24, 104], height = 26 + classes.length * step;
  const x = scaleLinear([0, 1], [left, width - 22]);
  return s("svg", { class: "members", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Probability that each member gives each class" },
    ...[0, 0.5, 1].map((tick) => s("g", {}, s("line", { class: "grid", x1: x(tick), x2: x(tick), y1: 18, y2: height }), s("text", { x: x(tick), y: 11, "text-anchor": "middle" }, percent(tick, 0)))),
    ...classes.map((k, i) => {
      const y = 18 + (i + 0.5) * step;
      return s("g", {}, s("text", { x: left - 10, y, dy: "0.32em", "text-anchor": "end" }, shortName(names[k], 14)),
        ...detail.members.map((member, m) => s("circle", { class: "member", cx: x(member[k]), cy: y, r: 5 }, s("title", {}, `member ${m + 1}: ${names[k]} ${percent(member[k])}`))),
        s("line", { class: "mean", x1: x(detail.mean[k]), x2: x(detail.mean[k]), y1: y - 9, y2: y + 9 }));
    }));
}

/// Gone if the server has none for this row.
export function picture(row: Row, side: number): HTMLImageElement {
  const image: HTMLImageElement = h("img", { class: side > 100 ? "picture" : "", src: row.picture, alt: side > 100 ? `image of row ${row.row}` : "",
    width: side, height: side, error: () => { image.style.visibility = "hidden"; } });
  return image;
}

export function rowDetail(app: App, row: Row): HTMLElement {
  const { page } = app.summary, names = page.class_names, { detail } = row;
  const shownPicture = row.picture && picture(row, 140);
  const scores = h("table", { class: "scores" }, h("thead", {}, h("tr", {}, h("th", {}), ...["TU", "AU", "EU"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...page.families.map(({ name, unit }) => h("tr", {}, h("th", { scope: "row", title: unit }, name),
      ...parts.map((part) => h("td", { "data-score": `${name}.${part}` }, page.scores.includes(`${name}.${part}`) ? number(row.scores[page.scores.indexOf(`${name}.${part}`)]) : "–"))))));
  if (!detail) {
    return h("div", { class: "detail" }, shownPicture, h("div", {}, h("p", {}, "The file does not include the class values of this row. ", h("code", {}, "qualm serve"), " shows every row."), scores));
  }
  return h("div", { class: "detail" }, shownPicture,
    h("div", { class: "says" }, h("p", { class: "words" }, detail.words), scores),
    labelBars(row, detail, names),
    names.length === 3 && detail.members.length > 0 ? simplex(detail, names) : members(row, detail, names));
}
