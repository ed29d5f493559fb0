// A grammar defines which object is allowed where in a document. It distinguishes a reference from
// data that looks like one, and a keyword from a name.

import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";

/** The JSON types a value may have; `any` accepts all. */
type ValueType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null" | "any";

/** The content of a place. */
export type Shape =
  /** Plain data: nothing in it is a reference. */
  | { readonly is: "data"; readonly types: readonly ValueType[] }
  /** An object of the grammar, or a reference to one if the kind allows it. */
  | { readonly is: "node"; readonly kind: string }
  | { readonly is: "list"; readonly of: Shape }
  /** An object whose keys are names. */
  | { readonly is: "map"; readonly of: Shape }
  | { readonly is: "either"; readonly list: Shape; readonly other: Shape };

/** One kind of object. */
export interface Kind {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Shape>;
  readonly required: readonly string[];
  /**
   * The shape of keys outside `fields` (`x-` keys are always data); if absent, such keys are
   * unknown.
   */
  readonly rest: Shape | undefined;
  /** The allowed strings of fields. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /**
   * `whole`: a reference replaces the object. `beside`: the members beside it apply too. `no`:
   * references are not allowed.
   */
  readonly reference: "no" | "whole" | "beside";
  /** Whether `true` and `false` are allowed instead of an object. */
  readonly boolean: boolean;
}

/** A compact notation for a kind: `"[Tag]"` is a list, `"{Tag}"` a map, `"A|[A]"` either. */
export interface KindNotation {
  readonly fields?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  readonly rest?: string;
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly reference?: Kind["reference"];
  readonly boolean?: boolean;
}

/** Maps the kinds of a document by name. */
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

/** Returns the shape of a key of an object of this kind; `undefined` for an unknown key. */
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

/** The formats that are JSON Schema or a superset of it: AsyncAPI's, OpenAPI's, JSON Schema's. */
const readable = /^application\/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:[+;]|$)/;

/**
 * Returns the format of a schema that cannot be read, such as Avro or Protobuf; else `undefined`.
 * AsyncAPI 3 writes the format next to the schema, AsyncAPI 2 next to the payload.
 */
export function foreignFormat(kind: Kind, object: JsonObject): string | undefined {
  const bearer = kind.name === "Schema" ? Object.hasOwn(object, "schema") : kind.name === "Message";
  const format = bearer ? memberOf(object, "schemaFormat") : undefined;
  return typeof format === "string" && !readable.test(format) ? format : undefined;
}

const known = /^https?:\/\/(?:json-schema\.org|spec\.openapis\.org|(?:www\.)?asyncapi\.com)\//;

/** Returns the URI of a metaschema other than those of JSON Schema, OpenAPI and AsyncAPI. */
export function foreignMetaschema(uri: JsonValue | undefined): string | undefined {
  return typeof uri === "string" && !known.test(uri) ? uri : undefined;
}

/**
 * Reports whether a `$ref` hides the `$id` next to it, as in drafts up to 07. Returns undefined if
 * the root does not decide that.
 */
export function hidesId(root: JsonValue): boolean | undefined {
  if (!isJsonObject(root)) return undefined;
  const dialect = memberOf(root, "$schema") ?? memberOf(root, "jsonSchemaDialect");
  return typeof dialect === "string" ? /json-schema\.org\/draft-0/.test(dialect) : undefined;
}
