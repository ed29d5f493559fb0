import type { ObjectSchema } from "@specwright/contract";
import { assertions } from "@specwright/emit-kit";

/** Tells a schema of one type and nothing else: what it says is as short as the name of one. */
export function isLeaf(schema: ObjectSchema): boolean {
  const isOpenEnum = schema.openEnum === true;
  const names = [...assertions(schema)].filter((name) => name !== "enum" || !isOpenEnum);
  const [only] = schema.types ?? [];
  return names.length === 1 && schema.types?.length === 1 && only !== "array" && only !== "object";
}
