import type { Affected, Direction } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { type EditJudgement, severityOf } from "./judge-edit.ts";
import type { ReachedUse } from "./reached-uses.ts";
import type { Judgement } from "./schema-edit.ts";

/** A use with what an edit means in it. */
export interface JudgedUse {
  readonly use: ReachedUse;
  readonly judgement: EditJudgement;
}

/** Separates the uses in which an edit has its class from those in which it is milder. */
export function affectedBy(
  judged: readonly JudgedUse[],
  worst: Judgement,
): Required<Pick<ChangeDraft, "affects" | "milderIn">> {
  const sent = judged.filter(({ use: { use } }) => use.place !== "name");
  const isWorst = ({ judgement }: JudgedUse): boolean =>
    severityOf(judgement) === severityOf(worst);
  return {
    affects: sent.filter(isWorst).map(affected),
    milderIn: sent.filter((each) => !isWorst(each)).map(affected),
  };
}

function affected({ use: { use, inside } }: JudgedUse): Affected {
  const { operation, part, direction } = use;
  return { operation, part, direction, ...(inside && { inside }) };
}

/** Returns the flow of the values of some uses. */
export function directionOf(uses: readonly ReachedUse[]): Direction {
  const [first, ...others] = new Set(uses.map(({ use }) => use.direction));
  return first === undefined || others.length > 0 ? "both" : first;
}
