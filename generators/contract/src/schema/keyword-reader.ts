// Readers of keywords. Each reader sets one field of the draft, or reports a value of the wrong type.

import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import {
  kindOf,
  listItems,
  listMembers,
  memberOf,
  type ObjectPlace,
  type Place,
} from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { type SchemaDraft, schemaAt } from "../reading/schema-graph.ts";

/** A schema object that is being read. */
export interface SchemaReading {
  readonly build: Build;
  readonly draft: SchemaDraft;
  readonly place: ObjectPlace;
}

/** Reads one keyword. */
export type KeywordReader = (reading: SchemaReading, keyword: string, value: JsonValue) => void;

/** The names of the draft's fields whose values are of the given type. */
type FieldOf<Value> = {
  [Key in keyof SchemaDraft]-?: [Value, Exclude<SchemaDraft[Key], undefined>] extends [
    Exclude<SchemaDraft[Key], undefined>,
    Value,
  ]
    ? Key
    : never;
}[keyof SchemaDraft];

/** Reports a keyword whose value has the wrong shape. */
export function reportKeyword(
  reading: SchemaReading,
  keyword: string,
  wanted: string,
  found: JsonValue,
): void {
  const source = memberOf(reading.place, keyword) ?? reading.place;
  const message = `\`${keyword}\` must be ${wanted}, but is ${kindOf(found)}.`;
  reportProblem(reading.build, "SCHEMA_KEYWORD", source, message);
}

/** Reads a string. */
export function textReader(field: FieldOf<string>): KeywordReader {
  return (reading, keyword, value) => {
    if (typeof value === "string") reading.draft[field] = value;
    else reportKeyword(reading, keyword, "a string", value);
  };
}

/** Reads a boolean. */
export function flagReader(field: FieldOf<boolean>): KeywordReader {
  return (reading, keyword, value) => {
    if (typeof value === "boolean") reading.draft[field] = value;
    else reportKeyword(reading, keyword, "true or false", value);
  };
}

/** Reads an integer that is not negative. */
export function countReader(field: FieldOf<number>): KeywordReader {
  return (reading, keyword, value) => {
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= 0) {
      reading.draft[field] = number;
    } else {
      reportKeyword(reading, keyword, "an integer from 0", value);
    }
  };
}

/** Reads a number, and keeps all its digits. */
export function numberReader(field: FieldOf<number | bigint>): KeywordReader {
  return (reading, keyword, value) => {
    if (typeof value === "number" || typeof value === "bigint") reading.draft[field] = value;
    else reportKeyword(reading, keyword, "a number", value);
  };
}

/** Reads a schema. */
export function schemaReader(field: FieldOf<Schema>): KeywordReader {
  return (reading, keyword, value) => {
    reading.draft[field] = readSubschema(reading, keywordPlace(reading, keyword, value));
  };
}

/** Reads an array of schemas. */
export function schemaListReader(field: FieldOf<readonly Schema[]>): KeywordReader {
  return (reading, keyword, value) => {
    if (!isJsonArray(value)) return reportKeyword(reading, keyword, "an array", value);
    const places = listItems(keywordPlace(reading, keyword, value));
    reading.draft[field] = places.map((place) => readSubschema(reading, place));
  };
}

/** Reads an object whose values are schemas, in code point order. `rename` converts the keys. */
export function schemaMapReader(
  field: FieldOf<ReadonlyMap<string, Schema>>,
  rename = (key: string): string => key,
): KeywordReader {
  return (reading, keyword, value) => {
    if (!isJsonObject(value)) return reportKeyword(reading, keyword, "an object", value);
    const place = { ...keywordPlace(reading, keyword, value), value };
    reading.draft[field] = new Map(
      listMembers(place).map(([key, entry]) => [rename(key), readSubschema(reading, entry)]),
    );
  };
}

/** Returns the schema at a place that is inside the schema being read. */
export function readSubschema(reading: SchemaReading, place: Place): Schema {
  return schemaAt(reading.build, place, reading.draft.dialect);
}

/** Returns the place of a keyword's value. */
export function keywordPlace(reading: SchemaReading, keyword: string, value: JsonValue): Place {
  return memberOf(reading.place, keyword) ?? { ...reading.place, value };
}
