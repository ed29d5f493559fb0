import type { ObjectSchema } from "@specwright/contract";
import type { Constraint } from "./constraint.ts";
import type { Scope } from "./scope.ts";
import { hasApplicators, unevaluatedArrayItems } from "./unevaluated.ts";

/** Returns the constraints of the keywords for arrays. */
export function arrayConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minItems = 0, maxItems, prefixItems = [], contains, unevaluatedItems } = schema;
  if (minItems > 0) constraints.push({ kind: "minItems", limit: minItems });
  if (maxItems !== undefined) constraints.push({ kind: "maxItems", limit: maxItems });
  if (schema.uniqueItems === true) constraints.push({ kind: "uniqueItems" });
  // Where nothing else evaluates items, `unevaluatedItems` means the same as `items`.
  const isItems = !hasApplicators(schema) && contains === undefined;
  const rest = schema.items ?? (isItems ? unevaluatedItems : undefined);
  if (prefixItems.length > 0 || rest !== undefined) {
    constraints.push({
      kind: "items",
      prefix: prefixItems.map((each) => scope.nodeOf(each)),
      rest: rest === undefined ? scope.anything : scope.nodeOf(rest),
    });
  }
  if (schema.items === undefined && !isItems) {
    constraints.push(...unevaluatedArrayItems(scope, schema));
  }
  if (contains === undefined) return constraints;
  const { minContains = 1, maxContains } = schema;
  const node = scope.nodeOf(contains);
  // Kept even if it is 0: `contains` evaluates items then too.
  constraints.push({ kind: "minContains", node, limit: minContains });
  if (maxContains !== undefined) {
    constraints.push({ kind: "maxContains", node, limit: maxContains });
  }
  return constraints;
}
