import { annotationFields, type ObjectSchema, type Schema } from "@specwright/contract";
import { viewOf } from "./schema-view.ts";

/** Lists the schemas that must all hold beside the keywords of a schema: its reference and `allOf`. */
export function conjunctsOf(schema: ObjectSchema): readonly Schema[] {
  return [...(schema.ref ? [schema.ref.target] : []), ...(schema.allOf ?? [])];
}

/** Returns a schema with other conjuncts. */
export function withConjuncts(schema: ObjectSchema, conjuncts: readonly Schema[]): ObjectSchema {
  const { ref: _, allOf: __, ...rest } = schema;
  return { ...rest, ...(conjuncts.length > 0 && { allOf: conjuncts }) };
}

/**
 * Returns a schema with the keywords of its conjuncts as its own, or undefined if a keyword stands
 * in two of them and cannot be written once.
 */
export function mergeConjuncts(
  schema: ObjectSchema,
  seen: ReadonlySet<ObjectSchema> = new Set(),
): ObjectSchema | undefined {
  if (seen.has(schema)) return undefined;
  let merged: ObjectSchema | undefined = withConjuncts(schema, []);
  for (const conjunct of conjunctsOf(schema)) {
    const flat = mergeConjuncts(viewOf(conjunct), new Set([...seen, schema]));
    merged = merged && flat && merge(merged, flat);
    if (merged === undefined) return undefined;
  }
  return merged;
}

function merge(left: ObjectSchema, right: ObjectSchema): ObjectSchema | undefined {
  // What is additional depends on the properties beside the keyword.
  if (isClosing(left) || isClosing(right)) return undefined;
  const properties = mergeMaps(left.properties, right.properties);
  const types = mergeTypes(left, right);
  if (properties === undefined) return undefined;
  for (const key of Object.keys(right)) {
    if (annotationFields.has(key) || merged.has(key)) continue;
    if (key in left) return undefined;
  }
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
  return {
    ...right,
    ...left,
    ...(properties.size > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(types && { types }),
  };
}

const merged: ReadonlySet<string> = new Set(["properties", "required", "types"]);

function isClosing(schema: ObjectSchema): boolean {
  return (
    schema.additionalProperties !== undefined ||
    schema.unevaluatedProperties !== undefined ||
    schema.unevaluatedItems !== undefined
  );
}

function mergeTypes(left: ObjectSchema, right: ObjectSchema): ObjectSchema["types"] {
  if (left.types === undefined || right.types === undefined) return left.types ?? right.types;
  return left.types.filter((type) => right.types?.includes(type));
}

function mergeMaps(
  left: ReadonlyMap<string, Schema> = new Map(),
  right: ReadonlyMap<string, Schema> = new Map(),
): ReadonlyMap<string, Schema> | undefined {
  const all = new Map(left);
  for (const [name, schema] of right) {
    if (left.has(name) && left.get(name) !== schema) return undefined;
    all.set(name, schema);
  }
  return all;
}
