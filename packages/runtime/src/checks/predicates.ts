// The functions of generated checks, for conditions that are more than a comparison. They are small
// and stateless, so that engines inline them.

/** Reports whether a value is a JSON object: not an array, null or a primitive. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is an object or an array. */
export function hasParts(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Reports whether a value is a bigint in the range of a signed 64-bit integer. */
export function isInt64(value: unknown): value is bigint {
  // `BigInt.asIntN` is twice as fast as two comparisons.
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

/** Reports whether a value is a bigint in the range of an unsigned 64-bit integer. */
export function isUint64(value: unknown): value is bigint {
  return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
}

/** Reports whether a value is a safe integer: at most 2^53 - 1 away from 0. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Reports whether a value is an integer between two safe bounds, both included. */
export function isIntegerIn(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most && Number.isInteger(value);
}

/** Reports whether a value is a number that JSON can express: neither NaN nor infinite. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/**
 * Reports whether a value is an integer from an exact JSON reader: a number, or a bigint if a number would
 * be rounded.
 */
export function isExactInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** Reports whether a value is a number from an exact JSON reader. */
export function isExactNumber(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isFinite(value);
}

/**
 * Reports whether the number of code points of a text (JSON Schema 6.3) is within bounds. A code
 * point is one or two UTF-16 units.
 */
export function hasLength(text: string, least: number, most: number): boolean {
  const units = text.length;
  if (units < least || units > 2 * most) return false;
  if (units >= 2 * least && units <= most) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count >= least && count <= most;
}

/** Counts the members of an object. Members that are `undefined` do not count, because JSON omits them. */
export function countMembers(value: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in value) {
    if (value[key] !== undefined) count += 1;
  }
  return count;
}

/** Reports whether a condition holds for every member of an object. */
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

/** Reports whether exactly one of the conditions holds. */
export function exactlyOne(...conditions: readonly boolean[]): boolean {
  return (
    conditions.indexOf(true) !== -1 && conditions.indexOf(true) === conditions.lastIndexOf(true)
  );
}

/**
 * Reports whether two numbers have the same sign. 0, and a value that is not a number, match both
 * signs.
 */
export function haveSameSign(left: unknown, right: unknown): boolean {
  return !((isAbove(left) && isBelow(right)) || (isBelow(left) && isAbove(right)));
}

function isAbove(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "bigint") && value > 0;
}

function isBelow(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "bigint") && value < 0;
}
