// SPDX-License-Identifier: Apache-2.0
// The candidates for labelling, as a file.
import type { App, View } from "../app";
import { type Row, idsOf } from "../block";
import { card } from "../card";
import { h } from "../dom";
import { csv, download } from "../export";
import { count } from "../format";
import { plainQuery } from "../query";
import { familyOf } from "../scores";

/// A report has the most uncertain two fifths of its rows without a gap.
const shareWithoutGap = 0.4;

export function labelNext(app: App): View {
  const { page } = app.summary;
  const inside = app.points.filter((row) => row.set === 0).length;
  const most = app.source.complete ? Math.min(page.sets[0].instances, 10_000) : Math.max(1, Math.floor(inside * shareWithoutGap));
  const alone = page.members === 1;
  const score = () => `${app.source.complete ? familyOf(app.store.state.score) : page.families[0].name}.${alone ? "total" : "epistemic"}`;
  const view = card({ id: "label-next", title: "Label next", lead: alone
    ? "Candidates for labelling: the rows with the highest total uncertainty. A single member has no epistemic uncertainty, which would be the better choice."
    : "Candidates for labelling: the rows with the highest epistemic uncertainty, where the members disagree most." });
  const field = (text: string, value: number, low: number, high: number) => {
    const input = h("input", { type: "number", min: low, max: high, value, inputmode: "numeric", input: () => void load() });
    return { input, label: h("label", { class: "field" }, h("span", {}, text), input) };
  };
  const wanted = field(`rows, at most ${count(most)}`, Math.min(100, most), 1, most);
  const budget = field("of each predicted class (0: any number)", 0, 0, most);
  const preview = h("p", { class: "preview" });
  const button = h("button", { type: "button", class: "primary", click: () => save() }, "Download CSV");
  // The rows of this file are the most uncertain ones: of a rarer class it may have too few.
  budget.input.disabled = !app.source.complete;
  if (!app.source.complete) budget.label.title = "This file holds some of the rows: qualm serve and qualm explain --label-next limit the rows per class.";
  view.body.append(wanted.label, budget.label, preview, button);
  let chosen: Row[] = [], ask = 0;

  async function load(): Promise<void> {
    const mine = ++ask;
    const limit = Math.min(most, Math.max(1, Math.floor(Number(wanted.input.value) || 1))), each = Math.max(0, Math.floor(Number(budget.input.value) || 0));
    const found = await app.source.rows({ ...plainQuery(score(), app.source.complete ? app.store.state.weights : null, 0, each === 0 ? limit : most), set: 0, classByClass: false });
    if (mine !== ask) return;
    const taken = new Map<number, number>(), at = page.scores.indexOf(score());
    chosen = found.rows.filter((row) => {
      const used = taken.get(row.predicted) ?? 0;
      if (!(row.scores[at] > 0) || (each > 0 && used >= each)) return false;
      taken.set(row.predicted, used + 1);
      return true;
    }).slice(0, limit);
    const first = chosen.slice(0, 8).map((row) => row.id ?? row.row).join(", ");
    preview.textContent = chosen.length === 0 ? "No row has a score above 0." : `${count(chosen.length)} row${chosen.length === 1 ? "" : "s"} by ${score()}: ${first}${chosen.length > 8 ? ", …" : ""}`;
  }
  function save(): void {
    const at = page.scores.indexOf(score());
    download("qualm-label-next.csv", "text/csv", csv([["row", ...idsOf(chosen, () => "id"), "predicted", "predicted_name", score()],
      ...chosen.map((row) => [row.row, ...idsOf(chosen, () => row.id), row.predicted, page.class_names[row.predicted], row.scores[at]])]));
  }
  void load();
  return { element: view.element, update(_, changed) { if (changed.has("score") || changed.has("weights")) void load(); } };
}
