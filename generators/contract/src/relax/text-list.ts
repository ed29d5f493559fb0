import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema } from "../model/schema.ts";
import { hasOnlyKeywords } from "../schema/fold-keywords.ts";

/**
 * Returns the values that a schema lists, if each of them is a string or null. The list is an `enum`, or a
 * union of constants with descriptions. Returns undefined for a single string, because it counts as a
 * constant.
 */
export function textList(schema: ObjectSchema): readonly JsonValue[] | undefined {
  const { types = ["string"], const: constant } = schema;
  if (constant !== undefined) return undefined;
  const values = schema.enum ?? unionConstants(schema);
  const texts = values?.filter((each) => each !== null) ?? [];
  const isText = texts.length > 1 && texts.every((each) => typeof each === "string");
  return isText && types.every((type) => type === "string" || type === "null") ? values : undefined;
}

function unionConstants({ oneOf, anyOf }: ObjectSchema): readonly JsonValue[] | undefined {
  const branches = oneOf ?? anyOf;
  if (branches === undefined || (oneOf !== undefined && anyOf !== undefined)) return undefined;
  const values: JsonValue[] = [];
  for (const branch of branches) {
    if (branch.kind === "boolean" || branch.const === undefined) return undefined;
    if (!hasOnlyKeywords(branch.raw, "const", "type")) return undefined;
    values.push(branch.const.value);
  }
  return new Set(values).size === values.length ? values : undefined;
}
