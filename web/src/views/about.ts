// SPDX-License-Identifier: Apache-2.0
// Conventions and versions, so that a number can be cited.
import type { App, View } from "../app";
import { card } from "../card";
import { h } from "../dom";

const show = (value: unknown): string => Array.isArray(value) ? value.join(", ") : String(value);

function facts(app: App): [string, string][] {
  const { page, reject, ood } = app.summary;
  const told = (title: string, conventions: Record<string, unknown>, but: Record<string, unknown>) =>
    Object.entries(conventions).filter(([key]) => !(key in but)).map(([key, value]): [string, string] => [title + key.replaceAll("_", " "), show(value)]);
  return [["qualm", page.qualm_version],
    ...page.sets.map((set, i): [string, string] => [i === 0 ? "predictions" : `out of distribution: ${set.name}`, `${set.files.join(", ")} (${set.instances} rows)`]),
    ["measures", page.families.map(({ name, unit }) => `${name} (${unit})`).join(", ")],
    ...told("", page.conventions, {}), ...told("rejection: ", reject?.conventions ?? {}, page.conventions), ...told("detection: ", ood?.conventions ?? {}, page.conventions),
    ...(reject ? [["interval of accuracy", reject.runs > 1 ? "over runs" : "Clopper-Pearson"] as [string, string]] : []),
    ["intervals of means", page.runs > 1 ? "t, over runs" : "Student's t on the logarithmic scale, over rows"],
    ...(app.store.state.weights ? [["class weights chosen here", app.store.state.weights.join(", ")] as [string, string]] : [])];
}

export function about(app: App): View {
  const copy = h("button", { type: "button", class: "plain", click: async () => {
    await navigator.clipboard?.writeText(facts(app).map(([key, value]) => `${key}: ${value}`).join("\n")).catch(() => undefined);
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy"; }, 1600);
  } }, "Copy");
  const view = card({ id: "about", title: "Methods and conventions", lead: "Cite these conventions with the numbers.",
    exports: { name: "conventions", table: () => [["convention", "value"], ...facts(app)] } });
  view.tools.append(copy);
  const draw = () => view.body.replaceChildren(h("dl", { class: "facts-list" }, ...facts(app).flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)])));
  draw();
  return { element: view.element, update(_, changed) { if (changed.has("summary")) draw(); } };
}
