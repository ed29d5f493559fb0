// The basis of every check. A rule has the signature of a zod check function, so that generated
// code can pass it to `.check()`, and rules combine with rules and with whole schemas.

import type { SafeParser } from "../codegen/codec.ts";
import type { Issue } from "../errors/codec-error.ts";
import { MAX_ISSUES } from "./issue-report.ts";

/** A broken rule in the form that zod collects; `params.code` names the rule with a stable word. */
export interface RuleIssue {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly params?: IssueParams | undefined;
  readonly [detail: string]: unknown;
}

/** Details of an issue besides its message. */
export interface IssueParams {
  /** A stable word such as `unique_items`. */
  readonly code?: string;
  /** The requirement of the schema. */
  readonly expected?: string;
  /** True if a client may deliver a value that has this issue. The client then reports the issue. */
  readonly isReported?: true;
  /**
   * True if the missing member determines the schema of the value. A client must not deliver a value with
   * this issue.
   */
  readonly isDecisive?: true;
  /** Replaces the issue by the issues of the alternatives that the rule has tried. */
  readonly explain?: ExplainIssue;
}

/**
 * Converts an issue of a rule to reported issues. `translate` converts the issues of its
 * alternatives.
 */
export type ExplainIssue = (
  issue: RuleIssue,
  path: readonly PropertyKey[],
  received: string,
  translate: (issues: readonly RuleIssue[], base: readonly PropertyKey[]) => readonly Issue[],
) => readonly Issue[];

/** The properties and items of one value that some keyword has evaluated. */
export interface Evaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

/**
 * Records the members that the rules of a value declare. Only servers record them. The record is passed as
 * a parameter, so that a client's bundle does not contain its code.
 */
export interface Declared {
  /**
   * Records members that a rule declares. Called by rules that do not declare all members of the value.
   */
  declare(...names: readonly string[]): void;
  /** Records that a rule declares all members of the value. */
  declareAll(): void;
  /** Records that a rule requires members, even if it does not declare them. */
  require(names: readonly string[]): void;
  /** Returns the record of a member or an item that is an object or an array. */
  part(key: PropertyKey): Declared;
  /** Creates the record of a branch. The record is separate, because the branch may not match. */
  branch(): Declared;
  /** Adds the records of a successful branch. */
  adopt(branch: Declared): void;
}

/**
 * A value that is being checked by rules: a rule adds issues, and may replace the value with its decoded
 * form.
 */
export interface Payload {
  value: unknown;
  issues: RuleIssue[];
  /** Present if an enclosing `tracked` rule needs to know which parts were evaluated. */
  evaluated?: Evaluated | undefined;
  /** Present if the caller needs to know the members that no rule declares. */
  declared?: Declared | undefined;
  /**
   * True if the caller only asks whether the value has issues. A rule may then add one issue without a
   * description.
   */
  fast?: boolean | undefined;
  /**
   * True if a schema only tests the value and decodes nothing: numbers may then be in parsed or in
   * decoded form.
   */
  asking?: boolean | undefined;
  /** The number of issues at which rules stop. Default 100. */
  most?: number | undefined;
  /** The results of remembered rules in this run, by rule and value. */
  memory?: Map<Rule, Map<object, Payload[]>> | undefined;
}

/** Checks the value of a payload, and changes the payload itself. */
export type Rule = (payload: Payload) => void;

/** The checks that a rule can apply: a rule, or a schema of a library such as zod. */
export type Subschema = Rule | SafeParser<unknown>;

/**
 * Adds an issue about the value itself. `code` is a stable word such as `unique_items`. `expected` is the
 * requirement of the schema; the default is the message without its leading `Expected `.
 */
export function addIssue(
  payload: Payload,
  code: string,
  message: string,
  expected?: string,
  details?: IssueParams,
): void {
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
    params: { code, expected: expected ?? message.replace(/^Expected /, ""), ...details },
  });
}

/** An issue without details, for a fast run. */
const silent: RuleIssue = {};

/** Reports whether a payload has reached the maximum number of issues. */
export function isSettled(payload: Payload): boolean {
  return payload.issues.length >= (payload.fast === true ? 1 : (payload.most ?? MAX_ISSUES));
}

/** Runs a subschema on the payload itself: adds its issues and keeps its decoded value. */
export function applySubschema(subschema: Subschema, payload: Payload): void {
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

const madeRules = new WeakMap<Rule, Subschema>();

/** Returns the rule or schema that a generated function refers to; creates it when it is first used. */
export function madeRule(rule: Rule, make: () => Subschema): Subschema {
  const made = madeRules.get(rule) ?? make();
  madeRules.set(rule, made);
  return made;
}

/** Creates the payload of a property or item. It has a separate value and separate issues. */
export function childPayload(payload: Payload, value: unknown): Payload {
  const { fast, asking, most, memory } = payload;
  return { value, issues: [], evaluated: undefined, fast, asking, most, memory };
}

/** Reports whether a subschema matches a property, an item or a name. */
export function matchesSubschema(subschema: Subschema, value: unknown, payload: Payload): boolean {
  const trial = childPayload(payload, value);
  trial.fast = true;
  trial.asking = true;
  applySubschema(subschema, trial);
  return trial.issues.length === 0;
}

/**
 * Runs a subschema on the payload's value in a separate payload, with separate issues and a separate record
 * of evaluated parts.
 */
export function trySubschema(subschema: Subschema, payload: Payload, fast: boolean): Payload {
  const trial = separatePayload(payload);
  trial.fast = fast;
  applySubschema(subschema, trial);
  return trial;
}

/**
 * Creates a separate payload of the same value, without issues and with an empty record of evaluated parts.
 */
export function separatePayload(payload: Payload): Payload {
  const { value, fast, asking, most, memory } = payload;
  const evaluated = payload.evaluated === undefined ? undefined : nothingEvaluated();
  const declared = payload.declared?.branch();
  return { value, issues: [], evaluated, declared, fast, asking, most, memory };
}

/**
 * Runs a subschema on the payload's value, only to find whether it matches and which parts it
 * evaluates.
 */
export function askSubschema(subschema: Subschema, payload: Payload): Payload {
  return trySubschema(subschema, { ...payload, asking: true }, true);
}

/** Adds the issues of a property or item to the payload, with the key prepended to their paths. */
export function addChildIssues(payload: Payload, key: PropertyKey, child: Payload): void {
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

/** Adds the parts that a successful branch has evaluated to the payload's record. */
export function mergeEvaluated(
  { evaluated, declared }: Payload,
  from: Pick<Payload, "evaluated" | "declared">,
): void {
  if (from.declared !== undefined) declared?.adopt(from.declared);
  if (evaluated === undefined || from.evaluated === undefined) return;
  for (const name of from.evaluated.properties) evaluated.properties.add(name);
  for (const index of from.evaluated.items) evaluated.items.add(index);
}

/** Accepts everything: the schema `true`. */
export const accept: Rule = () => {};

/** Refuses everything: the schema `false`. */
export const reject: Rule = (payload) => {
  addIssue(payload, "not_allowed", "No value is allowed here", "nothing");
};
