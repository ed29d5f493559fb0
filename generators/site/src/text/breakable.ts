import { type Html, html } from "../html/html.ts";

/** Matches the places between the words of a long name. */
const boundary = /(?<=[a-z\d])(?=[A-Z])|(?<=[_./:])(?=[^\s_./:])/;

/** Writes a name that may be broken between its words in a narrow place. */
export function breakable(name: string): Html {
  return html`${name.split(boundary).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}
