// SPDX-License-Identifier: Apache-2.0
import type { App, Changed, View } from "./app";
import { decodeBase64, decodeBlock } from "./block";
import { embedded } from "./data";
import { h } from "./dom";
import { plainQuery } from "./query";
import { familyOf, parts, partsOf, sharedParts } from "./scores";
import { EmbeddedSource, LiveSource } from "./source";
import { type State, Store, initial } from "./state";
import { about } from "./views/about";
import { disagreement } from "./views/disagreement";
import { header } from "./views/header";
import { histograms } from "./views/histograms";
import { instances } from "./views/instances";
import { labelNext } from "./views/label_next";
import { numbers } from "./views/numbers";
import { rejection } from "./views/rejection";
import { scatter } from "./views/scatter";
import { weights } from "./views/weights";

const data = embedded();
const { page } = data.summary;
const usual = `${page.families[0].name}.${page.members === 1 ? "total" : "epistemic"}`;
const first = page.scores.includes(usual) ? usual : page.scores[0];

/// What an address may say: anything that this page does not have is left out.
function allowed(state: State): State {
  const isClass = (k: number | null) => k === null || (Number.isInteger(k) && k >= 0 && k < page.class_names.length);
  const sorts = ["score", "row", ...page.scores, ...sharedParts(page).map((part) => `gap.${part}`)];
  const pick = <T extends string>(value: T, values: readonly T[]): T => values.includes(value) ? value : values[0];
  const score = page.scores.includes(state.score) ? state.score : first;
  return { ...state, score,
    portion: Math.min(1, Math.max(0, Math.round(state.portion * 1000) / 1000)), sort: sorts.includes(state.sort) ? state.sort : "score",
    list: pick(state.list, ["all", "rejected", "kept"]), outcome: pick(state.outcome, ["any", "right", "wrong"]), theme: pick(state.theme, ["auto", "light", "dark"]),
    ofClass: isClass(state.ofClass) ? state.ofClass : null, predicted: isClass(state.predicted) ? state.predicted : null, label: isClass(state.label) ? state.label : null,
    set: state.set !== null && state.set in page.sets ? state.set : null, box: state.box?.length === 4 && partsOf(page, familyOf(score)).length === parts.length ? state.box : null,
    weights: state.weights?.length === page.class_names.length && state.weights.every((weight) => weight >= 0) ? state.weights : null,
    open: state.open !== null && /^\d+:\d+$/.test(state.open) ? state.open : null };
}

async function start(): Promise<void> {
  const block = decodeBlock(decodeBase64(data.rows));
  const here = new EmbeddedSource(data, block);
  const source = data.live ? new LiveSource(page) : here;
  const store = new Store(initial(first), allowed);
  /// The rows within this page; under other weights a server has to be asked for some.
  const everyPoint = async () => {
    const { weights: chosen } = store.state;
    return data.live && chosen !== null
      ? (await source.rows({ ...plainQuery(first, chosen, 0, Math.min(2000, block.count)), classByClass: false })).rows
      : (await here.rows(plainQuery(first, chosen, 0, block.count))).rows;
  };
  const app: App = { store, source, live: data.live, summary: data.summary, points: await everyPoint() };
  document.title = `${page.sets[0].name} · qualm`;

  const views: View[] = [header(app), numbers(app), rejection(app), scatter(app), histograms(app), instances(app),
    weights(app), disagreement(app), labelNext(app), about(app)].filter((view): view is View => view !== null);
  const [top, ...cards] = views;
  document.getElementById("page")!.replaceChildren(h("a", { class: "skip", href: "#instances", click: (event: Event) => {
    event.preventDefault();
    document.getElementById("instances")!.querySelector<HTMLElement>("select, button")?.focus();
  } }, "Skip to the instances"), top.element, h("main", {}, ...cards.map((view) => view.element)));

  const tell = (changed: Changed) => { for (const view of views) view.update(store.state, changed); };
  let asked = 0;
  async function reweigh(): Promise<void> {
    const mine = ++asked;
    const summary = await source.summary(store.state.weights);
    const points = await everyPoint();
    if (mine !== asked) return;
    app.summary = summary;
    app.points = points;
    tell(new Set(["summary"]));
  }
  store.subscribe((_, changed) => {
    tell(changed);
    if (changed.has("weights")) void reweigh();
  });
  if (store.state.weights) await reweigh();
  document.documentElement.dataset.ready = "true";
}

void start();
