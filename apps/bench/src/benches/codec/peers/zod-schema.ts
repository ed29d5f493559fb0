// Converts JSON Schema to zod 4 schemas, as a developer would write them by hand.

import { importFrom } from "../codec-peer.ts";
import { type FlatSchema, splitType } from "../flat-schema.ts";

/** The part of a zod schema that we use. */
export interface ZodSchema {
  parse(value: unknown): unknown;
  safeParse(value: unknown): { readonly success: boolean };
  optional(): ZodSchema;
  nullable(): ZodSchema;
  min(limit: number | bigint): ZodSchema;
  max(limit: number | bigint): ZodSchema;
  regex(pattern: RegExp): ZodSchema;
}

interface Zod {
  object(shape: Readonly<Record<string, ZodSchema>>): ZodSchema;
  array(items: ZodSchema): ZodSchema;
  literal(value: string): ZodSchema;
  enum(values: readonly string[]): ZodSchema;
  string(): ZodSchema;
  number(): ZodSchema;
  int32(): ZodSchema;
  guid(): ZodSchema;
  readonly iso: { datetime(options: { readonly offset: boolean }): ZodSchema };
  readonly coerce: { bigint(): ZodSchema };
}

/**
 * Builds the zod schema. An int64 becomes a bigint with bounds. If `exact` is false, it becomes any
 * number, because zod refuses integers beyond 2^53. Objects drop unknown members, which is the
 * fastest option of zod.
 */
export async function loadZodSchema(
  folder: string,
  schema: FlatSchema,
  options: { readonly exact: boolean },
): Promise<ZodSchema> {
  return buildSchema((await importFrom(folder, "zod")) as Zod, schema, options.exact);
}

function buildSchema(z: Zod, schema: FlatSchema, exact: boolean): ZodSchema {
  const { type, nullable } = splitType(schema);
  const own = buildOwn(z, schema, type, exact);
  return nullable ? own.nullable() : own;
}

function buildOwn(z: Zod, schema: FlatSchema, type: string, exact: boolean): ZodSchema {
  switch (type) {
    case "object": {
      const required = schema.required ?? [];
      const members = Object.entries(schema.properties ?? {}).map(([key, each]) => {
        const built = buildSchema(z, each, exact);
        return [key, required.includes(key) ? built : built.optional()];
      });
      return z.object(Object.fromEntries(members));
    }
    case "array":
      if (schema.items === undefined) throw new TypeError("An array without items.");
      return z.array(buildSchema(z, schema.items, exact));
    case "integer":
      return buildInteger(z, schema, exact);
    case "string":
      return buildString(z, schema);
    default:
      throw new TypeError(`No schema for ${type}.`);
  }
}

const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };

function buildInteger(z: Zod, schema: FlatSchema, exact: boolean): ZodSchema {
  const { minimum, maximum } = schema;
  if (schema.format === "int64" && exact) {
    const low = minimum === undefined ? int64.minimum : BigInt(minimum);
    return z.coerce.bigint().min(low).max(int64.maximum);
  }
  let built = schema.format === "int64" ? z.number() : z.int32();
  if (minimum !== undefined) built = built.min(minimum);
  if (maximum !== undefined) built = built.max(maximum);
  return built;
}

function buildString(z: Zod, schema: FlatSchema): ZodSchema {
  if (schema.const !== undefined) return z.literal(schema.const);
  if (schema.enum !== undefined) return z.enum(schema.enum);
  if (schema.format === "uuid") return z.guid();
  if (schema.format === "date-time") return z.iso.datetime({ offset: true });
  return schema.pattern === undefined
    ? z.string()
    : z.string().regex(new RegExp(schema.pattern, "u"));
}
