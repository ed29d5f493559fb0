import {
  type DiagnosticTable,
  defineDiagnostics,
  type JsonValue,
  type Severity,
  type Source,
} from "@specwright/spec-loader";
import {
  type Defaults,
  findDefaults,
  noDefaults,
  type PropertyDefault,
} from "../directions/find-defaults.ts";
import type { Contract } from "../model/contract.ts";
import type { Schema } from "../model/schema.ts";
import type { ValueTypes } from "./value-form.ts";

/** A problem in a document that its place describes; it becomes a diagnostic. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source;
}

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

Fixed:

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

Fixed by \`methodNames: "{method} {path}"\`, with which they are \`getUsers\` and \`getUsersId\`.
`,
  },
});

/** Reports whether a value is valid by a schema; undefined if that is not certain. */
export type CheckValue = (schema: Schema, value: JsonValue) => boolean | undefined;

/** The defaults that readers apply, and what is wrong with others. */
export interface ChosenDefaults {
  readonly defaults: Defaults;
  readonly problems: readonly Problem[];
}

/** Chooses the defaults that readers apply: if asked for, all that do not break their schema. */
export function chooseDefaults(
  contract: Contract,
  { defaults: wanted = "ignore" }: ValueTypes,
  isValid: CheckValue = () => undefined,
): ChosenDefaults {
  if (wanted === "ignore") return { defaults: noDefaults, problems: [] };
  const problems = new Map<string, Problem>();
  const isApplied = ({ property, value, holder: { source } }: PropertyDefault): boolean => {
    if (isValid(property, value) !== false) return true;
    const { severity, fix } = choiceDiagnostics.DEFAULT_UNUSED;
    const message = "the default breaks its schema, and no reader applies it";
    const at = { ...source, pointer: `${source.pointer}/default` };
    const problem = { code: "DEFAULT_UNUSED", severity, message, fix, source: at };
    problems.set(`${at.file}#${at.pointer}`, problem);
    return false;
  };
  return { defaults: findDefaults(contract, isApplied), problems: [...problems.values()] };
}
