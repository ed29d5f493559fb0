import { compareContracts } from "@specwright/diff";
import type { ComparisonOptions } from "../../src/comparison-options.ts";
import { contractOf } from "../contract-of.ts";

/** Returns the changes between two documents, each as `rule: class surface, subject`. */
export async function changesOf(
  base: object,
  revision: object,
  options: ComparisonOptions = {},
): Promise<readonly string[]> {
  const changes = compareContracts(await contractOf(base), await contractOf(revision), options);
  return changes.map(({ ruleId, class: each, surface, subject: { kind, name, path } }) =>
    [`${ruleId}: ${each} ${surface}, ${kind} ${name}`, path].filter((text) => text).join(" "),
  );
}

/** Returns a document with one operation, `GET /a`. */
export function documentWith(fields: object, operation: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/a": { get: { responses: { 200: { description: "OK" } }, ...operation } } },
    ...fields,
  };
}
