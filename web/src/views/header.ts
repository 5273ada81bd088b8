// SPDX-License-Identifier: Apache-2.0
// Title, which score the page is about, light or dark, sharing.
import type { App, View } from "../app";
import { h, segmented } from "../dom";
import { count } from "../format";
import { familyOf, partOf, parts, partsOf } from "../scores";

const titles: Record<string, string> = { total: "Total", aleatoric: "Aleatoric", epistemic: "Epistemic" };

export function header(app: App): View {
  const { page } = app.summary;
  const first = page.sets[0];
  const plural = (n: number, word: string) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;
  const facts = [plural(first.instances, "instance"), page.members > 0 ? plural(page.members, "member") : "Dirichlet",
    `${count(page.class_names.length)} classes`, page.runs > 1 && `${page.runs} runs`,
    ...page.sets.slice(1).map((set) => `${count(set.instances)} out-of-distribution: ${set.name}`)].filter(Boolean);
  const controls = h("div", { class: "controls" });
  const theme = h("button", { type: "button", class: "plain", "aria-label": "Change between light and dark", click: () => {
    const dark = document.documentElement.dataset.theme === "dark";
    app.store.set({ theme: dark ? "light" : "dark" });
  } }, "◐");
  const share = h("button", { type: "button", class: "plain", click: async () => {
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    share.textContent = "Link copied";
    setTimeout(() => { share.textContent = "Share view"; }, 1600);
  } }, "Share view");
  const element = h("header", { class: "masthead" },
    h("div", { class: "brand" },
      h("p", { class: "eyebrow" }, h("span", { class: "mark", "aria-hidden": "true" }), "qualm · uncertainty of a classifier"),
      h("h1", {}, first.name), h("p", { class: "facts" }, ...facts.flatMap((fact, i) => i ? [h("span", { class: "dot" }, "·"), String(fact)] : [String(fact)]))),
    h("div", { class: "actions" }, app.live && h("span", { class: "live" }, "live"), share, theme));
  const bar = h("nav", { class: "scorebar", "aria-label": "Which uncertainty" }, controls);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const chosen = app.store.state.theme;
    document.documentElement.dataset.theme = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
  };
  dark.addEventListener("change", paint);
  paint();
  const draw = () => {
    const { score } = app.store.state, family = familyOf(score), part = partOf(score);
    const choose = (name: string) => {
      const has = partsOf(page, name);
      app.store.set({ score: `${name}.${has.includes(part) ? part : has[has.length - 1]}`, ...(has.length < parts.length && { box: null }) });
    };
    controls.replaceChildren(
      h("span", { class: "hint" }, "Score used on this page"),
      segmented("Part", partsOf(page, family).map((value) => ({ value, text: titles[value] })), part, (value) => app.store.set({ score: `${family}.${value}` })),
      segmented("Family", page.families.map(({ name }) => ({ value: name, text: name })), family, choose));
  };
  draw();
  return { element: h("div", { class: "top" }, element, bar),
           update(_, changed) { if (changed.has("score")) draw(); if (changed.has("theme")) paint(); } };
}
