// SPDX-License-Identifier: Apache-2.0
// Names of scores: "tsallis:1.5.epistemic" is a part of a family. A family need not have all parts.
import type { PageInfo } from "./data";

export const parts = ["total", "aleatoric", "epistemic"];

export function familyOf(score: string): string { return score.slice(0, score.lastIndexOf(".")); }
export function partOf(score: string): string { return score.slice(score.lastIndexOf(".") + 1); }

export function partsOf(page: PageInfo, family: string): string[] {
  return parts.filter((part) => page.scores.includes(`${family}.${part}`));
}

/// The parts that the first two families both have: by these, ranks can be compared.
export function sharedParts(page: PageInfo): string[] {
  if (page.families.length < 2) return [];
  const [a, b] = page.families.map(({ name }) => partsOf(page, name));
  return a.filter((part) => b.includes(part));
}
