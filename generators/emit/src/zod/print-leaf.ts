// Most schemas of a document are leaves: one or two types and a known format. Each kind is printed
// once.

import {
  assertions,
  integerKind,
  numberFormats,
  type ObjectSchema,
  stringFormat,
  valueForms,
} from "@specwright/contract";
import type { Expression } from "./expression.ts";
import type { Printer } from "./printer.ts";

/**
 * Returns the expression of a leaf, which is printed by `print` on first use; undefined for any
 * other schema.
 */
export function printLeaf(
  printer: Printer,
  schema: ObjectSchema,
  print: () => Expression,
): Expression | undefined {
  const kind = leafKind(printer, schema);
  if (kind === undefined) return undefined;
  const known = printer.leaves.get(kind);
  if (known !== undefined) return known;
  const printed = print();
  printer.leaves.set(kind, printed);
  return printed;
}

/**
 * Returns the kind of a leaf; undefined for a schema that has parts, other keywords, or a format to
 * report.
 */
function leafKind(printer: Printer, schema: ObjectSchema): string | undefined {
  const { types, format } = schema;
  if (types === undefined || types.includes("object") || types.includes("array")) return undefined;
  if (format !== undefined && !isSilent(printer, format)) return undefined;
  for (const name of assertions(schema)) {
    if (name !== "types" && name !== "format") return undefined;
  }
  const form = valueForms(schema, printer.valueTypes).map(({ name }) => name);
  return `${types.join(" ")}: ${format} ${integerKind(schema, printer.int64)} ${form}`;
}

function isSilent({ formats }: Printer, format: string): boolean {
  return formats === "assert" && stringFormat(format) !== undefined && !numberFormats.has(format);
}
