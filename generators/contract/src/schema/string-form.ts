import type { FormFormat, ObjectSchema, StringForm } from "../model/schema.ts";

const formats: ReadonlySet<string> = new Set<FormFormat>(["date-time", "date", "decimal"]);

/**
 * Returns what decides the form of the strings of a schema, which is that of the other schemas of
 * the same value; undefined if they are decoded as they are.
 */
export function stringForm(schema: ObjectSchema): StringForm | undefined {
  if (schema.stringForm === undefined) return ownStringForm(schema);
  return schema.stringForm === "as it is" ? undefined : schema.stringForm;
}

/** Returns what a schema by itself says about the form of its strings. */
export function ownStringForm(schema: ObjectSchema): StringForm | undefined {
  const { types, format = "", extensions } = schema;
  if (types?.includes("string") !== true || listsValues(schema) || !isFormFormat(format))
    return undefined;
  const asked = extensions.get("x-type");
  return { format, ...(typeof asked === "string" && { asked }) };
}

/** Reports whether a schema allows only listed values, which keep their literal types. */
export function listsValues({ const: constant, enum: members }: ObjectSchema): boolean {
  return constant !== undefined || members !== undefined;
}

function isFormFormat(format: string): format is FormFormat {
  return formats.has(format);
}
