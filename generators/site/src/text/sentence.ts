import { sentenceParts } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { leadText, plainText } from "./plain-text.ts";

/** Writes a text, such as a summary, on one line of HTML. Text in backticks becomes code. */
export function sentence(text: string): Html {
  return html`${sentenceParts(plainText(text)).map((part) =>
    part.isCode ? html`<code>${part.text}</code>` : part.text,
  )}`;
}

/** Writes the first sentence of a Markdown text as HTML. Text in backticks becomes code. */
export function leadSentence(markdown: string, maxLength?: number): Html {
  const lead = leadText(markdown, maxLength);
  // If the sentence was shortened inside code, the closing backtick is missing.
  const isWhole = lead.split("`").length % 2 === 1;
  return sentence(isWhole ? lead : lead.replace(/`(?=[^`]*$)/, ""));
}
