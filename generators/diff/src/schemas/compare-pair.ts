import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { withProperties } from "./declared-properties.ts";
import { compareAnnotations } from "./keywords/compare-annotations.ts";
import { compareObjects } from "./keywords/compare-objects.ts";
import { compareProperties } from "./keywords/compare-properties.ts";
import { compareBounds, compareScalars } from "./keywords/compare-scalars.ts";
import { compareSubschemas } from "./keywords/compare-subschemas.ts";
import { branchText, compareUnions } from "./keywords/compare-unions.ts";
import { compareTypes, compareValues, haveNoTypeInCommon } from "./keywords/compare-values.ts";
import { matchSchemas, type SchemaIdentity } from "./match-schemas.ts";
import type { ChildPair, KeywordComparison, SchemaEdit } from "./schema-edit.ts";
import {
  conjunctsOf,
  mergeConjuncts,
  restrictingKeywords,
  viewOf,
  type Wrapper,
  withConjuncts,
} from "./schema-view.ts";
import { listText } from "./text.ts";
import { writtenSchema } from "./written-schema.ts";

/** The result of a comparison, with the two forms of the schemas that were compared. */
interface PairComparison extends KeywordComparison {
  readonly base: ObjectSchema;
  readonly revision: ObjectSchema;
}

/**
 * Compares two wrappers. The wrapped schemas become child schemas, so that their changes are reported once
 * and not for each wrapper.
 */
export function compareWrappers(
  base: Wrapper,
  revision: Wrapper,
  identity: SchemaIdentity,
): PairComparison {
  const edits = [...compareAnnotations(base.annotations, revision.annotations, identity)];
  if (base.isNullable !== revision.isNullable) {
    const isAdded = revision.isNullable;
    const nothing: ObjectSchema = { ...revision.annotations, types: ["null"] };
    edits.push({
      rule: isAdded ? "nullable-added" : "nullable-removed",
      details: [],
      describe: (name) => (isAdded ? `${name} may now be null.` : `${name} may no longer be null.`),
      without: isAdded
        ? { ...revision.annotations, allOf: [revision.inner] }
        : { ...revision.annotations, anyOf: [revision.inner, nothing] },
    });
  }
  const children = [{ base: base.inner, revision: revision.inner, inPlace: true }];
  return { edits, children, base: base.annotations, revision: revision.annotations };
}

/** Compares the keywords of two schemas. Lists the child schemas that must be compared next. */
export function comparePair(
  base: Schema,
  revision: Schema,
  identity: SchemaIdentity,
): PairComparison {
  const [baseView, revisionView] = [viewOf(base), viewOf(revision)];
  const branches = compareOnlyBranch(base, revision, baseView, revisionView, identity);
  if (branches !== undefined) return { ...branches, base: baseView, revision: revisionView };
  const wrapped = compareWrapped(base, revision, baseView, revisionView, identity);
  if (wrapped !== undefined) return { ...wrapped, base: baseView, revision: revisionView };
  const [left, right] = mergeOneSide(baseView, revisionView);
  if (haveNoTypeInCommon(left, right)) {
    const edits = [...compareTypes(left, right), ...compareAnnotations(left, right, identity)];
    return { base: baseView, revision: revisionView, edits, children: [] };
  }
  const parts = [
    compareProperties(left, right),
    compareObjects(left, right),
    compareSubschemas(left, right, (pair) => !identity.areEqual(pair.base, pair.revision)),
    compareConjuncts(left, right, identity),
    compareUnions(left, right, identity),
  ];
  return {
    base: baseView,
    revision: revisionView,
    edits: [
      ...compareTypes(left, right),
      ...compareValues(left, right),
      ...compareBounds(left, right),
      ...compareScalars(left, right),
      ...parts.flatMap(({ edits }) => edits.map((each) => withProperties(each, left, right))),
      ...compareAnnotations(left, right, identity),
    ],
    children: parts.flatMap(({ children }) => children),
  };
}

/**
 * If only one of two schemas has `allOf` or a reference, merges the keywords of its parts into this schema.
 */
function mergeOneSide(
  base: ObjectSchema,
  revision: ObjectSchema,
): readonly [ObjectSchema, ObjectSchema] {
  const [before, after] = [conjunctsOf(base).length > 0, conjunctsOf(revision).length > 0];
  if (before && !after) return [mergeConjuncts(base) ?? base, revision];
  if (after && !before) return [base, mergeConjuncts(revision) ?? revision];
  return [base, revision];
}

function compareConjuncts(
  base: ObjectSchema,
  revision: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison {
  const conjuncts = conjunctsOf(revision);
  const { pairs, removed, added } = matchSchemas(conjunctsOf(base), conjuncts, identity);
  const edits = [
    ...removed.map((each): SchemaEdit => {
      const name = identity.baseName(each);
      const text = branchText(each, name);
      return {
        rule: "all-of-removed",
        details: [name ?? writtenSchema(each)],
        describe: (owner) => `${text} is no longer a part of ${owner}.`,
        without: withConjuncts(revision, [...conjuncts, each]),
        isStructural: true,
        isNamed: name !== undefined,
      };
    }),
    ...added.map((each): SchemaEdit => {
      const name = identity.revisionName(each);
      const text = branchText(each, name);
      return {
        rule: "all-of-added",
        details: [name ?? writtenSchema(each)],
        describe: (owner) => `${text} became a part of ${owner}.`,
        without: withConjuncts(
          revision,
          conjuncts.filter((other) => other !== each),
        ),
        isStructural: true,
        isNamed: name !== undefined,
      };
    }),
  ];
  const children = pairs.map(([left, right]) => ({ base: left, revision: right, inPlace: true }));
  return { edits, children };
}

/**
 * Compares two unions even if one of them has only one branch besides `null`. All other comparisons replace
 * such a union by its only branch.
 */
function compareOnlyBranch(
  base: Schema,
  revision: Schema,
  baseView: ObjectSchema,
  revisionView: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison | undefined {
  const hasSame =
    (unionBranches(baseView) === undefined) === (unionBranches(revisionView) === undefined);
  const [left, right] = [dereference(base), dereference(revision)];
  if (hasSame || left.kind === "boolean" || right.kind === "boolean") return undefined;
  if (unionBranches(left) === undefined || unionBranches(right) === undefined) return undefined;
  const { edits, children } = compareUnions(left, right, identity);
  // A union that became its only branch would have the annotations of the branch, and no discriminator.
  return { edits: [...edits, ...compareAnnotations(left, right, identity)], children };
}

/** Compares a schema with a union if one branch of the union is the schema itself or its new version. */
function compareWrapped(
  base: Schema,
  revision: Schema,
  baseView: ObjectSchema,
  revisionView: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison | undefined {
  const [left, right] = [unionBranches(baseView), unionBranches(revisionView)];
  if ((left === undefined) === (right === undefined)) return undefined;
  const { pairs } = matchKnown(left ?? [base], right ?? [revision], identity);
  const [pair] = pairs;
  if (pair === undefined) return undefined;
  const isWrapped = right !== undefined;
  const others = (right ?? left ?? []).filter((each) => !pair.includes(each));
  const nameOf = isWrapped ? identity.revisionName : identity.baseName;
  const texts = others.map((each) => branchText(each, nameOf(each)));
  const children: ChildPair[] = [{ base: pair[0], revision: pair[1], inPlace: true }];
  const edit: SchemaEdit = {
    rule: isWrapped ? "wrapped-in-union" : "unwrapped-from-union",
    details: others.map((each) => nameOf(each) ?? writtenSchema(each)),
    describe: (name) =>
      isWrapped
        ? `${name} became a union with ${listText(texts)}.`
        : `${name} is no longer a union with ${listText(texts)}.`,
    without: baseView,
  };
  return { edits: [edit, ...compareAnnotations(baseView, revisionView, identity)], children };
}

/** Matches schemas only by name or by equal values. */
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

function unionBranches(schema: ObjectSchema): readonly Schema[] | undefined {
  const [keyword, ...others] = restrictingKeywords(schema);
  if (others.length > 0 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  return schema[keyword];
}
