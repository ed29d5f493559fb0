import { compileTemplate } from "@specwright/emit-kit";
import type { OperationsView } from "../operations-view.ts";

/** Formats the page of operations. */
export const operationsPage: (view: OperationsView) => string =
  compileTemplate(`# {{title}}: operations

{{#each operations}}
## {{name}}

{{request}}

{{#if deprecated}}
**Deprecated.**
{{/if}}

{{summary}}

{{description}}

Authentication: {{security}}.

{{#if parameters}}
| parameter | in | type | required | |
|---|---|---|---|---|
{{#each parameters}}
| {{name}} | {{place}} | {{type}} | {{required}} | {{notes}} |
{{/each}}
{{/if}}

{{#if body}}
Body: {{body}}.
{{/if}}

{{#if example}}
Example:

{{example}}
{{/if}}

| status | body | |
|---|---|---|
{{#each responses}}
| {{status}} | {{body}} | {{notes}} |
{{/each}}

{{/each}}
`);
