// Keywords that combine schemas on one value.

import {
  addIssue,
  applySubschema,
  askSubschema,
  isSettled,
  madeRule,
  mergeEvaluated,
  nothingEvaluated,
  type Payload,
  type Rule,
  type RuleIssue,
  type Subschema,
  trySubschema,
} from "./rule.ts";
import { explainUnion } from "./union-issues.ts";

/** Applies every schema in turn, each to the value decoded by the previous one. */
export function allOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    applyAll(subschemas, payload);
  };
}

/**
 * Does what `allOf` does, for schemas that add defaults. Every schema checks the value with all defaults.
 */
export function allOfFilled(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    const { value, issues } = payload;
    const before = issues.length;
    applyAll(subschemas, payload);
    if (payload.value !== value && issues.length === before) applyAll(subschemas, payload);
  };
}

/**
 * Applies schemas one after the other. Stops at a value of the wrong type, because the other schemas would
 * report the same mistake. Also stops at a value above a maximum size, because the other checks might be
 * very slow.
 */
function applyAll(subschemas: readonly Subschema[], payload: Payload): void {
  const given = payload.value;
  let made = given;
  for (const subschema of subschemas) {
    const before = payload.issues.length;
    // Every schema checks the original text, not the value that a previous schema has decoded.
    if (typeof given === "string") payload.value = given;
    applySubschema(subschema, payload);
    if (payload.value !== given) made = payload.value;
    const { length } = payload.issues;
    if (length > before && (isSettled(payload) || isFinal(payload.issues[length - 1]))) return;
  }
  payload.value = made;
}

const FINAL: ReadonlySet<unknown> = new Set(["type", "max_items", "max_length", "max_properties"]);

function isFinal(issue: RuleIssue | undefined): boolean {
  const { params, path } = issue ?? {};
  const isRecord = typeof params === "object" && params !== null;
  return isRecord && FINAL.has(Reflect.get(params, "code")) && path?.length === 0;
}

/** Requires that at least one schema matches. The first matching schema decodes the value. */
export function anyOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    let first: Payload | undefined;
    for (const subschema of subschemas) {
      const result = trySubschema(subschema, payload, true);
      if (result.issues.length > 0) continue;
      mergeEvaluated(payload, result);
      first ??= result;
      // After a match, other branches are needed only to record what they evaluate.
      if ((payload.evaluated ?? payload.declared) === undefined) break;
    }
    if (first === undefined) noneMatches(payload, subschemas);
    else payload.value = first.value;
  };
}

/** Requires that exactly one schema matches. The matching schema decodes the value. */
export function oneOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    const takers = subschemas.filter(
      (subschema) => askSubschema(subschema, payload).issues.length === 0,
    );
    const [taker, second] = takers;
    if (second !== undefined) {
      addIssue(payload, "one_of", "More than one alternative matches", "exactly one alternative");
      return;
    }
    if (taker === undefined) {
      noneMatches(payload, subschemas);
      return;
    }
    const result = trySubschema(taker, payload, payload.fast === true);
    payload.issues.push(...result.issues);
    if (result.issues.length > 0) return;
    mergeEvaluated(payload, result);
    payload.value = result.value;
  };
}

/** Requires that the schema does not match. */
export function not(subschema: Subschema): Rule {
  return (payload) => {
    if (askSubschema(subschema, payload).issues.length === 0)
      addIssue(payload, "not", "Matches a forbidden schema", "a value that does not match");
  };
}

/** Applies `then` if the condition matches, and `otherwise` if it does not. */
export function ifThenElse(condition: Subschema, then: Subschema, otherwise: Subschema): Rule {
  return (payload) => {
    const asked = askSubschema(condition, payload);
    const holds = asked.issues.length === 0;
    if (holds) mergeEvaluated(payload, asked);
    applySubschema(holds ? then : otherwise, payload);
  };
}

/**
 * Applies every rule in turn, and records the parts of the value that the rules evaluate. The last rule may
 * be an `unevaluated...` rule, which reads the record.
 */
export function tracked(...rules: readonly Subschema[]): Rule {
  return (payload) => {
    const outer = payload.evaluated;
    const own = nothingEvaluated();
    payload.evaluated = own;
    applyAll(rules, payload);
    payload.evaluated = outer;
    mergeEvaluated(payload, { evaluated: own });
  };
}

/** Refers to a rule that is declared later in the module. */
export function lazy(rule: () => Subschema): Rule {
  return (payload) => applySubschema(rule(), payload);
}

/**
 * Applies the rule that a generated function returns. The rule is created when it is first used, so loading
 * a module with many rules costs nothing, and rules may refer to each other. Rules are functions and not
 * constants, because bundlers drop unused constants only if they are not deeply nested.
 */
export function deferred(rule: Rule, make: () => Subschema, payload: Payload): void {
  applySubschema(madeRule(rule, make), payload);
}

/** Runs the alternatives again to collect their issues. */
function noneMatches(payload: Payload, subschemas: readonly Subschema[]): void {
  if (payload.fast === true) {
    addIssue(payload, "union", "");
    return;
  }
  payload.issues.push({
    code: "invalid_union",
    message: "No alternative matches",
    path: [],
    input: payload.value,
    errors: subschemas.map((subschema) => trySubschema(subschema, payload, false).issues),
    // The issue carries the function, so that a bundle without unions does not contain it.
    params: { code: "union", explain: explainUnion },
    continue: true,
  });
}
