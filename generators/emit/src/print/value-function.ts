import type { JsonValue } from "@specwright/spec-loader";
import { literal } from "./literal.ts";
import type { Printable } from "./printable.ts";

/** Prints a function that returns a JSON value, a list or an object anew each time. */
export function valueFunction(value: JsonValue): Printable {
  const printed = literal(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return ["() => ", isObject ? ["(", printed, ")"] : printed];
}
