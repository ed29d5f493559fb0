import type { Server } from "@specwright/contract";
import { markdownCode } from "@specwright/emit-kit/reading";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { itemMarkdown } from "../text/description-markdown.ts";
import { plainText } from "../text/plain-text.ts";

/** Writes servers with their variables as a table. */
export function serversTable(servers: readonly Server[]): Html {
  return html`<table class="list servers">
<caption>Servers</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Description</th></tr></thead>
<tbody>
${servers.map(
  (server) =>
    html`<tr><td><code>${plainText(server.url)}</code></td><td>${description(server.description)}${variablesHtml(server)}</td></tr>\n`,
)}</tbody>
</table>
`;
}

function variablesHtml({ variables }: Server): Html {
  if (variables.size === 0) return html``;
  return html`<ul class="facts">${[...variables].map(([name, variable]) => {
    const { default: preset, enum: values, description: words } = variable;
    const list = Array.isArray(values) ? values.map(String) : [];
    return html`<li><code>{${plainText(name)}}</code>${typeof preset === "string" && preset !== "" && html`, default <code>${plainText(preset)}</code>`}${list.length > 0 && html`, one of ${list.map((each, index) => html`${index > 0 && ", "}<code>${plainText(each)}</code>`)}`}${typeof words === "string" && html`: ${plainText(words).replaceAll("`", "")}`}</li>\n`;
  })}</ul>`;
}

/** Writes servers as a Markdown list. */
export function serversMarkdown(servers: readonly Server[]): string {
  return servers
    .map(({ url, description: words }) => {
      const text = itemMarkdown(words);
      return `- ${markdownCode(url)}${text === "" ? "" : `:${text}`}\n`;
    })
    .join("");
}
