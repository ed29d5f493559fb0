// Object literals of descriptors: absent fields are left out, short ones stay on one line.

import type { Printable } from "@specwright/emit-kit";
import { code, list, propertyKey } from "@specwright/emit-kit";

/** Is a field and its printed value; `undefined` leaves the field out. */
export type Field = readonly [name: string, value: Printable | undefined];

/** Prints an object literal, one field a line when it does not fit on one. */
export function printObject(fields: readonly Field[]): Printable {
  const items = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [code`${propertyKey(name)}: ${value}`],
  );
  return list("{", items, "}", { padding: true });
}
