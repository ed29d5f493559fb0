import { emit } from "@specwright/emit/print";
import { expect, test } from "vitest";
import { contractOf } from "./contract-of.ts";

test.each([
  ["{ type: string, format: date-time, x-type: Date }", undefined],
  ["{ type: string, format: date-time, x-type: string }", undefined],
  ["{ type: integer, format: int64, x-type: string }", undefined],
  ["{ type: string, x-type: varchar }", undefined],
  [
    "{ type: string, format: date-time, x-type: date }",
    ["`x-type: date` has no effect on this schema. Possible types: `string`, `Date`, `Temporal`."],
  ],
  [
    "{ type: integer, format: int64, x-type: BigInt }",
    [
      "`x-type: BigInt` has no effect on this schema. Possible types: `bigint`, `number`, `string`.",
    ],
  ],
  [
    "{ type: string, x-type: Date }",
    ["`x-type: Date` has no effect on this schema.", "Add `format: date-time` or `date`"],
  ],
])("%s", async (schema, want) => {
  const { contract } = await contractOf(`components: { schemas: { A: ${schema} } }`);
  const { diagnostics } = await emit(contract, []);
  expect(diagnostics.map(({ code }) => code)).toEqual(
    want === undefined ? [] : ["VALUE_TYPE_UNUSED"],
  );
  const [message, fix = "Use one of these types"] = want ?? [];
  if (message !== undefined) expect(diagnostics[0]?.message).toBe(message);
  if (message !== undefined) expect(diagnostics[0]?.fix).toContain(fix);
});
