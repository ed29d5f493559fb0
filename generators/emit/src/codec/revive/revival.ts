// Finds the schemas whose values are different after decoding than `JSON.parse` returned them.

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
 * The decoded form of a number: a bigint, a double that may be rounded, or a double that must keep all
 * digits.
 */
export type NumberRevival = "bigint" | "double" | "exact double";

/** Determines which values of a contract need reviving: a conversion after `JSON.parse`. */
export interface Revival {
  /** Reports whether a value of the schema can contain something to revive. */
  isNeeded(schema: Schema): boolean;
  /**
   * Reports whether at most one branch accepts values of each type, or none of these branches revives
   * anything. Then all branches can be applied one after another.
   */
  areApart(branches: readonly Schema[]): boolean;
  /** Reports whether reviving can replace the value itself, and not only values inside it. */
  mayReplace(schema: Schema): boolean;
  /**
   * Returns the decoded form of a number, according to the keywords of this schema only. Returns undefined
   * if the schema does not describe numbers.
   */
  numberOf(schema: ObjectSchema): NumberRevival | undefined;
}

/** Analyses a contract. */
export function findRevival(contract: Contract, int64: Int64Type): Revival {
  const numberOf = (schema: ObjectSchema): NumberRevival | undefined => {
    const { types, integerForm } = schema;
    // If a different schema of the same value makes integers bigints, an integer that this schema lists is
    // a bigint too.
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

/** Reports whether reviving must try branches on copies of the value to find the branch that matches. */
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
