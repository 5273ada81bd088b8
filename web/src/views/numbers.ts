// SPDX-License-Identifier: Apache-2.0
// The numbers that matter, a line each, with their intervals.
import type { App, View } from "../app";
import { card } from "../card";
import type { Interval } from "../data";
import { h, s } from "../dom";
import { number, partSymbol, percent, shortScore } from "../format";
import { familyOf, partsOf } from "../scores";

interface Line { key: string; name: string; about: string; value: number; interval: Interval; std?: number | null; range: [number, number]; share?: boolean }

function lines(app: App): Line[] {
  const { page, reject, ood } = app.summary;
  const score = app.store.state.score, family = familyOf(score), has = partsOf(page, family);
  const result: Line[] = [];
  if (reject) {
    result.push({ key: "accuracy", name: "Accuracy", about: "of the mean prediction", value: reject.accuracy, std: reject.accuracy_std,
                  interval: page.accuracy_ci95 ?? null, range: [0, 1], share: true });
  }
  const unit = page.families.find((each) => each.name === family)!.unit;
  const means = page.sets[0].means, top = Math.max(means[`${family}.${has[0]}`].mean * 1.15, 1e-300);
  for (const each of has) {
    const { mean, mean_std, ci95 } = means[`${family}.${each}`];
    result.push({ key: `mean-${each}`, name: `Mean ${partSymbol[each]}`, about: `${each}, ${unit === family ? unit : `${family}, ${unit}`}`,
                  value: mean, interval: ci95, std: mean_std, range: [0, top] });
  }
  if (reject) {
    const curve = reject.curves[score];
    result.push({ key: "aurc", name: "AURC", about: `${shortScore(score)}, lower is better`, value: curve.aurc, std: curve.aurc_std,
                  interval: curve.ci95?.aurc ?? null, range: [0, Math.max(1 - reject.accuracy, curve.aurc) * 1.1 || 1] });
  }
  if (ood) {
    for (const [set, found] of Object.entries(ood.scores[score])) {
      result.push({ key: `auroc-${set}`, name: "OoD AUROC", about: `${set}, ${shortScore(score)}`, value: found.auroc,
                    std: found.auroc_std, interval: found.ci95, range: Math.min(found.auroc, found.ci95?.[0] ?? 1) < 0.5 ? [0, 1] : [0.5, 1] });
    }
  }
  for (const { range, interval } of result) range[1] = Math.max(range[1], interval?.[1] ?? 0);
  return result;
}

function strip(line: Line): SVGSVGElement {
  const x = (value: number) => 100 * Math.min(1, Math.max(0, (value - line.range[0]) / (line.range[1] - line.range[0])));
  return s("svg", { class: "strip", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("line", { class: "track", x1: 0, x2: 100, y1: 6, y2: 6 }),
    s("line", { class: "value", x1: 0, x2: x(line.value), y1: 6, y2: 6 }),
    line.interval && s("rect", { class: "interval", x: x(line.interval[0]), width: Math.max(0.8, x(line.interval[1]) - x(line.interval[0])), y: 1, height: 10 }));
}

export function numbers(app: App): View {
  const view = card({ id: "numbers", title: "Summary", lead: "95% intervals in brackets. Each strip shows the value on the scale whose ends are written beside it.", exports: {
    name: "numbers", table: () => [["number", "about", "value", "low", "high"],
      ...lines(app).map((line) => [line.name, line.about, line.value, line.interval?.[0] ?? null, line.interval?.[1] ?? null])] } });
  const draw = () => view.body.replaceChildren(h("dl", { class: "lines" }, ...lines(app).map((line) => {
    const show = line.share ? (value: number) => percent(value, 2) : number;
    return h("div", { class: "line", "data-key": line.key, title: String(line.value) },
      h("dt", {}, h("b", {}, line.name), h("span", {}, line.about)),
      h("dd", {}, h("span", { class: "figure" }, show(line.value)),
        h("span", { class: "bounds" }, line.interval ? `[${show(line.interval[0])}, ${show(line.interval[1])}]` :
          line.std != null ? `± ${show(line.std)} over runs` : ""),
        h("span", { class: "scale" }, h("span", {}, show(line.range[0])), strip(line), h("span", {}, show(line.range[1])))));
  })));
  draw();
  return { element: view.element, update(_, changed) { if (changed.has("score") || changed.has("summary")) draw(); } };
}
