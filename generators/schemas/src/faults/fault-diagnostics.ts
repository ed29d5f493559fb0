import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes for schemas that reject every value, or a typical value. */
export type FaultCode = "SCHEMA_IMPOSSIBLE" | "ALTERNATIVES_OVERLAP";

/** The diagnostics for schemas that reject every value, or a typical value. */
export const faultDiagnostics: DiagnosticTable<FaultCode> = defineDiagnostics({
  SCHEMA_IMPOSSIBLE: {
    severity: "warning",
    fix: "Correct the rules that contradict each other. In `allOf`, remove `additionalProperties: false` from the parts; from OpenAPI 3.1 on, write `unevaluatedProperties: false` beside `allOf`.",
    explanation: `# A schema that accepts no value

The rules of the schema contradict each other: no value is valid, or no value with one of the declared
properties. The usual cause is \`additionalProperties: false\` in a part of an \`allOf\`. It allows only the
\`properties\` of the same part, and rejects those of the other parts.

\`\`\`yaml
allOf:
  - { properties: { id: { type: string } }, required: [id] }
  - { properties: { name: { type: string } }, additionalProperties: false }   # rejects id
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
    fix: "Add a `discriminator`, or let each alternative require a property or a constant that no other has, or use `anyOf`.",
    explanation: `# Alternatives that accept the same value

A value of \`oneOf\` must match exactly one alternative. The value in the message matches two of them, so
clients and servers reject it.

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

Alternatives whose schemas have a \`discriminator\`, of their own or of a common parent, do not overlap: the
value of the discriminator selects one.
`,
  },
});
