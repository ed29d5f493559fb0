/** A child of an element. A text is never parsed as HTML; `undefined` is omitted. */
export type Child = Node | string | undefined;

/**
 * Creates an element. Attributes must be constants of the console. Pass texts from contracts and servers as
 * children, because the browser does not parse children as HTML.
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

/** Creates a button. A click does not submit the form around the button. */
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
