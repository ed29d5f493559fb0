// Combines the parts of a schema, with one chosen branch of each union, for the generator of
// instances.

import { isNumeric, isRecord, listOf, type RawSchema } from "../reference/check.ts";
import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";
import type { Random } from "./random.ts";

/**
 * The intended shape of a value. It may still violate a keyword, which the reference then finds.
 */
export interface Shape {
  readonly file: string;
  readonly schemas: readonly RawSchema[];
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
}

/** Collects a schema with everything it refers to, all of `allOf`, and one branch of each union. */
export function collectShape(documents: SchemaDocuments, place: Place, random: Random): Shape {
  const schemas: RawSchema[] = [];
  const properties = new Map<string, Place>();
  const required = new Set<string>();
  const waiting: Place[] = [place];
  const followed: string[] = [];
  for (let next = waiting.pop(); next !== undefined && schemas.length < 40; next = waiting.pop()) {
    const { file, schema } = next;
    if (!isRecord(schema)) continue;
    schemas.push(schema);
    if (typeof schema["$ref"] === "string") {
      followed.push(schema["$ref"]);
      waiting.push(documents.follow(file, schema["$ref"]));
    }
    const within = (part: unknown): number => waiting.push({ file, schema: part });
    listOf(schema["allOf"]).forEach(within);
    for (const union of [schema["anyOf"], schema["oneOf"]]) {
      const branches = listOf(union);
      if (branches.length === 0) continue;
      if (random.chance(10)) branches.forEach(within);
      else within(random.pick(branches));
    }
    if (schema["if"] !== undefined) {
      const holds = random.chance(50);
      if (holds) within(schema["if"]);
      within(holds ? schema["then"] : schema["else"]);
    }
    if (isRecord(schema["properties"])) {
      for (const [name, part] of Object.entries(schema["properties"])) {
        const known = properties.get(name);
        if (known === undefined) properties.set(name, { file, schema: part });
        else if (known.file === file)
          properties.set(name, { file, schema: { allOf: [known.schema, part] } });
      }
    }
    for (const name of listOf(schema["required"])) required.add(String(name));
  }
  for (const { discriminator } of schemas) {
    const [name, tag] = tagOf(discriminator, followed) ?? [];
    if (name === undefined || tag === undefined) continue;
    const known = properties.get(name);
    const value = known === undefined ? tag : typedTag(documents, known, tag, random);
    if (value === undefined) continue;
    properties.set(name, { file: place.file, schema: { const: value } });
    required.add(name);
  }
  return { file: place.file, schemas, properties, required };
}

/** Returns the property of a discriminator, and the tag of the last reference that has one. */
function tagOf(
  discriminator: unknown,
  followed: readonly string[],
): readonly [string, string] | undefined {
  if (!isRecord(discriminator)) return undefined;
  const { propertyName, mapping } = discriminator;
  const entries = isRecord(mapping) ? Object.entries(mapping) : [];
  for (const reference of followed.toReversed()) {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    const found = entries.find(([, target]) => target === reference || target === name);
    if (found !== undefined) return [String(propertyName), found[0]];
  }
  return undefined;
}

/** Returns a tag in the type of its property; undefined if the property has its own values. */
function typedTag(
  documents: SchemaDocuments,
  property: Place,
  tag: string,
  random: Random,
): unknown {
  const shape = collectShape(documents, property, random);
  const types = shapeTypes(shape);
  const isText = types.includes("string") || !/^(?:true|false|-?\d+)$/.test(tag);
  const value: unknown = isText ? tag : JSON.parse(tag);
  const listed = listOf(shapeWord(shape, "enum"));
  if (shapeWord(shape, "const") !== undefined) return undefined;
  return listed.length > 0 && !listed.includes(value) ? undefined : value;
}

/** Returns the first value of a keyword in the shape. */
export function shapeWord(shape: Shape, name: string): unknown {
  return shape.schemas.find((schema) => schema[name] !== undefined)?.[name];
}

/**
 * Returns the tightest bound of a keyword such as `minLength` (`tightest` is Math.max) or
 * `maxLength`.
 */
export function shapeBound(shape: Shape, name: string, otherwise: number): number {
  const bounds = shape.schemas
    .map((schema) => schema[name])
    .filter(isNumeric)
    .map(Number);
  if (bounds.length === 0) return otherwise;
  return name.startsWith("max") ? Math.min(...bounds) : Math.max(...bounds);
}

/** Returns the JSON types that the value may have. */
export function shapeTypes(shape: Shape): readonly string[] {
  const lists = shape.schemas.flatMap(({ type, nullable }) => {
    if (type === undefined) return [];
    return [[...listOf([type]).flat().map(String), ...(nullable === true ? ["null"] : [])]];
  });
  const [first, ...others] = lists;
  if (first === undefined) return implied(shape);
  return first.filter((type) => others.every((list) => list.includes(type)));
}

function implied(shape: Shape): readonly string[] {
  if (shape.properties.size > 0 || shape.required.size > 0) return ["object"];
  if (shapeWord(shape, "items") !== undefined || shapeWord(shape, "prefixItems") !== undefined)
    return ["array"];
  if (shapeWord(shape, "pattern") !== undefined || shapeWord(shape, "maxLength") !== undefined)
    return ["string"];
  return ["string", "integer", "number", "boolean", "null", "object", "array"];
}
