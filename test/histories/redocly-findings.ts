// The breaking changes that Redocly reports, by operation and rule.

import type { Finding } from "./findings.ts";
import { operationKey } from "./operation-key.ts";
import { type Change, type Direction, findReaches, methods, operationsOf } from "./reaches.ts";

interface RedoclyReport {
  readonly changes: readonly RedoclyChange[];
}

interface RedoclyChange extends Change {
  readonly verdicts: readonly RedoclyVerdict[];
}

interface RedoclyVerdict {
  readonly ruleId: string;
  readonly impact: string;
  readonly message: string;
}

/**
 * Reads the report of `redocly diff --format json`. Redocly names one operation for a change to a
 * component; the result has all operations that reach it in the rule's direction. Redocly names a removed
 * path for all its operations. If it takes the path for renamed, it compares with the new path.
 */
export function redoclyFindings(
  report: string,
  base: unknown,
  revision: unknown,
): readonly Finding[] {
  const { changes }: RedoclyReport = JSON.parse(report);
  const renames = renamesIn(changes.flatMap(({ verdicts }) => verdicts));
  const reaches = findReaches(base, revision, renames);
  const baseOperations = operationsOf(base).map(([operation]) => operation);
  return changes.flatMap((change) =>
    change.verdicts
      .filter(({ impact }) => impact === "major")
      .flatMap((verdict) =>
        operationsOfVerdict(change, verdict).map((operation) => ({
          operation,
          rule: verdict.ruleId,
          message: `${verdict.message} (${change.path})`,
        })),
      ),
  );

  function operationsOfVerdict(change: Change, verdict: RedoclyVerdict): readonly string[] {
    const [, name = "", method = ""] = operationPointer.exec(change.path) ?? [];
    const stated = name.replaceAll("~1", "/").replaceAll("~0", "~");
    const path = renames.get(stated) ?? stated;
    const own = operationKey(`${method.toUpperCase()} ${path}`);
    const reached = directionsOf(verdict).flatMap((direction) => reaches(change, direction, own));
    if (reached.length > 0 && !isAddedParameter(verdict)) return [...new Set(reached)];
    const all = baseOperations.filter((operation) => operation.endsWith(` ${path}`));
    return method === "" && all.length > 0 ? all.map(operationKey) : [own];
  }
}

/** Maps paths of the revision to paths of the base that Redocly takes for the same. */
function renamesIn(verdicts: readonly RedoclyVerdict[]): ReadonlyMap<string, string> {
  return new Map(
    verdicts.flatMap(({ message }) => {
      const [, from, to] = /^Path `(.*)` was renamed to `(.*)`\.$/.exec(message) ?? [];
      return from === undefined || to === undefined ? [] : [[to, from] as const];
    }),
  );
}

const operationPointer = new RegExp(`^#/paths/([^/]+)(?:/(${methods.join("|")}))?(?:/|$)`);

/** Reports whether a parameter was added. Redocly names its component, which did not change. */
function isAddedParameter({ ruleId, message }: RedoclyVerdict): boolean {
  return ruleId === "parameter-became-required" && message.endsWith(" was added.");
}

/** Returns the directions that a rule of Redocly applies to, copied from its source. */
function directionsOf({ ruleId, message }: RedoclyVerdict): readonly Direction[] {
  switch (ruleId) {
    case "enum-values-removed":
    case "required-properties-added":
      return ["request"];
    case "enum-values-added":
    case "required-properties-removed":
    case "property-removed":
      return ["response"];
    case "schema-type-changed":
      return message.includes(" narrowed ") ? ["request"] : ["response"];
    case "schema-constraint-changed":
      if (message.includes(" changed from ")) return ["request", "response"];
      return message.endsWith(" was removed.") ? ["response"] : ["request"];
    case "schema-combinator-changed": {
      const isAdded = message.endsWith(" was added.");
      const allows = message.includes(" subschema") && !message.startsWith("`allOf`");
      return isAdded === allows ? ["response"] : ["request"];
    }
    default:
      return ["request", "response"];
  }
}
