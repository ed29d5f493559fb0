import type { FormatForm, FormFormat, IntegerForm, ObjectSchema } from "../model/schema.ts";

/** The formats, and the types of the values to which they give another form. */
const formats: Readonly<Record<FormFormat, readonly ("string" | "number")[]>> = {
  "date-time": ["string"],
  date: ["string"],
  decimal: ["string", "number"],
};

/**
 * Returns what decides the form of the strings or numbers of a schema, which is that of the other
 * schemas of the same value; undefined if they are decoded as they are.
 */
export function formatForm(schema: ObjectSchema): FormatForm | undefined {
  if (schema.formatForm === undefined) return ownFormatForm(schema);
  return schema.formatForm === "as it is" ? undefined : schema.formatForm;
}

/** Returns what a schema by itself says about the form of its values. */
export function ownFormatForm(schema: ObjectSchema): FormatForm | undefined {
  const { types, format, extensions } = schema;
  if (format === undefined || !isFormFormat(format) || listsValues(schema)) return undefined;
  if (!formats[format].some((type) => types?.includes(type))) return undefined;
  const asked = extensions.get("x-type");
  return { format, ...(typeof asked === "string" && { asked }) };
}

/** Reports whether a schema allows only listed values, which keep their literal types. */
export function listsValues({ const: constant, enum: members }: ObjectSchema): boolean {
  return constant !== undefined || members !== undefined;
}

function isFormFormat(format: string): format is FormFormat {
  return Object.hasOwn(formats, format);
}

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
