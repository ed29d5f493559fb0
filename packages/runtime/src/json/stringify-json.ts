import { ExactNumber } from "../numbers/exact-number.ts";
import { byteLength, cutBytes } from "../text/strings.ts";
import { JsonError } from "./json-error.ts";
import { jsonPointer } from "./json-pointer.ts";
import { DEFAULT_MAX_DEPTH } from "./parse-json.ts";
import { bigintText, stringText } from "./scalar-text.ts";

/**
 * Writes a value as JSON text without white space. A `bigint` becomes its digits. Properties that are
 * `undefined` are left out. Throws `JsonError` for all other values that JSON cannot express: NaN,
 * infinities, functions, symbols, `undefined` in an array, class instances (dates, maps, bytes), and values
 * that contain themselves. Lone surrogates are escaped, as `JSON.stringify` does.
 */
export function stringifyJson(value: unknown): string {
  // JSON.stringify is much faster, and writes the same text for most values.
  if (isOrdinary(value, 0)) return JSON.stringify(value);
  const fault: Fault = { keys: [], objects: [] };
  const text = writeValue(value, fault, 0);
  if (text === undefined) throw jsonError(fault);
  return text;
}

/**
 * Reports whether JSON.stringify writes the same text. The result may be false although the texts are the
 * same, but never true if they differ.
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

/** The value that cannot be written, and the keys and objects that lead to it. */
interface Fault {
  /** The value that JSON cannot express; absent if the value is nested too deep. */
  what?: string;
  readonly keys: PropertyKey[];
  readonly objects: object[];
}

/**
 * Writes a value that JSON.stringify might not write correctly. If JSON cannot express the value, returns
 * undefined and sets the fault.
 */
function writeValue(value: unknown, fault: Fault, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return stringText(value);
    case "bigint":
      return bigintText(value);
    case "boolean":
      return `${value}`;
    case "object":
      if (value === null) return "null";
      if (depth >= DEFAULT_MAX_DEPTH) return undefined;
      if (value instanceof ExactNumber) return value.text;
      if (Array.isArray(value)) return writeArray(value, fault, depth);
      if (isPlain(value)) return writeMembers(value, fault, depth);
      fault.what = `instance of ${className(value)}`;
      return undefined;
    case "number":
      if (Number.isFinite(value)) return `${value}`;
  }
  fault.what = typeof value === "number" ? `${value}` : typeof value;
  return undefined;
}

function writeArray(items: readonly unknown[], fault: Fault, depth: number): string | undefined {
  let text = "[";
  for (let index = 0; index < items.length; index += 1) {
    const item = writeValue(items[index], fault, depth + 1);
    if (item === undefined) return addPlace(fault, items, index);
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeMembers(value: object, fault: Fault, depth: number): string | undefined {
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const written = writeValue(member, fault, depth + 1);
    if (written === undefined) return addPlace(fault, value, key);
    text += `${text === "" ? "" : ","}${stringText(key)}:${written}`;
  }
  return `{${text}}`;
}

function addPlace(fault: Fault, value: object, key: PropertyKey): undefined {
  fault.keys.unshift(key);
  fault.objects.unshift(value);
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

function jsonError({ what, keys, objects }: Fault): JsonError {
  // The pointer is short, because the error of a codec repeats it three times.
  const place = cutBytes(jsonPointer(keys), 60);
  if (what !== undefined)
    return new JsonError("json_value", `JSON has no form for ${what} at "${place}"`);
  return new Set(objects).size < objects.length
    ? new JsonError("json_cycle", `the value contains itself, on the way to "${place}"`)
    : new JsonError("json_depth", `nested deeper than ${DEFAULT_MAX_DEPTH}`);
}
