// SPDX-License-Identifier: Apache-2.0
// Aleatoric against epistemic: density of all rows, points of those in this page, a brush, four corners.
import { max } from "d3-array";
import { scalePow } from "d3-scale";
import { type App, type Group, type View, groupOf } from "../app";
import { type Frame, axes } from "../axes";
import type { Row } from "../block";
import { card, onWidth } from "../card";
import type { Density, DensityGroup } from "../data";
import { h, s } from "../dom";
import { count, counted, number } from "../format";
import { familyOf } from "../scores";

const names: Record<Group, string> = { right: "correct", wrong: "wrong", unknown: "no label", ood: "out-of-distribution" };
const levels = 7;
const groupOfDensity = (group: DensityGroup): Group => group.set > 0 ? "ood" : group.wrong === undefined ? "unknown" : group.wrong ? "wrong" : "right";

/// One shape per group, so that groups do not differ in colour only.
function mark(group: Group, x: number, y: number): string {
  if (group === "wrong") return `M${x - 2.6} ${y - 2.6}l5.2 5.2M${x + 2.6} ${y - 2.6}l-5.2 5.2`;
  if (group === "ood") return `M${x} ${y - 3.2}l3.2 3.2l-3.2 3.2l-3.2 -3.2z`;
  return `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;
}

/// How many of all rows lie in a corner: those of the set, the errors among them, and out-of-distribution rows.
function countsText(density: Density, isRight: boolean, isTop: boolean): string {
  const { bins } = density;
  const inside = (group: DensityGroup) => group.counts.reduce((sum, value, i) =>
    (i % bins >= bins / 2) === isRight && (Math.floor(i / bins) >= bins / 2) === isTop ? sum + value : sum, 0);
  const told = { rows: 0, errors: 0, ood: 0 };
  for (const group of density.groups) {
    const found = inside(group);
    if (group.set > 0) told.ood += found; else told.rows += found;
    if (group.wrong && group.set === 0) told.errors += found;
  }
  const has = (test: (group: DensityGroup) => boolean) => density.groups.some(test);
  return [counted(told.rows, "row"), has((group) => group.set === 0 && group.wrong !== undefined) && counted(told.errors, "error"),
    has((group) => group.set > 0) && `${count(told.ood)} OoD`].filter(Boolean).join(", ");
}

export function scatter(app: App): View {
  let svg: SVGSVGElement | null = null;
  const alone = app.summary.page.members === 1, family = () => familyOf(app.store.state.score);
  const column = (part: string) => app.summary.page.scores.indexOf(`${family()}.${part}`);
  const view = card({ id: "scatter", title: "Aleatoric against epistemic uncertainty", lead: alone ? undefined : "Drag to select rows for the list, or click a corner. Axes are square-root scaled; high and low are the halves of an axis, so they are relative to the rows shown.",
    exports: { name: "scatter", svg: () => svg, table: () => [["set", "row", "group", "aleatoric", "epistemic"], ...app.points.map((row) =>
      [app.summary.page.sets[row.set].name, row.row, groupOf(row), row.scores[column("aleatoric")], row.scores[column("epistemic")]])] } });
  const legend = h("div", { class: "legend" }), plot = h("div", { class: "plot" }), clear = h("div", { class: "selection" });
  view.body.append(legend, plot, clear);

  const draw = onWidth(plot, (width) => {
    const { page } = app.summary;
    const density = page.densities[page.families.findIndex(({ name }) => name === family())];
    const nothing = alone ? "There is only one member: its epistemic uncertainty is 0 by construction."
      : column("aleatoric") < 0 ? `${family()} has no aleatoric part.` : column("epistemic") < 0 ? `${family()} has no epistemic part.` : null;
    if (nothing !== null) {
      svg = null;
      plot.replaceChildren(h("p", { class: "status" }, nothing));
      return;
    }
    const frame: Frame = { width, height: Math.max(300, Math.min(460, width * 0.72)), left: 52, right: 14, top: 30, bottom: 34 };
    const x = scalePow([0, density.aleatoric || 1], [frame.left, width - frame.right]).exponent(0.5);
    const y = scalePow([0, density.epistemic || 1], [frame.height - frame.bottom, frame.top]).exponent(0.5);
    const [w, hgt] = [(width - frame.left - frame.right) / density.bins, (frame.height - frame.top - frame.bottom) / density.bins];
    const most = Math.log1p(max(density.groups, (group) => max(group.counts)) ?? 1);
    const cells = density.groups.map((group) => {
      const paths = Array.from({ length: levels }, () => "");
      group.counts.forEach((value, i) => {
        if (value === 0) return;
        const level = Math.min(levels - 1, Math.floor((Math.log1p(value) / most) * levels));
        paths[level] += `M${(frame.left + (i % density.bins) * w).toFixed(1)} ${(frame.height - frame.bottom - (Math.floor(i / density.bins) + 1) * hgt).toFixed(1)}h${w.toFixed(2)}v${hgt.toFixed(2)}h${(-w).toFixed(2)}z`;
      });
      return s("g", { class: `cells ${groupOfDensity(group)}` }, ...paths.map((d, i) => d && s("path", { d, opacity: (0.1 + 0.75 * (i + 1) / levels).toFixed(2) })));
    });
    const [au, eu] = [column("aleatoric"), column("epistemic")];
    const drawn = new Map<Group, string>();
    for (const row of app.points) {
      const group = groupOf(row);
      drawn.set(group, (drawn.get(group) ?? "") + mark(group, x(Math.min(row.scores[au], x.domain()[1])), y(Math.min(row.scores[eu], y.domain()[1]))));
    }
    const order: Group[] = ["unknown", "right", "ood", "wrong"];
    const half = [x.invert((frame.left + width - frame.right) / 2), y.invert((frame.top + frame.height - frame.bottom) / 2)];
    const [right, top] = [density.aleatoric, density.epistemic];
    const corners: [string, number[], boolean, boolean][] = [
      ["Epistemic high, aleatoric low", [0, half[0], half[1], top], false, true],
      ["Both high", [half[0], right, half[1], top], true, true],
      ["Both low", [0, half[0], 0, half[1]], false, false],
      ["Epistemic low, aleatoric high", [half[0], right, 0, half[1]], true, false]];
    const choose = (box: number[]) => app.store.set({ box: box as [number, number, number, number] });
    const buttons = corners.map(([name, box, isRight, isTop]) => {
      const about = countsText(density, isRight, isTop);
      const text = width > 560 ? name : name.replace("Epistemic", "EU").replace("aleatoric", "AU");
      const [cx, cy] = [isRight ? width - frame.right - 8 : frame.left + 8, isTop ? frame.top + 18 : frame.height - frame.bottom - (width > 560 ? 24 : 10)];
      return s("g", { class: "corner", role: "button", tabindex: 0, "aria-label": `${name}: ${about}. Select these rows`, click: () => choose(box),
        keydown: (event: KeyboardEvent) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(box); } } },
        s("text", { x: cx, y: cy, "text-anchor": isRight ? "end" : "start" }, text),
        width > 560 ? s("text", { class: "about", x: cx, y: cy + 15, "text-anchor": isRight ? "end" : "start" }, about) : null);
    });
    const middle = s("path", { class: "middle", d: `M${x(half[0])} ${frame.top}V${frame.height - frame.bottom}M${frame.left} ${y(half[1])}H${width - frame.right}` });
    const brush = s("rect", { class: "brush", "data-screen-only": true });
    const tip = s("g", { class: "tip", "data-screen-only": true });
    svg = s("svg", { width, height: frame.height, viewBox: `0 0 ${width} ${frame.height}`, role: "group", "aria-label": "Aleatoric against epistemic uncertainty" },
      axes(frame, { scale: x, label: `aleatoric (${family()})`, format: number, ticks: 5 }, { scale: y, label: `epistemic (${family()})`, format: number, ticks: 5 }),
      ...cells, middle, ...order.map((group) => drawn.has(group) ? s("path", { class: `points ${group}`, d: drawn.get(group)! }) : null), brush, ...buttons, tip);
    plot.replaceChildren(svg);

    const showBox = (box: number[] | null) => {
      brush.setAttribute("visibility", box ? "visible" : "hidden");
      if (!box) return;
      brush.setAttribute("x", String(x(box[0])));
      brush.setAttribute("y", String(y(Math.min(box[3], y.domain()[1]))));
      brush.setAttribute("width", String(Math.max(0, x(Math.min(box[1], x.domain()[1])) - x(box[0]))));
      brush.setAttribute("height", String(Math.max(0, y(box[2]) - y(Math.min(box[3], y.domain()[1])))));
    };
    showBox(app.store.state.box);
    listen(svg, frame, (x0, x1, y0, y1, done) => {
      const clampX = (value: number) => x.invert(Math.min(width - frame.right, Math.max(frame.left, value)));
      const clampY = (value: number) => y.invert(Math.min(frame.height - frame.bottom, Math.max(frame.top, value)));
      const box = [clampX(Math.min(x0, x1)), clampX(Math.max(x0, x1)), clampY(Math.max(y0, y1)), clampY(Math.min(y0, y1))];
      if (done) choose(box); else showBox(box);
    }, (px, py) => hover(tip, nearest(app.points, (row) => [x(row.scores[au]), y(row.scores[eu])], px, py), app, width),
      (row) => app.store.set({ open: `${row.set}:${row.row}` }), (px, py) => nearest(app.points, (row) => [x(row.scores[au]), y(row.scores[eu])], px, py)?.row ?? null);
  });

  const groups = () => [...new Set(app.summary.page.densities.flatMap(({ groups: each }) => each.map(groupOfDensity)))];
  const describe = () => {
    if (!alone) legend.replaceChildren(...groups().map((group) => h("span", { class: "key" },
      s("svg", { width: 14, height: 14, "aria-hidden": "true" }, s("path", { class: `points ${group} solid`, d: mark(group, 7, 7) })), names[group])));
    const { box } = app.store.state;
    clear.replaceChildren(box ? h("button", { type: "button", class: "chip", click: () => app.store.set({ box: null }) },
      `AU ${number(box[0])}–${number(box[1])}, EU ${number(box[2])}–${number(box[3])} `, h("span", { "aria-label": "clear the selection" }, "✕")) : "");
  };
  describe();
  return { element: view.element, update(_, changed) {
    if (changed.has("score") || changed.has("summary") || changed.has("box")) { draw(); describe(); }
  } };
}

interface Near { row: Row; x: number; y: number }
function nearest(rows: Row[], place: (row: Row) => [number, number], px: number, py: number): Near | null {
  let best: Near | null = null, least = 14 * 14;
  for (const row of rows) {
    const [x, y] = place(row), distance = (x - px) ** 2 + (y - py) ** 2;
    if (distance < least) { least = distance; best = { row, x, y }; }
  }
  return best;
}

function hover(tip: SVGGElement, near: Near | null, app: App, width: number): void {
  if (!near) { tip.replaceChildren(); return; }
  const { class_names, sets } = app.summary.page, { row, x, y } = near;
  const text = `${row.set > 0 ? `${sets[row.set].name} ` : row.id === null ? "row " : ""}${row.id ?? row.row}: ${class_names[row.predicted]}${row.label !== null && row.label !== row.predicted ? `, true class ${class_names[row.label]}` : ""}`;
  const flip = x > width / 2;
  tip.replaceChildren(s("circle", { cx: x, cy: y, r: 6 }), s("text", { x: x + (flip ? -12 : 12), y: y - 8, "text-anchor": flip ? "end" : "start" }, text));
}

function listen(svg: SVGSVGElement, frame: Frame, brush: (x0: number, x1: number, y0: number, y1: number, done: boolean) => void,
                point: (x: number, y: number) => void, open: (row: Row) => void, at: (x: number, y: number) => Row | null): void {
  let from: [number, number] | null = null;
  const where = (event: PointerEvent): [number, number] => {
    const bounds = svg.getBoundingClientRect();
    return [event.clientX - bounds.left, event.clientY - bounds.top];
  };
  svg.addEventListener("pointerdown", (event) => {
    const [x, y] = where(event);
    if ((event.target as Element).closest(".corner") || x < frame.left || y > frame.height - frame.bottom) return;
    from = [x, y];
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    const [x, y] = where(event);
    if (from) brush(from[0], x, from[1], y, false); else point(x, y);
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = where(event), [x0, y0] = from;
    from = null;
    if (Math.hypot(x - x0, y - y0) > 5) { brush(x0, x, y0, y, true); return; }
    const row = at(x, y);
    if (row) open(row);
  });
  svg.addEventListener("pointerleave", () => point(-99, -99));
}
