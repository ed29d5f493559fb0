// Traversals of schemas. They do not use recursion, so the depth of schemas is not limited.

import { annotationFields } from "./annotations.ts";
import type { ObjectSchema, Schema } from "./schema.ts";

/**
 * A schema that is nested in a different schema. `key` is the property name or the index under the keyword,
 * if any.
 */
export interface SchemaChild {
  readonly keyword: keyof ObjectSchema;
  readonly key?: string | number;
  readonly schema: Schema;
}

/** The keywords that contain one schema. */
export const singleSchemas = [
  "contentSchema",
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
] as const;
/** The keywords that contain a list of schemas. */
export const schemaLists = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
/** The keywords that contain schemas by name or pattern. */
export const schemaMaps = ["properties", "patternProperties", "dependentSchemas"] as const;

const nesting: ReadonlySet<string> = new Set([...singleSchemas, ...schemaLists, ...schemaMaps]);

/** Lists the schemas nested in a schema; does not list the targets of references. */
export function schemaChildren(schema: Schema): SchemaChild[] {
  const children: SchemaChild[] = [];
  // A fast test, because most schemas have no children.
  if (schema.kind === "boolean" || !Object.keys(schema).some((field) => nesting.has(field)))
    return children;
  for (const keyword of schemaMaps) {
    schema[keyword]?.forEach((child, key) => {
      children.push({ keyword, key, schema: child });
    });
  }
  for (const keyword of schemaLists) {
    schema[keyword]?.forEach((child, key) => {
      children.push({ keyword, key, schema: child });
    });
  }
  for (const keyword of singleSchemas) {
    const child = schema[keyword];
    if (child !== undefined) children.push({ keyword, schema: child });
  }
  return children;
}

/** Lists the targets of the schema's `$ref` and `$dynamicRef`. */
export function schemaReferences(schema: Schema): Schema[] {
  if (schema.kind === "boolean") return [];
  const references = [schema.ref?.target, schema.dynamicRef?.target];
  return references.filter((target) => target !== undefined);
}

/**
 * Visits a schema and all schemas nested in it, once each, parents first. Does not follow references. If
 * `visit` returns false for a schema, its children are skipped.
 */
export function walkSchemas(schema: Schema, visit: (schema: Schema) => boolean | undefined): void {
  const seen = new Set<Schema>();
  const stack: Schema[] = [schema];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (visit(next) === false) continue;
    const children = schemaChildren(next);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) stack.push(child.schema);
    }
  }
}

/** A schema that only refers to a different schema. */
export type PureReference = ObjectSchema & Required<Pick<ObjectSchema, "ref">>;

/**
 * Reports whether a schema only refers to a different schema. Annotations beside the reference are allowed.
 */
export function isPureReference(schema: Schema): schema is PureReference {
  if (schema.kind === "boolean" || schema.ref === undefined) return false;
  return Object.keys(schema).every((field) => field === "ref" || annotationFields.has(field));
}

/** Follows pure references to the first schema that has other keywords. Stops at a cycle. */
export function dereference(schema: Schema): Schema {
  if (!isPureReference(schema)) return schema;
  const seen = new Set<Schema>();
  let current: Schema = schema;
  while (isPureReference(current) && !seen.has(current)) {
    seen.add(current);
    current = current.ref.target;
  }
  return current;
}
