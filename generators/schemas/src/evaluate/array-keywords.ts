import type { ObjectSchema } from "@specwright/contract";
import type { JsonArray } from "@specwright/spec-loader";
import { isSameJson } from "../json/json-type.ts";
import type { Judge } from "./judge.ts";

/**
 * Reports whether an array matches the keywords for arrays. Adds the indices of evaluated items to
 * `evaluated`.
 */
export function isValidArray(
  judge: Judge,
  schema: ObjectSchema,
  value: JsonArray,
  evaluated: Set<number>,
): boolean {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, prefixItems = [] } = schema;
  if (value.length < minItems || value.length > maxItems) return false;
  for (const [index, item] of value.entries()) {
    const each = prefixItems[index] ?? schema.items;
    if (each === undefined) continue;
    if (!judge(each, item)) return false;
    evaluated.add(index);
  }
  if (schema.uniqueItems === true) {
    const repeats = value.some((item, index) =>
      value.slice(0, index).some((before) => isSameJson(before, item)),
    );
    if (repeats) return false;
  }
  const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
  if (contains !== undefined) {
    const found = [...value.keys()].filter((index) => judge(contains, value[index] ?? null));
    if (found.length < minContains || found.length > maxContains) return false;
    for (const index of found) evaluated.add(index);
  }
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return true;
  for (const [index, item] of value.entries()) {
    if (!evaluated.has(index) && !judge(unevaluatedItems, item)) return false;
    evaluated.add(index);
  }
  return true;
}
