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
  if (isOrdinary(value, 0)) return JSON.stringify(value);
  const text = write(value, 0);
  if (text !== undefined) return text;
  // What was refused is looked for again, so that writing needs no path.
  const start: Trail = { keys: [], objects: [] };
  throw findRefusal(value, start) ?? refusal("a value that changes", start);
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

/** Writes a value that JSON.stringify may not write; returns undefined for what JSON has no form for. */
function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return stringText(value);
    case "number":
      return Number.isFinite(value) ? `${value}` : undefined;
    case "bigint":
      return bigintText(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth >= DEFAULT_MAX_DEPTH) return undefined;
      if (value instanceof ExactNumber) return value.text;
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeMembers(value, depth + 1);
    default:
      return undefined;
  }
}

function writeArray(items: readonly unknown[], depth: number): string | undefined {
  let text = "[";
  for (let index = 0; index < items.length; index += 1) {
    const item = write(items[index], depth);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeMembers(value: object, depth: number): string | undefined {
  if (!isPlain(value)) return undefined;
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const written = write(member, depth);
    if (written === undefined) return undefined;
    text += `${text === "" ? "" : ","}${stringText(key)}:${written}`;
  }
  return `{${text}}`;
}

/** The path to the current value, for error messages. */
interface Trail {
  readonly keys: PropertyKey[];
  readonly objects: object[];
}

/** Finds the first part of a value that JSON has no form for. */
function findRefusal(value: unknown, trail: Trail): JsonError | undefined {
  switch (typeof value) {
    case "string":
    case "bigint":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : refusal(`${value}`, trail);
    case "object":
      return value === null || value instanceof ExactNumber
        ? undefined
        : findWithin(value, { ...trail, objects: [...trail.objects, value] });
    default:
      return refusal(typeof value, trail);
  }
}

function findWithin(value: object, trail: Trail): JsonError | undefined {
  if (trail.objects.length > DEFAULT_MAX_DEPTH) return tooDeep(trail);
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return refusal(`instance of ${className(value)}`, trail);
  const parts: readonly (readonly [PropertyKey, unknown])[] = isList
    ? [...value.entries()]
    : Object.entries(value).filter(([, member]) => member !== undefined);
  for (const [key, part] of parts) {
    const found = findRefusal(part, { ...trail, keys: [...trail.keys, key] });
    if (found !== undefined) return found;
  }
  return undefined;
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
