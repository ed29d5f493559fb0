import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of schemas that values cannot fulfil. */
export type FaultCode = "SCHEMA_IMPOSSIBLE" | "ALTERNATIVES_OVERLAP";

/** The diagnostics of schemas that values cannot fulfil. */
export const faultDiagnostics: DiagnosticTable<FaultCode> = defineDiagnostics({
  SCHEMA_IMPOSSIBLE: {
    severity: "warning",
    fix: "Correct the rules that contradict each other. In `allOf`, remove `additionalProperties: false` from the parts; from OpenAPI 3.1 on, write `unevaluatedProperties: false` beside `allOf`.",
    explanation: `# A schema that accepts no value

The rules of the schema contradict each other, so that every value is refused, or every value with one of
the members that it declares. The usual cause is \`additionalProperties: false\` in a part of an \`allOf\`: it
allows only the \`properties\` beside it, and refuses those of the other parts.

\`\`\`yaml
allOf:
  - { properties: { id: { type: string } }, required: [id] }
  - { properties: { name: { type: string } }, additionalProperties: false }   # refuses id
\`\`\`

\`\`\`yaml
allOf:
  - { properties: { id: { type: string } }, required: [id] }
  - { properties: { name: { type: string } } }
unevaluatedProperties: false     # from OpenAPI 3.1 on
\`\`\`
`,
  },
  ALTERNATIVES_OVERLAP: {
    severity: "warning",
    fix: "Add a `discriminator`, or let each alternative require a member or a constant of its own; or write `anyOf`.",
    explanation: `# Alternatives that accept the same value

A value of \`oneOf\` must fit exactly one alternative. The value in the message is a usual value of one of them,
and another one accepts it too, so that clients and servers refuse it.

\`\`\`yaml
oneOf:
  - { type: object, properties: { meows: { type: boolean } } }
  - { type: object, properties: { barks: { type: boolean } } }   # accepts { "meows": true } too
\`\`\`

\`\`\`yaml
oneOf:
  - { type: object, required: [meows], properties: { meows: { type: boolean } } }
  - { type: object, required: [barks], properties: { barks: { type: boolean } } }
\`\`\`

Alternatives that refer to schemas with a \`discriminator\`, their own or that of a common parent, are chosen
by their tag and do not overlap.
`,
  },
});
