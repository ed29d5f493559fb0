import type { ObjectSchema, Schema } from "@specwright/contract";
import { valueForm } from "@specwright/emit-kit";
import { leadingTo } from "@specwright/print-rules";
import type { Printer } from "../printer.ts";

/** Returns a function that reports whether the values of a schema have another form than in JSON. */
export function findForms({ contract, valueTypes }: Printer): (schema: Schema) => boolean {
  const isFormed = (schema: ObjectSchema): boolean => valueForm(schema, valueTypes) !== undefined;
  const formed = leadingTo(contract, isFormed, "decoded");
  return (schema) => formed.has(schema);
}
