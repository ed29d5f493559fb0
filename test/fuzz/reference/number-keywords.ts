// Types and numbers. Here an int64 becomes a bigint.

import { type Check, isNumeric, type Keyword, type RawSchema } from "./check.ts";

/** Checks `type`, and the formats that define the width of an integer. */
export const typeKeyword = (schema: RawSchema): Check => {
  const types = typesOf(schema);
  const numbers = numberCheck(schema, types);
  return (value, holder, key, run) => {
    if (isNumeric(value)) return numbers(value, holder, key, run);
    return types === undefined || types.has(typeName(value));
  };
};

function typesOf(schema: RawSchema): ReadonlySet<unknown> | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  return new Set(Array.isArray(type) ? type : [type]);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const ranges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  int32: [-2147483648n, 2147483647n],
  uint32: [0n, 4294967295n],
  int64: [-9223372036854775808n, 9223372036854775807n],
  uint64: [0n, 18446744073709551615n],
};

function numberCheck(schema: RawSchema, types: ReadonlySet<unknown> | undefined): Check {
  if (types === undefined) return isNumeric;
  if (!types.has("integer") && !types.has("number")) return () => false;
  const { format } = schema;
  const range = typeof format === "string" ? ranges[format] : undefined;
  const within = (value: number | bigint): boolean =>
    range === undefined || (value >= range[0] && value <= range[1]);
  const decodes = decoding(schema, types, (value) => isWhole(value) && within(value));
  const isInteger = range !== undefined || !types.has("number");
  return (value, holder, key, run) => {
    if (!run.asking) return decodes(value, holder, key, run);
    // Nothing is decoded, so that nothing can be rounded: the double represents itself.
    if (!isInteger || !isNumeric(value)) return isNumeric(value);
    return (typeof value === "bigint" || Number.isInteger(value)) && within(value);
  };
}

function decoding(
  schema: RawSchema,
  types: ReadonlySet<unknown>,
  isInRange: (value: number | bigint) => boolean,
): Check {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const countsDigits =
    multipleOf !== undefined ||
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum]
      .filter(isNumeric)
      .some((limit) => !(limit >= Number.MIN_SAFE_INTEGER && limit <= Number.MAX_SAFE_INTEGER));
  const isRanged = Object.hasOwn(ranges, String(schema["format"]));
  if (isLong(schema, types)) {
    return (value, holder, key, run) => {
      if (!isNumeric(value) || !isInRange(value)) return false;
      if (typeof value === "number") run.conversions.push({ holder, key, value: BigInt(value) });
      return true;
    };
  }
  if (!types.has("number")) return (value) => typeof value === "number" && isInRange(value);
  return (value, holder, key, run) => {
    if (!isNumeric(value) || (isRanged && !isInRange(value))) return false;
    if (typeof value !== "bigint") return true;
    // A rule would judge another number than the sent one.
    if (countsDigits && String(Number(value)) !== String(value)) return false;
    run.conversions.push({ holder, key, value: Number(value) });
    return true;
  };
}

/**
 * Reports whether a number is an integer. A double beyond the safe range may be a rounded fraction.
 */
function isWhole(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/**
 * Reports whether integers of a schema are bigint in TypeScript: 64 bits wide, unless bounds prove
 * that every value is safe.
 */
function isLong(schema: RawSchema, types: ReadonlySet<unknown>): boolean {
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const low = [minimum, exclusiveMinimum].filter(isNumeric);
  const high = [maximum, exclusiveMaximum].filter(isNumeric);
  const beyond = [...low, ...high].some((bound) => typeof bound === "bigint");
  if (beyond && types.has("integer")) return true;
  if (format !== "int64" && format !== "uint64") return false;
  return beyond || high.length === 0 || (low.length === 0 && format === "int64");
}

function bound(holds: (value: number | bigint, limit: number | bigint) => boolean): Keyword {
  return (limit) =>
    isNumeric(limit) ? (value) => !isNumeric(value) || holds(value, limit) : undefined;
}

export const numberKeywords: Readonly<Record<string, Keyword>> = {
  minimum: bound((value, limit) => value >= limit),
  maximum: bound((value, limit) => value <= limit),
  exclusiveMinimum: bound((value, limit) => value > limit),
  exclusiveMaximum: bound((value, limit) => value < limit),
  multipleOf: bound((value, limit) => isMultiple(String(value), String(limit))),
};

/** Divides in decimal, since 0.3 is a multiple of 0.1. */
function isMultiple(value: string, divisor: string): boolean {
  const [over, overPlaces] = plain(value);
  const [under, underPlaces] = plain(divisor);
  const places = overPlaces > underPlaces ? overPlaces : underPlaces;
  return (over * 10n ** (places - overPlaces)) % (under * 10n ** (places - underPlaces)) === 0n;
}

/** Returns a number as an integer and a decimal exponent. */
function plain(text: string): readonly [bigint, bigint] {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? [digits * 10n ** BigInt(-places), 0n] : [digits, BigInt(places)];
}
