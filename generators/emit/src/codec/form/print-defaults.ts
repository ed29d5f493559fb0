// The defaults of an object's properties, with numbers decoded, because a check reads them.

import { integerKind, type ObjectSchema, type Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { propertyKey, valueFunction } from "../../print/literal.ts";
import { list, type Printable } from "../../print/printable.ts";
import type { Printer } from "../printer.ts";

/**
 * Prints the defaults that reading adds to an object; undefined if it has none. Each default is a function,
 * so that every object that is read gets its own copy of a list or an object.
 */
export function printDefaults(printer: Printer, schema: ObjectSchema): Printable | undefined {
  const entries = [...(printer.defaults?.of(schema) ?? [])].map(
    ([name, { property, value }]): Printable => {
      const made = valueFunction(reviveValue(printer, [property], value));
      return [propertyKey(name), ": ", made];
    },
  );
  return entries.length === 0 ? undefined : list("{", entries, "}", { padding: true });
}

/**
 * Returns a value of the document in which 64-bit integers are bigints, as if it had been read from JSON.
 */
function reviveValue(printer: Printer, schemas: readonly Schema[], value: JsonValue): JsonValue {
  if (typeof value === "number") {
    const isBigint = Number.isInteger(value) && appliedSchemas(schemas).some(holdsBigint);
    return isBigint ? BigInt(value) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) {
    const items = appliedSchemas(schemas).flatMap((each) => each.items ?? []);
    const first = (index: number): readonly Schema[] =>
      appliedSchemas(schemas).flatMap((each) => each.prefixItems?.[index] ?? []);
    return value.map((item, index) => reviveValue(printer, [...first(index), ...items], item));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const parts = appliedSchemas(schemas).flatMap(
        ({ properties, additionalProperties }) =>
          properties?.get(name) ?? additionalProperties ?? [],
      );
      return [name, reviveValue(printer, parts, member)] as const;
    }),
  );

  function holdsBigint(schema: ObjectSchema): boolean {
    const isInteger = schema.types?.includes("integer") === true;
    return isInteger && integerKind(schema, printer.int64) === "bigint";
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Lists the given schemas, and the schemas that they apply to the same value. */
function appliedSchemas(schemas: readonly Schema[]): readonly ObjectSchema[] {
  const found = new Set<Schema>(schemas);
  // The loop also visits the items that it adds to the set.
  for (const each of found) {
    if (each.kind === "boolean") continue;
    const { ref, dynamicRef, allOf = [], anyOf = [], oneOf = [] } = each;
    for (const part of [ref?.target, dynamicRef?.target, ...allOf, ...anyOf, ...oneOf])
      if (part !== undefined) found.add(part);
  }
  return [...found].filter((each) => each.kind === "schema");
}
