// Pairs related changes: removals and additions at the same place, and a removed with an added operation if
// their paths differ in one word.

import { type Change, compareClasses, isBreak } from "../changes/change.ts";
import { listText } from "../schemas/text.ts";
import { breaksStrictReaders } from "./advice.ts";

/** The rules about parts that were removed and added, by the kind of part. */
const kinds: readonly (readonly [removed: RegExp, added: RegExp])[] = [
  [/^(required-)?property-removed$/, /^(required-)?property-added$/],
  [/^enum-value-removed$/, /^enum-value-added$/],
  [/^(success|error)-status-removed$/, /^(success|error)-status-added$/],
  [/^media-type-removed$/, /^media-type-added$/],
  [/^(any-of|one-of)-removed$/, /^(any-of|one-of)-added$/],
  [/^property-became-optional$/, /^property-became-required$/],
  [/^parameter-removed$/, /^(required|optional)-parameter-added$/],
];

const mostShown = 3;

/**
 * Finds additions at the place of a removal, and the reverse, to report both in one sentence. The sentence
 * does not say that one replaces the other, because documents do not contain this information.
 */
export class Counterparts {
  readonly #byPlace = new Map<string, Change[]>();
  readonly #twins: ReadonlyMap<Change, Change>;

  constructor(changes: readonly Change[]) {
    this.#twins = twinsOf(changes);
    for (const change of changes) {
      const kind = kinds.findIndex((each) => each.some((rule) => rule.test(change.ruleId)));
      if (kind < 0) continue;
      const key = placeKey(change, kind);
      this.#byPlace.set(key, [...(this.#byPlace.get(key) ?? []), change]);
    }
  }

  /** Returns the sentence about a change, with the additions or removals at its place. */
  sentenceOf(change: Change): string {
    const others = this.reportedWith(change);
    if (others.length === 0) return change.message;
    const things = others.flatMap(({ message }) => sentenceSubject(message));
    const isOne = others.length === 1 && !/ (and|more) /.test(things[0] ?? "");
    const [first] = others;
    const sentence = change.message.replace(/\.$/, "");
    const listed = subjectsText(things);
    const was = isOne ? "was" : "were";
    const [, became] = /-became-(optional|required)$/.exec(first?.ruleId ?? "") ?? [];
    if (became !== undefined) return `${sentence}, and ${listed} became ${became} there.`;
    if (this.#twins.has(change)) return `${sentence}, and ${listed} ${was} added.`;
    const what = change.ruleId.endsWith("-removed") ? "added" : "removed";
    return `${sentence}, and ${listed} ${was} ${what} there.`;
  }

  /** Returns the other changes that the same sentence reports. */
  reportedWith(change: Change): readonly Change[] {
    const twin = this.#twins.get(change);
    if (twin !== undefined) return [twin];
    const kind = kinds.findIndex((each) => each.some((rule) => rule.test(change.ruleId)));
    const [removed] = kinds[kind] ?? [];
    if (removed === undefined) return [];
    const isRemoval = removed.test(change.ruleId);
    const beside = this.#byPlace.get(placeKey(change, kind)) ?? [];
    const others = beside.filter(({ ruleId }) => removed.test(ruleId) !== isRemoval);
    const same = beside.filter(({ ruleId }) => removed.test(ruleId) === isRemoval);
    // With too many changes at one place, their relation is unclear.
    if (others.length > mostShown || same.length > mostShown) return [];
    const [left, right] = [same, others].map(worstChange);
    if (left === undefined || right === undefined || same[0] !== change) return [];
    // Whether the change breaks fewer clients than the others. Its sentence must then not contain their
    // breaks.
    const isMilder =
      breaksStrictReaders(left) || (left.surface === "code" && right.surface !== "code");
    if (isBreak(right) && isMilder) return [];
    const order = compareClasses(left.class, right.class);
    return order < 0 || (order === 0 && isRemoval) ? others : [];
  }
}

/**
 * Returns a key for the parent of a part. The path of a status or parameter names the part itself, so the
 * key does not contain this path.
 */
function placeKey({ ruleId, subject: { kind, name, path = "" } }: Change, thing: number): string {
  const owner = /-status-|parameter-/.test(ruleId) ? "" : path;
  return `${thing} ${kind} ${name} ${owner}`;
}

/**
 * Pairs a removed operation with an added operation if their paths differ in one word and neither of them
 * fits a different operation.
 */
function twinsOf(changes: readonly Change[]): ReadonlyMap<Change, Change> {
  const isOf = (rule: string) => (change: Change) => change.ruleId === rule;
  const added = changes.filter(isOf("operation-added"));
  const found = changes.filter(isOf("operation-removed")).flatMap((removed) => {
    const [twin, ...others] = added.filter((each) => areTwins(removed, each));
    return twin === undefined || others.length > 0 ? [] : [[removed, twin] as const];
  });
  const twins = found.map(([, twin]) => twin);
  return new Map(found.filter(([, twin]) => twins.indexOf(twin) === twins.lastIndexOf(twin)));
}

/**
 * Reports whether the paths of two operations differ in exactly one word, and at least two different fixed
 * words follow this word.
 */
function areTwins({ subject: left }: Change, { subject: right }: Change): boolean {
  const [before, after] = [left, right].map(({ name }) => name.split("/"));
  if (before === undefined || after === undefined || before.length !== after.length) return false;
  const differing = before.flatMap((word, index) => (word === after[index] ? [] : [index]));
  const [index, ...others] = differing;
  const words = new Set(before.slice((index ?? 0) + 1).filter((word) => !word.startsWith("{")));
  return index !== undefined && index > 0 && others.length === 0 && words.size >= 2;
}

function worstChange(changes: readonly Change[]): Change | undefined {
  return changes.toSorted((left, right) => compareClasses(left.class, right.class))[0];
}

/** Lists parts. Parts of the same kind share one noun: "the optional properties `a` and `b`". */
function subjectsText(things: readonly string[]): string {
  const parts = things.map((thing) =>
    /^(the [\w ]*property|the [\w ]*parameter) (`[^`]+`)$/.exec(thing),
  );
  const [kind, ...others] = new Set(parts.map((part) => part?.[1]));
  if (things.length < 2 || kind === undefined || others.length > 0) return listText(things);
  const names = listText(parts.map((part) => part?.[2] ?? ""));
  return `${kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`} ${names}`;
}

/** Returns the part that a sentence describes: "the required property `id`". */
function sentenceSubject(message: string): readonly string[] {
  const [, thing] =
    /^(?:[^`]*?: )?(.+?) (?:(?:was|were) (?:added|removed)|(?:is|are) no longer)\b/.exec(message) ??
    /^(.+?`) of .+ became (?:optional|required)\b/.exec(message) ??
    [];
  return thing === undefined ? [] : [thing.replace(/^(The|An?) /, (word) => word.toLowerCase())];
}
