import type { Declaration } from "@specwright/contract";
import { modules } from "../print/modules.ts";
import { list, type Printable } from "../print/printable.ts";
import type { Printer } from "./printer.ts";

/**
 * Prints the type arguments of a codec. The first is the type that the codec reads. If the codec writes a
 * different type, that type is the second.
 */
export function codecTypes(printer: Printer, declaration: Declaration): Printable {
  const { names } = printer;
  const read = valueType(printer, names.type(declaration));
  if (names.written(declaration) === names.type(declaration)) return ["<", read, ">"];
  return list("<", [read, valueType(printer, names.written(declaration))], ">", {
    trailing: false,
  });
}

/** Prints a type of `types.ts`. */
export function valueType({ file }: Printer, name: string): Printable {
  return [file.importTypeNamespace("types", modules.types), `.${name}`];
}
