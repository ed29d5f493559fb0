// Finds examples and defaults that do not match their schema.

import { type Contract, dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import { isValid, type Reader } from "@specwright/schemas";
import {
  type Diagnostic,
  isJsonArray,
  isJsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { CarriedValue } from "./carried-values.ts";
import { valueDiagnostics } from "./value-diagnostics.ts";

/**
 * Returns a warning for each value that does not match its schema. If the check is not certain, it returns
 * no warning.
 */
export function lintValues(
  contract: Contract,
  values: readonly CarriedValue[],
): readonly Diagnostic[] {
  return values.flatMap(({ code, schema, value, source, reader }) => {
    if (schema === undefined || fitsSchema(schema, value, reader) !== false) return [];
    const { severity, fix } = valueDiagnostics[code];
    const fault = faultIn(schema, value, reader);
    const what = code === "DEFAULT_INVALID" ? "default" : "example";
    const place = fault.pointer === "" ? "" : ` at ${fault.pointer}`;
    const message = `the ${what} breaks its schema: ${shortenValue(fault.value)}${place}`;
    return [{ ...contract.locate(source), code, severity, message, fix }];
  });
}

/** Reports whether a value is valid. Generated clients check formats, so formats are rules here. */
function fitsSchema(
  schema: Schema,
  value: JsonValue,
  reader: Reader | undefined,
): boolean | undefined {
  return isValid(schema, value, reader, { formatsAreRules: true });
}

/** Returns the innermost part of a value that does not match its schema, and the pointer of the part. */
function faultIn(
  schema: Schema,
  value: JsonValue,
  reader: Reader | undefined,
): { readonly pointer: string; readonly value: JsonValue } {
  for (const [step, part, inner] of describedMembers(schema, value)) {
    if (fitsSchema(part, inner, reader) !== false) continue;
    const fault = faultIn(part, inner, reader);
    return {
      ...fault,
      pointer: `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}${fault.pointer}`,
    };
  }
  return { pointer: "", value };
}

/**
 * Lists the members of an object or the items of a list that have a schema, with their names and schemas.
 */
function describedMembers(
  schema: Schema,
  value: JsonValue,
): readonly (readonly [string, Schema, JsonValue])[] {
  return appliedSchemas(schema).flatMap(({ properties, items }) => {
    if (isJsonArray(value)) {
      return items === undefined ? [] : value.map((each, at) => [String(at), items, each] as const);
    }
    if (!isJsonObject(value) || properties === undefined) return [];
    return [...properties].flatMap(([name, part]) => {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined;
      return inner === undefined ? [] : [[name, part, inner] as const];
    });
  });
}

/** Lists all schemas that a value of the given schema must match. */
function appliedSchemas(schema: Schema, seen: Set<Schema> = new Set()): readonly ObjectSchema[] {
  const own = dereference(schema);
  if (own.kind === "boolean" || seen.has(own)) return [];
  seen.add(own);
  const others = [...(own.ref === undefined ? [] : [own.ref.target]), ...(own.allOf ?? [])];
  return [own, ...others.flatMap((each) => appliedSchemas(each, seen))];
}

const longest = 60;

function shortenValue(value: JsonValue): string {
  const text = jsonText(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
