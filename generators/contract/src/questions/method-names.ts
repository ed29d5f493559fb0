// Names methods of clients by a rule of the user: a function or a template.

import type { Contract } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";
import { type ChoiceCode, choiceDiagnostics, type Problem } from "./choose-defaults.ts";
import { camelCase } from "./identifier.ts";

/** The facts about an operation that a naming rule can use. */
export type NamedOperation = Pick<
  HttpOperation,
  "id" | "method" | "path" | "tags" | "summary" | "deprecated" | "extensions"
>;

/** Returns the name of the client's method for an operation. */
export type MethodNaming = (operation: NamedOperation) => string;

/**
 * A rule for the names of methods: a function, or a template with `{id}`, `{method}`, `{path}` and
 * `{tag}` (the first tag). The result is converted to an identifier.
 */
export type MethodNames = MethodNaming | string;

/** The placeholders of a template, without braces. */
export const methodNamePlaceholders: readonly string[] = ["id", "method", "path", "tag"];

/** A placeholder of a template. */
export interface Placeholder {
  /** The text between the braces. */
  readonly name: string;
  /** The index of the opening brace in the template. */
  readonly at: number;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Lists the unknown placeholders of a template. */
export function unknownPlaceholders(template: string): readonly Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(({ 1: name = "", index: at }) => ({ name, at }))
    .filter(({ name }) => !methodNamePlaceholders.includes(name));
}

/** Returns the function that applies a rule. Unknown placeholders of a template stay unchanged. */
export function methodNaming(rule: MethodNames): MethodNaming {
  if (typeof rule === "function") return rule;
  return ({ id, method, path, tags: [tag = ""] }) => {
    const values = new Map([
      ["id", id],
      ["method", method],
      ["path", path],
      ["tag", tag],
    ]);
    return rule.replace(PLACEHOLDER, (written, name: string) => values.get(name) ?? written);
  };
}

/**
 * Reports operations for which a rule returns no name, or the same name as for an earlier operation. If a
 * template has an unknown placeholder, reports only the placeholder.
 */
export function methodNameProblems(
  { operations }: Contract,
  rule: MethodNames,
): readonly Problem[] {
  const code: ChoiceCode = "METHOD_NAME_UNUSABLE";
  const { severity, fix } = choiceDiagnostics[code];
  const [unknown] = typeof rule === "string" ? unknownPlaceholders(rule) : [];
  const [first] = operations;
  if (unknown !== undefined && first !== undefined) {
    const message = `\`methodNames\` has an unknown placeholder: {${unknown.name}}.`;
    const known = methodNamePlaceholders.map((name) => `{${name}}`).join(", ");
    return [{ code, severity, fix: `Use only ${known}.`, message, source: first.source }];
  }
  const methodName = methodNaming(rule);
  const owners = new Map<string, HttpOperation>();
  return operations.flatMap((operation): readonly Problem[] => {
    const problem = (message: string): readonly Problem[] => [
      { code, severity, fix, message, source: operation.source },
    ];
    let given: unknown;
    try {
      given = methodName(operation);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return problem(`\`methodNames\` throws an error for "${operation.id}": ${why}.`);
    }
    if (typeof given !== "string" || !/[\p{L}\p{N}]/u.test(given)) {
      return problem(`\`methodNames\` gives "${operation.id}" no name.`);
    }
    const name = camelCase(given);
    const owner = owners.get(name);
    owners.set(name, owner ?? operation);
    if (owner === undefined) return [];
    return problem(
      `\`methodNames\` gives "${owner.id}" and "${operation.id}" the same name, \`${name}\`.`,
    );
  });
}
