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

/** A problem at a place in a document; it becomes a diagnostic. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source;
}

/** The codes of the problems that the options of the user can cause. */
export type ChoiceCode = "DEFAULT_UNUSED" | "METHOD_NAME_UNUSABLE";

/** The problems that the options of the user can cause. */
export const choiceDiagnostics: DiagnosticTable<ChoiceCode> = defineDiagnostics({
  DEFAULT_UNUSED: {
    severity: "warning",
    fix: "Correct the default, or change the schema so that it allows the default.",
    explanation: `With the option \`defaults: "apply"\`, readers set an absent property to its default. This default is not
valid by its schema, so the property stays absent, as without the option.

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
    fix: "Change `methodNames` so that each operation has a name of its own.",
    explanation: `The option \`methodNames\` is a rule that gives each operation a name. Here the rule gives an operation no
name, or the name of another operation, or it contains an unknown placeholder. Names are compared as identifiers:
\`list-users\` and \`listUsers\` are the same.

With \`methodNames: "{method} {tag}"\`, both operations have the name \`getUsers\`:

\`\`\`yaml
/users:
  get: { tags: [users] }
/users/{id}:
  get: { tags: [users] }
\`\`\`

With \`methodNames: "{method} {path}"\`, the names are \`getUsers\` and \`getUsersId\`.
`,
  },
});

/** Reports whether a value is valid by a schema; undefined if the check cannot decide this. */
export type CheckValue = (schema: Schema, value: JsonValue) => boolean | undefined;

/** The defaults that readers apply, and the problems that prevent readers from applying the others. */
export interface ChosenDefaults {
  readonly defaults: Defaults;
  readonly problems: readonly Problem[];
}

/**
 * Chooses the defaults that readers apply: with `defaults: "apply"`, all defaults that are valid by their
 * schema.
 */
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
    const message = "the default is not valid by its schema; readers do not apply it";
    const at = { ...source, pointer: `${source.pointer}/default` };
    const problem = { code: "DEFAULT_UNUSED", severity, message, fix, source: at };
    problems.set(`${at.file}#${at.pointer}`, problem);
    return false;
  };
  return { defaults: findDefaults(contract, isApplied), problems: [...problems.values()] };
}
