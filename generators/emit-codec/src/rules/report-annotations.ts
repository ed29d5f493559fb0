// Keywords that restrict values in the eyes of a reader, and are not enforced by design.

import type { ObjectSchema } from "@specwright/contract";
import type { Printer } from "../printer.ts";
import { stringContent } from "../string-content.ts";

/** Reports the keywords of a schema that no rule stands for. */
export function reportAnnotations(printer: Printer, schema: ObjectSchema): void {
  const { report, direction } = printer;
  const { source, discriminator } = schema;
  if (direction === undefined) {
    if (schema.readOnly === true) report.intended(source, "readOnly", bothWays);
    if (schema.writeOnly === true) report.intended(source, "writeOnly", bothWays);
  }
  const isEnforced = stringContent(schema) !== undefined;
  for (const keyword of ["contentEncoding", "contentMediaType", "contentSchema"] as const) {
    if (schema[keyword] !== undefined && !isEnforced)
      report.intended(source, keyword, "the keyword is an annotation");
  }
  if (schema.xml !== undefined) report.intended(source, "xml", "codecs read and write JSON");
  if (discriminator !== undefined && schema.oneOf === undefined && schema.anyOf === undefined) {
    report.add(source, "discriminator", "the schema has no `oneOf` or `anyOf` to choose from");
  }
}

const bothWays = "one codec serves requests and responses";
