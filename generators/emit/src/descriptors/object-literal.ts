// Prints the object literals of descriptors. It omits undefined fields, and prints short literals on one
// line.

import { literal, propertyKey } from "../print/literal.ts";
import { code, list, type Printable } from "../print/printable.ts";

/** A field and its printed value. If the value is `undefined`, the field is omitted. */
export type Field = readonly [name: string, value: Printable | undefined];

/** Prints an object literal on one line, or with one field on each line if it does not fit. */
export function printObject(fields: readonly Field[]): Printable {
  const items = fields.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [code`${propertyKey(name)}: ${value}${isInherited(name) ? " as const" : ""}`],
  );
  return list("{", items, "}", { padding: true });
}

/**
 * Reports whether every object inherits a member with this name, such as `toString`. The compiler would use
 * the type of the inherited member as contextual type, and widen literals in the value.
 */
function isInherited(name: string): boolean {
  return name in Object.prototype && name !== "__proto__";
}

type RuleValue = string | number | boolean | readonly string[] | readonly Rule[] | Rule;
interface Rule {
  readonly [key: string]: RuleValue | undefined;
}

/** Prints an object as an object literal, without its undefined members. */
export function printRule(rule: object): Printable {
  const fields = Object.entries(rule) as readonly (readonly [string, RuleValue | undefined])[];
  return printObject(
    fields.map(([name, value]) => [name, value === undefined ? undefined : printValue(value)]),
  );
}

function printValue(value: RuleValue): Printable {
  if (Array.isArray(value) && value.some((item) => typeof item === "object")) {
    return list("[", value.map(printRule), "]");
  }
  if (typeof value === "object" && !Array.isArray(value)) return printRule(value);
  return literal(value as string);
}
