import type { Contract, HttpOperation } from "@specwright/contract";
import { type EmitCode, emitDiagnostics } from "./emit-diagnostics.ts";
import type { Problem } from "./emitter.ts";
import { camelCase } from "./identifier.ts";
import type { MethodNaming } from "./method-names.ts";

/** Finds the operations to which a rule gives no name, or that of another operation. */
export function methodNameProblems(
  { operations }: Contract,
  methodName: MethodNaming,
): readonly Problem[] {
  const code: EmitCode = "METHOD_NAME_UNUSABLE";
  const { severity, fix } = emitDiagnostics[code];
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
