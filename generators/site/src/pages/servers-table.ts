import { markdown, markdownCode, type Server } from "@specwright/contract";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { itemMarkdown } from "../text/description-markdown.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";

/** Writes servers and their variables as a table. */
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

function variablesHtml(server: Server): Html {
  const variables = variablesOf(server);
  if (variables.length === 0) return html``;
  return html`<ul class="facts">${variables.map(
    ({ name, preset, values, words }) =>
      html`<li><code>{${name}}</code>${preset !== "" && html`, default <code>${preset}</code>`}${values.length > 0 && html`, one of ${values.map((each, index) => html`${index > 0 && ", "}<code>${each}</code>`)}`}${words !== "" && html`: ${sentence(words)}`}</li>\n`,
  )}</ul>`;
}

/** Writes servers and their variables as a Markdown list. */
export function serversMarkdown(servers: readonly Server[]): string {
  return servers
    .map((server) => {
      const text = itemMarkdown(server.description);
      const variables = variablesOf(server).map(variableMarkdown);
      return `- ${markdownCode(server.url)}${text === "" ? "" : `:${text}`}\n${variables.join("")}`;
    })
    .join("");
}

function variableMarkdown({ name, preset, values, words }: ServerVariable): string {
  const start = preset === "" ? "" : `, default ${markdownCode(preset)}`;
  const list = values.length === 0 ? "" : `, one of ${values.map(markdownCode).join(", ")}`;
  return `  - ${markdownCode(`{${name}}`)}${start}${list}${words === "" ? "" : `: ${markdown(words)}`}\n`;
}

interface ServerVariable {
  readonly name: string;
  readonly preset: string;
  readonly values: readonly string[];
  readonly words: string;
}

function variablesOf({ variables }: Server): readonly ServerVariable[] {
  return [...variables].map(([name, { default: preset, enum: values, description: words }]) => ({
    name: plainText(name),
    preset: typeof preset === "string" ? plainText(preset) : "",
    values: Array.isArray(values) ? values.map((each) => plainText(String(each))) : [],
    words: typeof words === "string" ? plainText(words) : "",
  }));
}
