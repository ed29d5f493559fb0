// Keywords that combine schemas on one value.

import {
  apply,
  branch,
  fail,
  mergeEvaluated,
  nothingEvaluated,
  type Payload,
  type Rule,
  run,
  type Subschema,
} from "./rule.ts";

/** Applies every schema in turn, each to what the one before made of the value. */
export function allOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    for (const subschema of subschemas) apply(subschema, payload);
  };
}

/** Requires that some schema matches; the first that does decodes the value. */
export function anyOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    const failures: Payload[] = [];
    let first: Payload | undefined;
    for (const subschema of subschemas) {
      const result = run(subschema, payload.value, branch(payload));
      if (result.issues.length > 0) {
        failures.push(result);
        continue;
      }
      mergeEvaluated(payload, result.evaluated);
      first ??= result;
      // Further branches matter only for what they have looked at.
      if (payload.evaluated === undefined) break;
    }
    if (first === undefined) noneMatches(payload, failures);
    else payload.value = first.value;
  };
}

/** Requires that exactly one schema matches. */
export function oneOf(...subschemas: readonly Subschema[]): Rule {
  return (payload) => {
    const results = subschemas.map((subschema) => run(subschema, payload.value, branch(payload)));
    const [match, second] = results.filter((result) => result.issues.length === 0);
    if (match === undefined) {
      noneMatches(payload, results);
    } else if (second !== undefined) {
      fail(payload, "one_of", "More than one alternative matches");
    } else {
      mergeEvaluated(payload, match.evaluated);
      payload.value = match.value;
    }
  };
}

/** Requires that the schema does not match. */
export function not(subschema: Subschema): Rule {
  return (payload) => {
    const { issues } = run(subschema, payload.value, branch(payload));
    if (issues.length === 0) fail(payload, "not", "Matches what it must not");
  };
}

/** Applies `then` where the condition matches and `otherwise` where it does not. */
export function ifThenElse(condition: Subschema, then: Subschema, otherwise: Subschema): Rule {
  return (payload) => {
    const result = run(condition, payload.value, branch(payload));
    if (result.issues.length === 0) mergeEvaluated(payload, result.evaluated);
    apply(result.issues.length === 0 ? then : otherwise, payload);
  };
}

/** Applies every rule in turn and remembers what they look at, for `unevaluated...` as the last of them. */
export function tracked(...rules: readonly Subschema[]): Rule {
  return (payload) => {
    const scope: Payload = { value: payload.value, issues: [], evaluated: nothingEvaluated() };
    for (const rule of rules) apply(rule, scope);
    payload.issues.push(...scope.issues);
    payload.value = scope.value;
    mergeEvaluated(payload, scope.evaluated);
  };
}

/** Defers to a rule that is declared further down. */
export function lazy(rule: () => Subschema): Rule {
  return (payload) => apply(rule(), payload);
}

function noneMatches(payload: Payload, results: readonly Payload[]): void {
  payload.issues.push({
    code: "invalid_union",
    message: "No alternative matches",
    path: [],
    input: payload.value,
    errors: results.map((result) => result.issues),
    continue: true,
  });
}
