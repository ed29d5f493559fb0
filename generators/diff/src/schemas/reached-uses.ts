import type { SchemaPair } from "./schema-pairs.ts";
import type { SchemaUse } from "./schema-use.ts";

/** A use that has a pair inside it. */
export interface ReachedUse {
  readonly use: SchemaUse;
  /** The pair of the whole schemas of the place. */
  readonly root: SchemaPair;
  /** Whether the pair is about a value inside that of the place, such as a property. */
  readonly inside: boolean;
  /** Whether a schema around the pair accepts the same in both contracts. */
  readonly areEqual: boolean;
}

/** Returns every use that a pair is part of, by the most direct way. */
export function reachedUses(pair: SchemaPair): ReachedUse[] {
  const reached = new Map<SchemaPair, ReachedWay>();
  const waiting: [SchemaPair, ReachedWay][] = [[pair, { inside: false, areEqual: false }]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [current, way] = next;
    const known = reached.get(current);
    const merged = known === undefined ? way : moreDirect(known, way);
    if (known !== undefined && isSameWay(known, merged)) continue;
    reached.set(current, merged);
    for (const { pair: parent, inPlace, areEqual } of current.parents) {
      waiting.push([
        parent,
        { inside: merged.inside || !inPlace, areEqual: merged.areEqual || areEqual },
      ]);
    }
  }
  return [...reached].flatMap(([root, way]) => root.uses.map((use) => ({ use, root, ...way })));
}

interface ReachedWay {
  readonly inside: boolean;
  readonly areEqual: boolean;
}

function moreDirect(left: ReachedWay, right: ReachedWay): ReachedWay {
  return {
    inside: left.inside && right.inside,
    areEqual: left.areEqual && right.areEqual,
  };
}

function isSameWay(left: ReachedWay, right: ReachedWay): boolean {
  return left.inside === right.inside && left.areEqual === right.areEqual;
}
