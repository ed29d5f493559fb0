// Query parameters, by style (OpenAPI 3.1, section 4.8.12).

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { ParameterError } from "./parameter-error.ts";
import { type DecodedParameters, type ParameterIssue, parameterIssue } from "./parameter-issue.ts";
import { percentDecode, percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { pairsOf, readTexts, type ValueTexts, valueTexts } from "./value-texts.ts";

/** Formats the query of a request. */
type EncodeQuery = (descriptors: readonly ParameterDescriptor[], values: object) => string;

/**
 * Formats the query of a request, without the question mark; `""` if nothing is set.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      const texts = valueTexts("query", descriptor, values);
      return texts === undefined ? [] : encodeOne(descriptor, texts);
    })
    .join("&");

/**
 * Does what `encodeQuery` does, for parameters that are neither lists nor objects, nor JSON.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeScalarQuery: EncodeQuery = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      const text = scalarText("query", descriptor, values);
      return text === undefined ? [] : `${percentEncode(descriptor.name)}=${percentEncode(text)}`;
    })
    .join("&");

function encodeOne(descriptor: ParameterDescriptor, texts: ValueTexts): string[] {
  const name = percentEncode(descriptor.name);
  switch (texts.kind) {
    case "one":
      return [`${name}=${percentEncode(texts.text)}`];
    case "list":
      return isExploded(descriptor)
        ? texts.texts.map((text) => `${name}=${percentEncode(text)}`)
        : [`${name}=${separated(descriptor, texts.texts)}`];
    case "pairs":
      if (descriptor.style === "deepObject") {
        return texts.pairs.map(
          ([key, text]) => `${name}%5B${percentEncode(key)}%5D=${percentEncode(text)}`,
        );
      }
      if (isExploded(descriptor)) {
        return texts.pairs.map(([key, text]) => `${percentEncode(key)}=${percentEncode(text)}`);
      }
      return [`${name}=${separated(descriptor, texts.pairs.flat())}`];
    default:
      return texts satisfies never;
  }
}

/** Encodes pieces, with what separates them in the style of the parameter. */
function separated({ name, style }: ParameterDescriptor, pieces: readonly string[]): string {
  const separator = separatorOf(style);
  if (separator === ",") return pieces.map(percentEncode).join(",");
  if (pieces.some((piece) => piece.includes(separator))) {
    // These separators are sent encoded, so an item that contains one would be split.
    throw new ParameterError("query", name, "pattern", "an item contains the separator");
  }
  return pieces.map(percentEncode).join(percentEncode(separator));
}

function separatorOf(style: string | undefined): "," | " " | "|" {
  if (style === "spaceDelimited") return " ";
  return style === "pipeDelimited" ? "|" : ",";
}

/**
 * Reads a raw query (without the question mark) strictly: an unknown name, a single value given
 * twice, an invalid escape and a missing required parameter are all issues.
 */
export function decodeQuery(
  descriptors: readonly ParameterDescriptor[],
  rawQuery: string,
): DecodedParameters {
  const issues: ParameterIssue[] = [];
  const raw = splitQuery(rawQuery, issues);
  const values = new Map<string, unknown>();
  for (const descriptor of descriptors) {
    const texts = take(descriptor, raw, issues);
    if (texts !== undefined)
      values.set(descriptor.name, readTexts("query", descriptor, texts, issues));
    else if (descriptor.required && !issues.some(isAbout(descriptor))) {
      issues.push(parameterIssue("query", descriptor.name, "required", "required"));
    }
  }
  for (const name of raw.keys()) {
    issues.push(parameterIssue("query", name, "unknown_key", "unknown query parameter"));
  }
  return { values: Object.fromEntries(values), issues };
}

function splitQuery(rawQuery: string, issues: ParameterIssue[]): Map<string, string[]> {
  const raw = new Map<string, string[]>();
  for (const piece of rawQuery.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const rawName = equals === -1 ? piece : piece.slice(0, equals);
    const name = decodePlus(rawName);
    if (name === undefined) {
      issues.push(parameterIssue("query", rawName, "encoding", "broken percent encoding"));
      continue;
    }
    const texts = raw.get(name);
    const text = equals === -1 ? "" : piece.slice(equals + 1);
    if (texts === undefined) raw.set(name, [text]);
    else texts.push(text);
  }
  return raw;
}

/** Removes the texts of the parameter from `raw` and returns them. */
function take(
  descriptor: ParameterDescriptor,
  raw: Map<string, string[]>,
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const { name, properties } = descriptor;
  if (properties !== undefined && (descriptor.style === "deepObject" || isExploded(descriptor))) {
    const pairs: [string, string][] = [];
    for (const [key, texts] of raw) {
      const property = propertyOf(descriptor, properties, key);
      if (property === undefined) continue;
      raw.delete(key);
      for (const text of decodeAll(descriptor, texts, issues)) pairs.push([property, text]);
    }
    return pairs.length === 0 ? undefined : { kind: "pairs", pairs };
  }
  const texts = raw.get(name);
  if (texts === undefined) return undefined;
  raw.delete(name);
  if (descriptor.array && isExploded(descriptor)) {
    return { kind: "list", texts: decodeAll(descriptor, texts, issues) };
  }
  const [first = ""] = texts;
  if (texts.length > 1) {
    issues.push(parameterIssue("query", name, "repeated", "given more than once"));
    return undefined;
  }
  if (properties !== undefined) {
    return pairsOf("query", descriptor, splitList(descriptor, first, issues), issues);
  }
  if (!descriptor.array) {
    const [text] = decodeAll(descriptor, [first], issues);
    return text === undefined ? undefined : { kind: "one", text };
  }
  return { kind: "list", texts: splitList(descriptor, first, issues) };
}

function splitList(
  descriptor: ParameterDescriptor,
  text: string,
  issues: ParameterIssue[],
): string[] {
  const separator = separatorOf(descriptor.style);
  if (separator === ",") return decodeAll(descriptor, text.split(","), issues);
  return decodeAll(descriptor, [text], issues).flatMap((whole) => whole.split(separator));
}

function propertyOf(
  descriptor: ParameterDescriptor,
  properties: Readonly<Record<string, unknown>>,
  key: string,
): string | undefined {
  if (descriptor.style !== "deepObject") return Object.hasOwn(properties, key) ? key : undefined;
  const { name } = descriptor;
  return key.startsWith(`${name}[`) && key.endsWith("]")
    ? key.slice(name.length + 1, -1)
    : undefined;
}

function decodeAll(
  descriptor: ParameterDescriptor,
  texts: readonly string[],
  issues: ParameterIssue[],
): string[] {
  return texts.flatMap((text) => {
    const decoded = decodePlus(text);
    if (decoded !== undefined) return [decoded];
    issues.push(parameterIssue("query", descriptor.name, "encoding", "broken percent encoding"));
    return [];
  });
}

function isAbout(descriptor: ParameterDescriptor): (issue: ParameterIssue) => boolean {
  const { pointer } = parameterIssue("query", descriptor.name, "", "");
  return (issue) => issue.pointer === pointer;
}

/** In a query, a plus sign is a space, as forms and `URLSearchParams` write it. */
function decodePlus(text: string): string | undefined {
  return percentDecode(text.replaceAll("+", " "));
}
