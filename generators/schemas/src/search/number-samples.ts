import type { JsonValue } from "@specwright/spec-loader";
import type { NumberConstraint } from "../canonical/constraint.ts";
import {
  addDecimals,
  commonMultiple,
  compareDecimals,
  type Decimal,
  decimalOf,
  floorQuotient,
  isMultipleOf,
  middleOf,
  numberOf,
  timesInteger,
} from "../exact/decimal.ts";

interface Bound {
  readonly value: Decimal;
  readonly exclusive: boolean;
}

/**
 * The numbers between two bounds that are multiples of `step`. Excluded numbers, and multiples of the
 * numbers in `avoided`, do not belong to the set.
 */
interface NumberSet {
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly step: Decimal | undefined;
  readonly avoided: readonly Decimal[];
  readonly excluded: readonly Decimal[];
}

/** If a set of multiples is not larger than this, all its numbers are tried. */
const smallCount = 200n;

/** The maximum number of numbers to try. */
const enough = 8;

/**
 * Returns some numbers that satisfy all accepted constraints, violate all rejected constraints, and are not
 * excluded. Returns `undefined` if no such number exists.
 */
export function sampleNumbers(
  accepted: readonly NumberConstraint[],
  rejected: readonly NumberConstraint[],
  excluded: readonly (number | bigint)[],
): readonly JsonValue[] | undefined {
  const set = { ...intersectNumbers(accepted, rejected), excluded: excluded.map(decimalOf) };
  const { lower, upper, step, avoided } = set;
  if (lower !== undefined && upper !== undefined) {
    const order = compareDecimals(lower.value, upper.value);
    if (order > 0 || (order === 0 && (lower.exclusive || upper.exclusive))) return undefined;
    if (order === 0) return fitsNumberSet(set, lower.value) ? toNumbers([lower.value]) : undefined;
  }
  if (step === undefined)
    return toNumbers(pointsBetween(set).filter((each) => fitsNumberSet(set, each)));
  if (avoided.some((each) => isMultipleOf(step, each))) return undefined;
  return sampleMultiples(set, step);
}

function intersectNumbers(
  accepted: readonly NumberConstraint[],
  rejected: readonly NumberConstraint[],
): Omit<NumberSet, "excluded"> {
  let [lower, upper]: (Bound | undefined)[] = [];
  let step: Decimal | undefined;
  const avoided: Decimal[] = [];
  const raise = (bound: Bound): void => {
    const order = lower === undefined ? 1 : compareDecimals(bound.value, lower.value);
    if (order > 0 || (order === 0 && bound.exclusive)) lower = bound;
  };
  const reduce = (bound: Bound): void => {
    const order = upper === undefined ? -1 : compareDecimals(bound.value, upper.value);
    if (order < 0 || (order === 0 && bound.exclusive)) upper = bound;
  };
  for (const each of accepted) {
    if (each.kind === "multipleOf") step = step ? commonMultiple(step, each.step) : each.step;
    else (each.kind === "lower" ? raise : reduce)({ value: each.bound, exclusive: each.exclusive });
  }
  for (const each of rejected) {
    if (each.kind === "multipleOf") avoided.push(each.step);
    else
      (each.kind === "lower" ? reduce : raise)({ value: each.bound, exclusive: !each.exclusive });
  }
  return { lower, upper, step, avoided };
}

function fitsNumberSet(
  { lower, upper, step, avoided, excluded }: NumberSet,
  value: Decimal,
): boolean {
  if (excluded.some((each) => compareDecimals(each, value) === 0)) return false;
  if (step !== undefined && !isMultipleOf(value, step)) return false;
  if (avoided.some((each) => isMultipleOf(value, each))) return false;
  const above = lower === undefined ? 1 : compareDecimals(value, lower.value);
  const below = upper === undefined ? 1 : compareDecimals(upper.value, value);
  return (lower?.exclusive ? above > 0 : above >= 0) && (upper?.exclusive ? below > 0 : below >= 0);
}

function sampleMultiples(set: NumberSet, step: Decimal): readonly JsonValue[] | undefined {
  const { lower, upper } = set;
  let first = lower === undefined ? undefined : floorQuotient(lower.value, step);
  if (first !== undefined && !isAbove(lower, timesInteger(step, first))) first += 1n;
  let last = upper === undefined ? undefined : floorQuotient(upper.value, step);
  if (last !== undefined && upper?.exclusive) {
    if (compareDecimals(timesInteger(step, last), upper.value) === 0) last -= 1n;
  }
  if (first !== undefined && last !== undefined && first > last) return undefined;
  const isSmall = first !== undefined && last !== undefined && last - first < smallCount;
  // Small numbers are easier to read, and all clients accept them.
  const isBelowZero = !isSmall && last !== undefined && last <= smallCount;
  const isAroundZero = !isSmall && !isBelowZero && first !== undefined && first < 0n;
  const isDownward = isBelowZero || first === undefined;
  const start = isAroundZero ? 0n : first;
  const from = start === undefined || isBelowZero ? (last ?? smallCount) - smallCount : start;
  const to = isSmall && last !== undefined ? last : from + smallCount;
  const found: Decimal[] = [];
  for (let factor = from; factor <= to; factor += 1n) {
    const value = timesInteger(step, factor);
    if (fitsNumberSet(set, value)) found.push(value);
    if (found.length > enough && !isDownward) break;
  }
  if (found.length === 0 && isSmall) return undefined;
  if (isDownward) found.reverse();
  const round = roundBeyond(first, last);
  const far = round === undefined ? [] : [timesInteger(step, round)];
  return toNumbers([
    ...far.filter((each) => fitsNumberSet(set, each)),
    ...found.slice(0, enough),
    ...found.slice(-1),
  ]);
}

/**
 * Returns a power of ten beyond a bound, if the set has only one bound and this is a large integer. A
 * double can represent the power of ten exactly.
 */
function roundBeyond(first: bigint | undefined, last: bigint | undefined): bigint | undefined {
  if ((first === undefined) === (last === undefined)) return undefined;
  const isUpward = last === undefined;
  const bound = isUpward ? (first ?? 0n) : -last;
  if (bound <= Number.MAX_SAFE_INTEGER) return undefined;
  const round = 10n ** BigInt(String(bound).length);
  return isUpward ? round : -round;
}

function isAbove(lower: Bound | undefined, value: Decimal): boolean {
  if (lower === undefined) return true;
  const order = compareDecimals(value, lower.value);
  return lower.exclusive ? order > 0 : order >= 0;
}

/** Returns some numbers: the bounds, and numbers near and between the bounds. Integers are first. */
function pointsBetween({ lower, upper }: NumberSet): readonly Decimal[] {
  const low = lower?.value ?? (upper ? addDecimals(upper.value, decimalOf(-8)) : decimalOf(0));
  const high = upper?.value ?? addDecimals(low, decimalOf(8));
  const middle = middleOf(low, high);
  const start = decimalOf(floorQuotient(low, decimalOf(1)));
  const integers = [0, 1, 2, 3].map((each) => addDecimals(start, decimalOf(each)));
  const near = [low, high].flatMap((each) => [
    addDecimals(each, decimalOf(0.5)),
    addDecimals(each, decimalOf(-0.5)),
    addDecimals(each, decimalOf(0.001)),
    addDecimals(each, decimalOf(-0.001)),
  ]);
  return [...integers, low, high, middle, middleOf(low, middle), middleOf(middle, high), ...near];
}

function toNumbers(values: readonly Decimal[]): readonly JsonValue[] {
  return values.map(numberOf).filter((each) => each !== undefined);
}
