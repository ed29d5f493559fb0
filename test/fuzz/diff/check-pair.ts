// The property: no value contradicts the result of comparing two schemas.

import { dereference, type Schema, schemaChildren } from "@specwright/contract";
import type { ComparerOptions, Containment, Reader, SchemaComparer } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import { isValid } from "../../../generators/schemas/src/evaluate/is-valid.ts";
import { ajvJudges } from "./ajv-judges.ts";
import { respectsReservedNames } from "./respects-reserved-names.ts";
import { usesUnsentNames } from "./uses-unsent-names.ts";

/** Creates the comparer under test; a test may plant a defect. */
export type CreateComparer = (
  options: ComparerOptions,
) => Pick<SchemaComparer, "compare" | "areEqual">;

/** Comparers for many pairs, one after the other. */
export interface Comparers {
  readonly strict: Comparer;
  readonly reserving: Comparer;
  /** Creates a comparer without earlier results. */
  readonly another: () => Comparer;
}

type Comparer = ReturnType<CreateComparer>;

/** Creates comparers. Each remembers its earlier results. */
export function newComparers(create: CreateComparer): Comparers {
  return {
    strict: create({ maxSteps }),
    reserving: create({ maxSteps, undeclaredNamesAreReserved: true }),
    another: () => create({ maxSteps }),
  };
}

/** Two documents, and their schemas. */
export interface Pair {
  readonly documents: readonly [JsonValue, JsonValue];
  readonly base: Schema;
  readonly revision: Schema;
  /** The same schemas in another order. */
  readonly reordered?: readonly [base: Schema, revision: Schema];
}

/** Reports whether a value is valid; undefined if that is not decidable. */
type Judge = (value: JsonValue) => boolean | undefined;

/** A question with its answer, and judges for both schemas. */
interface Asked {
  readonly about: string;
  readonly answer: Containment;
  readonly inner: Judge;
  readonly outer: Judge;
  /** Reports whether a value counts. */
  readonly counts?: (value: JsonValue) => boolean;
}

const maxSteps = 5000;

/** Returns the contradiction in the comparisons of a pair and of its parts, or undefined. */
export function findContradiction(
  pair: Pair,
  values: readonly JsonValue[],
  comparers: Comparers,
  withAjv: boolean,
): string | undefined {
  const asked = [...directed(pair, comparers.strict), ...reserved(pair, comparers.reserving)];
  if (withAjv) asked.push(...byAjv(pair, comparers.strict));
  for (const each of asked) {
    const found = contradictionIn(each, values);
    if (found !== undefined) return found;
  }
  const inner = values.flatMap((value) =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value)] : [value],
  );
  for (const part of partsOf(pair)) {
    for (const each of [
      ...directed(part, comparers.strict),
      ...reserved(part, comparers.reserving),
    ]) {
      const found = contradictionIn(each, inner);
      if (found !== undefined) return `in a part: ${found}`;
    }
  }
  return mirrored(pair, comparers) ?? otherOrder(pair, comparers);
}

/** Lists some pairs of schemas at the same place in the schemas of a pair. */
function partsOf({ base, revision, documents }: Pair): readonly Pair[] {
  const others = schemaChildren(dereference(revision));
  return schemaChildren(dereference(base))
    .flatMap(({ keyword, key, schema }) => {
      const other = others.find((each) => each.keyword === keyword && each.key === key);
      return other === undefined ? [] : [{ base: schema, revision: other.schema, documents }];
    })
    .slice(0, 3);
}

function contradictionIn(
  { about, answer, inner, outer, counts = () => true }: Asked,
  values: readonly JsonValue[],
): string | undefined {
  if (answer.verdict === "unknown") return undefined;
  if (answer.verdict === "refuted") {
    const { witness } = answer;
    const isWrong = inner(witness) === false || outer(witness) === true;
    return isWrong ? `${about}: no witness is ${JSON.stringify(witness)}` : undefined;
  }
  const value = values.find(
    (each) => inner(each) === true && outer(each) === false && counts(each),
  );
  return value === undefined ? undefined : `${about}: "proved" but for ${JSON.stringify(value)}`;
}

/** The readers with different results, and undefined for no reader. */
function readersOf({ documents }: Pair): readonly (Reader | undefined)[] {
  const text = JSON.stringify(documents);
  const readers: (Reader | undefined)[] = [undefined];
  if (text.includes('"readOnly"')) readers.push("request");
  if (text.includes('"writeOnly"')) readers.push("response");
  return readers;
}

/** The two questions of each direction that makes a difference. */
function directed(pair: Pair, comparer: Comparer): Asked[] {
  const { base, revision } = pair;
  return readersOf(pair).flatMap((reader) => {
    const { baseInRevision, revisionInBase } = comparer.compare(base, revision, reader);
    const judges = [base, revision].map(
      (schema): Judge =>
        (value) =>
          isValid(schema, value, reader),
    );
    return bothWays(reader ?? "any direction", baseInRevision, revisionInBase, judges);
  });
}

/**
 * The two questions of each direction if undeclared names are reserved, for values with neither such names
 * nor members that their writer does not send.
 */
function reserved(pair: Pair, comparer: Comparer): Asked[] {
  const { base, revision } = pair;
  return readersOf(pair).flatMap((reader) => {
    const { baseInRevision, revisionInBase } = comparer.compare(base, revision, reader);
    const judges = [base, revision].map(
      (schema): Judge =>
        (value) =>
          isValid(schema, value, reader),
    );
    const about = `reserved names, ${reader ?? "any direction"}`;
    const [forward, backward] = bothWays(about, baseInRevision, revisionInBase, judges);
    if (forward === undefined || backward === undefined) return [];
    const counts = (inner: Schema, outer: Schema, value: JsonValue): boolean =>
      (reader === undefined || !usesUnsentNames([inner], value, reader)) &&
      respectsReservedNames(inner, outer, value, reader);
    return [
      { ...forward, counts: (value) => counts(base, revision, value) },
      { ...backward, counts: (value) => counts(revision, base, value) },
    ];
  });
}

/** The two questions with the verdict of another implementation. */
function byAjv({ base, revision, documents }: Pair, comparer: Comparer): Asked[] {
  const judges = ajvJudges(documents);
  if (judges === undefined) return [];
  const { baseInRevision, revisionInBase } = comparer.compare(base, revision);
  return bothWays("by Ajv", baseInRevision, revisionInBase, judges);
}

function bothWays(
  about: string,
  baseInRevision: Containment,
  revisionInBase: Containment,
  [inBase = () => undefined, inRevision = () => undefined]: readonly Judge[],
): Asked[] {
  return [
    {
      about: `base in revision, ${about}`,
      answer: baseInRevision,
      inner: inBase,
      outer: inRevision,
    },
    {
      about: `revision in base, ${about}`,
      answer: revisionInBase,
      inner: inRevision,
      outer: inBase,
    },
  ];
}

function mirrored({ base, revision }: Pair, { strict, another }: Comparers): string | undefined {
  const straight = strict.compare(base, revision);
  const mirror = another().compare(revision, base);
  return (
    different("mirrored base in revision", straight.baseInRevision, mirror.revisionInBase) ??
    different("mirrored revision in base", straight.revisionInBase, mirror.baseInRevision)
  );
}

/** Compares two answers to one question. Either may be "unknown", if it took too many steps. */
function different(about: string, left: Containment, right: Containment): string | undefined {
  const verdicts = [left.verdict, right.verdict];
  const isSame = left.verdict === right.verdict || verdicts.includes("unknown");
  return isSame ? undefined : `${about}: ${verdicts.join(", but ")}`;
}

function otherOrder(
  { base, revision, reordered }: Pair,
  { another }: Comparers,
): string | undefined {
  if (reordered === undefined) return undefined;
  const [otherBase, otherRevision] = reordered;
  const comparer = another();
  if (!comparer.areEqual(base, otherBase)) return "not equal in another order";
  if (comparer.compare(base, otherBase).effect !== "equal") return "another effect than equal";
  const straight = comparer.compare(base, revision);
  const other = another().compare(otherBase, otherRevision);
  return (
    different("reordered base in revision", straight.baseInRevision, other.baseInRevision) ??
    different("reordered revision in base", straight.revisionInBase, other.revisionInBase)
  );
}
