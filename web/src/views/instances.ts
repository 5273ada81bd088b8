// SPDX-License-Identifier: Apache-2.0
// The list: sorted, filtered, paged; each row opens.
import { type App, type View, groupOf } from "../app";
import { type Row, idsOf } from "../block";
import { card } from "../card";
import { h, segmented, select } from "../dom";
import { count, number, partSymbol, percent, shortScore } from "../format";
import { plainQuery, queryOf } from "../query";
import { familyOf, partOf, partsOf, sharedParts } from "../scores";
import { allRows } from "../source";
import { picture, rowDetail } from "./row_detail";

const pageSize = 20;
const watched = ["score", "list", "sort", "ascending", "ofClass", "set", "predicted", "label", "outcome", "box", "weights"] as const;

export function instances(app: App): View {
  const { page } = app.summary, names = page.class_names;
  let rows: Row[] = [], matching = 0, leftOut = 0, ask = 0;
  const view = card({ id: "instances", title: "Instances", lead: "Bars: epistemic (blue), then aleatoric (red) uncertainty. Select a row to open it.", exports: { name: "instances",
    table: () => [["set", "row", ...idsOf(rows, () => "id"), "predicted", "predicted_name", "label", "label_name", ...page.scores], ...rows.map((row) =>
      [page.sets[row.set].name, row.row, ...idsOf(rows, () => row.id), row.predicted, names[row.predicted], row.label, row.label === null ? null : names[row.label], ...row.scores])] } });
  const toolbar = h("div", { class: "toolbar" }), status = h("p", { class: "status", role: "status" });
  const list = h("ol", { class: "rows" }), more = h("button", { type: "button", class: "more", click: () => load(false) }, "Show more");
  view.body.append(toolbar, status, list, more);
  const optional = (text: string) => text === "" ? null : Number(text);
  const classes = (any: string) => [{ value: "", text: any }, ...names.map((text, k) => ({ value: String(k), text }))];

  function drawToolbar(): void {
    const { state } = app.store;
    const sorts = [{ value: "score", text: `${shortScore(state.score)} (as above)` }, ...page.scores.filter((score) => score !== state.score).map((score) => ({ value: score, text: shortScore(score) })),
      ...sharedParts(page).filter((part) => part !== "aleatoric").reverse().map((part) => ({ value: `gap.${part}`, text: `difference in rank (${partSymbol[part]})` })), { value: "row", text: "row number" }];
    const sorted = state.sort === "score" ? state.score : state.sort;
    const labelWise = page.families.some(({ name, label_wise }) => label_wise && sorted.startsWith(`${name}.`));
    toolbar.replaceChildren(
      segmented("Which rows", [{ value: "all", text: "All" }, { value: "rejected", text: "Rejected" }, { value: "kept", text: "Kept" }], state.list,
        (value) => app.store.set({ list: value as "all" | "rejected" | "kept" })),
      select("Sort by", sorts, state.sort, (value) => app.store.set({ sort: value, ofClass: null })),
      labelWise ? select("of class", classes("all classes"), String(state.ofClass ?? ""), (value) => app.store.set({ ofClass: optional(value) })) : h("span", {}),
      select("Order", [{ value: "0", text: "highest first" }, { value: "1", text: "lowest first" }], state.ascending ? "1" : "0", (value) => app.store.set({ ascending: value === "1" })),
      select("Predicted", classes("any"), String(state.predicted ?? ""), (value) => app.store.set({ predicted: optional(value) })),
      page.sets[0].labels ? select("True", classes("any"), String(state.label ?? ""), (value) => app.store.set({ label: optional(value) })) : "",
      page.sets[0].labels ? select("Outcome", [{ value: "any", text: "any" }, { value: "right", text: "correct" }, { value: "wrong", text: "wrong" }], state.outcome,
        (value) => app.store.set({ outcome: value as "any" | "right" | "wrong" })) : "",
      page.sets.length > 1 ? select("Set", [{ value: "", text: "all" }, ...page.sets.map((set, i) => ({ value: String(i), text: i === 0 ? "in distribution" : set.name }))], String(state.set ?? ""),
        (value) => app.store.set({ set: optional(value) })) : "");
  }

  function item(row: Row): HTMLLIElement {
    const key = `${row.set}:${row.row}`, group = groupOf(row), family = familyOf(app.store.state.score);
    const value = (score: string) => row.scores[page.scores.indexOf(score)];
    const shown = partsOf(page, family).filter((part) => part !== "total").reverse();
    const density = page.densities[page.families.findIndex(({ name }) => name === family)];
    const full = density.aleatoric + density.epistemic || 1;
    const bar = (kind: string, size: number) => {
      const element = h("span", { class: `bar ${kind}` });
      element.style.width = `${(100 * size / full).toFixed(2)}%`;
      return element;
    };
    const isOpen = app.store.state.open === key;
    const verdict = group === "right" ? "✓" : group === "wrong" ? "✕" : group === "ood" ? "◆" : "";
    const button = h("button", { type: "button", class: "row", "aria-expanded": isOpen ? "true" : "false", "data-row": key,
      click: () => app.store.set({ open: app.store.state.open === key ? null : key }) },
      row.picture ? picture(row, 36) : h("span", { class: "no-picture" }),
      h("span", { class: "row-name" }, row.set > 0 ? `${page.sets[row.set].name} ` : "", h("b", {}, row.id ?? row.row)),
      h("span", { class: `verdict ${group}`, title: group }, verdict),
      h("span", { class: "classes" }, h("b", {}, names[row.predicted]), group === "wrong" && h("span", { class: "truly" }, `true class ${names[row.label!]}`)),
      h("span", { class: "mini", title: shown.map((part) => `${partSymbol[part]} ${number(value(`${family}.${part}`))}`).join(", ") },
        ...shown.map((part) => bar(part, value(`${family}.${part}`)))),
      h("span", { class: "value" }, number(sortedValue(row))));
    return h("li", {}, button, isOpen && rowDetail(app, row));
  }
  function sortedValue(row: Row): number {
    const { sort, score, ofClass } = app.store.state, by = sort === "score" ? score : sort;
    if (by === "row") return row.scores[page.scores.indexOf(score)];
    if (by.startsWith("gap.")) {
      const [a, b] = page.families.slice(0, 2).map(({ name }) => row.ranks[page.scores.indexOf(name + by.slice(3))]);
      return Math.abs(a - b);
    }
    const family = page.block_families.indexOf(familyOf(by));
    if (ofClass !== null && row.detail && family >= 0) {
      const { aleatoric, epistemic } = row.detail.families[family], part = partOf(by);
      return part === "aleatoric" ? aleatoric[ofClass] : part === "epistemic" ? epistemic[ofClass] : aleatoric[ofClass] + epistemic[ofClass];
    }
    return row.scores[page.scores.indexOf(by)];
  }

  async function load(fresh: boolean): Promise<void> {
    const mine = ++ask;
    const found = await app.source.rows(queryOf(app.store.state, fresh ? 0 : rows.length, pageSize));
    if (mine !== ask) return;  // the reader has gone on
    rows = fresh ? found.rows : [...rows, ...found.rows];
    matching = found.matching;
    leftOut = found.leftOut;
    if (fresh) await bringOpen();
    draw();
  }
  /// The open row is shown first if it is not on this page of the list.
  async function bringOpen(): Promise<void> {
    const { open } = app.store.state;
    if (open === null || rows.some((row) => `${row.set}:${row.row}` === open)) return;
    const [set, row] = open.split(":").map(Number);
    const found = await app.source.rows({ ...plainQuery(app.store.state.score, app.store.state.weights, 0, 1), set, row });
    rows = [...found.rows, ...rows];
  }
  function draw(): void {
    const { list: part, portion } = app.store.state;
    const of = allRows(page), { held } = app.source;
    const among = held === of ? `of ${count(of)}` : `of the ${count(held)} in this file (${count(of)} in all)`;
    const missing = leftOut === 0 ? "" : ` Left out: ${count(leftOut)} whose values per class are not in this file.`;
    status.textContent = `${count(matching)} ${among}${part === "all" ? "" : `, ${part} at ${percent(portion)}`}.${missing}`;
    list.replaceChildren(...rows.map(item));
    more.hidden = rows.length >= matching;
  }
  drawToolbar();
  void load(true);
  return { element: view.element, update(state, changed) {
    const again = watched.some((key) => changed.has(key)) || (changed.has("portion") && state.list !== "all");
    if (watched.some((key) => changed.has(key))) drawToolbar();
    if (again) void load(true);
    else if (changed.has("open")) {
      void bringOpen().then(() => { draw(); if (state.open) list.querySelector(`[data-row="${CSS.escape(state.open)}"]`)?.scrollIntoView({ block: "nearest" }); });
    }
  } };
}
