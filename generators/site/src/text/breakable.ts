import { type Html, html } from "../html/html.ts";

/** Matches the boundaries between the words of a long name. */
const boundary = /(?<=[a-z\d])(?=[A-Z])|(?<=[_./:])(?=[^\s_./:])/;

/** Writes a name that browsers may break between its words if the space is narrow. */
export function breakable(name: string): Html {
  return html`${name.split(boundary).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}
