// Keywords for objects. Only own properties count, so that a member may be named `constructor`, `toString`
// or `__proto__`. Members that are `undefined` do not count, since JSON cannot express them.

import { defineMember } from "../json/define-member.ts";
import { formatCount } from "./format-count.ts";
import { typeWord } from "./issue-report.ts";
import { hasParts, haveSameSign, isObject } from "./predicates.ts";
import {
  addChildIssues,
  addIssue,
  applySubschema,
  childPayload,
  type IssueParams,
  isSettled,
  matchesSubschema,
  type Payload,
  type Rule,
  reject,
  type Subschema,
} from "./rule.ts";

/** Requires the members. */
export function required(...names: readonly string[]): Rule {
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) return;
    payload.declared?.require(names);
    for (const name of names) {
      if (!hasMember(value, name)) reportMissing(payload, name);
    }
  };
}

/**
 * Requires an object that has the members in `required`. Checks these members, and the members in
 * `optional` if they are present. Combines `types`, `required` and `properties`.
 */
export function object(
  shape: Readonly<Record<string, Subschema>>,
  optional: Readonly<Record<string, Subschema>> = {},
  others?: OtherProperties,
): Rule {
  const names = required(...Object.keys(shape));
  const members = properties({ ...shape, ...optional }, others);
  return (payload) => {
    if (!isObject(payload.value)) {
      addIssue(payload, "type", `Expected object, got ${typeWord(payload.value)}`, "object");
      return;
    }
    names(payload);
    if (!isSettled(payload)) members(payload);
  };
}

/** Adds the default of each absent member, unless the value is only tested. */
export function fillAbsent(defaults: Readonly<Record<string, () => unknown>>): Rule {
  const entries = Object.entries(defaults);
  return (payload) => {
    const { value, asking } = payload;
    if (asking === true || !isObject(value)) return;
    const absent = entries.filter(([name]) => !hasMember(value, name));
    if (absent.length === 0) return;
    const added = absent.map(([name, make]) => [name, make()] as const);
    payload.value = { ...value, ...Object.fromEntries(added) };
  };
}

/** Requires at least `least` members. */
export function minProperties(least: number): Rule {
  return (payload) => {
    if (!isObject(payload.value) || memberNames(payload.value).length >= least) return;
    addIssue(
      payload,
      "min_properties",
      `Expected at least ${formatCount(least, "property", "properties")}`,
    );
  };
}

/** Requires at most `most` members. */
export function maxProperties(most: number): Rule {
  return (payload) => {
    if (!isObject(payload.value) || memberNames(payload.value).length <= most) return;
    addIssue(
      payload,
      "max_properties",
      `Expected at most ${formatCount(most, "property", "properties")}`,
    );
  };
}

/** Requires that the numbers of two members have the same sign; 0 matches both signs. */
export function sameSign(left: string, right: string): Rule {
  return (payload) => {
    const { value } = payload;
    if (!isObject(value) || haveSameSign(value[left], value[right])) return;
    addIssue(payload, "same_sign", `Expected ${left} and ${right} to have the same sign`);
  };
}

/** The schemas of members that are not listed by name. */
export interface OtherProperties {
  /** `patternProperties`: if an expression matches a name, its schema applies to the member. */
  readonly patterns?: readonly (readonly [RegExp, Subschema])[];
  /** `additionalProperties`: the schema of members that are not listed and match no pattern. */
  readonly additional?: Subschema;
}

const nothing: readonly Subschema[] = [];

/**
 * Checks members by name, by pattern, and all remaining members by `additional`. Does not require
 * any members.
 */
export function properties(
  shape: Readonly<Record<string, Subschema>>,
  { patterns = [], additional }: OtherProperties = {},
): Rule {
  const named = new Map(Object.entries(shape).map(([name, subschema]) => [name, [subschema]]));
  const others = additional === undefined ? nothing : [additional];
  const select = (name: string): readonly Subschema[] => {
    const own = named.get(name);
    if (patterns.length === 0) return own ?? others;
    const found = patterns.flatMap(([expression, subschema]) =>
      expression.test(name) ? [subschema] : [],
    );
    if (own !== undefined) found.unshift(...own);
    return found.length > 0 ? found : others;
  };
  return (payload) => checkMembers(payload, select);
}

/** Checks the name of every member. */
export function propertyNames(subschema: Subschema): Rule {
  return (payload) => {
    if (!isObject(payload.value)) return;
    for (const name of memberNames(payload.value)) {
      if (matchesSubschema(subschema, name, payload)) continue;
      const child = childPayload(payload, name);
      addIssue(child, "property_names", "Name not allowed", "an allowed name");
      addChildIssues(payload, name, child);
      if (isSettled(payload)) return;
    }
  };
}

/** Requires members if a different member is present. */
export function dependentRequired(dependencies: Readonly<Record<string, readonly string[]>>): Rule {
  const entries = Object.entries(dependencies);
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) return;
    for (const [trigger, names] of entries) {
      if (!hasMember(value, trigger)) continue;
      for (const name of names) {
        if (!hasMember(value, name)) reportMissing(payload, name);
      }
    }
  };
}

/** Applies a schema to the whole object if a member is present. */
export function dependentSchemas(dependencies: Readonly<Record<string, Subschema>>): Rule {
  const entries = Object.entries(dependencies);
  return (payload) => {
    for (const [trigger, subschema] of entries) {
      if (isObject(payload.value) && hasMember(payload.value, trigger))
        applySubschema(subschema, payload);
    }
  };
}

/** Checks the members that no other keyword has evaluated. Must be the last rule in `tracked`. */
export function unevaluatedProperties(subschema: Subschema): Rule {
  const unseen = [subschema];
  return (payload) => {
    const { evaluated } = payload;
    checkMembers(payload, (name) => (evaluated?.properties.has(name) ? nothing : unseen));
  };
}

/**
 * Selects a schema by the value of a member, as text, and applies it. Refuses objects whose value selects
 * no schema.
 */
export function tagged(property: string, schemas: Readonly<Record<string, Subschema>>): Rule {
  const byTag = new Map(Object.entries(schemas));
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) {
      addIssue(payload, "type", "Expected object");
      return;
    }
    if (!hasMember(value, property)) {
      reportMissing(payload, property, { isDecisive: true });
      return;
    }
    payload.declared?.declare(property);
    const tag = value[property];
    // An object selects no schema. It must not be converted to text, because an object from JSON
    // may shadow `toString`.
    const selected = byTag.get(typeof tag === "object" ? "" : String(tag));
    if (selected !== undefined) {
      applySubschema(selected, payload);
      return;
    }
    const child = childPayload(payload, tag);
    addIssue(child, "enum", `Expected one of ${[...byTag.keys()].join(", ")}`);
    addChildIssues(payload, property, child);
  };
}

type Members = Readonly<Record<string, unknown>>;

function hasMember(value: Members, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function memberNames(value: Members): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

function reportMissing(payload: Payload, name: string, details?: IssueParams): void {
  const child = childPayload(payload, undefined);
  addIssue(child, "required", `Missing ${name}`, "a value", details);
  addChildIssues(payload, name, child);
}

function checkMembers(payload: Payload, select: (name: string) => readonly Subschema[]): void {
  const { value, declared } = payload;
  if (!isObject(value)) return;
  const names = memberNames(value);
  let others: Set<string> | undefined;
  let decoded: Record<string, unknown> | undefined;
  for (const name of names) {
    const subschemas = select(name);
    if (subschemas.length === 0) {
      others ??= new Set();
      others.add(name);
      continue;
    }
    const member = value[name];
    const child = childPayload(payload, member);
    if (declared !== undefined && hasParts(member)) child.declared = declared.part(name);
    for (const subschema of subschemas) {
      if (subschema === reject) addIssue(child, "unknown_key", "Unknown key", "no such key");
      else applySubschema(subschema, child);
    }
    addChildIssues(payload, name, child);
    if (isSettled(payload)) return;
    payload.evaluated?.properties.add(name);
    if (Object.is(child.value, member)) continue;
    decoded ??= { ...value };
    defineMember(decoded, name, child.value);
  }
  if (others === undefined) declared?.declareAll();
  else declared?.declare(...names.filter((name) => !others.has(name)));
  if (decoded !== undefined) payload.value = decoded;
}
