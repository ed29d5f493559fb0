type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Creates an element. Strings become text nodes, so the browser never parses user content as HTML.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value = ""] of Object.entries(attributes)) created.setAttribute(key, value);
  for (const child of children) if (child !== undefined) created.append(child);
  return created;
}

/** Creates a link to a place in the page, such as `#/reports`. */
export function link(href: string, ...children: readonly (Node | string)[]): HTMLAnchorElement {
  return element("a", { href }, ...children);
}

/** Creates a heading that the page can focus after its content has changed. */
export function heading(level: "h1" | "h2", ...children: readonly (Node | string)[]): HTMLElement {
  return element(level, { tabindex: "-1" }, ...children);
}
