// A grammar defines the allowed kinds of objects at each place of a document. It thereby distinguishes a
// reference from data with a member `$ref`, and a keyword from a name that the author chose.

import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";

/** The JSON types of a value. `any` allows every type. */
type ValueType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null" | "any";

/** The allowed content of a place in a document. */
export type Shape =
  /** Plain data. A `$ref` in the data is not a reference. */
  | { readonly is: "data"; readonly types: readonly ValueType[] }
  /** An object of a kind. If the kind allows it, a reference to such an object. */
  | { readonly is: "node"; readonly kind: string }
  | { readonly is: "list"; readonly of: Shape }
  /** An object whose keys are names that the author chose. */
  | { readonly is: "map"; readonly of: Shape }
  | { readonly is: "either"; readonly list: Shape; readonly other: Shape };

/** A kind of object in a document, such as `Operation`. */
export interface Kind {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Shape>;
  readonly required: readonly string[];
  /**
   * The shape of members that are not in `fields`. If undefined, such members are unknown. Members with
   * `x-` are always plain data.
   */
  readonly rest: Shape | undefined;
  /** The allowed values of string fields. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /**
   * Whether a `$ref` is allowed. `whole`: the target replaces the object. `beside`: the target and the
   * members beside the `$ref` both apply. `no`: a `$ref` is not allowed.
   */
  readonly reference: "no" | "whole" | "beside";
  /** Whether `true` and `false` are allowed instead of an object. */
  readonly boolean: boolean;
}

/**
 * A kind in a short notation for shapes. `"[Tag]"` is a list, `"{Tag}"` is a map, and `"A|[A]"` allows a
 * single value or a list.
 */
export interface KindNotation {
  readonly fields?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  readonly rest?: string;
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly reference?: Kind["reference"];
  readonly boolean?: boolean;
}

/** All kinds of objects in a type of document, by their names. */
export interface Grammar {
  readonly root: string;
  readonly kinds: ReadonlyMap<string, Kind>;
}

const valueTypes: ReadonlySet<string> = new Set<ValueType>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
  "any",
]);

/**
 * Builds a grammar.
 *
 * @throws Error if the notation names an unknown kind.
 */
export function defineGrammar(
  root: string,
  notation: Readonly<Record<string, KindNotation>>,
): Grammar {
  const kinds = new Map<string, Kind>();
  for (const [name, kind] of Object.entries(notation)) {
    const fields = Object.entries(kind.fields ?? {});
    kinds.set(name, {
      name,
      fields: new Map(fields.map(([field, text]) => [field, readShape(text, notation)])),
      required: kind.required ?? [],
      rest: kind.rest === undefined ? undefined : readShape(kind.rest, notation),
      choices: new Map(Object.entries(kind.choices ?? {})),
      reference: kind.reference ?? "no",
      boolean: kind.boolean ?? false,
    });
  }
  return { root, kinds };
}

/** Returns the shape of a field in objects of a kind; `undefined` for an unknown field. */
export function shapeOfField(kind: Kind, key: string): Shape | undefined {
  const known = kind.fields.get(key);
  if (known !== undefined) return known;
  return key.startsWith("x-") ? anything : kind.rest;
}

const anything: Shape = { is: "data", types: ["any"] };

function readShape(text: string, kinds: Readonly<Record<string, KindNotation>>): Shape {
  const parts = splitAlternatives(text);
  if (parts.every(isValueType)) return { is: "data", types: parts };
  const [first, second] = parts;
  if (first !== undefined && second?.startsWith("[")) {
    return { is: "either", list: readShape(second, kinds), other: readShape(first, kinds) };
  }
  const inner = text.slice(1, -1);
  if (text.startsWith("[")) return { is: "list", of: readShape(inner, kinds) };
  if (text.startsWith("{")) return { is: "map", of: readShape(inner, kinds) };
  if (!Object.hasOwn(kinds, text)) throw new TypeError(`The grammar has no kind "${text}".`);
  return { is: "node", kind: text };
}

function isValueType(text: string): text is ValueType {
  return valueTypes.has(text);
}

function splitAlternatives(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "[" || character === "{") depth += 1;
    if (character === "]" || character === "}") depth -= 1;
    if (character === "|" && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** The schema formats that the loader can read: those of AsyncAPI, OpenAPI and JSON Schema. */
const readable = /^application\/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:[+;]|$)/;

/**
 * Returns the format of a schema that the loader cannot read, such as Avro or Protobuf. Returns `undefined`
 * for formats that it can read. The format is beside the schema in AsyncAPI 3, and beside the payload in
 * AsyncAPI 2.
 */
export function foreignFormat(kind: Kind, object: JsonObject): string | undefined {
  const bearer = kind.name === "Schema" ? Object.hasOwn(object, "schema") : kind.name === "Message";
  const format = bearer ? memberOf(object, "schemaFormat") : undefined;
  return typeof format === "string" && !readable.test(format) ? format : undefined;
}

const known = /^https?:\/\/(?:json-schema\.org|spec\.openapis\.org|(?:www\.)?asyncapi\.com)\//;

/** Returns the URI of a custom metaschema; `undefined` for those of JSON Schema, OpenAPI and AsyncAPI. */
export function foreignMetaschema(uri: JsonValue | undefined): string | undefined {
  return typeof uri === "string" && !known.test(uri) ? uri : undefined;
}

/**
 * Reports whether a `$ref` disables the `$id` beside it, as in JSON Schema up to draft-07. Returns
 * undefined if the root does not declare a dialect.
 */
export function hidesId(root: JsonValue): boolean | undefined {
  if (!isJsonObject(root)) return undefined;
  const dialect = memberOf(root, "$schema") ?? memberOf(root, "jsonSchemaDialect");
  return typeof dialect === "string" ? /json-schema\.org\/draft-0/.test(dialect) : undefined;
}
