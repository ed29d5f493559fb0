// Which schemas hold values that JSON.parse gives another form than they are decoded to.

import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { type Int64Type, integerKind, listedValues } from "@specwright/emit-kit";
import { leadingTo } from "../reach.ts";

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
  const isNumber = (schema: ObjectSchema): boolean => numberOf(schema) !== undefined;
  const needed = leadingTo(contract, isNumber, "anywhere");
  const replaced = leadingTo(contract, isNumber, "same value");
  return {
    numberOf,
    isNeeded: (schema) => needed.has(schema),
    mayReplace: (schema) => replaced.has(schema),
  };
}
