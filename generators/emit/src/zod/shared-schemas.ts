// Declares constants for unnamed schemas that occur several times in a contract. Each constant is
// declared before its first use.

import { assertions, camelCase, type ObjectSchema, type Schema } from "@specwright/contract";
import { printLayout } from "../print/print-layout.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { schemaKeys } from "../rules/equal-schemas.ts";
import { isNestedObject } from "../rules/nested-object.ts";
import { type FindLeaf, findSharedLeaves } from "../rules/shared-leaves.ts";
import { flatForm } from "./flatten-object.ts";
import { recursiveParts } from "./print-schema.ts";
import {
  type Expression,
  type Printer,
  placeName,
  type Scope,
  schemaExpression,
} from "./printer.ts";

/** Prints a schema. If the schema has a constant, prints the name of the constant. */
type Share = (schema: Schema, scope: Scope, print: () => Expression) => Expression;

/** Declares constants in `file` for the schemas that are printed several times. */
export function sharingSchemas(printer: Printer, file: TypeScriptFile): Share {
  const { contract, names } = printer;
  const leafOf = findSharedLeaves(printer);
  const keyOf = keyFinder(printer, leafOf);
  const uses = countUses(printer, keyOf);
  const taken = new Set(contract.declarations.map((declaration) => names.schema(declaration)));
  const declared = new Map<number, Expression>();

  return (schema, scope, print) => {
    const key = keyOf(schema);
    if (key === undefined || (uses.get(key) ?? 0) < 2 || dependsOnScope(scope)) return print();
    const known = declared.get(key);
    if (known !== undefined) return known;
    const printed = print();
    if (printed.kind === "rule" || printed.forward) return printed;
    const leaf = schema.kind === "boolean" ? undefined : leafOf(schema);
    const name = freeName(taken, `${camelCase(leaf?.word ?? placeName(scope.place))}Schema`);
    // A constant saves nothing if the text of the leaf is not longer than the name.
    const isShort = leaf !== undefined && printLayout(printed.text).length <= name.length;
    const expression = isShort ? printed : { ...printed, ...schemaExpression(name) };
    declared.set(key, expression);
    if (isShort) return printed;
    taken.add(name);
    file.print(`const ${name} = `, printed.text, ";");
    return expression;
  };
}

function freeName(taken: ReadonlySet<string>, name: string): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
}

/**
 * Reports whether the printed form of a schema depends on its place. Some places omit parts of the
 * schema, or print parts by name.
 */
function dependsOnScope({ declaration, inPlace, around }: Scope): boolean {
  return (inPlace && declaration.recursive) || (around !== undefined && around.size > 0);
}

type FindKey = (schema: Schema) => number | undefined;

/**
 * Returns a function that returns the key of a schema. Only objects, and leaves with a word, have a
 * key.
 */
function keyFinder(printer: Printer, leafOf: FindLeaf): FindKey {
  const keys = schemaKeys(printer);
  return (schema) => {
    if (schema.kind === "boolean" || printer.contract.declarationOf(schema) !== undefined)
      return undefined;
    const isShared = isNestedObject(schema) || (isRestricted(schema) && leafOf(schema));
    return isShared ? keys.keyOf(schema) : undefined;
  };
}

/** Reports whether a schema restricts strings or numbers further than by their type. */
function isRestricted(schema: ObjectSchema): boolean {
  return schema.types?.includes("array") !== true && assertions(schema).size > 1;
}

/** Counts how many times each schema is printed. The parts of a shared schema count only once. */
function countUses(printer: Printer, keyOf: FindKey): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  const addParts = (schema: Schema): void => {
    if (schema.kind === "boolean") return;
    const flat = flatForm(schema, printer.rules.direction);
    // The printed form of such a schema depends on its place, so it cannot be shared.
    if (flat !== undefined && recursiveParts(printer, schema).length > 0) return;
    const { properties, prefixItems, items, additionalProperties, allOf, anyOf, oneOf } =
      flat ?? schema;
    for (const part of properties?.values() ?? []) add(part);
    for (const parts of [prefixItems, allOf, anyOf, oneOf]) parts?.forEach(add);
    for (const part of [items, additionalProperties]) if (part !== undefined) add(part);
  };
  const add = (schema: Schema): void => {
    if (schema.kind === "boolean" || printer.contract.declarationOf(schema) !== undefined) return;
    const key = keyOf(schema);
    const count = key === undefined ? 0 : (uses.get(key) ?? 0);
    if (key !== undefined) uses.set(key, count + 1);
    if (count === 0) addParts(schema);
  };
  for (const { schema } of printer.contract.declarations) addParts(schema);
  return uses;
}
