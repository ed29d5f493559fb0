// What Redocly calls breaking, as operations and rules.

import type { Finding } from "./findings.ts";
import { operationKey } from "./operation-key.ts";
import { type Direction, findReaches, methods, operationsOf } from "./reaches.ts";

interface RedoclyReport {
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly RedoclyVerdict[];
  }[];
}

interface RedoclyVerdict {
  readonly ruleId: string;
  readonly impact: string;
  readonly message: string;
  readonly location: { readonly pointer: string };
}

/**
 * Reads the report of `redocly diff --format json`. It names one operation for a change of a component,
 * which stands for all that reach the component where its rule applies. It names a removed path for all its
 * operations, and compares with the new path those of one that it takes for renamed.
 */
export function redoclyFindings(
  report: string,
  base: unknown,
  revision: unknown,
): readonly Finding[] {
  const { changes }: RedoclyReport = JSON.parse(report);
  const reaches = findReaches(base, revision);
  const baseOperations = operationsOf(base).map(([operation]) => operation);
  const renames = new Map(
    changes
      .flatMap(({ verdicts }) => verdicts)
      .flatMap(({ message }) => {
        const [, from, to] = /^Path `(.*)` was renamed to `(.*)`\.$/.exec(message) ?? [];
        return from === undefined || to === undefined ? [] : [[to, from] as const];
      }),
  );
  return changes.flatMap(({ path: pointer, verdicts }) =>
    verdicts
      .filter(({ impact }) => impact === "major")
      .flatMap((verdict) =>
        operationsAt(pointer, verdict).map((operation) => ({
          operation: operationKey(operation),
          rule: verdict.ruleId,
          message: `${verdict.message} (${pointer})`,
        })),
      ),
  );

  function operationsAt(pointer: string, verdict: RedoclyVerdict): readonly string[] {
    const reached = reaches(verdict.location.pointer, directionOf(verdict));
    if (reached.length > 0) return reached;
    const [, name = "", method] = operationPointer.exec(pointer) ?? [];
    const stated = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const path = renames.get(stated) ?? stated;
    if (method !== undefined) return [`${method.toUpperCase()} ${path}`];
    const all = baseOperations.filter((operation) => operation.endsWith(` ${path}`));
    return all.length > 0 ? all : [path];
  }
}

const operationPointer = new RegExp(`^#/paths/([^/]+)(?:/(${methods.join("|")}))?(?:/|$)`);

/** Returns which side a rule of Redocly protects, as its source decides it; undefined if both. */
function directionOf({ ruleId, message }: RedoclyVerdict): Direction | undefined {
  switch (ruleId) {
    case "enum-values-removed":
    case "required-properties-added":
      return "request";
    case "enum-values-added":
    case "required-properties-removed":
    case "property-removed":
      return "response";
    case "schema-type-changed":
      return message.includes(" narrowed ") ? "request" : "response";
    case "schema-constraint-changed":
      if (message.includes(" changed from ")) return undefined;
      return message.endsWith(" was removed.") ? "response" : "request";
    case "schema-combinator-changed": {
      const isAdded = message.endsWith(" was added.");
      const allows = message.includes(" subschema") && !message.startsWith("`allOf`");
      return isAdded === allows ? "response" : "request";
    }
    default:
      return undefined;
  }
}
