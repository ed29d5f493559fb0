import type { Containment } from "@specwright/schemas";
import type { Witness } from "../changes/change.ts";
import type { ContainmentJudge } from "./containment-judge.ts";
import { type Judgement, type SchemaEdit, severityRank } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { viewOf } from "./schema-view.ts";

/** The judgement of an edit in one direction, with an example value that proves the judgement. */
export interface EditJudgement extends Judgement {
  readonly witness?: Witness;
}

/** Judges in one direction how an edit of a pair affects clients. */
export function judgeEdit(
  judge: ContainmentJudge,
  pair: SchemaPair,
  edit: SchemaEdit,
  direction: "request" | "response",
): EditJudgement {
  const least = edit.least?.(direction);
  if (edit.without === undefined) return least ?? withoutEffect;
  const revision = viewOf(pair.revision);
  const { isOfOverlap = false } = edit;
  const alone = judge.containment(edit.without, revision, direction, isOfOverlap);
  if (alone.verdict === "proved") {
    const isWithoutEffect = judge.effect(edit.without, revision, direction) === "equal";
    return least ?? (isWithoutEffect ? withoutEffect : safeJudgement(direction));
  }
  const together = judge.containment(pair.base, pair.revision, direction, isOfOverlap);
  const judged = judgeContainment(together, direction);
  if (judged.class === "non-breaking") return worseJudgement(least ?? judged, judged);
  if (alone.verdict === "unknown" && judged.class !== "breaking")
    return worseJudgement(undecided, least);
  const witness = witnessOf(judge, alone, pair, direction) ?? judged.witness;
  const why = edit.whyBroken?.(direction);
  return worseJudgement(
    { ...brokenBy(direction), ...(why && { why }), ...(witness && { witness }) },
    least,
  );
}

export function judgeContainment(
  containment: Containment,
  direction: "request" | "response",
): EditJudgement {
  if (containment.verdict === "proved") return safeJudgement(direction);
  if (containment.verdict === "unknown") return undecided;
  const validIn = direction === "request" ? "base" : "revision";
  return { ...brokenBy(direction), witness: { value: containment.witness, validIn } };
}

/** Makes a judgement milder inside a property that is not sent in this direction. */
export function judgeUnsent(
  judgement: EditJudgement,
  direction: "request" | "response",
): EditJudgement {
  const isSafe = judgement.class === "non-breaking" || judgement.class === "docs";
  return isSafe || judgement.surface !== "wire" ? judgement : unsent[direction];
}

export function worseJudgement<Left extends Judgement>(
  left: Left,
  right: Judgement | undefined,
): Left | Judgement {
  return right === undefined || severityRank(left) <= severityRank(right) ? left : right;
}

/** The judgement of an edit that accepts the same values as before. */
export const withoutEffect: Judgement = {
  class: "docs",
  surface: "docs",
  why: "It does not change which values are valid.",
};

/**
 * The judgement of a new alternative that old clients accept only as an open object of a known alternative.
 */
export const takenForAnother: Judgement = {
  class: "breaking",
  surface: "wire",
  why: "Clients that know only the old alternatives may read the new alternative as an old one, and miss its properties.",
};

const unsent: Readonly<Record<"request" | "response", Judgement>> = {
  request: {
    class: "potentially-breaking",
    surface: "wire",
    why: "Requests should not have the read-only property. The server may now reject requests with the property.",
  },
  response: {
    class: "potentially-breaking",
    surface: "wire",
    why: "Responses should not have the write-only property. Clients may not expect it.",
  },
};

/** The judgement of an edit for which the comparison found no proof. */
export const undecided: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "The comparison could not prove that existing clients keep working: check it by hand.",
};

function safeJudgement(direction: "request" | "response"): Judgement {
  return {
    class: "non-breaking",
    surface: "wire",
    why:
      direction === "request"
        ? "All values that were accepted are still accepted."
        : "Existing clients accept all values that the server may send.",
  };
}

function brokenBy(direction: "request" | "response"): Judgement {
  return {
    class: "breaking",
    surface: "wire",
    why:
      direction === "request"
        ? "The server now rejects values that it accepted."
        : "The server may now send values that existing clients do not expect.",
  };
}

/**
 * Returns the example value of an edit if the whole change of the schema also makes this value valid or
 * invalid.
 */
function witnessOf(
  judge: ContainmentJudge,
  alone: Containment,
  pair: SchemaPair,
  direction: "request" | "response",
): Witness | undefined {
  if (alone.verdict !== "refuted") return undefined;
  const { witness: value } = alone;
  const [valid, invalid] =
    direction === "request" ? [pair.base, pair.revision] : [pair.revision, pair.base];
  // A property that one contract does not send in this direction has no effect.
  if (judge.accepts(valid, value, direction) !== true) return undefined;
  if (judge.accepts(invalid, value, direction) !== false) return undefined;
  return { value, validIn: direction === "request" ? "base" : "revision" };
}
