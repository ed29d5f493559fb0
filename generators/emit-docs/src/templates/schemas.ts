import { compileTemplate } from "@specwright/emit-kit";
import type { SchemasView } from "../schemas-view.ts";

/** Formats the page of schemas. */
export const schemasPage: (view: SchemasView) => string = compileTemplate(`# {{title}}: schemas

{{#each schemas}}
## {{name}}

{{description}}

{{#if type}}
Type: {{type}}.
{{/if}}

{{#if constraints}}
Bounds: {{constraints}}.
{{/if}}

{{#if fields}}
| field | type | required | |
|---|---|---|---|
{{#each fields}}
| {{name}} | {{type}} | {{required}} | {{notes}} |
{{/each}}
{{/if}}

{{/each}}
`);
