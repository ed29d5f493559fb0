// `properties`, `patternProperties` and `additionalProperties` as object types.

import { type ObjectSchema, orderedProperties, type Schema } from "@specwright/contract";
import { propertyKey } from "../print/literal.ts";
import { unionOf } from "./combine-types.ts";
import { schemaDoc } from "./schema-doc.ts";
import { type Member, type TypeExpression, typeName, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/**
 * Returns the type of the objects that a schema describes; `unknown` if another part of the schema
 * describes them completely.
 */
export function objectType(
  reader: TypeReader,
  schema: ObjectSchema,
  isComposed: boolean,
): TypeExpression {
  const members = [...propertyMembers(reader, schema), ...requiredMembers(schema)];
  const index = indexMember(reader, schema, members);
  if (index !== undefined) return { kind: "object", members: [...members, index] };
  if (members.length > 0) return { kind: "object", members };
  return isComposed ? unknownType : { kind: "object", members: [indexOf(unknownType)] };
}

/** Lists the declared properties as members; a property is optional, never `undefined`. */
export function propertyMembers(reader: TypeReader, schema: ObjectSchema): Member[] {
  const { defaults, form } = reader.options;
  const required = new Set(schema.required);
  if (form === "read") for (const name of defaults.of(schema).keys()) required.add(name);
  return orderedProperties(schema).map(([name, property]) => ({
    key: propertyKey(name),
    optional: !required.has(name),
    type: reader.use(property, "inside"),
    doc: schemaDoc(property),
  }));
}

/** Lists the names that are required but not declared as properties. */
export function requiredMembers(schema: ObjectSchema): Member[] {
  const missing = (schema.required ?? []).filter((name) => !schema.properties?.has(name));
  return [...new Set(missing)].map((name) => ({
    key: propertyKey(name),
    optional: false,
    type: unknownType,
  }));
}

/**
 * Returns the index signature, which includes the types of declared members, as TypeScript
 * requires.
 */
export function indexMember(
  reader: TypeReader,
  schema: ObjectSchema,
  members: readonly Member[],
): Member | undefined {
  const { patternProperties, additionalProperties } = schema;
  const patterns = [...(patternProperties?.values() ?? [])];
  if (patterns.length === 0) {
    if (additionalProperties === undefined) return undefined;
    // Types are open anyway; `true` adds nothing to declared properties.
    const isTrue = additionalProperties.kind === "boolean" && additionalProperties.value;
    if (isTrue && members.length > 0) return undefined;
    if (isFalse(additionalProperties))
      return members.length > 0 ? undefined : indexOf(typeName("never"));
  }
  const others = additionalProperties === undefined ? [] : [additionalProperties];
  const open = additionalProperties === undefined ? [unknownType] : [];
  const types = [...patterns, ...others].map((each) => reader.use(each, "inside"));
  const undefinedType = members.some((member) => member.optional) ? [typeName("undefined")] : [];
  return indexOf(
    unionOf([...types, ...open, ...members.map((each) => each.type), ...undefinedType]),
  );
}

function indexOf(type: TypeExpression): Member {
  return { key: null, optional: false, type };
}

function isFalse(schema: Schema): boolean {
  return schema.kind === "boolean" && !schema.value;
}
