import { ExactNumber } from "../numbers/exact-number.ts";
import { byteLength, cutBytes } from "../text/strings.ts";
import { JsonError } from "./json-error.ts";
import { jsonPointer } from "./json-pointer.ts";
import { DEFAULT_MAX_DEPTH } from "./parse-json.ts";

/**
 * Writes a value as JSON text without white space. A `bigint` becomes its digits. Properties that
 * are `undefined` are left out. Throws `JsonError` for everything else JSON has no form for: NaN,
 * infinities, functions, symbols, `undefined` in an array, class instances (dates, maps, bytes),
 * and values that contain themselves. Lone surrogates are escaped, as `JSON.stringify` does.
 */
export function stringifyJson(value: unknown): string {
  // JSON.stringify is much faster, and writes most values the same way.
  return isOrdinary(value, 0) ? JSON.stringify(value) : write(value, { keys: [], objects: [] });
}

/**
 * Reports whether JSON.stringify writes the same text. False negatives are possible, false
 * positives are not.
 */
function isOrdinary(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      if (value === null) return true;
      if (depth >= DEFAULT_MAX_DEPTH) return false;
      return Array.isArray(value) ? isOrdinaryArray(value, depth) : isOrdinaryObject(value, depth);
    default:
      return false;
  }
}

function isOrdinaryArray(items: readonly unknown[], depth: number): boolean {
  if ("toJSON" in items) return false;
  for (let index = 0; index < items.length; index += 1) {
    if (!isOrdinary(items[index], depth + 1)) return false;
  }
  return true;
}

function isOrdinaryObject(value: object, depth: number): boolean {
  if (!isPlain(value) || "toJSON" in value) return false;
  for (const member of Object.values(value)) {
    if (member !== undefined && !isOrdinary(member, depth + 1)) return false;
  }
  return true;
}

/** The path to the current value, for error messages. */
interface Trail {
  readonly keys: PropertyKey[];
  readonly objects: object[];
}

function write(value: unknown, trail: Trail): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw refusal(`${value}`, trail);
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : writeObject(value, trail);
    default:
      throw refusal(typeof value, trail);
  }
}

function writeObject(value: object, trail: Trail): string {
  trail.objects.push(value);
  if (trail.objects.length > DEFAULT_MAX_DEPTH) throw tooDeep(trail);
  const text =
    value instanceof ExactNumber
      ? value.text
      : Array.isArray(value)
        ? writeArray(value, trail)
        : writeMembers(value, trail);
  trail.objects.pop();
  return text;
}

function writeArray(items: readonly unknown[], trail: Trail): string {
  let text = "";
  for (let index = 0; index < items.length; index += 1) {
    trail.keys.push(index);
    text += index === 0 ? write(items[index], trail) : `,${write(items[index], trail)}`;
    trail.keys.pop();
  }
  return `[${text}]`;
}

function writeMembers(value: object, trail: Trail): string {
  if (!isPlain(value)) throw refusal(`instance of ${className(value)}`, trail);
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    trail.keys.push(key);
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${write(member, trail)}`;
    trail.keys.pop();
  }
  return `{${text}}`;
}

/** Reports whether a value is a plain object, of any realm, rather than a class instance. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const made: unknown = Reflect.get(value, "constructor");
  return typeof made === "function" && byteLength(made.name) <= 60 ? made.name : "a class";
}

function refusal(what: string, trail: Trail): JsonError {
  return new JsonError("json_value", `JSON has no form for ${what} at "${shown(trail)}"`);
}

function tooDeep(trail: Trail): JsonError {
  const cyclic = new Set(trail.objects).size < trail.objects.length;
  return cyclic
    ? new JsonError("json_cycle", `the value contains itself, on the way to "${shown(trail)}"`)
    : new JsonError("json_depth", `nested deeper than ${DEFAULT_MAX_DEPTH}`);
}

function shown(trail: Trail): string {
  // The pointer is short because an error of a codec contains it three times.
  return cutBytes(jsonPointer(trail.keys), 60);
}
