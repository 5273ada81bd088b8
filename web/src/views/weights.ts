// SPDX-License-Identifier: Apache-2.0
// One slider per class: rows are ranked again at once.
import type { App, View } from "../app";
import { card } from "../card";
import { h } from "../dom";
import { cutName, number } from "../format";

export function weights(app: App): View {
  const { page } = app.summary, names = page.class_names;
  const given = [...page.class_weights];
  const usable = app.live || page.conventions.normalized !== true;
  const view = card({ id: "weights", title: "Class weights",
    lead: app.live ? "Weights of the classes in label-wise measures. Moving a slider measures all rows again."
      : "Weights of the classes in label-wise measures. The rows of this file are ranked again; curves and numbers keep the weights they were made with.",
    exports: { name: "weights", table: () => [["class", "weight"], ...names.map((name, k) => [name, current()[k]])] } });
  const current = () => app.store.state.weights ?? given;
  if (!usable) {
    view.body.append(h("p", {}, "Values were divided by their maximum, which depends on the weights. ", h("code", {}, "qualm serve"), " can change the weights."));
    return { element: view.element, update() { /* nothing to follow */ } };
  }
  const list = h("div", { class: "weight-list" });
  const find = h("input", { type: "search", placeholder: "Find a class", "aria-label": "Find a class", input: () => draw() });
  const reset = h("button", { type: "button", class: "plain", click: () => app.store.set({ weights: null }) }, "Reset");
  if (names.length > 12) view.body.append(find);
  view.body.append(list);
  view.tools.append(reset);
  let timer = 0;
  function change(k: number, value: number): void {
    const next = [...current()];
    next[k] = value;
    if (next.every((weight) => weight === 0)) return;
    clearTimeout(timer);
    // A server measures all rows anew: not at every pixel.
    timer = window.setTimeout(() => app.store.set({ weights: next.every((weight, i) => weight === given[i]) ? null : next }), app.live ? 200 : 0);
  }
  const greatest = Math.max(5, ...given);
  function draw(): void {
    const wanted = find.value.trim().toLowerCase();
    const few = names.map((_, k) => k).filter((k) => names[k].toLowerCase().includes(wanted)).slice(0, 60);
    list.replaceChildren(...few.map((k) => {
      const output = h("output", {}, number(current()[k]));
      const input = h("input", { type: "range", min: 0, max: greatest, step: 0.1, value: current()[k], "data-class": k,
        input: () => { output.textContent = number(Number(input.value)); change(k, Number(input.value)); } });
      return h("label", {}, h("span", {}, cutName(names[k])), input, output);
    }));
  }
  draw();
  return { element: view.element, update(_, changed) {
    if (!changed.has("weights")) return;
    for (const input of list.querySelectorAll<HTMLInputElement>("input[type=range]")) {
      const weight = current()[Number(input.dataset.class)];
      if (input !== document.activeElement) input.value = String(weight);
      input.nextElementSibling!.textContent = number(weight);
    }
  } };
}
