import type { FeedCondition, FeedConditions } from "../codegen/feed.ts";
import { valueAt } from "../json/json-pointer.ts";
import { ExactNumber } from "../numbers/exact-number.ts";

/** Reports whether a frame meets all conditions. */
export function meetsConditions(frame: unknown, conditions: FeedConditions): boolean {
  return Object.entries(conditions).every(([pointer, condition]) =>
    meetsCondition(valueAt(frame, pointer), condition),
  );
}

/** Reports whether a value meets a condition. */
export function meetsCondition(value: unknown, condition: FeedCondition): boolean {
  if (typeof condition !== "object") return isConstant(value, condition);
  if ("absent" in condition) return value === undefined;
  if ("type" in condition) return jsonType(value) === condition.type;
  return condition.some((each) => isConstant(value, each));
}

/** Integers beyond 2^53, and integers of a format such as int64, are decoded as bigint. */
function isConstant(value: unknown, constant: string | number | boolean): boolean {
  return value === constant || (typeof value === "bigint" && value === integerIn(constant));
}

function integerIn(constant: string | number | boolean): bigint | undefined {
  return Number.isInteger(constant) ? BigInt(constant) : undefined;
}

function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return value instanceof ExactNumber || typeof value === "bigint" ? "number" : typeof value;
}
