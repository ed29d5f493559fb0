// The schemas of the frames in a form that peers can use: plain JSON Schema from the contract. With
// these schemas, all candidates apply the same rules.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** The keywords of JSON Schema that the frames use. It contains no references. */
export interface FlatSchema {
  readonly type: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  /**
   * The properties in canonical order: first the required ones as `required` lists them, and then
   * the others by name.
   */
  readonly properties?: Readonly<Record<string, FlatSchema>>;
  readonly items?: FlatSchema;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads schemas of the streams contract by name. References are replaced by their targets, because
 * peers are faster without references.
 */
export async function readFlatSchemas(
  root: string,
  names: readonly string[],
): Promise<Readonly<Record<string, FlatSchema>>> {
  const text = await readFile(join(root, "specs/streams/asyncapi.yaml"), "utf8");
  const { components } = parse(text) as { readonly components: { readonly schemas: Json } };
  return Object.fromEntries(
    names.map((name) => [name, flatten(asJson(components.schemas[name]), components.schemas)]),
  );
}

const keywords = ["type", "const", "format", "pattern", "minimum", "maximum", "required"];

function flatten(schema: Json, schemas: Json): FlatSchema {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    return flatten(asJson(schemas[reference.slice(reference.lastIndexOf("/") + 1)]), schemas);
  }
  const nullable = flattenNullable(schema, schemas);
  if (nullable !== undefined) return nullable;
  // An open enum accepts every string, and the contract lists only the values that are known now.
  // The enum of a Decimal requires that both parts have the same sign. It is omitted, so peers
  // check less than our codecs.
  if (schema["anyOf"] !== undefined && schema["type"] === undefined) return { type: "string" };
  const kept = keywords.filter((keyword) => schema[keyword] !== undefined);
  const required = (schema["required"] ?? []) as readonly string[];
  const properties = schema["properties"];
  return {
    ...Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])),
    ...(schema["enum"] !== undefined ? { enum: schema["enum"] } : {}),
    ...(properties === undefined
      ? {}
      : { properties: flattenProperties(asJson(properties), required, schemas) }),
    ...(schema["items"] === undefined ? {} : { items: flatten(asJson(schema["items"]), schemas) }),
  } as FlatSchema;
}

/**
 * Converts a union of an object and null into one schema with two types. The new schema accepts the
 * same values, and its check is cheaper.
 */
function flattenNullable(schema: Json, schemas: Json): FlatSchema | undefined {
  const [first, second] = (schema["oneOf"] ?? []) as readonly Json[];
  if (first === undefined || second?.["type"] !== "null") return undefined;
  const flat = flatten(first, schemas);
  return { ...flat, type: [...[flat.type].flat(), "null"] };
}

function flattenProperties(
  properties: Json,
  required: readonly string[],
  schemas: Json,
): Readonly<Record<string, FlatSchema>> {
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  const names = [...required, ...optional.sort()];
  return Object.fromEntries(names.map((key) => [key, flatten(asJson(properties[key]), schemas)]));
}

function asJson(value: unknown): Json {
  if (typeof value !== "object" || value === null) throw new TypeError("Not a schema.");
  return value as Json;
}

/**
 * Adds the bounds of int64 to each int64 schema, for peers whose int64 format accepts any integer.
 */
export function withInt64Range(schema: FlatSchema): FlatSchema {
  const { format, minimum = -(2 ** 63), maximum = 2 ** 63, properties, items } = schema;
  return {
    ...schema,
    ...(format === "int64" ? { minimum, maximum } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, each]) => [key, withInt64Range(each)]),
          ),
        }),
    ...(items === undefined ? {} : { items: withInt64Range(items) }),
  };
}

/** Splits the types of a schema into null and the other type. Returns the other type. */
export function splitType(schema: FlatSchema): {
  readonly type: string;
  readonly nullable: boolean;
} {
  const types = [schema.type].flat();
  return {
    type: types.find((type) => type !== "null") ?? "null",
    nullable: types.includes("null"),
  };
}
