import { ExactNumber, valueAt } from "@specwright/runtime";
import type { FeedCondition, FeedConditions } from "@specwright/runtime/transport";

/** Reports whether a frame holds what the conditions say. */
export function meetsConditions(frame: unknown, conditions: FeedConditions): boolean {
  return Object.entries(conditions).every(([pointer, condition]) =>
    meetsCondition(valueAt(frame, pointer), condition),
  );
}

/** Reports whether a value is what a condition says. */
export function meetsCondition(value: unknown, condition: FeedCondition): boolean {
  if (typeof condition !== "object") return value === condition;
  if ("absent" in condition) return value === undefined;
  if ("type" in condition) return typeOf(value) === condition.type;
  return condition.some((each) => each === value);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return value instanceof ExactNumber || typeof value === "bigint" ? "number" : typeof value;
}
