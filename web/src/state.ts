// SPDX-License-Identifier: Apache-2.0
// What the reader has chosen. It lives in the address, so that a view can be shared.

export interface State {
  score: string; portion: number; list: "all" | "rejected" | "kept";
  sort: string; ascending: boolean; ofClass: number | null;
  set: number | null; predicted: number | null; label: number | null; outcome: "any" | "right" | "wrong";
  box: [number, number, number, number] | null;  // aleatoric from, to, epistemic from, to
  weights: number[] | null;
  open: string | null;  // "set:row"
  theme: "auto" | "light" | "dark";
}

export const initial = (score: string): State => ({
  score, portion: 0, list: "all", sort: "score", ascending: false, ofClass: null, set: null, predicted: null,
  label: null, outcome: "any", box: null, weights: null, open: null, theme: "auto" });

type Key = keyof State;
const kinds: { [K in Key]: "text" | "number" | "flag" | "numbers" } = {
  score: "text", portion: "number", list: "text", sort: "text", ascending: "flag", ofClass: "number", set: "number",
  predicted: "number", label: "number", outcome: "text", box: "numbers", weights: "numbers", open: "text", theme: "text" };

function read(kind: string, text: string): unknown {
  if (kind === "text") return text;
  if (kind === "flag") return text === "1";
  const values = text.split(",").map(Number);
  if (!values.every(Number.isFinite)) return undefined;
  return kind === "number" ? values[0] : values;
}
const write = (kind: string, value: unknown): string =>
  kind === "flag" ? (value ? "1" : "0") : Array.isArray(value) ? value.join(",") : String(value);

export class Store {
  private listeners: ((state: State, changed: Set<Key>) => void)[] = [];
  private timer = 0;
  private address = "";  // the one that `state` came from, or went to
  state: State;

  constructor(private readonly defaults: State, private readonly allowed: (state: State) => State) {
    this.state = this.fromAddress();
    addEventListener("hashchange", () => this.set(this.fromAddress()));
  }
  private fromAddress(): State {
    const state: State = { ...this.defaults };
    this.address = location.hash;
    for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
      if (!(key in kinds)) continue;
      const value = read(kinds[key as Key], text);
      if (value !== undefined) (state as unknown as Record<string, unknown>)[key] = value;
    }
    return this.allowed(state);
  }
  subscribe(listener: (state: State, changed: Set<Key>) => void): void { this.listeners.push(listener); }

  set(patch: Partial<State>): void {
    const next = { ...this.state, ...patch };
    const changed = new Set((Object.keys(kinds) as Key[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(this.state[key])));
    if (changed.size === 0) return;
    this.state = next;
    for (const listener of this.listeners) listener(next, changed);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.toAddress(), 120);
  }
  private toAddress(): void {
    if (location.hash !== this.address) return;  // somebody just typed another one: its event comes next
    const parameters = new URLSearchParams();
    for (const key of Object.keys(kinds) as Key[]) {
      const value = this.state[key];
      if (value === null || JSON.stringify(value) === JSON.stringify(this.defaults[key])) continue;
      parameters.set(key, write(kinds[key], value));
    }
    const text = parameters.toString();
    history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
    this.address = location.hash;
  }
}
