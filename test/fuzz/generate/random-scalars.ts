import type { Random } from "./random.ts";

type Json = Readonly<Record<string, unknown>>;

/** Generates a schema of a string, a number, a boolean or null, with any of its keywords. */
export function scalarSchema(random: Random, old: boolean): Json {
  const choice = random.below(100);
  if (choice < 40) return stringSchema(random, old);
  if (choice < 75) return integerSchema(random, old);
  if (choice < 87) return numberSchema(random);
  if (choice < 95) return { type: "boolean" };
  if (old) return { type: "string", nullable: true };
  return random.pick<Json>([
    { type: "null" },
    { type: ["string", "boolean"] },
    { const: [1, { a: null }] },
  ]);
}

const patterns = [
  "^[a-z]+$",
  "^[0-9a-f]{32}$",
  "^[^\\u0000]*$",
  "b",
  "^(?:x|yy)?$",
  "^\\p{L}*$",
  "^.{2}$",
];
const stringFormats = [
  "uuid",
  "date-time",
  "date",
  "time",
  "uri",
  "uri-reference",
  "email",
  "ipv4",
  "ipv6",
];

function stringSchema(random: Random, old: boolean): Json {
  const type = "string";
  const minLength = random.below(4);
  switch (random.below(9)) {
    case 0:
      return { type, minLength };
    case 1:
      return { type, maxLength: random.below(6) };
    case 2:
      return { type, minLength, maxLength: minLength + random.below(3) };
    case 3:
      return { type, pattern: random.pick(patterns) };
    case 4:
      return { type, format: random.pick(stringFormats) };
    case 5:
      return {
        type,
        enum: ["BUY", "SELL", "GTC", 'q"\\é', "a_long_one_of_16"].slice(0, 1 + random.below(5)),
      };
    case 6:
      return old
        ? { type, enum: ["only"] }
        : { type, const: random.pick(["only", "", "\u{1f600}"]) };
    case 7:
      return { type, enum: ["NEW", "OLD"], "x-open-enum": true };
    default:
      return { type };
  }
}

const max64 = 9223372036854775807n;

function integerSchema(random: Random, old: boolean): Json {
  const type = "integer";
  switch (random.below(13)) {
    case 0:
    case 1:
    case 2:
      return { type, format: "int64" };
    case 3:
      return { type, format: "int64", minimum: random.pick([0, 1, -5, 1000000007]) };
    case 4:
      return { type, format: "int64", minimum: -999, maximum: 999999999 };
    case 5:
      return { type, format: "uint64" };
    case 6:
      return { type, format: "int32" };
    case 7:
      return { type, minimum: -3, maximum: random.below(1000) };
    case 8:
      return { type, multipleOf: random.pick([2, 5, 10]) };
    case 9:
      return { type, enum: [1, 2, 30, -4] };
    case 10:
      return { type, format: "int64", maximum: random.pick([max64 - 1n, 10n ** 18n, 0n]) };
    case 11:
      return old ? { type, minimum: 0, exclusiveMinimum: true } : { type, exclusiveMinimum: 0 };
    default:
      return { type };
  }
}

function numberSchema(random: Random): Json {
  const type = "number";
  switch (random.below(6)) {
    case 0:
      return { type, minimum: -1.5, maximum: 1000.25 };
    case 1:
      return { type, multipleOf: random.pick([0.1, 0.01, 0.5, 3]) };
    case 2:
      return { type, format: "double" };
    case 3:
      return { type: "number", minimum: 0 };
    default:
      return { type };
  }
}
