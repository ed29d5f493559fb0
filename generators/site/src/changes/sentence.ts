import { sentenceParts } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";

/** Writes a sentence about a change; the names and values in it become code. */
export function sentence(text: string): Html {
  return html`${sentenceParts(text).map((part) =>
    part.isCode ? html`<code>${part.text}</code>` : part.text,
  )}`;
}
