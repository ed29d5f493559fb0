// Conditions as calls of functions or rules, so that they can follow other conditions on the same
// value.

import type { ObjectSchema } from "@specwright/contract";
import type { Printable } from "../../print/printable.ts";
import { allConditions, type Condition, createCondition, predicateCall } from "./condition.ts";
import { type Checker, type Place, placeName, placePart } from "./place.ts";

/** A condition on the value of a place. */
export type Part = (place: Place) => Condition;

/** Returns the call that checks a value by a rule of the runtime. */
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
 * Returns the call that checks a string, a number or a list by a function that equal ones share.
 * For an optional member, the call also accepts its absence. Undefined if there is no such
 * function.
 */
export function leafCall(
  checker: Checker,
  schema: ObjectSchema,
  place: Place,
  isOptional = false,
): Condition | undefined {
  // Members that are read into variables are compared inline.
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
 * Joins conditions on one value. TypeScript narrows the value by an inline condition, and can then
 * reject the next one. Therefore at most one condition stays inline, and the others become
 * functions. The inline condition comes first, because a call can narrow the value to a type
 * without other members.
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

  // If a guard fails, the next branch would read a value that the guard has narrowed.
  function withoutGuard(call: Condition): Condition {
    const { predicate } = call;
    return predicate === undefined ? call : predicateCall(predicate, `${place.subject} as unknown`);
  }
}
