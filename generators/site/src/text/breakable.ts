import { type Html, html } from "../html/html.ts";

/** Where a long name may be broken: between its words. */
const boundary = /(?<=[a-z\d])(?=[A-Z])|(?<=[_./:])(?=[^\s_./:])/;

/** Writes a name that a narrow place breaks between its words rather than within one. */
export function breakable(name: string): Html {
  return html`${name.split(boundary).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}
