import { assertions, type ObjectSchema } from "@specwright/contract";

/**
 * Reports whether a schema has only the keyword `type`, with one type. The code of its rule is as short as
 * a name.
 */
export function isLeaf(schema: ObjectSchema): boolean {
  const isOpenEnum = schema.openEnum === true;
  const names = [...assertions(schema)].filter((name) => name !== "enum" || !isOpenEnum);
  const [only] = schema.types ?? [];
  return names.length === 1 && schema.types?.length === 1 && only !== "array" && only !== "object";
}
