// One value has one form in TypeScript, however many schemas describe it.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { ownFormatForm } from "./format-form.ts";
import { integerForm } from "./integer-form.ts";
import { isText, linkFormats } from "./link-formats.ts";
import { isNumeric, linkIntegers } from "./link-integers.ts";
import { valueGroups } from "./value-groups.ts";

/**
 * Settles one form for schemas that apply to the same integer, number or string. `schemas` are all
 * that the roots lead to. Nothing is done for documents in which all values are as in JSON.
 */
export function linkForms(roots: readonly Schema[], schemas: Iterable<Schema>): void {
  let hasIntegers = false;
  let hasFormats = false;
  for (const schema of schemas) {
    if (schema.kind === "boolean") continue;
    hasIntegers ||= isLargeInteger(schema);
    hasFormats ||= ownFormatForm(schema) !== undefined;
    if (hasIntegers && hasFormats) break;
  }
  if (!hasIntegers && !hasFormats) return;
  const groups = valueGroups(roots, (schema) => isText(schema) || isNumeric(schema));
  if (hasIntegers) linkIntegers(groups);
  if (hasFormats) linkFormats(groups);
}

function isLargeInteger(schema: ObjectSchema): boolean {
  return isNumeric(schema) && integerForm(schema) !== "number";
}
