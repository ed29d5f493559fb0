import { ExactNumber } from "../numbers/exact-number.ts";
import { byteLength, cutBytes } from "../text/strings.ts";
import { JsonError } from "./json-error.ts";
import { jsonPointer } from "./json-pointer.ts";
import { DEFAULT_MAX_DEPTH } from "./parse-json.ts";
import { bigintText, stringText } from "./scalar-text.ts";

/**
 * Writes a value as JSON text without white space. A `bigint` becomes its digits. Properties that
 * are `undefined` are left out. Throws `JsonError` for everything else JSON has no form for: NaN,
 * infinities, functions, symbols, `undefined` in an array, class instances (dates, maps, bytes),
 * and values that contain themselves. Lone surrogates are escaped, as `JSON.stringify` does.
 */
export function stringifyJson(value: unknown): string {
  // JSON.stringify is much faster, and writes most values the same way.
  return isOrdinary(value, 0) ? JSON.stringify(value) : write(value, { holders: [], keys: [] });
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

/** The arrays and objects around the value that is written, outermost first, and its key in each. */
interface Path {
  readonly holders: object[];
  readonly keys: PropertyKey[];
}

/** Writes a value that JSON.stringify may not write. */
function write(value: unknown, path: Path): string {
  switch (typeof value) {
    case "string":
      return stringText(value);
    case "bigint":
      return bigintText(value);
    case "boolean":
      return `${value}`;
    case "object":
      if (value === null) return "null";
      if (path.holders.length >= DEFAULT_MAX_DEPTH) throw tooDeep(path);
      if (value instanceof ExactNumber) return value.text;
      if (Array.isArray(value)) return writeArray(value, path);
      if (isPlain(value)) return writeMembers(value, path);
      throw unwritable(`instance of ${className(value)}`, path);
    case "number":
      if (Number.isFinite(value)) return `${value}`;
      throw unwritable(`${value}`, path);
    default:
      throw unwritable(typeof value, path);
  }
}

function writeArray(items: readonly unknown[], path: Path): string {
  const depth = path.holders.push(items) - 1;
  let text = "";
  for (let index = 0; index < items.length; index += 1) {
    path.keys[depth] = index;
    text += `${index === 0 ? "" : ","}${write(items[index], path)}`;
  }
  path.holders.pop();
  return `[${text}]`;
}

function writeMembers(value: object, path: Path): string {
  const depth = path.holders.push(value) - 1;
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    path.keys[depth] = key;
    text += `${text === "" ? "" : ","}${stringText(key)}:${write(member, path)}`;
  }
  path.holders.pop();
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

function unwritable(what: string, path: Path): JsonError {
  return new JsonError("json_value", `JSON has no form for ${what} at "${placeOf(path)}"`);
}

function tooDeep(path: Path): JsonError {
  return new Set(path.holders).size < path.holders.length
    ? new JsonError("json_cycle", `the value contains itself, on the way to "${placeOf(path)}"`)
    : new JsonError("json_depth", `nested deeper than ${DEFAULT_MAX_DEPTH}`);
}

/** Returns a pointer that is short, because an error of a codec contains it three times. */
function placeOf({ holders, keys }: Path): string {
  return cutBytes(jsonPointer(keys.slice(0, holders.length)), 60);
}
