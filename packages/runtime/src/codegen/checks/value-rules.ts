// Keywords for values of any type: `type`, `const`, `enum`.

import { canonical } from "./canonical.ts";
import { apply, fail, isObject, type Rule, type Subschema } from "./rule.ts";

/** Names a JSON Schema primitive type. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** Requires one of the types. A bigint is neither `number` nor `integer`: its digits would be lost. */
export function types(...names: readonly JsonType[]): Rule {
  return (payload) => {
    if (names.some((name) => hasType(payload.value, name))) return;
    fail(payload, "type", `Expected ${names.join(" or ")}, got ${describe(payload.value)}`);
  };
}

/** Applies a schema to values of one type; others pass. */
export function when(name: JsonType, subschema: Subschema): Rule {
  return (payload) => {
    if (hasType(payload.value, name)) apply(subschema, payload);
  };
}

/** Requires a value equal to the given one, member by member. */
export function constant(expected: unknown): Rule {
  const wanted = canonical(expected);
  return (payload) => {
    if (canonical(payload.value) !== wanted) fail(payload, "const", `Expected ${excerpt(wanted)}`);
  };
}

/** Requires a value equal to one of those given. */
export function enumeration(members: readonly unknown[]): Rule {
  const wanted = new Set(members.map(canonical));
  return (payload) => {
    if (wanted.has(canonical(payload.value))) return;
    fail(payload, "enum", `Expected one of ${excerpt([...wanted].join(", "))}`);
  };
}

function hasType(value: unknown, name: JsonType): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "boolean":
    case "number":
    case "string":
      return typeof value === name;
    default:
      return name satisfies never;
  }
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "an integer too large for a number" : typeof value;
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
