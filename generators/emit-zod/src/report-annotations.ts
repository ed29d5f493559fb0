// Keywords that restrict values in the eyes of a reader, and are not enforced by design.

import type { ObjectSchema } from "@specwright/contract";
import type { Printer } from "./printer.ts";

/** Reports the keywords of a schema that no expression implements. */
export function reportAnnotations(printer: Printer, schema: ObjectSchema): void {
  const { report } = printer;
  const { source, discriminator, dynamicRef } = schema;
  if (schema.readOnly === true) report.intended(source, "readOnly", direction);
  if (schema.writeOnly === true) report.intended(source, "writeOnly", direction);
  for (const keyword of ["contentEncoding", "contentMediaType", "contentSchema"] as const) {
    if (schema[keyword] !== undefined)
      report.intended(source, keyword, "the keyword is an annotation");
  }
  if (discriminator !== undefined && schema.oneOf === undefined && schema.anyOf === undefined) {
    report.add(source, "discriminator", "the schema has no `oneOf` or `anyOf` to choose from");
  }
  const anchor = dynamicRef?.text.split("#")[1];
  if (anchor !== undefined && printer.plan.sharedAnchors.has(anchor)) {
    report.add(source, "$dynamicRef", "the reference is bound to the schema it names at rest");
  }
}

const direction = "one schema serves requests and responses";
