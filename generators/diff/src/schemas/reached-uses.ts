import type { Reader } from "@specwright/schemas";
import type { Affected, Direction } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { EditJudgement } from "./judge-edit.ts";
import { type Judgement, severityRank } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import type { SchemaUse } from "./schema-use.ts";
import { viewOf } from "./schema-view.ts";
import { hasSharedMembers } from "./shared-members.ts";

/** A use of a schema that contains a pair. */
export interface ReachedUse {
  readonly use: SchemaUse;
  /** The pair for the whole schema of the use. */
  readonly root: SchemaPair;
  /** Whether the pair describes an inner value, such as a property, and not the whole value of the use. */
  readonly inside: boolean;
  /** Whether an enclosing schema accepts the same values in both contracts. */
  readonly areEqual: boolean;
  /** The directions in which the value is not sent. In these directions the schemas have no effect. */
  readonly unsent: readonly Reader[];
  /** The enclosing pairs that have several schemas for the same value or member, such as unions. */
  readonly around: readonly SchemaPair[];
}

/**
 * Returns all uses that contain a pair. If several paths lead to a use, combines them and prefers the most
 * direct path.
 */
export function reachedUses(pair: SchemaPair): ReachedUse[] {
  const reached = new Map<SchemaPair, ReachedWay>();
  const start: ReachedWay = { inside: false, areEqual: false, unsent: [], around: [] };
  const waiting: [SchemaPair, ReachedWay][] = [[pair, start]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [current, way] = next;
    const known = reached.get(current);
    const merged = known === undefined ? way : moreDirect(known, way);
    if (known !== undefined && isSameWay(known, merged)) continue;
    reached.set(current, merged);
    for (const { pair: parent, inPlace, areEqual, unsent = [] } of current.parents) {
      waiting.push([
        parent,
        {
          inside: merged.inside || !inPlace,
          areEqual: merged.areEqual || areEqual,
          unsent: [...new Set([...merged.unsent, ...unsent])],
          around: inPlace || sharesMembers(parent) ? [...merged.around, parent] : merged.around,
        },
      ]);
    }
  }
  return [...reached].flatMap(([root, way]) => root.uses.map((use) => ({ use, root, ...way })));
}

const shared = new WeakMap<SchemaPair, boolean>();

/** Reports whether two parts of a schema in the pair describe the same member. */
function sharesMembers(pair: SchemaPair): boolean {
  const known = shared.get(pair);
  if (known !== undefined) return known;
  const found = [pair.base, pair.revision].some((each) => hasSharedMembers(viewOf(each)));
  shared.set(pair, found);
  return found;
}

type ReachedWay = Pick<ReachedUse, "inside" | "areEqual" | "unsent" | "around">;

function moreDirect(left: ReachedWay, right: ReachedWay): ReachedWay {
  return {
    inside: left.inside && right.inside,
    areEqual: left.areEqual && right.areEqual,
    unsent: left.unsent.filter((each) => right.unsent.includes(each)),
    around: left.around.filter((each) => right.around.includes(each)),
  };
}

function isSameWay(left: ReachedWay, right: ReachedWay): boolean {
  return (
    left.inside === right.inside &&
    left.areEqual === right.areEqual &&
    left.unsent.length === right.unsent.length &&
    left.around.length === right.around.length
  );
}

/** A use, with the judgement of an edit for this use. */
export interface JudgedUse {
  readonly use: ReachedUse;
  readonly judgement: EditJudgement;
}

/** Separates the uses with the worst judgement from the uses for which the edit is milder. */
export function affectedBy(
  judged: readonly JudgedUse[],
  worst: Judgement,
): Required<Pick<ChangeDraft, "affects" | "milderIn">> {
  const sent = judged.filter(({ use: { use } }) => use.place !== "name");
  const isWorst = ({ judgement }: JudgedUse): boolean =>
    severityRank(judgement) === severityRank(worst);
  return {
    affects: sent.filter(isWorst).map(affectedUse),
    milderIn: sent.filter((each) => !isWorst(each)).map(affectedUse),
  };
}

function affectedUse({ use: { use, inside } }: JudgedUse): Affected {
  const { operation, part, direction } = use;
  return { operation, part, direction, ...(inside && { inside }) };
}

/** Returns the direction of all uses, or `both` if they have different directions. */
export function sharedDirection(uses: readonly ReachedUse[]): Direction {
  const [first, ...others] = new Set(uses.map(({ use }) => use.direction));
  return first === undefined || others.length > 0 ? "both" : first;
}
