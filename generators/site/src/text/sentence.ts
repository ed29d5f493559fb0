import { sentenceParts } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { leadText, plainText } from "./plain-text.ts";

/** Writes a text on one line, such as a summary, with text in backticks as code. */
export function sentence(text: string): Html {
  return html`${sentenceParts(plainText(text)).map((part) =>
    part.isCode ? html`<code>${part.text}</code>` : part.text,
  )}`;
}

/** Writes the first sentence of a Markdown text, as `firstSentence` returns it, with its code. */
export function leadSentence(markdown: string, maxLength?: number): Html {
  const lead = leadText(markdown, maxLength);
  // A long sentence may have been cut inside code.
  const isWhole = lead.split("`").length % 2 === 1;
  return sentence(isWhole ? lead : lead.replace(/`(?=[^`]*$)/, ""));
}
