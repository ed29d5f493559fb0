// `items` and `prefixItems` as arrays and tuples.

import type { ObjectSchema } from "@specwright/contract";
import { type TypeExpression, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Returns the type of the arrays that a schema describes. Only tuples show lengths. */
export function arrayType(reader: TypeReader, schema: ObjectSchema): TypeExpression {
  const item = schema.items === undefined ? unknownType : reader.use(schema.items, "inside");
  if (schema.prefixItems === undefined) return { kind: "array", item };
  const least = schema.minItems ?? 0;
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const items = schema.prefixItems.slice(0, most).map((each, index) => ({
    type: reader.use(each, "inside"),
    optional: index >= least,
  }));
  const isClosed = schema.items?.kind === "boolean" && !schema.items.value;
  if (isClosed || most <= schema.prefixItems.length) return { kind: "tuple", items };
  return { kind: "tuple", items, rest: item };
}
