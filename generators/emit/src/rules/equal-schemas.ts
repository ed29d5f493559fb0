// Finds schemas that accept the same values. Documents often contain equal schemas, and these can share one
// function.

import {
  type Contract,
  type Declaration,
  noDefaults,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { isOpenEnum } from "./report-schema.ts";
import type { RulePrinter } from "./rule-printer.ts";

/** Finds equal schemas in a contract. */
export interface SchemaKeys {
  /**
   * Returns a number for a schema. Two schemas have the same number if they accept the same values and
   * decode them in the same way. Returns undefined if the meaning of the schema depends on the schema that
   * refers to it.
   */
  keyOf(schema: Schema): number | undefined;
}

const found = new WeakMap<Contract, SchemaKeys>();
const foundWithDefaults = new WeakMap<Contract, SchemaKeys>();

/**
 * Creates the keys of a contract; the result is cached. Two references are equal if they refer to the same
 * declaration. If readers apply defaults, equal schemas also have equal defaults.
 */
export function schemaKeys({
  contract,
  defaults = noDefaults,
}: Pick<RulePrinter, "contract" | "defaults">): SchemaKeys {
  const countsDefaults = defaults.differing.size > 0;
  const known = countsDefaults ? foundWithDefaults : found;
  let keys = known.get(contract);
  if (keys === undefined) {
    keys = compareSchemas(contract, countsDefaults);
    known.set(contract, keys);
  }
  return keys;
}

function compareSchemas(contract: Contract, countsDefaults: boolean): SchemaKeys {
  const numbers = new Map<string, number>();
  /** The numbers that are known so far; `null` if a schema has no number. */
  const known = new Map<Schema, number | null>();
  const declared = new Map<Declaration, number>(
    contract.declarations.map((declaration, index) => [declaration, index]),
  );

  const keyOf = (schema: Schema): number | undefined => {
    const before = known.get(schema);
    if (before !== undefined) return before ?? undefined;
    const text = schema.kind === "boolean" ? `${schema.value}` : describe(schema);
    const key = text === undefined ? undefined : (numbers.get(text) ?? numbers.size);
    if (text !== undefined && key !== undefined) numbers.set(text, key);
    known.set(schema, key ?? null);
    return key;
  };

  /**
   * Describes a schema as text. Returns undefined if the meaning of a part depends on the schema that
   * refers to it.
   */
  const describe = (schema: ObjectSchema): string | undefined => {
    let text = "";
    for (const name of Object.keys(schema) as (keyof ObjectSchema)[]) {
      if (silent.has(name) && !(countsDefaults && name === "default")) continue;
      const value = schema[name];
      if (value === undefined) continue;
      const isJson = name === "const" || name === "enum" || name === "default";
      const part = write(name === "extensions" ? meaningfulExtensions(schema) : value, isJson);
      if (part === undefined) return undefined;
      text += `${name}:${part};`;
    }
    return text;
  };

  /**
   * Formats a value as text. Different values have different texts, because each string starts with its
   * length.
   */
  const write = (value: unknown, isJson: boolean): string | undefined => {
    if (typeof value === "string") return `${value.length}"${value}`;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return `${value}`;
    if (!isJson && isSchema(value)) return reference(value);
    if (!isJson && "target" in value && isSchema(value.target)) return reference(value.target);
    let text = Array.isArray(value) ? "[" : "{";
    for (const [key, item] of valueEntries(value)) {
      const part = write(item, isJson);
      if (part === undefined) return undefined;
      text += Array.isArray(value) ? `${part},` : `${write(key, true)}:${part},`;
    }
    return `${text}]`;
  };

  const reference = (schema: Schema): string | undefined => {
    const declaration = contract.declarationOf(schema);
    if (declaration !== undefined) return `#${declared.get(declaration)}`;
    const key = keyOf(schema);
    return key === undefined ? undefined : `@${key}`;
  };

  return { keyOf };
}

/** Returns the values of extensions that affect which values a schema accepts, or their type. */
function meaningfulExtensions(schema: ObjectSchema): readonly unknown[] {
  return [isOpenEnum(schema), schema.extensions.get("x-type")];
}

/** The fields that do not affect which values a schema accepts. */
const silent: ReadonlySet<string> = new Set(
  `kind source raw id anchor dynamicAnchor title description comment default examples deprecated
  contentSchema xml externalDocs propertyOrder notedFormat`.split(/\s+/),
);

function valueEntries(value: object): Iterable<readonly [key: unknown, item: unknown]> {
  if (value instanceof Map) return value;
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

function isSchema(value: unknown): value is Schema {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "schema" || value.kind === "boolean";
}
