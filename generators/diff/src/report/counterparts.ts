// What was removed and what was added at the same place, which readers look for together.

import { type Change, compareClasses } from "../changes/change.ts";
import { list } from "../schemas/text.ts";

/** The kinds of things that come and go, by the rules about them. */
const kinds: readonly (readonly [removed: RegExp, added: RegExp])[] = [
  [/^(required-)?property-removed$/, /^(required-)?property-added$/],
  [/^enum-value-removed$/, /^enum-value-added$/],
  [/^(success|error)-status-removed$/, /^(success|error)-status-added$/],
  [/^media-type-removed$/, /^media-type-added$/],
  [/^(any-of|one-of)-removed$/, /^(any-of|one-of)-added$/],
  [/^parameter-removed$/, /^(required|optional)-parameter-added$/],
];

const mostShown = 3;

/**
 * Finds what was added where something was removed, and the reverse, so that one sentence tells both. It
 * does not say that the one is instead of the other, which no document says.
 */
export class Counterparts {
  readonly #byPlace = new Map<string, Change[]>();

  constructor(changes: readonly Change[]) {
    for (const change of changes) {
      const kind = kinds.findIndex((each) => each.some((rule) => rule.test(change.ruleId)));
      if (kind < 0) continue;
      const key = placeKey(change, kind);
      this.#byPlace.set(key, [...(this.#byPlace.get(key) ?? []), change]);
    }
  }

  /** Returns the sentence about a change, with what came or went at its place. */
  sentenceOf(change: Change): string {
    const others = this.toldWith(change);
    if (others.length === 0) return change.message;
    const things = others.flatMap(({ message }) => thingOf(message));
    const isOne = others.length === 1 && !/ (and|more) /.test(things[0] ?? "");
    const what = change.ruleId.endsWith("-removed") ? "added" : "removed";
    const sentence = change.message.replace(/\.$/, "");
    return `${sentence}, and ${list(things)} ${isOne ? "was" : "were"} ${what} there.`;
  }

  /** Returns the changes that the sentence about a change tells as well. */
  toldWith(change: Change): readonly Change[] {
    const kind = kinds.findIndex((each) => each.some((rule) => rule.test(change.ruleId)));
    if (kind < 0) return [];
    const isRemoval = change.ruleId.endsWith("-removed");
    const beside = this.#byPlace.get(placeKey(change, kind)) ?? [];
    const others = beside.filter(({ ruleId }) => ruleId.endsWith("-removed") !== isRemoval);
    const same = beside.filter(({ ruleId }) => ruleId.endsWith("-removed") === isRemoval);
    // Of many it is not clear which belong together.
    if (others.length > mostShown || same.length > mostShown) return [];
    const [left, right] = [same, others].map(worstOf);
    if (left === undefined || right === undefined || same[0] !== change) return [];
    const order = compareClasses(left.class, right.class);
    return order < 0 || (order === 0 && isRemoval) ? others : [];
  }
}

/** The place of a thing: what has it. The subject of a status or parameter is the thing itself. */
function placeKey({ ruleId, subject: { kind, name, path = "" } }: Change, thing: number): string {
  const owner = /-status-|parameter-/.test(ruleId) ? "" : path;
  return `${thing} ${kind} ${name} ${owner}`;
}

function worstOf(changes: readonly Change[]): Change | undefined {
  return changes.toSorted((left, right) => compareClasses(left.class, right.class))[0];
}

/** Returns the thing that a sentence says came or went: "the required property `id`". */
function thingOf(message: string): readonly string[] {
  const [, thing] =
    /^(?:[^`]*?: )?(.+?) (?:(?:was|were) (?:added|removed)|(?:is|are) no longer)\b/.exec(message) ??
    [];
  return thing === undefined ? [] : [thing.replace(/^(The|An?) /, (word) => word.toLowerCase())];
}
