// SPDX-License-Identifier: Apache-2.0
// Move the slider: the dot on the curve, accuracy and coverage follow.
import { extent, max, min } from "d3-array";
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { App, View } from "../app";
import { type Frame, axes } from "../axes";
import { card, onWidth } from "../card";
import { h, s } from "../dom";
import { count, counted, number, percent, scoreTitle, shortScore } from "../format";
import { rejectedCount } from "../query";

interface Curve { name: string; values: (number | null)[]; kind: "chosen" | "other" | "reference"; band?: number[] }

function curves(app: App): Curve[] {
  const { score } = app.store.state;
  const { page, reject } = app.summary;
  if (!reject) return [{ name: score, values: page.thresholds[score], kind: "chosen" }];
  const kind = (name: string) => name === score ? "chosen" as const : name === "random" || name === "oracle" ? "reference" as const : "other" as const;
  return Object.entries(reject.curves).map(([name, curve]) => ({ name, values: curve.accuracy, kind: kind(name), band: curve.band_half_width }))
    .sort((a, b) => Number(a.kind === "chosen") - Number(b.kind === "chosen"));
}

export function rejection(app: App): View {
  const labelled = app.summary.reject !== null;
  const n = app.summary.page.sets[0].instances;
  const steps = app.summary.page.thresholds[app.store.state.score].length - 1;
  let svg: SVGSVGElement | null = null;
  const view = card({ id: "rejection", title: labelled ? "Accuracy vs. rejection" : "Uncertainty vs. rejection",
    lead: labelled ? "Accuracy of the rows kept when the most uncertain rows are rejected."
      : "The score of the most uncertain row that is kept, over the share rejected. With labels, this becomes an accuracy-rejection curve.",
    exports: { name: "rejection", svg: () => svg, table: () => [["rejected", ...curves(app).map((curve) => curve.name)],
      ...Array.from({ length: steps + 1 }, (_, i) => [i / steps, ...curves(app).map((curve) => curve.values[i])])] } });
  const plot = h("div", { class: "plot" });
  const slider = h("input", { type: "range", min: 0, max: steps, step: 1, "aria-label": "Share of rows rejected",
    input: () => app.store.set({ portion: Number(slider.value) / steps }) });
  const readout = h("div", { class: "readout", role: "status", "aria-live": "polite" });
  view.body.append(readout, plot, h("div", { class: "slider" }, slider));
  let dot: SVGGElement | null = null, place: ((portion: number) => void) | null = null;

  const draw = onWidth(plot, (width) => {
    const narrow = width < 460;
    const frame: Frame = { width, height: narrow ? 260 : 330, left: 52, right: 22, top: 30, bottom: 34 };
    const all = curves(app), values = all.flatMap((curve) => curve.kind === "other" || curve.kind === "chosen" ? curve.values : curve.values.slice(0, 1))
      .filter((value): value is number => value !== null);
    const [low, high] = extent(values) as [number, number];
    const x = scaleLinear([0, 1], [frame.left, width - frame.right]);
    const y = scaleLinear(labelled ? [Math.max(0, low - 0.04 * (1 - low)), 1] : [0, high || 1], [frame.height - frame.bottom, frame.top]);
    const path = line<number | null>().defined((value) => value !== null)
      .x((_, i) => x(i / steps)).y((value) => y(Math.max(y.domain()[0], value!)));
    const chosen = all[all.length - 1];
    const band = chosen.band && area<number | null>().defined((value) => value !== null).x((_, i) => x(i / steps))
      .y0((value, i) => y(Math.max(y.domain()[0], value! - chosen.band![i]))).y1((value, i) => y(Math.min(1, value! + chosen.band![i])))(chosen.values);
    const under = area<number | null>().defined((value) => value !== null).x((_, i) => x(i / steps)).y0(y(y.domain()[0])).y1((value) => y(value!))(chosen.values);
    dot = s("g", { class: "dot" }, s("line", { class: "drop", y1: frame.top, y2: frame.height - frame.bottom }), s("circle", { r: 6.5 }));
    const shade = s("rect", { class: "shade", x: x(0), y: frame.top, height: frame.height - frame.top - frame.bottom });
    place = (portion) => {
      const value = chosen.values[Math.round(portion * steps)];
      shade.setAttribute("width", String(x(portion) - x(0)));
      dot!.setAttribute("transform", `translate(${x(portion)},0)`);
      dot!.querySelector("circle")!.setAttribute("cy", String(value === null ? y(y.domain()[1]) : y(Math.max(y.domain()[0], value))));
    };
    const labels = labelled ? all.filter((curve) => curve.kind === "reference").map((curve) => {
      // The oracle's beside its knee, where no error is left.
      const knee = Math.max(0, curve.values.findIndex((value) => value !== null && value >= 1));
      const at = curve.name === "oracle" ? knee : Math.round(steps * 0.8);
      return s("text", { class: "curve-label", x: x(at / steps) + 8, y: y(curve.values[at]!) + (curve.name === "oracle" ? 16 : -7) }, curve.name);
    }) : [];
    const drag = (event: PointerEvent) => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      const bounds = svg!.getBoundingClientRect();
      const portion = Math.min(1, Math.max(0, x.invert(event.clientX - bounds.left)));
      app.store.set({ portion: Math.round(portion * steps) / steps });
    };
    svg = s("svg", { width, height: frame.height, viewBox: `0 0 ${width} ${frame.height}`, role: "img", pointerdown: drag, pointermove: drag,
      "aria-label": labelled ? `Accuracy of the rows kept, over the share rejected by ${scoreTitle(chosen.name)}` : `${scoreTitle(chosen.name)} over the share rejected` },
      shade, axes(frame, { scale: x, label: "rejected", format: (value) => percent(value, 0) },
        { scale: y, label: labelled ? "accuracy of rows kept" : shortScore(chosen.name), format: labelled ? (value) => percent(value, (max(y.domain())! - min(y.domain())!) < 0.08 ? 1 : 0) : number }),
      s("path", { class: "under", d: under }), band ? s("path", { class: "band", d: band }) : null,
      ...all.map((curve) => s("path", { class: `curve ${curve.kind} ${curve.name}`, d: path(curve.values) }, s("title", {}, curve.name))), ...labels, dot);
    plot.replaceChildren(svg);
    place(app.store.state.portion);
  });

  const follow = () => {
    const { portion, score } = app.store.state, at = Math.round(portion * steps);
    slider.value = String(at);
    const rejected = rejectedCount(n, at / steps);
    slider.setAttribute("aria-valuetext", `${percent(portion)} rejected`);
    const accuracy = app.summary.reject?.curves[score].accuracy[at];
    const threshold = app.summary.page.thresholds[score][at];
    const big = (key: string, name: string, value: string, note: string) =>
      h("div", { class: "big", "data-key": key }, h("span", { class: "name" }, name), h("strong", {}, value), h("span", { class: "note" }, note));
    readout.replaceChildren(
      labelled ? big("kept-accuracy", "accuracy", accuracy == null ? "–" : percent(accuracy, 2), accuracy == null ? "nothing is kept" :
        `${accuracy >= app.summary.reject!.accuracy ? "+" : "−"}${Math.abs(100 * (accuracy - app.summary.reject!.accuracy)).toFixed(2)} points`) : "",
      big("coverage", "coverage", percent(1 - portion), `${count(n - rejected)} kept`),
      big("rejected", "rejected", percent(portion), counted(rejected, "row")),
      big("threshold", `keep ${shortScore(score)} ≤`, number(threshold), portion === 0 ? "all of them" : "the threshold"));
    place?.(portion);
  };
  follow();
  return { element: view.element, update(_, changed) {
    if (changed.has("score") || changed.has("summary")) draw();
    if (changed.has("score") || changed.has("summary") || changed.has("portion")) follow();
  } };
}
