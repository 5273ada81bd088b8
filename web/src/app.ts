// SPDX-License-Identifier: Apache-2.0
// What every view is given, and what it gives back.
import type { Row } from "./block";
import type { Summary } from "./data";
import type { Source } from "./source";
import type { State, Store } from "./state";

export interface App {
  store: Store;
  source: Source;
  live: boolean;
  summary: Summary;
  /// Rows drawn as points, those within this file.
  points: Row[];
}

export type Changed = Set<keyof State | "summary">;
export interface View {
  element: HTMLElement;
  update(state: State, changed: Changed): void;
}

/// Which of the page's groups a row belongs to.
export type Group = "right" | "wrong" | "unknown" | "ood";
export const groupOf = (row: Row): Group =>
  row.set > 0 ? "ood" : row.label === null ? "unknown" : row.label === row.predicted ? "right" : "wrong";
