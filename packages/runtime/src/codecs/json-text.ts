// Functions with which generated code writes checked values as JSON text. Each function may throw for an
// unusual value. The codec then writes the whole value with the general routine, or reports the issue.

import { JsonError } from "../json/json-error.ts";
import { mayNestDeeper } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";

/** Writes a number. Throws `JsonError` if JSON has no form for it. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? `${value}` : anyText(value);
}

/**
 * Writes any value. Throws `JsonError`. Also throws for a valid value that is nested so deeply that, with
 * the levels around it, it might exceed the maximum depth.
 */
export function anyText(value: unknown): string {
  const text = stringifyJson(value);
  if (mayNestDeeper(text, 400)) throw new JsonError("json_depth", "too deep for a part");
  return text;
}

/** Writes an array whose items are written by one function. */
export function itemsText<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  let text = "[";
  let separator = "";
  for (const item of items) {
    text += separator + textOf(item);
    separator = ",";
  }
  return `${text}]`;
}

/**
 * Returns the brace that closes an object after `count` members have been written. Throws `JsonError` if
 * the object has more members, or is an instance of a class.
 */
export function endText(value: object, count: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  let left = count;
  for (const _ in value) left -= 1;
  if (left === 0 && (prototype === Object.prototype || prototype === null)) return "}";
  throw new JsonError("json_value", "has members that the contract does not name");
}
