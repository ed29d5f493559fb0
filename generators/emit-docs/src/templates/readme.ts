import { compileTemplate } from "@specwright/emit-kit";
import type { ReadmeView } from "../readme-view.ts";

/** Formats the README. */
export const readmePage: (view: ReadmeView) => string = compileTemplate(`# {{title}}

Version {{version}}

{{description}}

{{#if hasOperations}}
## Operations

| operation | request | |
|---|---|---|
{{#each operations}}
| [{{name}}](reference/operations.md#{{anchor}}) | {{place}} | {{notes}} |
{{/each}}

\`\`\`ts
const client = {{client}}(restTransport({ baseUrl }));
\`\`\`

Each call resolves with one of the documented responses, distinguished by \`status\`.
{{/if}}

{{#if hasChannels}}
## Channels

| channel | address | |
|---|---|---|
{{#each channels}}
| [{{name}}](reference/channels.md#{{anchor}}) | {{place}} | {{notes}} |
{{/each}}

{{#if opening}}
\`\`\`ts
const client = {{client}}(streamTransport({{opening.options}}));
for await (const message of client.{{opening.call}}) console.log(message);
\`\`\`
{{/if}}
{{/if}}

{{#if servers}}
## Servers

| address | |
|---|---|
{{#each servers}}
| {{url}} | {{notes}} |
{{/each}}
{{/if}}

{{#if security}}
## Authentication

| scheme | type | |
|---|---|---|
{{#each security}}
| {{name}} | {{type}} | {{notes}} |
{{/each}}
{{/if}}

Every type is described in [reference/schemas.md](reference/schemas.md).
`);
