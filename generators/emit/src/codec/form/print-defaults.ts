// The defaults of an object's properties, in the form in which a check sees them.

import { integerKind, type ObjectSchema, type Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { propertyKey, valueFunction } from "../../print/literal.ts";
import { list, type Printable } from "../../print/printable.ts";
import type { Printer } from "../printer.ts";

/**
 * Prints the defaults that reading applies to an object; undefined without defaults. Each is a
 * function, so that every reader gets its own list or object.
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

/** Returns a value of the document with 64-bit integers as bigint, as JSON is read. */
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

/** Lists the schemas that can apply to a value of the given schemas. */
function appliedSchemas(schemas: readonly Schema[]): readonly ObjectSchema[] {
  const found = new Set<Schema>(schemas);
  // The set grows during the iteration.
  for (const each of found) {
    if (each.kind === "boolean") continue;
    const { ref, dynamicRef, allOf = [], anyOf = [], oneOf = [] } = each;
    for (const part of [ref?.target, dynamicRef?.target, ...allOf, ...anyOf, ...oneOf])
      if (part !== undefined) found.add(part);
  }
  return [...found].filter((each) => each.kind === "schema");
}
