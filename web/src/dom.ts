// SPDX-License-Identifier: Apache-2.0
// Elements from data: strings only ever become text nodes, so no name can become markup.

export type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/// A choice of one among few, as a row of buttons.
export function segmented(label: string, options: { value: string; text: string }[], value: string,
                          choose: (value: string) => void): HTMLElement {
  return h("div", { class: "segmented", role: "group", "aria-label": label },
    ...options.map((option) => h("button", {
      type: "button", "aria-pressed": option.value === value ? "true" : "false",
      click: () => choose(option.value) }, option.text)));
}

export function select(label: string, options: { value: string; text: string }[], value: string,
                       choose: (value: string) => void): HTMLLabelElement {
  const input = h("select", { change: () => choose(input.value) },
    ...options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.text)));
  return h("label", { class: "field" }, h("span", {}, label), input);
}
