// What every check is made of. A rule has the shape of a zod check function, so that generated code
// passes it to `.check()` as it is, and rules combine with rules and with whole schemas alike.

import type { SafeParser } from "../codec.ts";
import { MAX_ISSUES } from "../issue-report.ts";

/** Describes a broken rule in the form zod collects; `params.code` says which, in a stable word. */
export interface RuleIssue {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly [detail: string]: unknown;
}

/** Remembers which properties and items of one value some keyword has looked at. */
export interface Evaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

/** The rules that a schema resource names by `$dynamicAnchor`. */
export type DynamicAnchors = Readonly<Record<string, () => Subschema>>;

/** Lists the schema resources on the way to a value, the one entered last first. */
export interface DynamicScope {
  readonly anchors: DynamicAnchors;
  readonly outer: DynamicScope | undefined;
}

/** Carries a value through its rules: a rule adds issues, and may replace the value with its decoded form. */
export interface Payload {
  value: unknown;
  issues: RuleIssue[];
  /** Present while an enclosing `tracked` rule needs to know what was looked at. */
  evaluated?: Evaluated | undefined;
  /** Present inside schema resources with dynamic anchors. */
  scope?: DynamicScope | undefined;
  /** True where only whether there are issues matters: one is enough, and it says nothing. */
  fast?: boolean | undefined;
  /** True where a schema only asks, and decodes nothing: there a number may be as it was read, or decoded by another. */
  asking?: boolean | undefined;
  /** What rules that remember found in this run, by rule and value. */
  memory?: Map<Rule, Map<object, Payload[]>> | undefined;
}

/** Checks a payload in place. */
export type Rule = (payload: Payload) => void;

/** Anything that a rule can delegate to: another rule, or a schema such as zod's. */
export type Subschema = Rule | SafeParser<unknown>;

/**
 * Adds an issue about the value itself. `code` is a stable word such as `unique_items`; `expected`
 * says what the schema asks for, and is the message less its `Expected ` unless given.
 */
export function fail(payload: Payload, code: string, message: string, expected?: string): void {
  if (payload.fast === true) {
    payload.issues.push(silent);
    return;
  }
  payload.issues.push({
    code: "custom",
    message,
    path: [],
    input: payload.value,
    continue: true,
    params: { code, expected: expected ?? message.replace(/^Expected /, "") },
  });
}

const silent: RuleIssue = { code: "custom", message: "", path: [], params: { code: "custom" } };

/** Reports whether a payload has reached the maximum number of issues. */
export function isSettled(payload: Payload): boolean {
  return payload.issues.length >= (payload.fast === true ? 1 : MAX_ISSUES);
}

/** Runs a subschema on the payload itself: its issues are added, its decoded value stays. */
export function apply(subschema: Subschema, payload: Payload): void {
  if (typeof subschema === "function") {
    subschema(payload);
    return;
  }
  const result = subschema.safeParse(payload.value);
  if (result.success) {
    payload.value = result.data;
    return;
  }
  for (const issue of result.error.issues) {
    payload.issues.push({ ...issue, path: [...issue.path], continue: true });
  }
}

/** Creates the payload of a property or item, with its own value and issues. */
export function inner(payload: Payload, value: unknown): Payload {
  const { scope, fast, asking, memory } = payload;
  return { value, issues: [], evaluated: undefined, scope, fast, asking, memory };
}

/** Asks whether a subschema takes a property, an item or a name. */
export function matches(subschema: Subschema, value: unknown, payload: Payload): boolean {
  const trial = inner(payload, value);
  trial.fast = true;
  trial.asking = true;
  apply(subschema, trial);
  return trial.issues.length === 0;
}

/** Runs a subschema on the payload's value, apart: with issues and a record of what was looked at of its own. */
export function attempt(
  subschema: Subschema,
  { value, evaluated, scope, asking, memory }: Payload,
  fast: boolean,
): Payload {
  const own = evaluated === undefined ? undefined : nothingEvaluated();
  const trial: Payload = { value, issues: [], evaluated: own, scope, fast, asking, memory };
  apply(subschema, trial);
  return trial;
}

/** Asks whether a subschema takes the payload's value, and what it looked at. */
export function ask(subschema: Subschema, payload: Payload): Payload {
  return attempt(subschema, { ...payload, asking: true }, true);
}

/** Takes over the issues of a property or item, with its key put before their paths. */
export function adopt(payload: Payload, key: PropertyKey, child: Payload): void {
  if (child.issues.length === 0) return;
  if (payload.fast === true) {
    payload.issues.push(silent);
    return;
  }
  for (const issue of child.issues) {
    payload.issues.push({ ...issue, path: [key, ...(issue.path ?? [])] });
  }
}

/** Creates an empty record of evaluated parts. */
export function nothingEvaluated(): Evaluated {
  return { properties: new Set(), items: new Set() };
}

/** Adds what a successful branch has looked at to the payload's own record. */
export function mergeEvaluated(payload: Payload, from: Evaluated | undefined): void {
  if (payload.evaluated === undefined || from === undefined) return;
  for (const name of from.properties) payload.evaluated.properties.add(name);
  for (const index of from.items) payload.evaluated.items.add(index);
}

/** Reports whether a value is a JSON object: not an array, null or a primitive. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Accepts everything: the schema `true`. */
export const accept: Rule = () => {};

/** Refuses everything: the schema `false`. */
export const reject: Rule = (payload) => {
  fail(payload, "not_allowed", "No value is allowed here", "nothing");
};
