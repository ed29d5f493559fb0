// Strings. Length limits count code points, and UTF-16 units give the same result only for limits
// of 0 and 1.

import { type ObjectSchema, schemaFormat, valueForm } from "@specwright/contract";
import { regularExpression } from "../print/regular-expression.ts";
import { isAsserted } from "../rules/is-asserted.ts";
import { call, type Expression, schemaExpression } from "./expression.ts";
import { stringRules } from "./keyword-rules.ts";
import { formed } from "./print-form.ts";
import { chain, type NativeCheck, type Printer, zod } from "./printer.ts";

/** Prints a schema that allows only strings, or what stands for them in TypeScript. */
export function printString(printer: Printer, schema: ObjectSchema): Expression {
  const { minLength, maxLength, pattern, format, ...others } = schema;
  const natives: NativeCheck[] = [];
  if (minLength === 1) natives.push({ method: "min", name: "minLength", argument: 1 });
  if (maxLength === 0) natives.push({ method: "max", name: "maxLength", argument: 0 });
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  if (expression !== undefined)
    natives.push({ method: "regex", name: "regex", argument: expression });
  const { valueTypes } = printer;
  const known = isAsserted(printer, schema) ? schemaFormat(schema, valueTypes)?.zod : undefined;
  const rules = stringRules(printer, {
    ...others,
    ...(minLength === undefined || minLength === 1 ? {} : { minLength }),
    ...(maxLength === undefined || maxLength === 0 ? {} : { maxLength }),
    ...(format === undefined || known !== undefined ? {} : { format }),
  });
  const base = call(zod(printer, known ?? "string"));
  const texts = rules.map((each) => each.text);
  const form = valueForm(schema, "string", valueTypes);
  const text = chain(printer, base, natives, texts);
  return schemaExpression(form === undefined ? text : formed(printer, form, text));
}
