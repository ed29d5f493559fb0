// The property: no value contradicts what a comparer says of two schemas.

import type { Schema } from "@specwright/contract";
import type { ComparerOptions, Containment, Reader, SchemaComparer } from "@specwright/diff";
import type { JsonValue } from "@specwright/spec-loader";
import { isValid } from "../../../generators/diff/src/evaluate/is-valid.ts";
import { ajvJudges } from "./ajv-judges.ts";
import { respectsReservedNames } from "./respects-reserved-names.ts";

/** Creates what is tested; a test passes one with a defect. */
export type CreateComparer = (
  options: ComparerOptions,
) => Pick<SchemaComparer, "compare" | "areEqual">;

/** Two documents, and their schemas. */
export interface Pair {
  readonly documents: readonly [JsonValue, JsonValue];
  readonly base: Schema;
  readonly revision: Schema;
  /** The same in another order. */
  readonly reordered?: readonly [base: Schema, revision: Schema];
}

/** Reports whether a value is valid, where that can be decided. */
type Judge = (value: JsonValue) => boolean | undefined;

/** A question with its answer, and judges of both schemas. */
interface Asked {
  readonly about: string;
  readonly answer: Containment;
  readonly inner: Judge;
  readonly outer: Judge;
  /** Reports whether a value counts. */
  readonly counts?: (value: JsonValue) => boolean;
}

const maxSteps = 5000;

/** Returns what is wrong with the comparisons of a pair, or undefined. */
export function contradiction(
  pair: Pair,
  values: readonly JsonValue[],
  create: CreateComparer,
  withAjv: boolean,
): string | undefined {
  const asked = [...directed(pair, create), ...reserved(pair, create)];
  if (withAjv) asked.push(...byAjv(pair, create));
  for (const each of asked) {
    const found = contradictionIn(each, values);
    if (found !== undefined) return found;
  }
  return mirrored(pair, create) ?? otherOrder(pair, create);
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

/** The two questions of each direction that makes a difference. */
function directed({ base, revision, documents }: Pair, create: CreateComparer): Asked[] {
  const text = JSON.stringify(documents);
  const readers: (Reader | undefined)[] = [undefined];
  if (text.includes('"readOnly"')) readers.push("request");
  if (text.includes('"writeOnly"')) readers.push("response");
  const comparer = create({ maxSteps });
  return readers.flatMap((reader) => {
    const { baseInRevision, revisionInBase } = comparer.compare(base, revision, reader);
    const judges = [base, revision].map(
      (schema): Judge =>
        (value) =>
          isValid(schema, value, reader),
    );
    return bothWays(reader ?? "any direction", baseInRevision, revisionInBase, judges);
  });
}

/** The two questions where undeclared names are reserved, for the values that use none. */
function reserved({ base, revision }: Pair, create: CreateComparer): Asked[] {
  const comparer = create({ maxSteps, undeclaredNamesAreReserved: true });
  const { baseInRevision, revisionInBase } = comparer.compare(base, revision);
  const judges = [base, revision].map(
    (schema): Judge =>
      (value) =>
        isValid(schema, value),
  );
  const [forward, backward] = bothWays("reserved names", baseInRevision, revisionInBase, judges);
  if (forward === undefined || backward === undefined) return [];
  return [
    { ...forward, counts: (value) => respectsReservedNames(base, revision, value) },
    { ...backward, counts: (value) => respectsReservedNames(revision, base, value) },
  ];
}

/** The two questions, with the judgement of another implementation. */
function byAjv({ base, revision, documents }: Pair, create: CreateComparer): Asked[] {
  const judges = ajvJudges(documents);
  if (judges === undefined) return [];
  const { baseInRevision, revisionInBase } = create({ maxSteps }).compare(base, revision);
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

function mirrored({ base, revision }: Pair, create: CreateComparer): string | undefined {
  const straight = create({ maxSteps }).compare(base, revision);
  const mirror = create({ maxSteps }).compare(revision, base);
  return (
    different("mirrored base in revision", straight.baseInRevision, mirror.revisionInBase) ??
    different("mirrored revision in base", straight.revisionInBase, mirror.baseInRevision)
  );
}

/** Two answers to one question; each may be "unknown", where it took too many steps. */
function different(about: string, left: Containment, right: Containment): string | undefined {
  const verdicts = [left.verdict, right.verdict];
  const isSame = left.verdict === right.verdict || verdicts.includes("unknown");
  return isSame ? undefined : `${about}: ${verdicts.join(", but ")}`;
}

function otherOrder(
  { base, revision, reordered }: Pair,
  create: CreateComparer,
): string | undefined {
  if (reordered === undefined) return undefined;
  const [otherBase, otherRevision] = reordered;
  const comparer = create({ maxSteps });
  if (!comparer.areEqual(base, otherBase)) return "not equal in another order";
  if (comparer.compare(base, otherBase).effect !== "equal") return "another effect than equal";
  const straight = comparer.compare(base, revision);
  const other = create({ maxSteps }).compare(otherBase, otherRevision);
  return (
    different("reordered base in revision", straight.baseInRevision, other.baseInRevision) ??
    different("reordered revision in base", straight.revisionInBase, other.revisionInBase)
  );
}
