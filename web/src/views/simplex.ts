// SPDX-License-Identifier: Apache-2.0
// Three classes: the members as points of a triangle.
import type { Detail } from "../block";
import { s } from "../dom";

export function simplex(detail: Detail, classNames: string[]): SVGSVGElement {
  const corners = [[130, 24], [30, 196], [230, 196]];
  const place = (p: ArrayLike<number>) => [0, 1].map((axis) => corners.reduce((sum, corner, k) => sum + p[k] * corner[axis], 0));
  const [mx, my] = place(detail.mean);
  const anchors = ["middle", "start", "end"];
  return s("svg", { class: "simplex", viewBox: "0 0 260 224", width: 260, height: 224, role: "img", "aria-label": "Each member's prediction as a point between the three classes" },
    s("path", { class: "triangle", d: `M${corners.map((corner) => corner.join(" ")).join("L")}Z` }),
    ...corners.map((corner, k) => s("text", { x: k === 1 ? 4 : k === 2 ? 256 : corner[0], y: corner[1] + (k === 0 ? -10 : 20), "text-anchor": anchors[k] }, classNames[k])),
    ...detail.members.map((member) => {
      const [x, y] = place(member);
      return s("g", {}, s("line", { class: "spoke", x1: mx, y1: my, x2: x, y2: y }), s("circle", { class: "member", cx: x, cy: y, r: 5 }));
    }),
    s("circle", { class: "mean", cx: mx, cy: my, r: 4 }));
}
