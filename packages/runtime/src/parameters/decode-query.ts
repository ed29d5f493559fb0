// Reads query parameters from text, by style (OpenAPI 3.1, section 4.8.12).

import type {
  DecodedParameters,
  ParameterDescriptor,
  ParameterIssue,
} from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { nestedTexts, readNested } from "./nested-texts.ts";
import { parameterIssue } from "./parameter-error.ts";
import { percentDecode } from "./percent.ts";
import { styleSeparator } from "./query.ts";
import { readTexts, splitPairs, type ValueTexts } from "./value-texts.ts";

/** Decodes a text; returns undefined if it is malformed. */
type Decode = (text: string, descriptor: ParameterDescriptor) => string | undefined;

/** The names and values of a query or form that no parameter has used yet. */
interface Remaining {
  /** The texts by decoded name, still encoded. */
  readonly texts: Map<string, string[]>;
  readonly decode: Decode;
  readonly issues: ParameterIssue[];
}

/**
 * Reads a raw query (without the question mark) strictly. An unknown name, a single value that occurs
 * twice, an invalid escape and a missing required parameter are all issues.
 */
export function decodeQuery(
  descriptors: readonly ParameterDescriptor[],
  rawQuery: string,
): DecodedParameters {
  const issues: ParameterIssue[] = [];
  const entries = rawQuery.split("&").flatMap((piece): [string, string][] => {
    if (piece === "") return [];
    const equals = piece.indexOf("=");
    const rawName = equals === -1 ? piece : piece.slice(0, equals);
    const name = decodePlus(rawName);
    if (name !== undefined) return [[name, equals === -1 ? "" : piece.slice(equals + 1)]];
    issues.push(parameterIssue("query", rawName, "encoding", "broken percent encoding"));
    return [];
  });
  return readEntries(descriptors, entries, decodeValue, issues);
}

/** Does what `decodeQuery` does, for names and values that are not encoded. */
export function decodeEntries(
  descriptors: readonly ParameterDescriptor[],
  entries: readonly (readonly [name: string, text: string])[],
): DecodedParameters {
  return readEntries(descriptors, entries, (text) => text, []);
}

function readEntries(
  descriptors: readonly ParameterDescriptor[],
  entries: readonly (readonly [name: string, text: string])[],
  decode: Decode,
  issues: ParameterIssue[],
): DecodedParameters {
  const texts = new Map<string, string[]>();
  for (const [name, text] of entries) {
    const known = texts.get(name);
    if (known === undefined) texts.set(name, [text]);
    else known.push(text);
  }
  const remaining: Remaining = { texts, decode, issues };
  const values = new Map<string, unknown>();
  // Parameters that accept any name are read after parameters with fixed names.
  for (const descriptor of [
    ...descriptors.filter((each) => !acceptsAnyName(each)),
    ...descriptors.filter(acceptsAnyName),
  ]) {
    const found = readParameter(descriptor, remaining);
    if (found !== undefined && isGiven(descriptor, found)) values.set(descriptor.name, found.value);
    else if (descriptor.required && !issues.some(isAbout(descriptor))) {
      issues.push(parameterIssue("query", descriptor.name, "required", "required"));
    }
  }
  for (const name of texts.keys()) {
    issues.push(parameterIssue("query", name, "unknown_key", "unknown query parameter"));
  }
  return { values: Object.fromEntries(values), issues };
}

/**
 * Reads a parameter. Returns undefined if it is absent. If it is malformed, adds an issue and returns
 * undefined.
 */
function readParameter(
  descriptor: ParameterDescriptor,
  remaining: Remaining,
): { readonly value: unknown } | undefined {
  const { nested } = descriptor;
  const { issues } = remaining;
  if (nested !== undefined) {
    const tree = nestedTexts(descriptor.name, remaining.texts, (texts) =>
      decodeAll(descriptor, texts, remaining),
    );
    return tree && { value: readNested(descriptor, tree, nested, issues) };
  }
  const texts = takeTexts(descriptor, remaining);
  return texts && { value: readTexts("query", descriptor, texts, issues) };
}

/** Reports whether the query has a value for the parameter. */
function isGiven({ empty }: ParameterDescriptor, { value }: { readonly value: unknown }): boolean {
  return value !== undefined || empty !== "absent";
}

/**
 * Reports whether a parameter is an object whose properties are sent as separate parameters with any names.
 */
function acceptsAnyName(descriptor: ParameterDescriptor): boolean {
  const { properties, additional, style } = descriptor;
  if (properties === undefined || additional === undefined) return false;
  return style !== "deepObject" && isExploded(descriptor);
}

/** Removes the texts of the parameter from the remaining texts and returns them. */
function takeTexts(descriptor: ParameterDescriptor, remaining: Remaining): ValueTexts | undefined {
  const { texts, issues } = remaining;
  const { name, properties } = descriptor;
  if (properties !== undefined && (descriptor.style === "deepObject" || isExploded(descriptor))) {
    const pairs = takePairs(descriptor, remaining);
    return pairs.length === 0 ? undefined : { kind: "pairs", pairs };
  }
  const given = texts.get(name);
  if (given === undefined) return undefined;
  texts.delete(name);
  if (descriptor.array && isExploded(descriptor)) {
    return { kind: "list", texts: decodeAll(descriptor, given, remaining) };
  }
  const [first = ""] = given;
  if (given.length > 1) {
    issues.push(parameterIssue("query", name, "repeated", "given more than once"));
    return undefined;
  }
  if (properties !== undefined) {
    return splitPairs("query", descriptor, splitList(descriptor, first, remaining), issues);
  }
  if (!descriptor.array) {
    const [text] = decodeAll(descriptor, [first], remaining);
    return text === undefined ? undefined : { kind: "one", text };
  }
  return { kind: "list", texts: splitList(descriptor, first, remaining) };
}

/** Removes the properties of an object that are separate parameters, and returns them. */
function takePairs(descriptor: ParameterDescriptor, remaining: Remaining): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [key, given] of remaining.texts) {
    const property = propertyName(descriptor, key);
    if (property === undefined) continue;
    remaining.texts.delete(key);
    for (const text of decodeAll(descriptor, given, remaining)) pairs.push([property, text]);
  }
  return pairs;
}

function splitList(descriptor: ParameterDescriptor, text: string, remaining: Remaining): string[] {
  const separator = styleSeparator(descriptor.style);
  if (separator === ",") return decodeAll(descriptor, text.split(","), remaining);
  return decodeAll(descriptor, [text], remaining).flatMap((whole) => whole.split(separator));
}

function propertyName(descriptor: ParameterDescriptor, key: string): string | undefined {
  const { name, style, properties = {} } = descriptor;
  if (style === "deepObject") {
    const isOwn = key.startsWith(`${name}[`) && key.endsWith("]");
    return isOwn ? key.slice(name.length + 1, -1) : undefined;
  }
  return acceptsAnyName(descriptor) || Object.hasOwn(properties, key) ? key : undefined;
}

function decodeAll(
  descriptor: ParameterDescriptor,
  texts: readonly string[],
  { decode, issues }: Remaining,
): string[] {
  return texts.flatMap((text) => {
    const decoded = decode(text, descriptor);
    if (decoded !== undefined) return [decoded];
    issues.push(parameterIssue("query", descriptor.name, "encoding", "broken percent encoding"));
    return [];
  });
}

function isAbout(descriptor: ParameterDescriptor): (issue: ParameterIssue) => boolean {
  const { pointer } = parameterIssue("query", descriptor.name, "", "");
  return (issue) => issue.pointer === pointer;
}

/**
 * Decodes a value. A plus sign is a space, unless the parameter sends reserved characters
 * unencoded.
 */
function decodeValue(text: string, { allowReserved }: ParameterDescriptor): string | undefined {
  return allowReserved === undefined ? decodePlus(text) : percentDecode(text);
}

/**
 * Decodes a text in which a plus sign is a space, because forms and `URLSearchParams` write spaces
 * as plus signs.
 */
function decodePlus(text: string): string | undefined {
  return percentDecode(text.replaceAll("+", " "));
}
