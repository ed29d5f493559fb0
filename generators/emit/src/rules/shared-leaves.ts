// Shares the rules and checks of strings, numbers and lists of them, if equal schemas occur several times
// in a contract.

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

/** A schema that occurs several times in a contract. */
export interface SharedLeaf {
  /** The key of the schema. Schemas that accept the same values have the same key. */
  readonly key: string;
  /** True if the schema is only a type, or a number with a format. Its rule is as short as a name. */
  readonly isType: boolean;
  /** True if it is the schema of several optional members. */
  readonly isOftenOptional: boolean;
  /** The prefix for the names of its rule and its check, such as `NullableString`. */
  readonly word: string;
}

/** Returns the shared leaf for an unnamed schema, if it occurs several times. */
export type FindLeaf = (schema: ObjectSchema) => SharedLeaf | undefined;

interface Use {
  count: number;
  optional: number;
  /** The names of the members that have this schema. */
  readonly names: Set<string>;
}

/** Creates the function that finds the schemas that occur several times in a contract. */
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
    // If members with different names have this schema, the name of one of them would be misleading.
    const word =
      shapeWord(schema) ?? (another === undefined ? pascalCase(name) : valuesWord(schema));
    if (word === undefined) return undefined;
    const isType = isLeaf(schema) || (schema.types?.length === 1 && isOnlyNumber(schema));
    return { key: `leaf ${key}`, isType, isOftenOptional: use.optional > 1, word };
  };
}

/** Reports whether a schema has no keywords except a number type and its format. */
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

/** Reports whether a schema has no name and contains neither objects nor references. */
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

/** Returns a name for a schema that lists values, if the values are only a few words. */
function valuesWord(schema: ObjectSchema): string | undefined {
  const values = schema.enum ?? [];
  const isNamed = assertions(schema).size === 2 && schema.types !== undefined;
  const areWords = values.every((value) => value === null || /^[a-z]\w*$/i.test(`${value}`));
  if (!isNamed || !areWords || values.length === 0 || values.length > 4) return undefined;
  return pascalCase(values.join(" or "));
}

/** Returns a name for a schema that has no keywords except types and a format. */
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
