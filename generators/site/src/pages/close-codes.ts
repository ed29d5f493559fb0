import { type CloseRule, type EndingReaction, markdownCode } from "@specwright/contract";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { itemMarkdown } from "../text/description-markdown.ts";
import { plainText } from "../text/plain-text.ts";

const reactions: Readonly<Record<EndingReaction, string>> = {
  stop: "stops",
  reconnect: "reconnects",
  resync: "starts again from a snapshot or from new messages",
  resubscribe: "subscribes again",
  renew: "renews its credentials",
  wait: "waits before it reconnects",
  "slow-down": "sends fewer requests",
};

/** Writes a single code, or the first and last code of a range. */
function codeText(codes: CloseRule["codes"]): string {
  return typeof codes === "number" ? String(codes) : `${codes[0]} to ${codes[1]}`;
}

/** Writes close codes as a table. */
export function closeCodesTable(codes: readonly CloseRule[]): Html {
  return html`<table class="list">
<caption>Close codes and the reactions of clients</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Meaning</th><th scope="col">The client</th></tr></thead>
<tbody>
${codes.map(({ codes: code, name, description: words, client }) => html`<tr><td><code>${codeText(code)}</code></td><td>${name !== undefined && html`<code>${plainText(name)}</code>`}${description(words)}</td><td>${reactions[client]}</td></tr>\n`)}</tbody>
</table>
`;
}

/** Writes close codes as a Markdown list. */
export function closeCodesMarkdown(codes: readonly CloseRule[]): string {
  return codes
    .map(
      ({ codes: code, name, description: words, client }) =>
        `- ${codeText(code)}${name === undefined ? "" : ` ${markdownCode(name)}`}: the client ${reactions[client]}.${itemMarkdown(words)}\n`,
    )
    .join("");
}
