// Strings. Only a bound of one or none is the same in UTF-16 units as in code points.

import type { ObjectSchema } from "@specwright/contract";
import { regularExpression } from "@specwright/emit-kit";
import { call, type Expression, schemaExpression } from "./expression.ts";
import { enforcedFormat, rule, stringRules } from "./keyword-rules.ts";
import { chain, type NativeCheck, type Printer, zod } from "./printer.ts";

/** Prints a schema whose type is string and nothing else. */
export function printString(printer: Printer, schema: ObjectSchema): Expression {
  const format = enforcedFormat(printer, schema);
  const natives: NativeCheck[] = [];
  const { source, minLength, maxLength, pattern } = schema;
  if (minLength === 1) natives.push({ method: "min", name: "minLength", argument: 1 });
  if (maxLength === 0) natives.push({ method: "max", name: "maxLength", argument: 0 });
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  if (expression !== undefined)
    natives.push({ method: "regex", name: "regex", argument: expression });
  const rules = stringRules(printer, {
    source,
    ...(minLength === undefined || minLength === 1 ? {} : { minLength }),
    ...(maxLength === undefined || maxLength === 0 ? {} : { maxLength }),
    // What is unreadable goes there to be reported.
    ...(pattern === undefined || expression !== undefined ? {} : { pattern }),
  });
  if (format?.zod === undefined && format?.rule !== undefined)
    rules.push(rule(printer, format.rule));
  const base = call(zod(printer, format?.zod ?? "string"));
  const texts = rules.map((each) => each.text);
  return schemaExpression(chain(printer, base, natives, texts));
}
