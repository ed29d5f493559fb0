import type { ReadmeView, RowView } from "../readme-view.ts";
import { formatTable, joinBlocks, textBetween } from "./blocks.ts";

/** Formats the README. */
export function readmePage(view: ReadmeView): string {
  return joinBlocks(
    `# ${view.title}`,
    `Version ${view.version}`,
    view.description,
    operationsSection(view),
    channelsSection(view),
    textBetween(
      "## Servers\n\n",
      formatTable(
        "| address | |",
        view.servers.map(({ url, notes }) => [url, notes]),
      ),
      "",
    ),
    textBetween(
      "## Authentication\n\n",
      formatTable(
        "| scheme | type | |",
        view.security.map(({ name, type, notes }) => [name, type, notes]),
      ),
      "",
    ),
    "Every type is described in [reference/schemas.md](reference/schemas.md).",
  );
}

function operationsSection({ operations, client }: ReadmeView): string {
  if (operations.length === 0) return "";
  return `## Operations

${formatTable("| operation | request | |", operations.map(createRow("operations")))}

\`\`\`ts
const client = ${client}(restTransport({ baseUrl }));
\`\`\`

Each call resolves with one of the documented responses, distinguished by \`status\`.`;
}

function channelsSection({ channels, client, opening }: ReadmeView): string {
  if (channels.length === 0) return "";
  return joinBlocks(
    "## Channels",
    formatTable("| channel | address | |", channels.map(createRow("channels"))),
    opening === undefined
      ? ""
      : `\`\`\`ts
const client = ${client}(streamTransport(${opening.options}));
for await (const message of client.${opening.call}) console.log(message);
\`\`\``,
  );
}

function createRow(page: string): (row: RowView) => readonly string[] {
  return ({ name, anchor, place, notes }) => [
    `[${name}](reference/${page}.md#${anchor})`,
    place,
    notes,
  ];
}
