// SPDX-License-Identifier: Apache-2.0
// Rows as src/page/row_block.h lays them out.

const none = 0xffffffff;

export interface Block {
  count: number; matching: number; detailed: number; classes: number; members: number;
  set: Uint32Array; row: Uint32Array; predicted: Uint32Array; label: Uint32Array;
  ranks: Uint32Array[]; scores: Float64Array[];
  mean: Float64Array; aleatoric: Float64Array[]; epistemic: Float64Array[]; probabilities: Float32Array;
  words: string[]; ids: string[];
}

/// One row of a block.
export interface Row {
  set: number; row: number; id: string | null; predicted: number; label: number | null; ranks: number[]; scores: number[];
  picture: string | null; detail: Detail | null;
}
export interface Detail {
  mean: Float64Array; aleatoric: Float64Array; epistemic: Float64Array; members: Float32Array[]; words: string;
  /// Values per class of each label-wise family; the first is the variance, which is drawn.
  families: { aleatoric: Float64Array; epistemic: Float64Array }[];
}

/// A cell of a table for the id, where any of the rows has one.
export function idsOf<T>(rows: Row[], cell: () => T): T[] {
  return rows.some((row) => row.id !== null) ? [cell()] : [];
}

export function decodeBlock(buffer: ArrayBuffer): Block {
  const head = new Uint32Array(buffer, 0, 9);
  if (new TextDecoder().decode(new Uint8Array(buffer, 0, 4)) !== "QLM1") throw new Error("not a block of rows");
  const [, count, matching, detailed, classes, members, nScores, nFamilies, nText] = head;
  let at = 40;
  function column<T>(make: new (buffer: ArrayBuffer, offset: number, length: number) => T, length: number, size: number): T {
    const values = new make(buffer, at, length);
    at = (at + length * size + 7) & ~7;
    return values;
  }
  const whole = () => column(Uint32Array, count, 4);
  const numbers = (length: number) => column(Float64Array, length, 8);
  const [set, row, predicted, label] = [whole(), whole(), whole(), whole()];
  const ranks = Array.from({ length: nScores }, whole);
  const scores = Array.from({ length: nScores }, () => numbers(count));
  const mean = numbers(detailed * classes);
  const aleatoric: Float64Array[] = [], epistemic: Float64Array[] = [];
  for (let f = 0; f < nFamilies; f++) {
    aleatoric.push(numbers(detailed * classes));
    epistemic.push(numbers(detailed * classes));
  }
  const probabilities = column(Float32Array, detailed * members * classes, 4);
  const texts = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, at, nText))) as string[];
  return { count, matching, detailed, classes, members, set, row, predicted, label, ranks, scores, mean,
           aleatoric, epistemic, probabilities, words: texts.slice(0, detailed), ids: texts.slice(detailed) };
}

export function decodeBase64(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

export function rowAt(block: Block, i: number, picture: string | null): Row {
  const k = block.classes;
  const cut = (values: Float64Array) => values.subarray(i * k, (i + 1) * k);
  const detail = i >= block.detailed ? null : {
    mean: cut(block.mean), aleatoric: cut(block.aleatoric[0]), epistemic: cut(block.epistemic[0]),
    families: block.aleatoric.map((values, f) => ({ aleatoric: cut(values), epistemic: cut(block.epistemic[f]) })),
    words: block.words[i],
    members: Array.from({ length: block.members }, (_, m) =>
      block.probabilities.subarray((i * block.members + m) * k, (i * block.members + m + 1) * k)) };
  return { set: block.set[i], row: block.row[i], id: block.ids[i] || null, predicted: block.predicted[i],
           label: block.label[i] === none ? null : block.label[i],
           ranks: block.ranks.map((column) => column[i]), scores: block.scores.map((column) => column[i]),
           picture, detail };
}
