import type { MembersConstraint, Node, ObjectConstraint } from "../canonical/constraint.ts";
import { type Matcher, matcherOf } from "../pattern/matcher.ts";
import type { Needed } from "./branch.ts";

/** A property, or a property name, that an object must have. */
export type NeededMember = Exclude<Needed, { kind: "item" }>;

/** The requirements for an object: its property names, and the schemas of its properties. */
export interface ObjectShape {
  readonly minimum: number;
  readonly maximum: number;
  readonly present: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  readonly members: readonly MembersConstraint[];
  readonly names: readonly Node[];
  readonly needed: readonly NeededMember[];
  /** All patterns for property names, and their matchers. */
  readonly patterns: ReadonlyMap<string, Matcher>;
}

/**
 * Combines constraints on an object that must not have the reserved names. Returns `undefined` if the
 * constraints contradict each other.
 */
export function objectShape(
  accepted: readonly ObjectConstraint[],
  rejected: readonly ObjectConstraint[],
  needed: readonly NeededMember[],
  reserved: ReadonlySet<string>,
): ObjectShape | undefined {
  const present = new Set<string>();
  // The set is only copied before a name is added, because few of the many shapes reject a name.
  let absent = reserved;
  const members: MembersConstraint[] = [];
  const names: Node[] = [];
  let [minimum, maximum] = [0, Number.POSITIVE_INFINITY];
  for (const each of accepted) {
    if (each.kind === "required") present.add(each.name);
    else if (each.kind === "members") members.push(each);
    else if (each.kind === "propertyNames") names.push(each.node);
    else if (each.kind === "minProperties") minimum = Math.max(minimum, each.limit);
    else if (each.kind === "maxProperties") maximum = Math.min(maximum, each.limit);
  }
  for (const each of rejected) {
    if (each.kind === "required") absent = new Set(absent).add(each.name);
    else if (each.kind === "minProperties") maximum = Math.min(maximum, each.limit - 1);
    else if (each.kind === "maxProperties") minimum = Math.max(minimum, each.limit + 1);
  }
  for (const each of needed) if (each.kind === "member") present.add(each.name);
  if (minimum > maximum) return undefined;
  for (const name of present) if (absent.has(name)) return undefined;
  const patterns = patternsOf(members, needed);
  return { minimum, maximum, present, absent, members, names, needed, patterns };
}

/** Lists all names that the constraints mention. */
export function mentionedNames(shape: ObjectShape): ReadonlySet<string> {
  const mentioned = new Set([...shape.present, ...shape.absent]);
  for (const { properties } of shape.members) {
    for (const name of properties.keys()) mentioned.add(name);
  }
  for (const each of shape.needed) {
    if (each.kind === "otherMember") for (const name of each.notNames) mentioned.add(name);
  }
  return mentioned;
}

function patternsOf(
  members: readonly MembersConstraint[],
  needed: readonly NeededMember[],
): ReadonlyMap<string, Matcher> {
  const patterns = new Map<string, Matcher>();
  const add = (source: string): void => {
    const matcher = matcherOf(source);
    if (matcher !== undefined) patterns.set(source, matcher);
  };
  for (const each of members) for (const source of each.patterns.keys()) add(source);
  for (const each of needed) {
    if (each.kind !== "otherMember") continue;
    each.notPatterns.forEach(add);
    if (each.pattern) add(each.pattern);
  }
  return patterns;
}

/**
 * Lists the nodes that must accept the value of a property. `matches` reports whether the name of the
 * property matches a pattern.
 */
export function nodesOfMember(
  { members }: Pick<ObjectShape, "members">,
  name: string | undefined,
  matches: (pattern: string) => boolean,
): readonly Node[] {
  const found: Node[] = [];
  for (const { properties, patterns, additional } of members) {
    const before = found.length;
    const named = name === undefined ? undefined : properties.get(name);
    if (named !== undefined) found.push(named);
    for (const [pattern, node] of patterns) if (matches(pattern)) found.push(node);
    if (found.length === before) found.push(additional);
  }
  return found;
}
