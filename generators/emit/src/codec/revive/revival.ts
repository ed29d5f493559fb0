// Finds the schemas with values that `JSON.parse` does not return in their decoded form.

import {
  type Contract,
  type Int64Type,
  integerKind,
  listedValues,
  type ObjectSchema,
  possibleTypes,
  type Schema,
  type TypeName,
  typeOf,
  unionTag,
} from "@specwright/contract";
import { leadingTo, repeatingDeclarations } from "../../rules/reach.ts";

/**
 * The form of a revived number: a bigint, a double (even if it is rounded), or a double only if no digit is
 * lost.
 */
export type NumberRevival = "bigint" | "double" | "exact double";

/** Determines which values of a contract must be revived. */
export interface Revival {
  /** Reports whether a value of the schema may contain anything to revive. */
  isNeeded(schema: Schema): boolean;
  /**
   * Reports whether at most one branch revives a value of each type, so that all branches can be
   * applied one after another.
   */
  areApart(branches: readonly Schema[]): boolean;
  /** Reports whether the value itself can be replaced, not only its contents. */
  mayReplace(schema: Schema): boolean;
  /** Returns the revived form of a number according to the schema's own type. */
  numberOf(schema: ObjectSchema): NumberRevival | undefined;
}

/** Analyses a contract. */
export function findRevival(contract: Contract, int64: Int64Type): Revival {
  const numberOf = (schema: ObjectSchema): NumberRevival | undefined => {
    const { types, integerForm } = schema;
    // The same text can contain a number that is an int64 only in a branch that does not match.
    const isListed = types === undefined && integerForm === "bigint" && int64 !== "number";
    if (isListed && listedValues(schema)?.some((value) => typeOf(value) === "integer"))
      return "bigint";
    const isNumber = types?.includes("number") === true;
    if (!isNumber && types?.includes("integer") !== true) return undefined;
    if (integerKind(schema, int64) === "bigint") return "bigint";
    if (!isNumber || listedValues(schema) !== undefined) return undefined;
    return schema.refusesRounding === true ? "exact double" : "double";
  };
  const isNumber = (schema: ObjectSchema): boolean => numberOf(schema) !== undefined;
  const needed = leadingTo(contract, isNumber, "decoded");
  const repeating = repeatingDeclarations(contract);
  const isRepeating = (schema: ObjectSchema): boolean => {
    const declaration = contract.declarationOf(schema);
    return declaration !== undefined && repeating.has(declaration);
  };
  const isReplaced = (schema: ObjectSchema): boolean =>
    isNumber(schema) || isTried(schema, needed) || isRepeating(schema);
  const replaced = leadingTo(contract, isReplaced, "decoded in place");
  return {
    numberOf,
    isNeeded: (schema) => needed.has(schema),
    areApart: (branches) => areApart(branches, needed),
    mayReplace: (schema) => replaced.has(schema),
  };
}

/** Reports whether a schema must revive copies of its value to find the matching branch. */
function isTried(schema: ObjectSchema, needed: ReadonlySet<Schema>): boolean {
  const { anyOf, oneOf, if: when, then, else: otherwise, discriminator } = schema;
  if (!needed.has(schema)) return false;
  const unions = [anyOf, oneOf].filter((branches) => branches !== undefined);
  const isTagged = (branches: readonly Schema[]): boolean =>
    unionTag(branches, discriminator) !== undefined;
  const isCondition =
    when !== undefined && [then, otherwise].some((part) => part !== undefined && needed.has(part));
  return (
    isCondition || unions.some((branches) => !isTagged(branches) && !areApart(branches, needed))
  );
}

function areApart(branches: readonly Schema[], needed: ReadonlySet<Schema>): boolean {
  const groups: readonly (readonly TypeName[])[] = [["integer", "number"], ["object"], ["array"]];
  return groups.every((group) => {
    const takers = branches.filter((branch) => {
      const types = possibleTypes(branch);
      return group.some((type) => types.has(type));
    });
    return takers.length < 2 || !takers.some((branch) => needed.has(branch));
  });
}
