import type { Declaration } from "@specwright/contract";
import type { Printer } from "../printer.ts";

/** Returns the name of the constant for the form of a declaration, such as `orderForm`. */
export function formName({ names }: Pick<Printer, "names">, declaration: Declaration): string {
  const type = names.type(declaration);
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Form`;
}
