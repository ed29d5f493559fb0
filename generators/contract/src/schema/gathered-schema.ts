// Combines parameters into one object schema, so that emitters need no special code for parameters.

import { compareCodePoints, type JsonValue, type Source, setMember } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";

/** A parameter to combine with others. */
export interface GatheredMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema?: Schema;
  readonly description?: string;
  readonly deprecated: boolean;
}

/**
 * Creates an object schema with a property for each member. With `closed`, the schema forbids other
 * members.
 */
export function gatherSchema(
  members: readonly GatheredMember[],
  options: { readonly source: Source; readonly closed: boolean },
): ObjectSchema {
  const { source, closed } = options;
  const required = members.filter((member) => member.required);
  const optional = members
    .filter((member) => !member.required)
    .sort((a, b) => compareCodePoints(a.name, b.name));
  const properties = new Map<string, Schema>();
  const rawProperties: Record<string, JsonValue> = {};
  for (const member of [...required, ...optional]) {
    const schema = propertySchema(member, source);
    properties.set(member.name, schema);
    setMember(rawProperties, member.name, schema.kind === "boolean" ? schema.value : schema.raw);
  }
  const names = required.map((member) => member.name);
  return {
    kind: "schema",
    source,
    dialect: "2020-12",
    raw: {
      ...(closed ? { additionalProperties: false } : {}),
      properties: rawProperties,
      ...(names.length > 0 ? { required: names } : {}),
      type: "object",
    },
    extensions: new Map(),
    types: ["object"],
    properties,
    ...(closed ? { additionalProperties: { kind: "boolean", source, value: false } } : {}),
    ...(names.length > 0 ? { required: names } : {}),
  };
}

/** Creates the schema of a plain string. */
export function stringSchema(source: Source): ObjectSchema {
  return {
    kind: "schema",
    source,
    dialect: "2020-12",
    raw: { type: "string" },
    extensions: new Map(),
    types: ["string"],
  };
}

// The annotations of a parameter apply to the property. Annotations of the property's schema override them.
function propertySchema(member: GatheredMember, source: Source): Schema {
  const { schema = { kind: "boolean", source, value: true } } = member;
  if (schema.kind === "boolean") return schema;
  const describes = member.description !== undefined && schema.description === undefined;
  const deprecates = member.deprecated && schema.deprecated !== true;
  if (!describes && !deprecates) return schema;
  const raw: Record<string, JsonValue> = { ...schema.raw };
  const property: SchemaDraft = { ...schema, raw };
  if (describes) {
    property.description = member.description;
    raw["description"] = member.description;
  }
  if (deprecates) {
    property.deprecated = true;
    raw["deprecated"] = true;
  }
  return property;
}
