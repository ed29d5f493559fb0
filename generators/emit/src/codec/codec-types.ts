import type { Declaration } from "@specwright/contract";
import { modules } from "../print/modules.ts";
import { list, type Printable } from "../print/printable.ts";
import type { Printer } from "./printer.ts";

/** Prints the type arguments of a codec: what it reads, and what it writes if that has another type. */
export function codecTypes({ file, names }: Printer, declaration: Declaration): Printable {
  const read = file.importType(names.type(declaration), modules.types);
  if (names.written(declaration) === names.type(declaration)) return ["<", read, ">"];
  const written = file.importType(names.written(declaration), modules.types);
  return list("<", [read, written], ">", { trailing: false });
}
