// Defines "not sent" for single values of a writer. It reads the schemas and shares no code with the
// search.

import { type ObjectSchema, type Schema, schemaReferences } from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import { isJsonArray, type JsonValue } from "@specwright/spec-loader";

/**
 * Reports whether a value has a member that one of its schemas marks as not sent to a reader, even in a
 * branch that the value does not match.
 */
export function usesUnsentNames(
  schemas: readonly Schema[],
  value: JsonValue,
  reader: Reader,
): boolean {
  if (typeof value !== "object" || value === null) return false;
  const applied = appliedSchemas(schemas);
  const within = (schemasOfPart: readonly (Schema | undefined)[], part: JsonValue): boolean =>
    usesUnsentNames(
      schemasOfPart.filter((each) => each !== undefined),
      part,
      reader,
    );
  if (isJsonArray(value)) {
    return value.some((item) => within(applied.flatMap(itemSchemas), item));
  }
  return Object.entries(value).some(([name, part]) => {
    const isMarked = applied.some((each) => isUnsent(each.properties?.get(name), reader));
    return isMarked || within(applied.flatMap(memberSchemas), part);
  });
}

function appliedSchemas(schemas: readonly Schema[]): readonly ObjectSchema[] {
  const found = new Set<ObjectSchema>();
  const waiting: (Schema | undefined)[] = [...schemas];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (each === undefined || each.kind === "boolean" || found.has(each)) continue;
    found.add(each);
    const { allOf = [], anyOf = [], oneOf = [], not, if: test, then: pass, else: fail } = each;
    waiting.push(...schemaReferences(each), ...allOf, ...anyOf, ...oneOf, not, test, pass, fail);
    waiting.push(...(each.dependentSchemas?.values() ?? []));
  }
  return [...found];
}

function itemSchemas(schema: ObjectSchema): readonly (Schema | undefined)[] {
  const { prefixItems = [], items, contains, unevaluatedItems } = schema;
  return [...prefixItems, items, contains, unevaluatedItems];
}

function memberSchemas(schema: ObjectSchema): readonly (Schema | undefined)[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const named = [...(properties?.values() ?? []), ...(patternProperties?.values() ?? [])];
  return [...named, additionalProperties, unevaluatedProperties];
}

function isUnsent(property: Schema | undefined, reader: Reader): boolean {
  if (property === undefined || property.kind === "boolean") return false;
  const keyword = reader === "request" ? "readOnly" : "writeOnly";
  return appliedSchemas([property]).some((each) => each[keyword] === true);
}
