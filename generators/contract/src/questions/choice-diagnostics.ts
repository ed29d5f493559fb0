import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems with the choices that options make for a document. */
export type ChoiceCode = "DEFAULT_UNUSED" | "METHOD_NAME_UNUSABLE";

/** The problems with the choices that options make for a document. */
export const choiceDiagnostics: DiagnosticTable<ChoiceCode> = defineDiagnostics({
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
