// SPDX-License-Identifier: Apache-2.0
// Other class weights without the members: a label-wise score is the weighted sum of its values per class. Curves and
// numbers keep the weights they were made with: for these the members of all rows are needed, which a server has.
import type { Block } from "./block";
import type { PageInfo } from "./data";
import { parts } from "./scores";

function weightedScores(block: Block, family: number, part: number, weights: number[]): Float64Array {
  const values = new Float64Array(block.count);
  const [au, eu] = [block.aleatoric[family], block.epistemic[family]];
  for (let i = 0; i < block.detailed; i++) {
    let sum = 0;
    for (let k = 0; k < block.classes; k++) {
      const at = i * block.classes + k;
      sum += weights[k] * (part === 0 ? au[at] + eu[at] : part === 1 ? au[at] : eu[at]);
    }
    values[i] = Number(sum.toPrecision(12));  // rows with equal values tie, in whatever order they were added up
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
