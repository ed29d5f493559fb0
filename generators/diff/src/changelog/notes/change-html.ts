import type { Change } from "../../changes/change.ts";
import { escapeText, sentenceHtml } from "../text/markup.ts";
import { changeDetails } from "./change-details.ts";

/** Returns the id of a change on the page of its release. */
export function changeAnchor({ fingerprint }: Change): string {
  return `change-${fingerprint.replaceAll(/[^0-9A-Za-z]/g, "-")}`;
}

/** Describes a change in HTML: the sentence, the reason, and the details. */
export function changeHtml(change: Change): string {
  const details = changeDetails(change).map(({ label, text, isCode }) => {
    const shown = isCode ? `<code>${escapeText(text)}</code>` : escapeText(text);
    return `<li>${escapeText(label)}: ${shown}</li>`;
  });
  const rule = `<li>Rule: <code>${escapeText(change.ruleId)}</code></li>`;
  return [
    `<p><strong>${sentenceHtml(change.message)}</strong> ${sentenceHtml(change.why)}</p>`,
    `<ul>${details.join("")}${rule}</ul>`,
  ].join("\n");
}
