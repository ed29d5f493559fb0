/** A child of an element: text is written as text, and `undefined` is left out. */
export type Child = Node | string | undefined;

/**
 * Creates an element. Attributes come from the console alone; texts of a contract and of a server
 * are only ever children, which the browser does not parse.
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

/** Creates a button that is no submit button. */
export function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", onClick);
  return made;
}

let count = 0;

/** Returns an id that no other element of the page has. */
export function uniqueId(word: string): string {
  count += 1;
  return `console-${word}-${count}`;
}
