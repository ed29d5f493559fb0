import {
  type Contract,
  isPureReference,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import type { ComparisonSettings } from "../comparison-options.ts";
import { comparePair, compareWrappers } from "./compare-pair.ts";
import type { ContainmentJudge } from "./containment-judge.ts";
import { compareAnnotations, compareLifecycle } from "./keywords/compare-annotations.ts";
import { replacedSchema, type SchemaIdentity } from "./match-schemas.ts";
import { isAboutName, type SchemaEdit } from "./schema-edit.ts";
import type { SchemaUse } from "./schema-use.ts";
import { viewOf, wrapperOf } from "./schema-view.ts";

/**
 * Two schemas that are compared with each other. The comparison happens once, even if the pair has many
 * uses.
 */
export interface SchemaPair {
  readonly base: Schema;
  readonly revision: Schema;
  readonly edits: readonly SchemaEdit[];
  /** Whether both schemas accept the same values. */
  readonly areEqual: boolean;
  /** Whether the edits together accept the same values as before, although single edits do not. */
  readonly isRewritten: boolean;
  /** Whether a different change already reports the constant of this pair. */
  readonly isConstantReported: boolean;
  /** The pairs that directly contain this pair. */
  readonly parents: readonly ParentPair[];
  /** The uses whose whole schema is this pair. */
  readonly uses: readonly SchemaUse[];
}

/** A pair that directly contains a different pair. */
interface ParentPair {
  readonly pair: SchemaPair;
  /** Whether both pairs describe the same value. */
  readonly inPlace: boolean;
  /**
   * Whether the schemas of the outer pair accept the same values. Inside such a pair only documentation can
   * differ.
   */
  readonly areEqual: boolean;
  /** The directions in which the inner pair is not sent. */
  readonly unsent?: readonly Reader[];
}

interface DraftPair extends SchemaPair {
  edits: readonly SchemaEdit[];
  isRewritten: boolean;
  isConstantReported: boolean;
  readonly parents: ParentPair[];
  readonly uses: SchemaUse[];
}

export class SchemaPairs {
  readonly #pairs = new Map<Schema, Map<Schema, DraftPair>>();
  readonly #waiting: DraftPair[] = [];
  readonly #identity: SchemaIdentity;
  readonly #settings: ComparisonSettings;
  readonly #judge: ContainmentJudge;

  constructor(
    base: Contract,
    revision: Contract,
    judge: ContainmentJudge,
    settings: ComparisonSettings,
  ) {
    this.#settings = settings;
    this.#judge = judge;
    this.#identity = {
      baseName: (schema) => componentName(base, schema),
      revisionName: (schema) => componentName(revision, schema),
      baseNames: componentNames(base),
      revisionNames: componentNames(revision),
      areEqual: (left, right) => judge.areEqual(left, right),
    };
  }

  /** Adds a use of a schema. `revision` is the schema of the same use in the revision. */
  add(base: Schema, revision: Schema, use: SchemaUse): void {
    this.#pairOf(base, revision).uses.push(use);
  }

  /** Records that a different change reports the constant of two schemas. */
  omitConstantChange(base: Schema, revision: Schema): void {
    this.#pairOf(base, revision).isConstantReported = true;
  }

  /** Compares the added schemas, and returns all pairs. */
  compare(): readonly SchemaPair[] {
    for (let pair = this.#waiting.pop(); pair !== undefined; pair = this.#waiting.pop()) {
      this.#open(pair);
    }
    return [...this.#pairs.values()].flatMap((pairs) => [...pairs.values()]);
  }

  #open(pair: DraftPair): void {
    const { areEqual } = pair;
    const replaced = replacedSchema(pair.base, pair.revision, this.#identity);
    if (replaced !== undefined) {
      const [base, revision] = [describedSchema(pair.base), describedSchema(pair.revision)];
      const beside = [
        base ?? bareSchema(pair.base),
        revision ?? bareSchema(pair.revision),
      ] as const;
      pair.edits = [replaced, ...writtenAt(pair, compareAnnotations(...beside, this.#identity))];
      return;
    }
    const [before, after] = [describedSchema(pair.base), describedSchema(pair.revision)];
    if (before !== undefined || after !== undefined) {
      // A reference can have annotations next to it. They are compared here, and the target of the
      // reference becomes an inner pair.
      const [base, revision] = [
        before ?? bareSchema(pair.base),
        after ?? bareSchema(pair.revision),
      ];
      pair.edits = writtenAt(pair, [
        ...compareAnnotations(base, revision, this.#identity),
        ...compareLifecycle(base, revision, this.#settings),
      ]);
      const target = this.#pairOf(referenceTarget(pair.base), referenceTarget(pair.revision));
      target.parents.push({ pair, inPlace: true, areEqual });
      return;
    }
    const [outer, inner] = [wrapperOf(pair.base), wrapperOf(pair.revision)];
    const areWrappers = outer !== undefined && inner !== undefined;
    const compared = areWrappers
      ? compareWrappers(outer, inner, this.#identity)
      : comparePair(pair.base, pair.revision, this.#identity);
    const edits = areEqual
      ? compared.edits.filter(({ without, isStructural }) => without === undefined || isStructural)
      : compared.edits;
    const lifecycle = compareLifecycle(compared.base, compared.revision, this.#settings);
    const all = [...edits, ...lifecycle];
    pair.edits = areWrappers ? writtenAt(pair, all) : all;
    pair.isRewritten = this.#isRewritten(pair);
    for (const { base, revision, ...child } of compared.children) {
      this.#pairOf(base, revision).parents.push({ pair, areEqual, ...child });
    }
  }

  #isRewritten({ base, revision, edits }: DraftPair): boolean {
    const counted = edits.filter(({ without }) => without !== undefined);
    if (counted.length < 2 || counted.some(isAboutName)) return false;
    if (!this.#judge.meanTheSame(base, revision)) return false;
    // Edits that accept the same values, such as limits for a different type, are already reported as
    // documentation.
    const view = viewOf(revision);
    return counted.some(
      ({ without }) => without !== undefined && this.#judge.effect(without, view) !== "equal",
    );
  }

  #pairOf(base: Schema, revision: Schema): DraftPair {
    // A replaced schema, or annotations next to a reference, are reported at the reference and not at its
    // target.
    const isOwn =
      replacedSchema(base, revision, this.#identity) !== undefined ||
      describedSchema(base) !== undefined ||
      describedSchema(revision) !== undefined;
    const [left, right] = isOwn
      ? [base, revision]
      : [withoutDescription(base), withoutDescription(revision)];
    let pairs = this.#pairs.get(left);
    if (pairs === undefined) {
      pairs = new Map();
      this.#pairs.set(left, pairs);
    }
    const known = pairs.get(right);
    if (known !== undefined) return known;
    const areEqual = this.#identity.areEqual(left, right);
    const pair: DraftPair = {
      base: left,
      revision: right,
      areEqual,
      edits: [],
      isRewritten: false,
      isConstantReported: false,
      parents: [],
      uses: [],
    };
    pairs.set(right, pair);
    // Identical schemas need no further comparison.
    if (!this.#judge.areIdentical(left, right)) this.#waiting.push(pair);
    return pair;
  }
}

/** Sets the position of edits to the two schemas themselves, instead of the schemas that they refer to. */
function writtenAt({ base, revision }: SchemaPair, edits: readonly SchemaEdit[]): SchemaEdit[] {
  const at = { base: base.source, revision: revision.source };
  return edits.map((edit) => ({ at, ...edit }));
}

/** Follows references that have no annotations next to them. */
function withoutDescription(schema: Schema): Schema {
  const seen = new Set<Schema>();
  let current = schema;
  while (!seen.has(current) && isPureReference(current) && describedSchema(current) === undefined) {
    seen.add(current);
    current = current.ref.target;
  }
  return current;
}

/**
 * Returns the annotations next to a reference as a schema; undefined if the schema is not a reference or
 * has no annotations.
 */
function describedSchema(schema: Schema): ObjectSchema | undefined {
  if (!isPureReference(schema) || Object.keys(schema.raw).length === 1) return undefined;
  const { ref: _, ...rest } = schema;
  return rest;
}

/** Returns an empty schema, which stands for a reference without annotations. */
function bareSchema({ source }: Schema): ObjectSchema {
  return { kind: "schema", source, dialect: "2020-12", raw: {}, extensions: new Map() };
}

function referenceTarget(schema: Schema): Schema {
  return isPureReference(schema) ? schema.ref.target : schema;
}

function componentNames({ declarations }: Contract): ReadonlySet<string> {
  return new Set(declarations.filter(({ origin }) => origin === "schema").map(({ name }) => name));
}

/** Returns the name of a component. Follows references to the component. */
function componentName(contract: Contract, schema: Schema): string | undefined {
  const target = withoutDescription(schema);
  const declaration = contract.declarationOf(isPureReference(target) ? target.ref.target : target);
  return declaration?.origin === "schema" ? declaration.name : undefined;
}
