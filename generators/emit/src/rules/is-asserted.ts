import { type ObjectSchema, valueForm } from "@specwright/contract";
import type { RulePrinter } from "./rule-printer.ts";

/**
 * Reports whether the format of a schema is enforced: by option, by the vocabulary of its dialect,
 * or because its values have a form that only such texts have.
 */
export function isAsserted(
  { formats, valueTypes }: Pick<RulePrinter, "formats" | "valueTypes">,
  schema: ObjectSchema,
): boolean {
  if (formats === "assert" || schema.formatAssertion === true) return true;
  return valueForm(schema, "string", valueTypes) !== undefined;
}
