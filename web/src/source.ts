// SPDX-License-Identifier: Apache-2.0
// Where rows come from: from within this file, or page by page from the server.
import { type Block, type Row, decodeBlock, rowAt } from "./block";
import type { Embedded, PageInfo, Summary } from "./data";
import { type Query, rejectedCount } from "./query";
import { familyOf, partOf } from "./scores";
import { reweightBlock } from "./reweight";

/// `leftOut`: rows that match, but whose values per class, by which the others are sorted, are not in this file.
export interface RowPage { rows: Row[]; matching: number; leftOut: number }
export interface Source {
  /// How many rows can be asked for.
  readonly held: number;
  /// Whether every row there is can be asked for, and shown class by class.
  readonly complete: boolean;
  rows(query: Query): Promise<RowPage>;
  summary(weights: number[] | null): Promise<Summary>;
}

export const allRows = (page: PageInfo) => page.sets.reduce((sum, set) => sum + set.instances, 0);

export class EmbeddedSource implements Source {
  readonly held: number;
  readonly complete: boolean;
  private weightsKey = "";
  private weighted: Block;

  constructor(private readonly data: Embedded, private readonly block: Block) {
    this.held = block.count;
    this.complete = block.detailed === allRows(data.summary.page);
    this.weighted = block;
  }
  private under(weights: number[] | null): Block {
    const key = weights === null ? "" : weights.join();
    if (key !== this.weightsKey) {
      this.weighted = weights === null ? this.block : reweightBlock(this.block, this.data.summary.page, weights);
      this.weightsKey = key;
    }
    return this.weighted;
  }
  async summary(): Promise<Summary> {
    return this.data.summary;
  }
  async rows(query: Query): Promise<RowPage> {
    const page = this.data.summary.page, block = this.under(query.weights);
    const key = sortKey(block, page, query), fits = test(block, page, query);
    const found: number[] = [];
    const n_known = query.weights !== null || (query.ofClass !== null && query.sort !== "row") ? block.detailed : block.count;
    let leftOut = 0;
    for (let i = 0; i < block.count; i++) {
      if (!fits(i)) continue;
      if (i < n_known) found.push(i); else leftOut++;
    }
    const sign = query.ascending ? 1 : -1;
    found.sort((a, b) => sign * (key(a) - key(b)) || block.set[a] - block.set[b] || block.row[a] - block.row[b]);
    const rows = found.slice(query.first, query.first + query.count).map((i) => {
      const picture = this.data.pictures?.[i];
      return rowAt(block, i, picture ? `data:image/png;base64,${picture}` : null);
    });
    return { rows, matching: found.length, leftOut };
  }
}

function sortKey(block: Block, page: PageInfo, query: Query): (i: number) => number {
  if (query.sort === "row") return (i) => -block.row[i];
  if (query.sort.startsWith("gap.")) {
    const part = query.sort.slice(3);
    const [a, b] = page.families.slice(0, 2).map((family) => block.ranks[page.scores.indexOf(family.name + part)]);
    return (i) => Math.abs(a[i] - b[i]);
  }
  if (query.ofClass !== null) {
    const [family, part] = [familyOf(query.sort), partOf(query.sort)];
    const f = Math.max(0, page.block_families.indexOf(family)), at = query.ofClass;
    const [au, eu] = [block.aleatoric[f], block.epistemic[f]];
    return (i) => {
      const place = i * block.classes + at;
      return part === "aleatoric" ? au[place] : part === "epistemic" ? eu[place] : au[place] + eu[place];
    };
  }
  const column = block.scores[page.scores.indexOf(query.sort)];
  return (i) => column[i];
}

function test(block: Block, page: PageInfo, query: Query): (i: number) => boolean {
  const rejects = block.ranks[page.scores.indexOf(query.rejectedBy)];
  const n = rejectedCount(page.sets[0].instances, query.portion);
  const au = block.scores[page.scores.indexOf(`${query.family}.aleatoric`)];
  const eu = block.scores[page.scores.indexOf(`${query.family}.epistemic`)];
  const labelled = (i: number) => block.label[i] !== 0xffffffff;
  return (i) =>
    (query.set === null || block.set[i] === query.set) && (query.row === null || block.row[i] === query.row) &&
    (query.predicted === null || block.predicted[i] === query.predicted) &&
    (query.label === null || block.label[i] === query.label) &&
    (query.wrong === null || (labelled(i) && (block.predicted[i] !== block.label[i]) === query.wrong)) &&
    (query.part === "all" || (rejects[i] < n) === (query.part === "rejected")) &&
    (query.box === null || (au[i] >= query.box[0] && au[i] <= query.box[1] && eu[i] >= query.box[2] && eu[i] <= query.box[3]));
}

export class LiveSource implements Source {
  readonly held: number;
  readonly complete = true;
  constructor(private readonly pages: PageInfo) { this.held = allRows(pages); }

  private async get(path: string): Promise<Response> {
    const response = await fetch(path, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`The server returned ${response.status}: ${await response.text()}`);
    return response;
  }
  async summary(weights: number[] | null): Promise<Summary> {
    return (await this.get(`summary?weights=${weights === null ? "" : weights.join()}`)).json() as Promise<Summary>;
  }
  async rows(query: Query): Promise<RowPage> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== null) parameters.set(name, typeof value === "boolean" ? (value ? "1" : "0") : String(value));
    }
    const block = decodeBlock(await (await this.get(`rows?${parameters}`)).arrayBuffer());
    const rows = Array.from({ length: block.count }, (_, i) => rowAt(block, i,
      this.pages.sets[block.set[i]].pictures ? `picture?set=${block.set[i]}&row=${block.row[i]}` : null));
    return { rows, matching: block.matching, leftOut: 0 };
  }
}
