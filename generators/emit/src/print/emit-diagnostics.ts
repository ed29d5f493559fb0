import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems that are not specific to one emitter. */
export type EmitCode = "EMIT_FAILED" | "VALUE_TYPE_UNUSED";

/** The problems that are not specific to one emitter. */
export const emitDiagnostics: DiagnosticTable<EmitCode> = defineDiagnostics({
  EMIT_FAILED: {
    severity: "error",
    fix: "Report the bug with this part of the document. Until it is fixed, simplify the part or disable the emitter.",
    explanation: `An emitter failed while it printed the code for this schema or operation. The document can be valid
all the same: this is a bug of Specwright, or of your own emitter.

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

Report bugs at https://github.com/specwright/specwright/issues.
`,
  },
  VALUE_TYPE_UNUSED: {
    severity: "warning",
    fix: "Give all schemas of the value the same format, or write `x-type: string`.",
    explanation: `An option or \`x-type\` asks for a type that JSON does not have, such as \`Date\`, but the values keep
their JSON type. There are four possible reasons:

- The schema lists its values.
- Another schema of the same value has another format.
- The value can be a string or a number, and the numbers would become strings.
- The format has no such type. A \`date\` cannot become a \`Date\`: a \`Date\` is a point in time, which is a different day in
  another time zone.

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
