import type { IntegerForm, ObjectSchema } from "../model/schema.ts";

/**
 * Returns the form in which an integer of a schema is decoded: `bigint` for `int64` and `uint64`,
 * unless both bounds prove that every value is a safe number, and for bounds that are not safe
 * themselves; `string`, for a bigint of which TypeScript has the digits, only where the document
 * asks for it. The form is that of the other schemas of the same value if they need another one.
 */
export function integerForm(schema: ObjectSchema): IntegerForm {
  if (schema.integerForm !== undefined) return schema.integerForm;
  const asked = askedForm(schema);
  if (asked !== undefined) return asked;
  const { types, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (types !== undefined && !types.includes("integer") && !types.includes("number"))
    return "number";
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  const wide = bounds.some((bound) => bound !== undefined && !isSafe(bound));
  if (wide && types?.includes("integer")) return "bigint";
  if (format !== "int64" && format !== "uint64") return "number";
  if (wide) return "bigint";
  const isBoundBelow =
    format === "uint64" || minimum !== undefined || exclusiveMinimum !== undefined;
  const isBoundAbove = maximum !== undefined || exclusiveMaximum !== undefined;
  return isBoundBelow && isBoundAbove ? "number" : "bigint";
}

/** Returns the form that the document asks for with `x-type` on a schema of numbers. */
export function askedForm({ types, extensions }: ObjectSchema): IntegerForm | undefined {
  const form = extensions.get("x-type");
  if ((form === "bigint" || form === "string") && types?.includes("integer") === true) return form;
  const isNumeric = types?.some((type) => type === "integer" || type === "number") === true;
  return form === "number" && isNumeric ? form : undefined;
}

function isSafe(bound: number | bigint): boolean {
  return bound >= Number.MIN_SAFE_INTEGER && bound <= Number.MAX_SAFE_INTEGER;
}
