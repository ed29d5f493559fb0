import type { ObjectSchema, Schema } from "@specwright/contract";
import { compareOnlyBranch, compareWrapped } from "./compare-wrapped.ts";
import { compareAnnotations } from "./keywords/compare-annotations.ts";
import { compareBounds } from "./keywords/compare-bounds.ts";
import { compareObjects } from "./keywords/compare-objects.ts";
import { compareProperties } from "./keywords/compare-properties.ts";
import { compareScalars } from "./keywords/compare-scalars.ts";
import { compareSubschemas } from "./keywords/compare-subschemas.ts";
import { compareTypes } from "./keywords/compare-types.ts";
import { branchText, compareUnions } from "./keywords/compare-unions.ts";
import { compareValues } from "./keywords/compare-values.ts";
import { matchSchemas, type SchemaIdentity } from "./match-schemas.ts";
import type { KeywordComparison, SchemaEdit } from "./schema-edit.ts";
import { conjunctsOf, mergeConjuncts, viewOf, type Wrapper, withConjuncts } from "./schema-view.ts";

/** A comparison of two schemas, with the two as they were compared. */
export interface PairComparison extends KeywordComparison {
  readonly base: ObjectSchema;
  readonly revision: ObjectSchema;
}

/**
 * Compares two schemas that only wrap others: what they wrap is compared as schemas inside, so that
 * its changes are told where it is written, and not at each wrapper.
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
      describe: (name) => (isAdded ? `${name} may be null.` : `${name} may no longer be null.`),
      without: isAdded
        ? { ...revision.annotations, allOf: [revision.inner] }
        : { ...revision.annotations, anyOf: [revision.inner, nothing] },
    });
  }
  const children = [{ base: base.inner, revision: revision.inner, inPlace: true }];
  return { edits, children, base: base.annotations, revision: revision.annotations };
}

/** Compares the keywords of two schemas, and lists the schemas inside them to compare next. */
export function comparePair(
  base: Schema,
  revision: Schema,
  identity: SchemaIdentity,
): PairComparison {
  const [before, after] = [viewOf(base), viewOf(revision)];
  const branches = compareOnlyBranch(base, revision, before, after, identity);
  if (branches !== undefined) return { ...branches, base: before, revision: after };
  const wrapped = compareWrapped(base, revision, before, after, identity);
  if (wrapped !== undefined) return { ...wrapped, base: before, revision: after };
  const [left, right] = mergeOneSide(before, after);
  const parts = [
    compareProperties(left, right),
    compareObjects(left, right),
    compareSubschemas(left, right, (pair) => !identity.areEqual(pair.base, pair.revision)),
    compareConjuncts(left, right, identity),
    compareUnions(left, right, identity),
  ];
  return {
    base: before,
    revision: after,
    edits: [
      ...compareTypes(left, right),
      ...compareValues(left, right),
      ...compareBounds(left, right),
      ...compareScalars(left, right),
      ...parts.flatMap(({ edits }) => edits),
      ...compareAnnotations(left, right, identity),
    ],
    children: parts.flatMap(({ children }) => children),
  };
}

/** Writes `allOf` and references of the one schema as keywords, if only that schema has them. */
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
      const text = branchText(each, identity.baseName(each));
      return {
        rule: "all-of-removed",
        details: [text],
        describe: (name) => `${text} is no longer a part of ${name}.`,
        without: withConjuncts(revision, [...conjuncts, each]),
        isStructural: true,
        isNamed: identity.baseName(each) !== undefined,
      };
    }),
    ...added.map((each): SchemaEdit => {
      const text = branchText(each, identity.revisionName(each));
      return {
        rule: "all-of-added",
        details: [text],
        describe: (name) => `${text} became a part of ${name}.`,
        without: withConjuncts(
          revision,
          conjuncts.filter((other) => other !== each),
        ),
        isStructural: true,
        isNamed: identity.revisionName(each) !== undefined,
      };
    }),
  ];
  const children = pairs.map(([left, right]) => ({ base: left, revision: right, inPlace: true }));
  return { edits, children };
}
