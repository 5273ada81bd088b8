// SPDX-License-Identifier: Apache-2.0
// Which rows the list asks for, here or at the server.
import { familyOf } from "./scores";
import type { State } from "./state";

export interface Query {
  sort: string; ascending: boolean; ofClass: number | null; weights: number[] | null;
  set: number | null; row: number | null; predicted: number | null; label: number | null; wrong: boolean | null;
  part: "all" | "rejected" | "kept"; rejectedBy: string; portion: number;
  box: [number, number, number, number] | null; family: string;
  first: number; count: number; classByClass: boolean;
}

export function queryOf(state: State, first: number, count: number): Query {
  return {
    sort: state.sort === "score" ? state.score : state.sort, ascending: state.ascending, ofClass: state.ofClass,
    weights: state.weights, set: state.set, row: null, predicted: state.predicted, label: state.label,
    wrong: state.outcome === "any" ? null : state.outcome === "wrong",
    part: state.list, rejectedBy: state.score, portion: state.portion,
    box: state.box, family: familyOf(state.score), first, count, classByClass: true };
}

/// Every row, the greatest score first.
export function plainQuery(score: string, weights: number[] | null, first: number, count: number): Query {
  return { sort: score, ascending: false, ofClass: null, weights, set: null, row: null, predicted: null, label: null,
           wrong: null, part: "all", rejectedBy: score, portion: 0, box: null, family: familyOf(score),
           first, count, classByClass: true };
}

/// How many of n rows a portion is; as n_rejected() in C++.
export function rejectedCount(n: number, portion: number): number {
  const value = n * portion, nearest = Math.round(value);
  return Math.abs(value - nearest) <= Number.EPSILON * n ? nearest : Math.floor(value);
}
