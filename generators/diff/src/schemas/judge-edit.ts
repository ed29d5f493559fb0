import type { Containment } from "@specwright/schemas";
import type { Witness } from "../changes/change.ts";
import type { ContainmentJudge } from "./containment-judge.ts";
import { type Judgement, type SchemaEdit, severityOf } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { viewOf } from "./schema-view.ts";

/** A judgement of an edit in one direction, with the value that proves it. */
export interface EditJudgement extends Judgement {
  readonly witness?: Witness;
}

/** Judges what an edit of a pair means for those who send or read values in a direction. */
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
    return least ?? (isWithoutEffect ? withoutEffect : safe(direction));
  }
  const together = judge.containment(pair.base, pair.revision, direction, isOfOverlap);
  const judged = judgeContainment(together, direction);
  if (judged.class === "non-breaking") return worse(least ?? judged, judged);
  if (alone.verdict === "unknown" && judged.class !== "breaking") return worse(undecided, least);
  const witness = witnessOf(judge, alone, pair, direction) ?? judged.witness;
  const why = edit.whyBroken?.(direction);
  return worse({ ...broken(direction), ...(why && { why }), ...(witness && { witness }) }, least);
}

/** Judges a containment in a direction. */
export function judgeContainment(
  containment: Containment,
  direction: "request" | "response",
): EditJudgement {
  if (containment.verdict === "proved") return safe(direction);
  if (containment.verdict === "unknown") return undecided;
  const validIn = direction === "request" ? "base" : "revision";
  return { ...broken(direction), witness: { value: containment.witness, validIn } };
}

/** Judges what a judgement means inside a property that a contract does not send in a direction. */
export function judgeUnsent(
  judgement: EditJudgement,
  direction: "request" | "response",
): EditJudgement {
  const isSafe = judgement.class === "non-breaking" || judgement.class === "docs";
  return isSafe || judgement.surface !== "wire" ? judgement : unsent[direction];
}

/** Returns the worse of two judgements. */
export function worse<Left extends Judgement>(
  left: Left,
  right: Judgement | undefined,
): Left | Judgement {
  return right === undefined || severityOf(left) <= severityOf(right) ? left : right;
}

/** The judgement of an edit that does nothing to the accepted values. */
export const withoutEffect: Judgement = {
  class: "docs",
  surface: "docs",
  why: "It restricts no value that the rest of the schema allows.",
};

/** The judgement of an alternative that is accepted only because an open object accepts it. */
export const takenForAnother: Judgement = {
  class: "breaking",
  surface: "wire",
  why: "A reader that knows only the old alternatives may read it as one of them, and misses its properties.",
};

const unsent: Readonly<Record<"request" | "response", Judgement>> = {
  request: {
    class: "potentially-breaking",
    surface: "wire",
    why: "A request should not have the read-only property; one that has it may be refused now.",
  },
  response: {
    class: "potentially-breaking",
    surface: "wire",
    why: "A response should not have the write-only property; one that has it may be unexpected.",
  },
};

/** The judgement of what could not be decided. */
export const undecided: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "The comparison could not decide whether it breaks somebody: check it by hand.",
};

function safe(direction: "request" | "response"): Judgement {
  return {
    class: "non-breaking",
    surface: "wire",
    why:
      direction === "request"
        ? "Every value that was accepted before still is."
        : "Every value that may come now could come before.",
  };
}

function broken(direction: "request" | "response"): Judgement {
  return {
    class: "breaking",
    surface: "wire",
    why:
      direction === "request"
        ? "A value that was accepted before is refused now."
        : "A value may come that the old version did not allow, and readers do not expect it.",
  };
}

/** Returns the value that proves an edit, if it also proves it without leaving out other edits. */
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
  // What one of them marks as not sent in this direction does not count in it.
  if (judge.accepts(valid, value, direction) !== true) return undefined;
  if (judge.accepts(invalid, value, direction) !== false) return undefined;
  return { value, validIn: direction === "request" ? "base" : "revision" };
}
