/** A child of an element. Text is not parsed as HTML; `undefined` is omitted. */
export type Child = Node | string | undefined;

/**
 * Creates an element. Attributes come only from the console. Texts of contracts and servers must be
 * children, which the browser does not parse.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (typeof value === "string") made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Creates a button that does not submit a form. */
export function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", onClick);
  return made;
}

let count = 0;

/** Returns an id that is unique in the page. */
export function uniqueId(word: string): string {
  count += 1;
  return `console-${word}-${count}`;
}
