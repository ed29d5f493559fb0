// One value has one form. Where one schema of a value says `int64` and another only `integer`, both
// decode the value to the same form, wherever they are used.

import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { listsValues } from "./format-form.ts";
import { askedForm, integerForm } from "./integer-form.ts";
import { valueClasses } from "./value-classes.ts";
import { membersOf, type ValueGroups } from "./value-groups.ts";

/**
 * Settles one form for schemas that apply to the same integer, if they would have two: `bigint`, or
 * `number` if one of them also applies to a fraction elsewhere, unless the document asks for a form.
 */
export function linkIntegers(groups: ValueGroups): void {
  const numeric = membersOf(groups, isNumeric);
  // The schemas that somewhere apply to a value that need not be an integer.
  const fractions = new Set<ObjectSchema>();
  for (const group of numeric)
    if (group.every(isFraction)) for (const schema of group) fractions.add(schema);
  for (const members of valueClasses(numeric)) {
    const forms = new Set(members.map(integerForm));
    const asked = members.flatMap((schema) => askedForm(schema) ?? []);
    // The schemas of a contract are drafts until the contract is built.
    const drafts = members as SchemaDraft[];
    if (asked[0] === "bigint" || members.some(listsValues))
      for (const schema of drafts) schema.keepsNumber = true;
    if (forms.size < 2) continue;
    const isNumber = members.some((schema) => fractions.has(schema));
    const form = isNumber ? "number" : (asked[0] ?? "bigint");
    for (const schema of drafts) schema.integerForm = form;
  }
}

/** Reports whether a schema says something about numbers that depends on their form. */
export function isNumeric({
  types,
  format,
  enum: members,
  const: constant,
}: ObjectSchema): boolean {
  if (types !== undefined) return types.some((type) => type === "integer" || type === "number");
  if (format === "int64" || format === "uint64") return true;
  return [...(members ?? []), ...(constant === undefined ? [] : [constant.value])].some(isInteger);
}

function isFraction({ types, format, enum: members, const: constant }: ObjectSchema): boolean {
  if (format === "int64" || format === "uint64") return false;
  if (constant !== undefined || members !== undefined) return false;
  return types?.includes("number") === true;
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}
