// Prints the types of nested values for servers, which parse the style `deepObject`. It omits strings.

import {
  dereference,
  type ObjectSchema,
  type ParameterType,
  type ScalarTypes,
  type Schema,
  textType,
} from "@specwright/contract";
import { stringLiteral } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import { printObject } from "./object-literal.ts";

/** The maximum depth of the members whose types are printed. */
const MAX_DEPTH = 8;

/** Prints the types of a value. Returns undefined for a string, and for an object with only strings. */
export function printTextShape(
  types: ScalarTypes,
  schema: Schema,
  around: readonly Schema[] = [],
): Printable | undefined {
  const type = textType(schema, types);
  const parts = structureSchemas(schema, new Set());
  const isCut = around.length === MAX_DEPTH || around.includes(schema);
  if (isCut || parts.length === 0) return printType(type);
  const within = [...around, schema];
  const members = new Map<string, Schema>();
  for (const part of parts) {
    for (const [name, member] of part.properties ?? []) {
      if (!members.has(name)) members.set(name, member);
    }
  }
  const shapes = [...members].flatMap(([name, member]) => {
    const shape = printTextShape(types, member, within);
    return shape === undefined ? [] : [[name, shape] as const];
  });
  const [additional] = parts.flatMap((part) => part.additionalProperties ?? []);
  const isList = parts.some(({ types, items }) => types?.includes("array") || items !== undefined);
  const [items] = parts.flatMap((part) => part.items ?? []);
  const fields = [
    ["type", isList ? type && stringLiteral(type) : printType(type)],
    ["properties", shapes.length === 0 ? undefined : printObject(shapes)],
    ["additional", additional && printTextShape(types, additional, within)],
    ["items", isList ? printItems(types, items, within) : undefined],
  ] as const;
  return fields.every(([, field]) => field === undefined) ? undefined : printObject(fields);
}

function printItems(
  types: ScalarTypes,
  items: Schema | undefined,
  within: readonly Schema[],
): Printable {
  const shape = items && printTextShape(types, items, within);
  return shape ?? stringLiteral("string");
}

function printType(type: ParameterType | undefined): Printable | undefined {
  return type === undefined || type === "string" ? undefined : stringLiteral(type);
}

/**
 * Lists the schemas that describe arrays or objects: the schema itself, its references, and its parts and
 * branches.
 */
function structureSchemas(schema: Schema, seen: Set<Schema>): readonly ObjectSchema[] {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return [];
  seen.add(target);
  const { types, properties, additionalProperties, items } = target;
  const isStructure =
    types?.some((type) => type === "array" || type === "object") === true ||
    [properties, additionalProperties, items].some((keyword) => keyword !== undefined);
  const others = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return [
    ...(isStructure ? [target] : []),
    ...others.flatMap((part) => structureSchemas(part, seen)),
  ];
}

/** Reports whether a value in the style `deepObject` is not just an object of scalars. */
export function isNested(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || textType(target) !== undefined) return true;
  const parts = structureSchemas(target, new Set());
  return parts.some((part) => {
    const { properties, additionalProperties: additional, types, items } = part;
    const members = [...(properties?.values() ?? []), ...(additional ? [additional] : [])];
    const isList = items !== undefined || types?.includes("array") === true;
    return isList || members.some((member) => structureSchemas(member, new Set()).length > 0);
  });
}
