import type { Contract } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";
import { type ChoiceCode, choiceDiagnostics } from "./choice-diagnostics.ts";
import { camelCase } from "./identifier.ts";
import {
  type MethodNames,
  methodNamePlaceholders,
  methodNaming,
  unknownPlaceholders,
} from "./method-names.ts";
import type { Problem } from "./problem.ts";

/**
 * Finds the operations to which a rule gives no name, or that of another operation; or else what stands for
 * nothing in a template.
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
    const message = `\`methodNames\` has {${unknown.name}}, which stands for nothing.`;
    const known = methodNamePlaceholders.map((name) => `{${name}}`).join(", ");
    return [{ code, severity, fix: `Use ${known}.`, message, source: first.source }];
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
      return problem(`\`methodNames\` throws for "${operation.id}": ${why}.`);
    }
    if (typeof given !== "string" || !/[\p{L}\p{N}]/u.test(given)) {
      return problem(`\`methodNames\` gives "${operation.id}" no name.`);
    }
    const name = camelCase(given);
    const owner = owners.get(name);
    owners.set(name, owner ?? operation);
    if (owner === undefined) return [];
    return problem(`\`methodNames\` calls "${owner.id}" and "${operation.id}" \`${name}\`.`);
  });
}
