import { type JsonValue, setMember } from "@specwright/spec-loader";
import type { Node, ObjectConstraint } from "../canonical/constraint.ts";
import { matcherOf } from "../pattern/matcher.ts";
import type { Branch, Needed } from "./branch.ts";
import { newMembers } from "./new-members.ts";
import {
  mentionedNames,
  type NeededMember,
  nodesOfMember,
  type ObjectShape,
  objectShape,
} from "./object-shape.ts";
import type { Finder, Outcome } from "./outcome.ts";
import { reservedNames } from "./reserved-names.ts";

interface ObjectBranch {
  readonly accepted: readonly ObjectConstraint[];
  readonly rejected: readonly ObjectConstraint[];
  readonly needed: readonly NeededMember[];
  readonly declaredOutside: ReadonlySet<string> | undefined;
}

/** The names of the chosen properties. For each name, the nodes that must reject the property's value. */
type Chosen = ReadonlyMap<string, readonly Node[]>;

/** Properties whose names occur in no constraint. */
type Added = ReadonlyMap<string, JsonValue>;

/** The maximum number of objects. After that, no further combinations of properties are tried. */
const mostSamples = 8;

const none: ReadonlySet<string> = new Set();

/** Returns some objects that may match a branch; `undefined` if certainly no object matches it. */
export function sampleObjects(
  finder: Finder,
  { accepted, rejected, needed, declaredOutside }: ObjectBranch,
): readonly JsonValue[] | undefined {
  const reserved = declaredOutside ? reservedNames(declaredOutside, accepted) : none;
  const shape = objectShape(accepted, rejected, needed, reserved);
  if (shape === undefined) return undefined;
  const chosen = new Map<string, readonly Node[]>();
  for (const name of shape.present) chosen.set(name, []);
  const others: NeededMember[] = [];
  for (const each of needed) {
    if (each.kind !== "member") others.push(each);
    else chosen.set(each.name, [...(chosen.get(each.name) ?? []), each.refused]);
  }
  return choose(finder, shape, others, chosen, new Map(), 0);
}

/**
 * Reports whether an object that matches a branch may have a property with a value that `refused` rejects.
 * Ignores the other properties of the object.
 */
export function mayHaveMember(
  finder: Finder,
  { accepted, rejected }: Branch,
  { name, refused }: Extract<Needed, { kind: "member" }>,
): boolean {
  if (rejected.some((each) => each.kind === "required" && each.name === name)) return false;
  const members = accepted.filter((each) => each.kind === "members");
  const matches = (pattern: string): boolean => matcherOf(pattern)?.test(name) === true;
  return finder.inside(nodesOfMember({ members }, name, matches), [refused]).kind !== "empty";
}

/**
 * Chooses a property for each need, either under a mentioned name or under a new name. Builds an object for
 * each combination.
 */
function choose(
  finder: Finder,
  shape: ObjectShape,
  needed: readonly NeededMember[],
  chosen: Chosen,
  added: Added,
  unnamed: number,
): readonly JsonValue[] | undefined {
  const [next, ...others] = needed.filter((each) => !isFulfilled(shape, each, chosen));
  if (next === undefined) return buildObject(finder, shape, chosen, added, unnamed);
  let samples: readonly JsonValue[] | undefined;
  for (const name of mentionedNames(shape)) {
    if (shape.absent.has(name) || !canFulfil(shape, next, name)) continue;
    const refused = [...(chosen.get(name) ?? []), ...(next.kind === "name" ? [] : [next.refused])];
    if (mentionedOutcome(finder, shape, name, refused).kind === "empty") continue;
    const more = new Map([...chosen, [name, refused]]);
    const found = choose(finder, shape, others, more, added, unnamed);
    if (found !== undefined) samples = [...(samples ?? []), ...found];
    if (samples !== undefined && samples.length >= mostSamples) return samples;
  }
  for (const member of newMembersFor(finder, shape, next, added)) {
    const found =
      member === "unknown"
        ? choose(finder, shape, others, chosen, added, unnamed + 1)
        : choose(finder, shape, others, chosen, new Map([...added, member]), unnamed);
    if (found !== undefined) samples = [...(samples ?? []), ...found];
    if (samples !== undefined && samples.length >= mostSamples) return samples;
  }
  return samples;
}

/** Reports whether a chosen property already satisfies a need, whatever its value. */
function isFulfilled(shape: ObjectShape, needed: NeededMember, chosen: Chosen): boolean {
  if (needed.kind === "otherMember" && !acceptsNothing(needed.refused)) return false;
  return [...chosen.keys()].some((name) =>
    needed.kind === "name"
      ? needed.refused.accepts(name) === false
      : canFulfil(shape, needed, name),
  );
}

function acceptsNothing({ constraints }: Node): boolean {
  return constraints.some((each) => each.kind === "types" && each.types.size === 0);
}

/**
 * Lists new properties that satisfy a need. If no new name remains, a property that was already added may
 * satisfy this need too.
 */
function newMembersFor(
  finder: Finder,
  shape: ObjectShape,
  needed: NeededMember,
  added: Added,
): readonly (readonly [string, JsonValue] | "unknown")[] {
  const members = newMembers(finder, shape, needed, [...added.keys()]);
  return members.length === 0 && added.size > 0 ? ["unknown"] : members;
}

/** Reports whether a property with this name can satisfy a need. */
function canFulfil(shape: ObjectShape, needed: NeededMember, name: string): boolean {
  if (needed.kind === "member") return needed.name === name;
  if (needed.kind === "name") return needed.refused.accepts(name) !== true;
  const matches = (pattern: string): boolean => shape.patterns.get(pattern)?.test(name) ?? true;
  return (
    !needed.notNames.includes(name) &&
    (needed.pattern === undefined || matches(needed.pattern)) &&
    !needed.notPatterns.some((pattern) => shape.patterns.get(pattern)?.test(name) === true)
  );
}

function buildObject(
  finder: Finder,
  shape: ObjectShape,
  chosen: Chosen,
  added: Added,
  unnamed: number,
): readonly JsonValue[] | undefined {
  // Several needs for new names may be satisfied by the same name, so they count as one.
  const certain = chosen.size + Math.min(1, added.size + unnamed);
  if (certain > shape.maximum) return undefined;
  const object: Record<string, JsonValue> = {};
  let isComplete = unnamed === 0;
  for (const [name, refused] of chosen) {
    const outcome = mentionedOutcome(finder, shape, name, refused);
    if (outcome.kind === "empty") return undefined;
    if (outcome.kind === "found") setMember(object, name, outcome.value);
    else isComplete = false;
  }
  for (const [name, value] of added) setMember(object, name, value);
  const isLargeEnough = fillObject(finder, shape, chosen, added, object);
  if (isLargeEnough === false) return undefined;
  return isComplete && isLargeEnough === true ? [object] : [];
}

/** Searches for the value of a property whose name is mentioned in a constraint. */
function mentionedOutcome(
  finder: Finder,
  shape: ObjectShape,
  name: string,
  refused: readonly Node[],
): Outcome {
  if (shape.names.some((node) => node.accepts(name) === false)) return { kind: "empty" };
  const matches = (pattern: string): boolean => shape.patterns.get(pattern)?.test(name) === true;
  return finder.inside(nodesOfMember(shape, name, matches), refused);
}

/**
 * Adds properties until the object has the required number. Returns `false` if this is not possible, and
 * `undefined` if it is not known whether it is possible.
 */
function fillObject(
  finder: Finder,
  shape: ObjectShape,
  chosen: Chosen,
  added: Added,
  object: Record<string, JsonValue>,
): boolean | undefined {
  let count = chosen.size + added.size;
  if (count >= shape.minimum) return true;
  let isKnown = true;
  for (const name of mentionedNames(shape)) {
    if (chosen.has(name) || shape.absent.has(name)) continue;
    const outcome = mentionedOutcome(finder, shape, name, []);
    if (outcome.kind === "empty") continue;
    count += 1;
    if (outcome.kind === "found") setMember(object, name, outcome.value);
    else isKnown = false;
    if (count >= shape.minimum) return isKnown ? true : undefined;
  }
  if (shape.minimum > 200) return undefined;
  const taken = [...added.keys()];
  let isPossible = taken.length > 0;
  while (count < shape.minimum) {
    const [member] = newMembers(finder, shape, undefined, taken);
    if (member === undefined) return isPossible ? undefined : false;
    if (member === "unknown") return undefined;
    isPossible = true;
    const [name, value] = member;
    setMember(object, name, value);
    taken.push(name);
    count += 1;
  }
  return isKnown ? true : undefined;
}
