// Conditions that call functions or rules. TypeScript does not narrow a value that is passed to a call, so
// other conditions on the value can follow.

import type { ObjectSchema } from "@specwright/contract";
import type { Printable } from "../../print/printable.ts";
import { allConditions, type Condition, createCondition, predicateCall } from "./condition.ts";
import { type Checker, type Place, placeName, placePart } from "./place.ts";

/** Creates a condition on the value of a place. */
export type Part = (place: Place) => Condition;

/** Returns the call that checks a value with a rule of the runtime. */
export function ruleCall(
  { printer, asks }: Checker,
  rule: Printable,
  { subject }: Place,
): Condition {
  const name = asks === undefined ? "accepts" : "matchesRule";
  return {
    ...createCondition([printer.runtime(name), "(", rule, `, ${subject})`]),
    isOpaque: true,
  };
}

/**
 * Returns the call that checks a string, a number or a list with a shared function: equal schemas use the
 * same function. If `isOptional` is true, the call also accepts `undefined`. Returns undefined if this
 * schema has no shared function.
 */
export function leafCall(
  checker: Checker,
  schema: ObjectSchema,
  place: Place,
  isOptional = false,
): Condition | undefined {
  // If a member was read into a variable, its check is inline code.
  if (place.inPlace || place.isVariable === true || checker.asks !== undefined) return undefined;
  const name = checker.leafPredicate(schema, place, isOptional);
  return name === undefined ? undefined : predicateCall(name, place.subject);
}

/** Converts a condition to a call, so that it can follow other conditions on the same value. */
export function asCall(checker: Checker, place: Place, part: Part): Condition {
  const condition = part(place);
  if (condition.isOpaque) return condition;
  const name = checker.predicate(placeName(place), (subject) => part({ ...place, subject }));
  return predicateCall(name, place.subject);
}

/**
 * Joins conditions on one value. After an inline condition, TypeScript can narrow the value, and then
 * report an error in the next condition. Therefore at most one condition stays inline; the other conditions
 * become functions. The inline condition comes first, because a call can also narrow the value, to a type
 * without the members that the inline condition reads.
 */
export function joinConditions(checker: Checker, place: Place, parts: readonly Part[]): Condition {
  const calls: Condition[] = [];
  let inLine: Condition | undefined;
  for (const [index, part] of parts.entries()) {
    const inPart = index === 0 ? place : placePart(place, `part ${index}`);
    const condition = part(inPart);
    if (condition.isOpaque) {
      calls.push(condition);
    } else if (inLine === undefined) {
      inLine = condition;
    } else {
      const name = checker.predicate(placeName(inPart), (subject) => part({ ...inPart, subject }));
      calls.push(predicateCall(name, place.subject));
    }
  }
  if (inLine === undefined) return allConditions(calls);
  return allConditions([inLine, ...(place.isBranch === true ? calls.map(withoutGuard) : calls)]);

  // A failed type guard narrows the value, and the next branch would read the narrowed value.
  function withoutGuard(call: Condition): Condition {
    const { predicate } = call;
    return predicate === undefined ? call : predicateCall(predicate, `${place.subject} as unknown`);
  }
}
