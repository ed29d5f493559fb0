// Which schemas hold values that JSON.parse gives another form than they are decoded to.

import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { type Int64Type, integerKind, listedValues } from "@specwright/emit-kit";
import { innerParts, inPlaceParts } from "../check/reach.ts";

/** Says what a number of a schema becomes: a bigint, or a double whatever its digits. */
export type NumberRevival = "bigint" | "double";

/** Knows what of a contract has to be revived. */
export interface Revival {
  /** Tells whether a value of the schema may hold anything to revive. */
  isNeeded(schema: Schema): boolean;
  /** Tells whether the value itself may be replaced, not only what is in it. */
  mayReplace(schema: Schema): boolean;
  /** Says what the schema makes of a number by its own type. */
  numberOf(schema: ObjectSchema): NumberRevival | undefined;
}

/** Finds out for a contract. */
export function findRevival(contract: Contract, int64: Int64Type): Revival {
  const numberOf = (schema: ObjectSchema): NumberRevival | undefined => {
    const { types } = schema;
    const isNumber = types?.includes("number") === true;
    if (!isNumber && types?.includes("integer") !== true) return undefined;
    if (integerKind(schema, int64) === "bigint") return "bigint";
    return isNumber && listedValues(schema) === undefined ? "double" : undefined;
  };
  const everywhere = new Map<Schema, Schema[]>();
  const sameValue = new Map<Schema, Schema[]>();
  const numbers: Schema[] = [];
  const seen = new Set<Schema>(contract.declarations.map(({ schema }) => schema));
  for (const schema of seen) {
    if (schema.kind === "boolean") continue;
    if (numberOf(schema) !== undefined) numbers.push(schema);
    for (const part of inPlaceParts(schema)) {
      seen.add(part);
      append(everywhere, part, schema);
      append(sameValue, part, schema);
    }
    for (const part of innerParts(schema)) {
      seen.add(part);
      append(everywhere, part, schema);
    }
  }
  const needed = reach(numbers, everywhere);
  const replaced = reach(numbers, sameValue);
  return {
    numberOf,
    isNeeded: (schema) => needed.has(schema),
    mayReplace: (schema) => replaced.has(schema),
  };
}

function append(map: Map<Schema, Schema[]>, key: Schema, value: Schema): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function reach(
  starts: readonly Schema[],
  outward: ReadonlyMap<Schema, readonly Schema[]>,
): ReadonlySet<Schema> {
  const reached = new Set(starts);
  for (const schema of reached) for (const each of outward.get(schema) ?? []) reached.add(each);
  return reached;
}
