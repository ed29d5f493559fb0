import { type ObjectSchema, type Schema, type ValueForm, valueForms } from "@specwright/contract";
import { leadingTo } from "../../rules/reach.ts";
import type { Printer } from "../printer.ts";

/**
 * Returns a function that reports whether the codec changes the values of a schema: their type differs from
 * the type in JSON, or reading adds members to them.
 */
export function findForms(printer: Printer): (schema: Schema) => boolean {
  const isFilled = findFilled(printer);
  const isFormed = findFormsOf(printer, () => true);
  return (schema) => isFormed(schema) || isFilled(schema);
}

/** Returns a function that reports whether reading adds members to the values of a schema. */
export function findFilled({ contract, defaults }: Printer): (schema: Schema) => boolean {
  if (defaults === undefined || defaults.differing.size === 0) return () => false;
  const filled = leadingTo(contract, (schema) => defaults.of(schema).size > 0, "decoded");
  return (schema) => filled.has(schema);
}

/** Returns a function that reports whether a schema has numbers whose digits must all be kept. */
export function findExactNumbers(printer: Printer): (schema: Schema) => boolean {
  return findFormsOf(printer, ({ isExact }) => isExact === true);
}

function findFormsOf(
  { contract, valueTypes }: Printer,
  isWanted: (form: ValueForm) => boolean,
): (schema: Schema) => boolean {
  const isFormed = (schema: ObjectSchema): boolean => valueForms(schema, valueTypes).some(isWanted);
  const formed = leadingTo(contract, isFormed, "decoded");
  return (schema) => formed.has(schema);
}
