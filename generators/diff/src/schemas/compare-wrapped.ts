import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { compareAnnotations } from "./keywords/compare-annotations.ts";
import { branchText, compareUnions } from "./keywords/compare-unions.ts";
import { matchSchemas, type SchemaIdentity } from "./match-schemas.ts";
import type { ChildPair, KeywordComparison, SchemaEdit } from "./schema-edit.ts";
import { restrictingKeywords } from "./schema-view.ts";
import { list } from "./text.ts";

/**
 * Compares two unions of which one has a single branch, beside `null` at most: as unions, although
 * the one looks like its only branch elsewhere.
 */
export function compareOnlyBranch(
  base: Schema,
  revision: Schema,
  before: ObjectSchema,
  after: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison | undefined {
  const hasSame = (branchesOf(before) === undefined) === (branchesOf(after) === undefined);
  const [left, right] = [dereference(base), dereference(revision)];
  if (hasSame || left.kind === "boolean" || right.kind === "boolean") return undefined;
  if (branchesOf(left) === undefined || branchesOf(right) === undefined) return undefined;
  const { edits, children } = compareUnions(left, right, identity);
  return { edits: [...edits, ...compareAnnotations(before, after, identity)], children };
}

/** Compares a schema with a union that has it, or what became of it, as a branch. */
export function compareWrapped(
  base: Schema,
  revision: Schema,
  before: ObjectSchema,
  after: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison | undefined {
  const [left, right] = [branchesOf(before), branchesOf(after)];
  if ((left === undefined) === (right === undefined)) return undefined;
  const { pairs } = matchKnown(left ?? [base], right ?? [revision], identity);
  const [pair] = pairs;
  if (pair === undefined) return undefined;
  const others = [
    ...(left ?? []).filter((each) => each !== pair[0]).map((each) => textOf(each, "baseName")),
    ...(right ?? []).filter((each) => each !== pair[1]).map((each) => textOf(each, "revisionName")),
  ];
  const children: ChildPair[] = [{ base: pair[0], revision: pair[1], inPlace: true }];
  const isWrapped = right !== undefined;
  const edit: SchemaEdit = {
    rule: isWrapped ? "wrapped-in-union" : "unwrapped-from-union",
    details: [],
    describe: (name) =>
      isWrapped
        ? `${name} became a union with ${list(others)}.`
        : `${name} is no longer a union with ${list(others)}.`,
    without: before,
  };
  return { edits: [edit, ...compareAnnotations(before, after, identity)], children };

  function textOf(branch: Schema, name: "baseName" | "revisionName"): string {
    const text = branchText(branch, identity[name](branch));
    return text.replace(/^A /, "a ");
  }
}

/** Matches schemas by name or equality only. */
function matchKnown(
  base: readonly Schema[],
  revision: readonly Schema[],
  identity: SchemaIdentity,
): { readonly pairs: readonly (readonly [Schema, Schema])[] } {
  const { pairs } = matchSchemas(base, revision, identity);
  return {
    pairs: pairs.filter(([before, after]) => {
      const name = identity.baseName(before);
      return (
        (name !== undefined && name === identity.revisionName(after)) ||
        identity.areEqual(before, after)
      );
    }),
  };
}

function branchesOf(schema: ObjectSchema): readonly Schema[] | undefined {
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  return schema[keyword];
}
