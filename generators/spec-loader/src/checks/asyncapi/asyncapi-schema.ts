// Reads the official JSON Schemas of AsyncAPI. Their descriptions and the schemas of JSON Schema itself
// were removed.

import { readFileSync } from "node:fs";

/** A JSON Schema (draft-07), with only the keywords that the schemas of AsyncAPI use. */
export interface RuleSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Rule>>;
  readonly patternProperties?: Readonly<Record<string, Rule>>;
  readonly additionalProperties?: Rule;
  readonly propertyNames?: Rule;
  readonly items?: Rule | readonly Rule[];
  readonly additionalItems?: Rule;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Rule[];
  readonly anyOf?: readonly Rule[];
  readonly oneOf?: readonly Rule[];
  readonly not?: Rule;
  readonly if?: Rule;
  readonly then?: Rule;
  readonly else?: Rule;
}

/** A schema. `true` allows any value, `false` allows none. */
export type Rule = boolean | RuleSchema;

/** The schema of a version of AsyncAPI. */
export interface AsyncapiSchema {
  readonly root: RuleSchema;
  /** Maps each `$ref` text to its schema. */
  readonly definitions: Readonly<Record<string, Rule>>;
}

const loaded = new Map<string, AsyncapiSchema>();

/** Returns the JSON Schema of an AsyncAPI version, such as `3.0.0`. Reads each file once. */
export function asyncapiSchema(version: string): AsyncapiSchema {
  const known = loaded.get(version);
  if (known !== undefined) return known;
  // In a bundled program, the copy of the schemas is in the same folder as this code.
  const isBundled = !/\/asyncapi\/asyncapi-schema\.[jt]s$/.test(import.meta.url);
  const folder = isBundled ? "./schemas" : "../../../schemas";
  const path = new URL(`${folder}/asyncapi-${version}.json`, import.meta.url);
  const schema: AsyncapiSchema = JSON.parse(readFileSync(path, "utf8"));
  loaded.set(version, schema);
  return schema;
}
