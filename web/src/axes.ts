// SPDX-License-Identifier: Apache-2.0
import { s } from "./dom";

export interface Scale { (value: number): number; ticks(count?: number): number[] }
export interface Frame { width: number; height: number; left: number; right: number; top: number; bottom: number }
export interface Axis { scale: Scale; label: string; format: (value: number) => string; ticks?: number }

export function axes(frame: Frame, x: Axis, y: Axis): SVGGElement {
  const { width, height, left, right, top, bottom } = frame;
  const xTicks = x.scale.ticks(x.ticks ?? Math.max(3, Math.floor((width - left - right) / 90)));
  const yTicks = y.scale.ticks(y.ticks ?? Math.max(3, Math.floor((height - top - bottom) / 46)));
  return s("g", { class: "axes", "aria-hidden": "true" },
    ...yTicks.map((tick) => s("g", {},
      s("line", { class: "grid", x1: left, x2: width - right, y1: y.scale(tick), y2: y.scale(tick) }),
      s("text", { x: left - 8, y: y.scale(tick), dy: "0.32em", "text-anchor": "end" }, y.format(tick)))),
    ...xTicks.map((tick) => s("text", { x: x.scale(tick), y: height - bottom + 18, "text-anchor": "middle" }, x.format(tick))),
    s("line", { class: "base", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
    s("text", { class: "axis-label", x: width - right, y: height - 4, "text-anchor": "end" }, x.label),
    s("text", { class: "axis-label", x: left, y: top - 10, "text-anchor": "start" }, y.label));
}
