import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of the problems of emitters in general. */
export type EmitCode =
  | "EMIT_FAILED"
  | "VALUE_TYPE_UNUSED"
  | "DEFAULT_UNUSED"
  | "METHOD_NAME_UNUSABLE";

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

Mended:

\`\`\`yaml
type: string
format: date-time
x-type: Date
\`\`\`
`,
  },
  DEFAULT_UNUSED: {
    severity: "warning",
    fix: "Correct the default, or widen the schema.",
    explanation: `The option \`defaults: "apply"\` asks readers to give an absent property its default, and this default is
no value of its schema. The property stays absent, as without the option.

\`\`\`yaml
sort:
  enum: [name, price]
  default: title
\`\`\`

Mended:

\`\`\`yaml
sort:
  enum: [name, price]
  default: name
\`\`\`
`,
  },
  METHOD_NAME_UNUSABLE: {
    severity: "error",
    fix: "Let `methodNames` return another name for one of them.",
    explanation: `The option \`methodNames\` names methods by a rule, and the rule gives an operation no name, or
one that another operation has, or has a placeholder that stands for nothing. Names are compared as identifiers:
\`list-users\` is \`listUsers\`.

With \`methodNames: "{method} {tag}"\`, both are called \`getUsers\`:

\`\`\`yaml
/users:
  get: { tags: [users] }
/users/{id}:
  get: { tags: [users] }
\`\`\`

Mended by \`methodNames: "{method} {path}"\`, with which they are \`getUsers\` and \`getUsersId\`.
`,
  },
});
