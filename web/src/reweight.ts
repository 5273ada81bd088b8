// SPDX-License-Identifier: Apache-2.0
// Other class weights without the members: a label-wise score is the weighted sum of its values per class.
import type { Block } from "./block";
import type { Curve, PageInfo, Summary } from "./data";
import { rejectedCount } from "./query";
import { parts } from "./scores";

function weightedScores(block: Block, family: number, part: number, weights: number[]): Float64Array {
  const values = new Float64Array(block.count);
  const [au, eu] = [block.aleatoric[family], block.epistemic[family]];
  for (let i = 0; i < block.detailed; i++) {
    for (let k = 0; k < block.classes; k++) {
      const at = i * block.classes + k;
      values[i] += weights[k] * (part === 0 ? au[at] + eu[at] : part === 1 ? au[at] : eu[at]);
    }
  }
  return values;
}

/// As rank_sets() in C++, scaled to all rows in distribution if those with values per class are but some of them.
function ranksOf(block: Block, scores: Float64Array, n: number): Uint32Array {
  const inside = Array.from(scores.keys()).filter((i) => i < block.detailed && block.set[i] === 0)
    .sort((a, b) => scores[b] - scores[a] || block.row[a] - block.row[b]);
  const ranks = new Uint32Array(block.count), scale = n / Math.max(1, inside.length);
  inside.forEach((i, place) => { ranks[i] = Math.floor(place * scale); });
  for (let i = 0; i < block.count; i++) {
    if (block.set[i] === 0) continue;
    let low = 0, high = inside.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (scores[inside[middle]] > scores[i]) low = middle + 1; else high = middle;
    }
    ranks[i] = Math.floor(low * scale);
  }
  return ranks;
}

export function reweightBlock(block: Block, page: PageInfo, weights: number[]): Block {
  const scores = [...block.scores], ranks = [...block.ranks];
  for (const { name, label_wise } of page.families) {
    const family = page.block_families.indexOf(name);
    if (!label_wise || family < 0) continue;
    parts.forEach((part, p) => {
      const at = page.scores.indexOf(`${name}.${part}`);
      scores[at] = weightedScores(block, family, p, weights);
      ranks[at] = ranksOf(block, scores[at], page.sets[0].instances);
    });
  }
  return { ...block, scores, ranks };
}

/// Rows by falling score, and how many errors the rows from there on have, ties by expectation.
function curveOf(curve: Curve, block: Block, score: number): Curve {
  const scores = block.scores[score];
  const order = Array.from(scores.keys()).filter((i) => block.set[i] === 0).sort((a, b) => scores[a] - scores[b]);
  const n = order.length, errors = new Float64Array(n + 1);
  for (let i = 0; i < n;) {
    let end = i, wrong = 0;
    for (; end < n && scores[order[end]] === scores[order[i]]; end++) {
      if (block.predicted[order[end]] !== block.label[order[end]]) wrong++;
    }
    for (let k = i; k < end; k++) errors[k + 1] = errors[i] + (wrong * (k + 1 - i)) / (end - i);
    i = end;
  }
  const accuracy = curve.rejected.map((portion) => {
    const kept = n - rejectedCount(n, portion);
    return kept === 0 ? null : (kept - errors[kept]) / kept;
  });
  let aurc = 0;
  for (let k = 1; k <= n; k++) aurc += errors[k] / k / n;
  return { ...curve, accuracy, aurc, ci95: undefined, ci95_method: undefined, band_half_width: undefined };
}

/// Only for blocks that hold every row.
export function reweightSummary(summary: Summary, block: Block, weights: number[]): Summary {
  const page: PageInfo = { ...summary.page, class_weights: weights, thresholds: { ...summary.page.thresholds } };
  const reject = summary.reject && { ...summary.reject, curves: { ...summary.reject.curves } };
  page.families.filter((family) => family.label_wise).forEach(({ name }) => parts.forEach((part) => {
    const score = `${name}.${part}`, at = page.scores.indexOf(score);
    const sorted = Array.from(block.scores[at]).filter((_, i) => block.set[i] === 0).sort((a, b) => b - a);
    page.thresholds[score] = summary.page.thresholds[score].map(
      (_, i, all) => sorted[rejectedCount(sorted.length, i / (all.length - 1))] ?? null);
    if (reject) reject.curves[score] = curveOf(reject.curves[score], block, at);
  }));
  return { page, reject, ood: summary.ood };
}
