// Which schemas say the same of a value. Documents repeat themselves: what is checked alike is
// checked by one function.

import type { Contract, Declaration, ObjectSchema, Schema } from "@specwright/contract";
import { isAnnotation } from "@specwright/emit-kit";

/** Knows which schemas of a contract say the same. */
export interface SchemaKeys {
  /**
   * Gives a number that is the same for schemas that take the same values and decode them alike.
   * Undefined for those whose meaning depends on what refers to them.
   */
  keyOf(schema: Schema): number | undefined;
}

const found = new WeakMap<Contract, SchemaKeys>();

/** Compares the schemas of a contract, once. What they refer to is the same when it has one name. */
export function schemaKeys(contract: Contract): SchemaKeys {
  let keys = found.get(contract);
  if (keys === undefined) {
    keys = compareSchemas(contract);
    found.set(contract, keys);
  }
  return keys;
}

function compareSchemas(contract: Contract): SchemaKeys {
  const numbers = new Map<string, number>();
  const known = new Map<Schema, number | undefined>();
  const declared = new Map<Declaration, number>(
    contract.declarations.map((declaration, index) => [declaration, index]),
  );

  const keyOf = (schema: Schema): number | undefined => {
    if (known.has(schema)) return known.get(schema);
    const text = schema.kind === "boolean" ? `${schema.value}` : describe(schema);
    const key = text === undefined ? undefined : (numbers.get(text) ?? numbers.size);
    if (text !== undefined && key !== undefined) numbers.set(text, key);
    known.set(schema, key);
    return key;
  };

  /** Writes what a schema says; undefined when a part of it depends on who asks. */
  const describe = (schema: ObjectSchema): string | undefined => {
    if ((schema.dynamicRef ?? contract.resourceOf(schema)) !== undefined) return undefined;
    let text = "";
    for (const [name, value] of Object.entries(schema)) {
      if (value === undefined || (isAnnotation(name) && !telling.has(name))) continue;
      const isJson = name === "const" || name === "enum";
      const part = write(name === "extensions" ? openEnum(value) : value, isJson);
      if (part === undefined) return undefined;
      text += `${name}:${part};`;
    }
    return text;
  };

  const write = (value: unknown, isJson: boolean): string | undefined => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (!isJson && isSchema(value)) return reference(value);
    if (!isJson && "target" in value && isSchema(value.target)) return reference(value.target);
    const entries: (readonly [unknown, unknown])[] =
      value instanceof Map ? [...value] : Object.entries(value);
    let text = Array.isArray(value) ? "[" : "{";
    for (const [key, item] of entries) {
      const part = write(item, isJson);
      if (part === undefined) return undefined;
      text += `${JSON.stringify(key)}:${part},`;
    }
    return text;
  };

  const reference = (schema: Schema): string | undefined => {
    const declaration = contract.declarationOf(schema);
    if (declaration !== undefined) return `#${declared.get(declaration)}`;
    const key = keyOf(schema);
    return key === undefined ? undefined : `@${key}`;
  };

  return { keyOf };
}

/** Names the annotations that make a difference all the same. */
const telling: ReadonlySet<string> = new Set([
  "dialect",
  "extensions",
  "formatAssertion",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
]);

function openEnum(extensions: unknown): boolean {
  return extensions instanceof Map && extensions.get("x-open-enum") === true;
}

function isSchema(value: unknown): value is Schema {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "schema" || value.kind === "boolean";
}
