import { type Html, html } from "./html.ts";

const known: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);

/** Writes an HTTP method, or the kind of a page, as a badge. */
export function methodBadge(method: string): Html {
  const name = method.toLowerCase();
  return html`<span class="method ${known.has(name) ? `method-${name}` : ""}">${method.toUpperCase()}</span>`;
}
