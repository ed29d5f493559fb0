import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of the problems of emitters in general. */
export type EmitCode = "EMIT_FAILED" | "VALUE_TYPE_UNUSED";

/** The problems of emitters in general. */
export const emitDiagnostics: DiagnosticTable<EmitCode> = defineDiagnostics({
  EMIT_FAILED: {
    severity: "error",
    fix: "Report it with this part of the document; until then, simplify the part, or leave the emitter out.",
    explanation: `An emitter failed while it wrote the code for a part of the document, the schema or operation at the
place. The document may well be valid: this is a fault of Specwright, or of an emitter of your own.

\`\`\`yaml
A:
  allOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }]
B:
  allOf: [{ $ref: "#/components/schemas/A" }]
\`\`\`

Fixed:

\`\`\`yaml
A:
  allOf: [{ $ref: "#/components/schemas/C" }]
B:
  allOf: [{ $ref: "#/components/schemas/A" }]
\`\`\`

Issues are at https://github.com/specwright/specwright/issues.
`,
  },
  VALUE_TYPE_UNUSED: {
    severity: "warning",
    fix: "Give all schemas of the value the same format, or write `x-type: string`.",
    explanation: `An option or \`x-type\` asks for another type than in JSON, such as \`Date\`, and the values stay
as in JSON all the same: the schema lists its values, or another schema of the same value has another format, or
strings stand beside numbers that would be strings too, or the format has no such type. A \`date\` has no \`Date\`, which is a point in time and another day elsewhere.

\`\`\`yaml
allOf:
  - { type: string, format: date-time, x-type: Date }
  - { type: string, format: uri }
\`\`\`

Fixed:

\`\`\`yaml
type: string
format: date-time
x-type: Date
\`\`\`
`,
  },
});
