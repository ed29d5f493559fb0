import type { Change } from "@specwright/diff";
import { Comparison } from "../../src/comparison.ts";
import { contractOf } from "../contract-of.ts";

/** Returns the changes of the schema `Root`, used in requests, in responses, or in both. */
export async function schemaChangesOf(
  base: object,
  revision: object,
  directions: readonly ("request" | "response")[],
  openapi = "3.1.0",
): Promise<readonly Change[]> {
  const document = (schemas: object) => ({
    openapi,
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas },
  });
  const [before, after] = [await contractOf(document(base)), await contractOf(document(revision))];
  const comparison = new Comparison(before, after);
  const root = (contract: typeof before) => {
    const found = contract.declarations.find(({ name }) => name === "Root");
    if (found === undefined) throw new Error("There is no schema Root.");
    return found.schema;
  };
  for (const direction of directions) {
    comparison.compareSchemas(root(before), root(after), {
      operation: "POST /things",
      part: direction === "request" ? "request body" : "response 200",
      direction,
      subject: { kind: "operation", name: "POST /things", path: "body" },
      place: "body",
    });
  }
  return comparison.changes();
}
