// SPDX-License-Identifier: Apache-2.0
// The frame of a view: title, one sentence, a menu of downloads.
import { type Child, h } from "./dom";
import { type Table, csv, download, pngOf, svgText } from "./export";

export interface Card { element: HTMLElement; body: HTMLElement; tools: HTMLElement }
export interface Exports { name: string; svg?: () => SVGSVGElement | null; table: () => Table }

function menu(exports: Exports): HTMLElement {
  const file = (ending: string) => `qualm-${exports.name}.${ending}`;
  const withSvg = (use: (svg: SVGSVGElement) => void) => () => {
    const svg = exports.svg?.();
    if (svg) use(svg);
  };
  const list = h("div", { class: "menu-items" },
    exports.svg && h("button", { type: "button", click: withSvg((svg) => download(file("svg"), "image/svg+xml", svgText(svg))) }, "SVG"),
    exports.svg && h("button", { type: "button", click: withSvg(async (svg) => download(file("png"), "image/png", await pngOf(svg))) }, "PNG"),
    h("button", { type: "button", click: () => download(file("csv"), "text/csv", csv(exports.table())) }, "CSV"));
  return h("details", { class: "menu" }, h("summary", { "aria-label": `Download ${exports.name}`, title: "Download" }, "↓"), list);
}

export function card(options: { id: string; title: string; lead?: Child; exports?: Exports; wide?: boolean }): Card {
  const body = h("div", { class: "card-body" });
  const tools = h("div", { class: "tools" });
  const heading = `${options.id}-title`;
  const element = h("section", { class: `card ${options.id}`, id: options.id, "aria-labelledby": heading },
    h("header", {}, h("div", { class: "titles" }, h("h2", { id: heading }, options.title),
      options.lead !== undefined && h("p", { class: "lead" }, options.lead)),
      tools, options.exports && menu(options.exports)),
    body);
  return { element, body, tools };
}

/// Draws now and whenever the width changes.
export function onWidth(element: HTMLElement, draw: (width: number) => void): () => void {
  let width = 0;
  new ResizeObserver((entries) => {
    const next = Math.floor(entries[0].contentRect.width);
    if (next === width || next === 0) return;
    width = next;
    draw(width);
  }).observe(element);
  return () => { if (width > 0) draw(width); };
}
