// Shares strings, numbers and lists of them that occur several times in a contract.

import {
  assertions,
  type Contract,
  isNumberFormat,
  type ObjectSchema,
  pascalCase,
  type Schema,
} from "@specwright/contract";
import { schemaKeys } from "./equal-schemas.ts";
import { isLeaf } from "./is-leaf.ts";
import { objectSchemas } from "./reach.ts";
import type { RulePrinter } from "./rule-printer.ts";

/** A schema that occurs several times in one file. */
export interface SharedLeaf {
  /** Equal for schemas that accept the same values. */
  readonly key: string;
  /** True if it is only a type, or the format of a number; its rule is as short as a name. */
  readonly isType: boolean;
  /** True if several optional members have this schema. */
  readonly isOftenOptional: boolean;
  /** The prefix of the names of its rule and its check, such as `NullableString`. */
  readonly word: string;
}

/** Returns the shared form of a schema without a name, if any. */
export type FindLeaf = (schema: ObjectSchema) => SharedLeaf | undefined;

interface Use {
  count: number;
  optional: number;
  /** The names of the members with this schema. */
  readonly names: Set<string>;
}

/** Finds the schemas that occur several times in a contract. */
export function findSharedLeaves(printer: Pick<RulePrinter, "contract" | "defaults">): FindLeaf {
  const { contract } = printer;
  const keys = schemaKeys(printer);
  const uses = new Map<number, Use>();
  const add = (schema: Schema, name: string, isOptional: boolean): void => {
    const key = isUnnamedLeaf(contract, schema) ? keys.keyOf(schema) : undefined;
    if (key === undefined) return;
    const use = uses.get(key) ?? { count: 0, optional: 0, names: new Set() };
    use.count += 1;
    if (isOptional) use.optional += 1;
    use.names.add(name);
    uses.set(key, use);
  };
  for (const { properties, required, items } of objectSchemas(contract)) {
    for (const [name, property] of properties ?? [])
      add(property, name, required?.includes(name) !== true);
    if (items !== undefined) add(items, "item", false);
  }
  return (schema) => {
    const key = isUnnamedLeaf(contract, schema) ? keys.keyOf(schema) : undefined;
    const use = key === undefined ? undefined : uses.get(key);
    if (use === undefined || use.count < 2) return undefined;
    const [name = "", another] = use.names;
    // A name from one member would be misleading for a different member.
    const word =
      shapeWord(schema) ?? (another === undefined ? pascalCase(name) : valuesWord(schema));
    if (word === undefined) return undefined;
    const isType = isLeaf(schema) || (schema.types?.length === 1 && isOnlyNumber(schema));
    return { key: `leaf ${key}`, isType, isOftenOptional: use.optional > 1, word };
  };
}

/** Reports whether a schema has only a type of numbers and its format. */
function isOnlyNumber(schema: ObjectSchema): boolean {
  return isNumberFormat(schema) && assertions(schema).size === 2 && schema.types !== undefined;
}

const scalarKeywords: ReadonlySet<string> = new Set([
  "types",
  "const",
  "enum",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

const arrayKeywords: ReadonlySet<string> = new Set(["types", "items", "minItems", "maxItems"]);

/** Reports whether a schema without a name contains neither objects nor references. */
function isUnnamedLeaf(contract: Contract, schema: Schema): schema is ObjectSchema {
  if (schema.kind === "boolean") return false;
  if (contract.declarationOf(schema) !== undefined) return false;
  const { types = [], items } = schema;
  if (types.length === 0 || types.includes("object")) return false;
  const names = [...assertions(schema)];
  if (!types.includes("array")) return names.every((name) => scalarKeywords.has(name));
  if (items === undefined || items.kind === "boolean") return false;
  return isUnnamedLeaf(contract, items) && names.every((name) => arrayKeywords.has(name));
}

/** Names a schema after its values, if these are a few words. */
function valuesWord(schema: ObjectSchema): string | undefined {
  const values = schema.enum ?? [];
  const isNamed = assertions(schema).size === 2 && schema.types !== undefined;
  const areWords = values.every((value) => value === null || /^[a-z]\w*$/i.test(`${value}`));
  if (!isNamed || !areWords || values.length === 0 || values.length > 4) return undefined;
  return pascalCase(values.join(" or "));
}

/** Names a schema after its types and its format, if it has no other keywords. */
function shapeWord(schema: ObjectSchema): string | undefined {
  const { types = [], format, items } = schema;
  const told = [...assertions(schema)].filter((name) => name !== "types" && name !== "format");
  const isNullable = types.includes("null");
  const named = types.filter((type) => type !== "null");
  if (told.join() === "items" && items !== undefined && items.kind !== "boolean") {
    const item = shapeWord(items);
    return item && `${isNullable ? "Nullable" : ""}${item}Array`;
  }
  if (told.length > 0 || named.length === 0) return undefined;
  const words = format === undefined ? named.join(" or ") : format;
  return `${isNullable ? "Nullable" : ""}${pascalCase(words)}`;
}
