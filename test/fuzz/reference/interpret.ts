// An interpreter of JSON Schema 2020-12, with the additions of OpenAPI, for the document itself. It judges
// the contract and the emitters, and therefore shares no code with them.

import { arrayKeywords } from "./array-keywords.ts";
import {
  type Check,
  type Compile,
  isList,
  isRecord,
  type Keyword,
  type RawSchema,
  type Run,
} from "./check.ts";
import { logicKeywords } from "./logic-keywords.ts";
import { numberKeywords, typeKeyword } from "./number-keywords.ts";
import { objectKeywords } from "./object-keywords.ts";
import { Refusal, readJson, setMember } from "./read-json.ts";
import type { Place, SchemaDocuments } from "./schema-documents.ts";
import { valueKeywords } from "./value-keywords.ts";

/** The result of reading a text. */
export type Outcome =
  | { readonly kind: "malformed" }
  | { readonly kind: "invalid"; readonly value: unknown }
  | { readonly kind: "valid"; readonly value: unknown };

const keywords: Readonly<Record<string, Keyword>> = {
  ...valueKeywords,
  ...numberKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...logicKeywords,
};

/**
 * Creates the reference decoder of a schema; one that is forgiving accepts values without required members.
 *
 * @throws Error if a reference does not resolve.
 */
export function interpretSchema(
  documents: SchemaDocuments,
  place: Place,
  { forgiving = false } = {},
): (text: string) => Outcome {
  const known = new Map<unknown, Check>();
  const check = compiled(documents, place, known);
  return (text) => {
    let value: unknown;
    try {
      value = readJson(text);
    } catch (error) {
      if (error instanceof Refusal) return { kind: "malformed" };
      throw error;
    }
    const whole = { value };
    const run: Run = { conversions: [], marks: [], asking: false, forgiving };
    if (!check(value, whole, "value", run)) return { kind: "invalid", value };
    for (const { holder, key, value: better } of run.conversions) setMember(holder, key, better);
    return { kind: "valid", value: whole.value };
  };
}

function compiled(documents: SchemaDocuments, place: Place, known: Map<unknown, Check>): Check {
  const { schema } = place;
  if (schema === true || schema === false) return () => schema;
  if (!isRecord(schema)) throw new Error("a schema is an object or a boolean");
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A recursive schema uses this while its check is still being created.
  known.set(schema, (...spot) => made(...spot));
  const compile: Compile = (part) => compiled(documents, { file: place.file, schema: part }, known);
  const read = documents.isOld(place.file) ? withNumericBounds(schema) : schema;
  const made = nullable(schema, schemaCheck(read, compile, documents, place, known));
  known.set(schema, made);
  return made;
}

function schemaCheck(
  schema: RawSchema,
  compile: Compile,
  documents: SchemaDocuments,
  place: Place,
  known: Map<unknown, Check>,
): Check {
  const checks: Check[] = [];
  if (typeof schema["$ref"] === "string") {
    checks.push(compiled(documents, documents.follow(place.file, schema["$ref"]), known));
  }
  checks.push(typeKeyword(schema));
  for (const [name, word] of Object.entries(schema)) {
    const check = Object.hasOwn(keywords, name)
      ? keywords[name]?.(word, schema, compile)
      : undefined;
    if (check !== undefined) checks.push(check);
  }
  const leftovers = unevaluated(schema, compile);
  return (value, holder, key, run) => {
    const conversions = run.conversions.length;
    const marks = run.marks.length;
    const holds =
      checks.every((check) => check(value, holder, key, run)) &&
      (leftovers === undefined || leftovers(value, run, marks));
    if (!holds) {
      run.conversions.length = conversions;
      run.marks.length = marks;
    }
    return holds;
  };
}

type Leftovers = (value: unknown, run: Run, since: number) => boolean;

function unevaluated(schema: RawSchema, compile: Compile): Leftovers | undefined {
  const { unevaluatedProperties, unevaluatedItems } = schema;
  const ofObjects =
    unevaluatedProperties === undefined ? undefined : compile(unevaluatedProperties);
  const ofArrays = unevaluatedItems === undefined ? undefined : compile(unevaluatedItems);
  if (ofObjects === undefined && ofArrays === undefined) return undefined;
  return (value, run, since) => {
    if (!isList(value) && !isRecord(value)) return true;
    const check = isList(value) ? ofArrays : ofObjects;
    if (check === undefined) return true;
    const own = run.marks.slice(since).filter(({ owner }) => owner === value);
    const seen = new Set(own.map((mark) => mark.key));
    if (seen.has(true)) return true;
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, member] of entries) {
      if (seen.has(key)) continue;
      if (!check(member, value, key, run)) return false;
      run.marks.push({ owner: value, key });
    }
    return true;
  };
}

/** Converts the boolean exclusive bounds of draft-04 to the numbers of later drafts. */
function withNumericBounds(schema: RawSchema): RawSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = schema;
  return {
    ...others,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { exclusiveMinimum, minimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { exclusiveMaximum, maximum }),
  };
}

/** Accepts null for `nullable` of OpenAPI 3.0. */
function nullable(schema: RawSchema, check: Check): Check {
  if (schema["nullable"] !== true) return check;
  return (value, ...spot) => value === null || check(value, ...spot);
}
