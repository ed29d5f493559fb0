import type { FormatForm, FormFormat, ObjectSchema } from "../model/schema.ts";

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
