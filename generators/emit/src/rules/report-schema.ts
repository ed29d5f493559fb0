// Reports keywords that restrict values but that the generated code does not check. Some are not checked by
// design, others because their meaning is unknown.

import {
  isNumberFormat,
  type ObjectSchema,
  schemaFormat,
  stringContent,
  valueForm,
} from "@specwright/contract";
import { regularExpression } from "../print/literal.ts";
import { objectSchemas } from "./reach.ts";
import type { RulePrinter } from "./rule-printer.ts";

/** Reports the keywords in all schemas that no rule implements. */
export function reportSchemas(printer: RulePrinter): void {
  for (const schema of objectSchemas(printer.contract)) reportSchema(printer, schema);
}

function reportSchema(printer: RulePrinter, schema: ObjectSchema): void {
  const { report, direction, contract } = printer;
  const { source, discriminator } = schema;
  // In an OpenAPI contract, requests and responses already have separate schemas.
  if (direction === undefined && contract.format === "asyncapi") {
    if (schema.readOnly === true) report.intended(source, "readOnly", bothWays);
    if (schema.writeOnly === true) report.intended(source, "writeOnly", bothWays);
  }
  const isEnforced = stringContent(schema) !== undefined;
  for (const keyword of ["contentEncoding", "contentMediaType", "contentSchema"] as const) {
    if (schema[keyword] !== undefined && !isEnforced)
      report.intended(source, keyword, "the keyword is an annotation");
  }
  if (schema.xml !== undefined) report.intended(source, "xml", "only JSON is checked");
  if (discriminator !== undefined && schema.oneOf === undefined && schema.anyOf === undefined) {
    report.add(source, "discriminator", "the schema has no `oneOf` or `anyOf` to select from");
  }
  if (schema.enum !== undefined && isOpenEnum(schema))
    report.intended(source, "enum", intendedlyOpen);
  reportPatterns(printer, schema);
  reportFormat(printer, schema);
}

const bothWays = "messages can be sent in both directions";
const notedByChoice = "the configuration makes the format an annotation";
const intendedlyOpen = "the enum is open, so future values are accepted";

/** Reports whether an enum is open: it also allows values that it does not list. */
export function isOpenEnum({ openEnum, const: constant }: ObjectSchema): boolean {
  return openEnum === true && constant === undefined;
}

function reportPatterns({ report }: RulePrinter, schema: ObjectSchema): void {
  const { source, pattern, patternProperties } = schema;
  if (pattern !== undefined && regularExpression(pattern) === undefined)
    report.unreadable(source, "pattern");
  for (const each of patternProperties?.keys() ?? []) {
    if (regularExpression(each) === undefined) report.unreadable(source, "patternProperties");
  }
}

function unknownFormat(format: string): string {
  return format === "decimal"
    ? 'the format is checked only with `decimals: "Decimal"`'
    : "the format is unknown";
}

function reportFormat(printer: RulePrinter, schema: ObjectSchema): void {
  const { report } = printer;
  const { format, source, types = [] } = schema;
  if (schema.notedFormat !== undefined) report.intended(source, "format", notedByChoice);
  if (format === undefined) return;
  if (isNumberFormat(schema)) {
    if (!types.some((type) => type === "integer" || type === "number"))
      report.add(
        source,
        "format",
        "the format is for numbers, but the schema does not have the type of a number",
      );
    return;
  }
  if (valueForm(schema, "number", printer.valueTypes) !== undefined) return;
  const known = schemaFormat(schema, printer.valueTypes);
  if (known === undefined) report.add(source, "format", unknownFormat(format));
}
