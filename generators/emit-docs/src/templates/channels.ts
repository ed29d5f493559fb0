import { compileTemplate } from "@specwright/emit-kit";
import type { ChannelsView } from "../channels-view.ts";

/** Formats the page of channels. */
export const channelsPage: (view: ChannelsView) => string = compileTemplate(`# {{title}}: channels

{{#each channels}}
## {{name}}

Address: {{address}}

{{#if deprecated}}
**Deprecated.**
{{/if}}

{{description}}

{{#if security}}
Authentication: {{security}}.
{{/if}}

{{#if operations}}
| operation | action | messages | reply | |
|---|---|---|---|---|
{{#each operations}}
| {{name}} | {{action}} | {{messages}} | {{reply}} | {{notes}} |
{{/each}}
{{/if}}

{{#if parameters}}
| parameter | in | type | required | |
|---|---|---|---|---|
{{#each parameters}}
| {{name}} | {{place}} | {{type}} | {{required}} | {{notes}} |
{{/each}}
{{/if}}

{{#each facts}}
- {{label}}: {{value}}
{{/each}}

{{#if sends}}
{{sending}}:

| message | tag | payload | |
|---|---|---|---|
{{#each sends}}
| {{name}} | {{tag}} | {{payload}} | {{notes}} |
{{/each}}
{{/if}}

{{#if receives}}
{{receiving}}:

| message | tag | payload | |
|---|---|---|---|
{{#each receives}}
| {{name}} | {{tag}} | {{payload}} | {{notes}} |
{{/each}}
{{/if}}

{{#each rules}}
- {{this}}
{{/each}}

{{#if closeCodes}}
| close code | name | |
|---|---|---|
{{#each closeCodes}}
| {{code}} | {{name}} | {{notes}} |
{{/each}}
{{/if}}

{{#if example}}
Example:

{{example}}
{{/if}}

{{/each}}
`);
