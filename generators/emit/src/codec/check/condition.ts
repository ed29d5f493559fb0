// Conditions in a check: parts joined by `&&`.

import { group, indent, join, line, type Printable, softline } from "../../print/printable.ts";

/** A condition on a value. It is true if all its parts are true. Without parts, it is always true. */
export interface Condition {
  /** Each part binds tighter than `&&`. */
  readonly parts: readonly Printable[];
  /** The name of a function, if the condition only calls that function with the value. */
  readonly predicate?: Printable;
  /**
   * The alternatives, if the condition is an `
   *
   * ` of alternatives.
   */
  readonly choices?: readonly Choice[];
  /**
   * True if the condition only passes the value to functions. Then the compiler does not narrow the type of
   * the value.
   */
  readonly isOpaque: boolean;
  /**
   * The narrower type that TypeScript assumes for a value that fails the condition, as after
   * `!isObject(value)`.
   */
  readonly rest?: Rest | undefined;
}

/** A type to which TypeScript can narrow a value. */
type Rest = "string" | "number" | "array" | "object" | "other";

/** An alternative that binds tighter than `||`. */
interface Choice {
  readonly text: Printable;
  readonly isOpaque: boolean;
  readonly rest: Rest | undefined;
}

/** The condition that is always true. */
export const always: Condition = { parts: [], isOpaque: true };

/** The condition that is always false. */
export const never: Condition = { parts: ["false"], isOpaque: true };

/** Reports whether a condition is always true. */
export function isAlways(condition: Condition): boolean {
  return condition.parts.length === 0;
}

/** Reports whether a condition is always false. */
export function isNever(condition: Condition): boolean {
  return condition.parts.includes("false");
}

/** Creates a condition from parts that bind tighter than `&&`. */
export function createCondition(...parts: readonly Printable[]): Condition {
  return { parts, isOpaque: false };
}

/** Returns the condition that calls a predicate with the value. */
export function predicateCall(predicate: Printable, subject: string): Condition {
  return { parts: [[predicate, "(", subject, ")"]], predicate, isOpaque: true };
}

/** Requires all conditions. */
export function allConditions(conditions: readonly Condition[]): Condition {
  if (conditions.some(isNever)) return never;
  const telling = conditions.filter((condition) => !isAlways(condition));
  const [only] = telling;
  if (only !== undefined && telling.length === 1) return only;
  return {
    parts: telling.flatMap((condition) => condition.parts),
    isOpaque: telling.every((condition) => condition.isOpaque),
    rest: telling.every(({ rest }) => rest !== undefined) ? commonRest(telling) : undefined,
  };
}

/**
 * Requires one of the conditions. Calls are last: after a failed type guard, TypeScript can narrow the
 * value to `never`, and an inline condition cannot read members of `never`. Before the calls, inline
 * conditions that narrow the value follow inline conditions that do not.
 */
export function anyCondition(conditions: readonly Condition[]): Condition {
  if (conditions.some(isAlways)) return always;
  const telling = conditions.filter((condition) => !isNever(condition));
  const [only] = telling;
  if (only === undefined) return never;
  if (telling.length === 1) return only;
  const given = telling.flatMap((condition) => condition.choices ?? [createChoice(condition)]);
  const inline = given.filter((each) => !each.isOpaque);
  return joinChoices([
    ...inline.filter(({ rest }) => rest === undefined),
    ...inline.filter(({ rest }) => rest !== undefined),
    ...given.filter((each) => each.isOpaque),
  ]);
}

/**
 * Requires a condition for values of one type only. `exempt` is a condition that is true for values of all
 * other types, such as `!isObject(value)`.
 */
export function unlessExempt(exempt: Condition, rest: Rest, condition: Condition): Condition {
  if (isAlways(condition)) return always;
  if (isNever(condition)) return { ...exempt, rest };
  const { choices = [] } = anyCondition([exempt, condition]);
  return joinChoices(choices.map((each) => ({ ...each, rest })));
}

function joinChoices(choices: readonly Choice[]): Condition {
  return {
    parts: [group("(", indent(softline, printAlternatives(choices)), softline, ")")],
    choices,
    isOpaque: choices.every((each) => each.isOpaque),
    rest: commonRest(choices),
  };
}

function commonRest(conditions: readonly Pick<Condition, "rest">[]): Rest | undefined {
  const found = new Set(conditions.flatMap(({ rest }) => rest ?? []));
  const [first] = found;
  return found.size > 1 ? "other" : first;
}

function createChoice(condition: Condition): Choice {
  const { isOpaque, parts, rest } = condition;
  const [only] = parts;
  const text = parts.length === 1 && only !== undefined ? only : inParentheses(condition);
  return { text, isOpaque, rest };
}

/** Requires that the condition is false. */
export function negateCondition(condition: Condition): Condition {
  if (isAlways(condition)) return never;
  if (isNever(condition)) return always;
  const inner = condition.predicate === undefined ? inParentheses(condition) : condition.parts;
  const { isOpaque } = condition;
  return { parts: [["!", inner]], isOpaque, rest: isOpaque ? undefined : "other" };
}

/** Prints the condition as one expression that binds tighter than `&&`. */
export function inParentheses(condition: Condition): Printable {
  if (condition.choices !== undefined) return condition.parts;
  return group("(", indent(softline, printConjunction(condition)), softline, ")");
}

/** Prints the condition as the expression of a return statement. */
export function printExpression(condition: Condition): Printable {
  return condition.choices === undefined
    ? printConjunction(condition)
    : printAlternatives(condition.choices);
}

function printAlternatives(choices: readonly Choice[]): Printable {
  return join(
    [" ||", line],
    choices.map(({ text }) => text),
  );
}

/** Prints the parts, joined by `&&`. */
export function printConjunction({ parts }: Condition): Printable {
  if (parts.length === 0) return "true";
  return join([" &&", line], parts);
}
