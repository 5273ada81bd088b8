// SPDX-License-Identifier: Apache-2.0
// What the program says, as it says it: the documents of `reject` and `ood`, and the page's own.

export type Interval = [number, number] | null;
export interface Histogram { edges: number[]; [group: string]: number[] | number | undefined }
export interface SetInfo {
  name: string; files: string[]; instances: number; labels: boolean; pictures: boolean;
  means: Record<string, { mean: number; mean_std?: number; ci95: Interval }>;
  histograms?: Record<string, { edges: number[]; share: number[] }>;
}
export interface DensityGroup { set: number; wrong?: boolean; counts: number[] }
export interface Density { bins: number; aleatoric: number; epistemic: number; groups: DensityGroup[] }
export interface PageInfo {
  qualm_version: string; members: number; runs: number; class_names: string[]; class_weights: number[];
  scores: string[]; families: { name: string; unit: string; summary: string; label_wise: boolean }[];
  block_families: string[]; sets: SetInfo[]; accuracy_ci95?: Interval;
  thresholds: Record<string, (number | null)[]>; densities: Density[]; conventions: Record<string, unknown>;
}
export interface Curve {
  rejected: number[]; accuracy: (number | null)[]; band_half_width?: number[];
  aurc: number; aurc_std?: number; e_aurc: number; auroc_error: number | null;
  ci95?: Record<string, Interval>; ci95_method?: Record<string, string>;
}
export interface Reject {
  accuracy: number; accuracy_std?: number; runs: number; instances: number; curves: Record<string, Curve>;
  histograms: Record<string, { edges: number[]; correct: number[]; incorrect: number[]; overlap: number }>;
  conventions: Record<string, unknown>;
  calibration?: { ece: number; nll: number | null; brier: number };
}
export interface Detection {
  auroc: number; auroc_std: number | null; ci95: Interval; ci95_method?: string; fpr95: number;
  histogram: { edges: number[]; in: number[]; out: number[] };
}
export interface Ood {
  scores: Record<string, Record<string, Detection>>; out: Record<string, number>; conventions: Record<string, unknown>;
}
export interface Summary { page: PageInfo; reject: Reject | null; ood: Ood | null }
export interface Embedded { live: boolean; summary: Summary; rows: string; pictures: (string | null)[] | null }

export function embedded(): Embedded {
  return JSON.parse(document.getElementById("data")!.textContent!) as Embedded;
}
