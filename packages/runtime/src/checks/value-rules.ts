// Keywords for values of any type: `type`, `const`, `enum`.

import { canonical } from "./canonical.ts";
import { typeWord } from "./issue-report.ts";
import { toBigInt } from "./number-rules.ts";
import { isExactInteger, isObject } from "./predicates.ts";
import { addIssue, applySubschema, type Rule, type Subschema } from "./rule.ts";

/**
 * The types of decoded values. They include the types of JSON Schema; an `integer` must be safe, and a
 * `number` must be finite. The other types are integers of certain widths, `decimal` for a `Decimal`, and
 * bigints of 64 bits or of any size (`bigInteger`).
 */
export type JsonType =
  | "null"
  | "boolean"
  | "integer"
  | "number"
  | "string"
  | "array"
  | "object"
  | "int8"
  | "int16"
  | "int32"
  | "uint8"
  | "uint16"
  | "uint32"
  | "int64"
  | "uint64"
  | "bigInteger"
  | "decimal";

const titles: { readonly [Name in JsonType]?: string } = {
  integer: "safe integer",
  bigInteger: "big integer",
  decimal: "decimal with at most nine decimal places",
};

/**
 * Requires one of the types. A bigint does not match `number` or `integer`, because converting it would
 * lose digits.
 */
export function type(...names: readonly JsonType[]): Rule {
  const expected = names.map((name) => titles[name] ?? name).join(" or ");
  return (payload) => {
    for (const name of names) {
      if (hasType(payload.value, name, payload.asking)) return;
    }
    addIssue(
      payload,
      "type",
      `Expected ${expected}, got ${foundTypeText(payload.value, names)}`,
      expected,
    );
  };
}

/**
 * Requires one of the types, and at least one type is a bigint type. The value may be in parsed form: a
 * safe integer is first converted to a bigint.
 */
export function parsedTypes(...names: readonly JsonType[]): Rule {
  const decoded = type(...names);
  return (payload) => {
    payload.value = toBigInt(payload.value);
    decoded(payload);
  };
}

/** Applies a schema to values of one type and accepts all others. */
export function when(name: JsonType, subschema: Subschema): Rule {
  return (payload) => {
    if (hasType(payload.value, name, payload.asking)) applySubschema(subschema, payload);
  };
}

/** Requires a value equal to the given one, member by member. */
export function constant(expected: unknown): Rule {
  const wanted = canonical(expected);
  return (payload) => {
    const { value, asking } = payload;
    if (canonical(value) === wanted && (asking || isSameKind(value, expected))) return;
    addIssue(payload, "const", `Expected ${excerptText(wanted)}`);
  };
}

/** Requires a value that equals one of the members. */
export function enumeration(members: readonly unknown[]): Rule {
  const wanted = new Map(members.map((member) => [canonical(member), member]));
  return (payload) => {
    const { value, asking } = payload;
    const text = canonical(value);
    if (wanted.has(text) && (asking || isSameKind(value, wanted.get(text)))) return;
    addIssue(payload, "enum", `Expected one of ${excerptText([...wanted.keys()].join(", "))}`);
  };
}

/**
 * Reports whether two safe integers have the same JavaScript type: number or bigint. A schema type allows
 * only one of the two.
 */
function isSameKind(value: unknown, expected: unknown): boolean {
  if (typeof value === typeof expected) return true;
  return !Number.isSafeInteger(Number(typeof value === "bigint" ? value : expected));
}

function hasType(value: unknown, name: JsonType, asking: boolean | undefined): boolean {
  if (asking === true && (typeof value === "number" || typeof value === "bigint"))
    return isNumberOf(value, name);
  switch (name) {
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
    case "decimal":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "boolean":
    case "string":
      return typeof value === name;
    case "int64":
    case "uint64":
    case "bigInteger":
      return typeof value === "bigint" && isNumberOf(value, name);
    default:
      return typeof value === "number" && isNumberOf(value, name);
  }
}

/** Reports whether a numeric value fits a type, whether it is a number or a bigint. */
function isNumberOf(value: number | bigint, name: JsonType): boolean {
  if (name === "number" || name === "decimal")
    return typeof value === "bigint" || Number.isFinite(value);
  // Beyond 2^53, a double rounds a fraction to an integer, and JSON would contain that integer.
  if (typeof value === "number" && !Number.isInteger(value)) return false;
  const integer = BigInt(value);
  if (name === "integer" || name === "bigInteger") return true;
  const bits = Number(/\d+$/.exec(name)?.[0]);
  if (name.startsWith("int")) return BigInt.asIntN(bits, integer) === integer;
  return name.startsWith("uint") && BigInt.asUintN(bits, integer) === integer;
}

/**
 * Returns the name of the found type. For an integer, the name shows which is wrong: its range or its
 * JavaScript type.
 */
function foundTypeText(value: unknown, names: readonly JsonType[]): string {
  const text = names.join();
  if (!isExactInteger(value) || !/int|number/.test(text)) return typeWord(value);
  const isSafe = Number.isSafeInteger(Number(value)) || !/integer|number/.test(text);
  return isSafe && names.some((name) => isNumberOf(value, name))
    ? typeof value
    : "an integer out of its range";
}

function excerptText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
