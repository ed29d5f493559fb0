import type { Rule } from "./rule.ts";

/** The id of a rule about operations of OpenAPI documents. */
export type OperationRuleId = "operation-added" | "operation-removed";

/** The rules about operations of OpenAPI documents. */
export const operationRules: Readonly<Record<OperationRuleId, Rule>> = {
  "operation-added": {
    area: "operation",
    title: "An operation was added",
    explanation: "Nobody calls it yet, so that it breaks nobody.",
  },
  "operation-removed": {
    area: "operation",
    title: "An operation was removed",
    explanation:
      "Whoever calls it gets an error. Deprecate it first with a date (`x-sunset`), and remove it " +
      "after that date in a major version.",
  },
};
