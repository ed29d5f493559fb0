import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The problems of emitters in general. */
export const emitDiagnostics: DiagnosticTable<"EMIT_FAILED"> = defineDiagnostics({
  EMIT_FAILED: {
    severity: "error",
    fix: "Report it with this part of the document; until then, simplify the part, or leave the emitter out with --emit.",
    explanation: `An emitter failed while it wrote the code for a part of the document, the schema or operation at the
place. The document may well be valid: this is a fault of Specwright, or of an emitter of your own.

\`\`\`yaml
A:
  allOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }]
B:
  allOf: [{ $ref: "#/components/schemas/A" }]
\`\`\`

Mended:

\`\`\`yaml
A:
  allOf: [{ $ref: "#/components/schemas/C" }]
B:
  allOf: [{ $ref: "#/components/schemas/A" }]
\`\`\`

Issues are at https://github.com/specwright/specwright/issues.
`,
  },
});
