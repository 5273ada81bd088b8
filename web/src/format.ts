// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them. Every text is the double it stands for, rounded once.
import { h } from "./dom";
import { familyOf, partOf } from "./scores";

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)}%`;

/// Four significant digits.
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size < 1e-4 || size >= 1e5 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

export const count = (value: number): string => value.toLocaleString("en-US");
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/// "variance.epistemic" as a title.
export function scoreTitle(score: string): string {
  return `${partOf(score)} uncertainty by ${familyOf(score).replace("-", " ")}`;
}

export const partSymbol: Record<string, string> = { total: "TU", aleatoric: "AU", epistemic: "EU" };
export const shortScore = (score: string): string => `${familyOf(score)} ${partSymbol[partOf(score)]}`;

/// A name that is cut in its middle where it does not fit, because long names often begin alike.
export function cutName(name: string): HTMLElement {
  const end = name.length < 12 ? 0 : 6;
  return h("bdi", { class: "cut", title: name }, h("bdi", {}, name.slice(0, name.length - end)), h("bdi", {}, name.slice(name.length - end)));
}

// The same for pictures: the last third stays.
export const shortName = (name: string, length: number): string => {
  const end = Math.floor(length / 3);
  return name.length <= length ? name : `${name.slice(0, length - end - 1)}…${name.slice(-end)}`;
};
