import { type CloseCode, markdownCode } from "@specwright/contract";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { itemMarkdown } from "../text/description-markdown.ts";
import { plainText } from "../text/plain-text.ts";

const reactions: Readonly<Record<CloseCode["client"], string>> = {
  stop: "stops",
  reconnect: "connects again",
  resync: "starts over from a snapshot or the live tail",
};

/** Writes close codes as a table. */
export function closeCodesTable(codes: readonly CloseCode[]): Html {
  return html`<table class="list">
<caption>Close codes, and what a client does after each</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Meaning</th><th scope="col">The client</th></tr></thead>
<tbody>
${codes.map(({ code, name, description: words, client }) => html`<tr><td><code>${code}</code></td><td><code>${plainText(name)}</code>${description(words)}</td><td>${reactions[client]}</td></tr>\n`)}</tbody>
</table>
`;
}

/** Writes close codes as a Markdown list. */
export function closeCodesMarkdown(codes: readonly CloseCode[]): string {
  return codes
    .map(
      ({ code, name, description: words, client }) =>
        `- ${code} ${markdownCode(name)}: the client ${reactions[client]}.${itemMarkdown(words)}\n`,
    )
    .join("");
}
