// What generated checks are made of, beyond comparisons: small, and without state, so that engines
// inline them.

/** Tells a JSON object from arrays, null and primitives. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells a bigint in the range of a signed 64-bit integer. */
export function isInt64(value: unknown): value is bigint {
  // Twice as fast as two comparisons, and exact.
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

/** Tells a bigint in the range of an unsigned 64-bit integer. */
export function isUint64(value: unknown): value is bigint {
  return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
}

/** Tells a number that is a whole one and exact: at most 2^53 - 1 away from 0. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Tells a whole number between two safe bounds, both included. */
export function isIntegerIn(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most && Number.isInteger(value);
}

/** Tells a number that JSON has a form for: neither NaN nor infinite. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Tells an integer of any size as an exact reading of JSON gives it: a number, or a bigint where that would round. */
export function isExactInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** Tells a number of any size as an exact reading of JSON gives it. */
export function isExactNumber(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isFinite(value);
}

/** Tells whether a text has so many code points (JSON Schema 6.3), which are one or two UTF-16 units each. */
export function hasLength(text: string, least: number, most: number): boolean {
  const units = text.length;
  if (units < least || units > 2 * most) return false;
  if (units >= 2 * least && units <= most) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count >= least && count <= most;
}

/** Counts the members of an object; one that is `undefined` is none, as in its JSON. */
export function countMembers(value: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in value) {
    if (value[key] !== undefined) count += 1;
  }
  return count;
}

/** Tells whether a condition holds for every member of an object. */
export function everyMember(
  value: Readonly<Record<string, unknown>>,
  holds: (member: unknown, key: string) => boolean,
): boolean {
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined && !holds(member, key)) return false;
  }
  return true;
}

/** Tells whether one of the conditions holds, and no other. */
export function exactlyOne(...conditions: readonly boolean[]): boolean {
  return (
    conditions.indexOf(true) !== -1 && conditions.indexOf(true) === conditions.lastIndexOf(true)
  );
}

/** Tells whether two numbers carry one sign; 0 goes with either, and so does what is no number. */
export function haveSameSign(left: unknown, right: unknown): boolean {
  return !((isAbove(left) && isBelow(right)) || (isBelow(left) && isAbove(right)));
}

function isAbove(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "bigint") && value > 0;
}

function isBelow(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "bigint") && value < 0;
}
