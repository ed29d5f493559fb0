// A schema may contain itself in several branches. Without memory, a nested value would be checked once for
// every path of branches that leads to it: with 30 levels of two branches each, a billion times.

import { deferred } from "./logic-rules.ts";
import {
  mergeEvaluated,
  type Payload,
  type Rule,
  type Subschema,
  separatePayload,
} from "./rule.ts";

/** The result of a rule: the state of the payload after the rule has run. */
type Verdict = Payload;

/** Does what `deferred` does, but checks each array or object only once in a run. */
export function rememberedRule(rule: Rule, make: () => Subschema, payload: Payload): void {
  const { value } = payload;
  if (typeof value !== "object" || value === null) {
    deferred(rule, make, payload);
    return;
  }
  const verdicts = verdictsOf(payload, rule, value);
  let verdict = verdicts.find((known) => isOfKind(known, payload));
  if (verdict === undefined) {
    verdict = separatePayload(payload);
    deferred(rule, make, verdict);
    verdicts.push(verdict);
  }
  for (const issue of verdict.issues) payload.issues.push(issue);
  mergeEvaluated(payload, verdict);
  payload.value = verdict.value;
}

/**
 * Reports whether an earlier verdict was reached in the same mode, so that it is valid for this payload.
 */
function isOfKind(verdict: Verdict, payload: Payload): boolean {
  const { fast, asking, evaluated, declared } = payload;
  return (
    (verdict.fast === true) === (fast === true) &&
    (verdict.asking === true) === (asking === true) &&
    (verdict.evaluated === undefined) === (evaluated === undefined) &&
    (verdict.declared === undefined) === (declared === undefined)
  );
}

function verdictsOf(payload: Payload, rule: Rule, value: object): Verdict[] {
  payload.memory ??= new Map();
  const ofRule = payload.memory.get(rule) ?? new Map<object, Verdict[]>();
  payload.memory.set(rule, ofRule);
  const verdicts = ofRule.get(value) ?? [];
  ofRule.set(value, verdicts);
  return verdicts;
}
