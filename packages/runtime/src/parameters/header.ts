// Header parameters, style `simple`. Header values are not percent-encoded.

import { CodecError } from "../codec-error.ts";
import type { HeaderDescriptor, TextDescriptor } from "../codegen/parameter.ts";
import { ParameterError } from "./parameter-error.ts";
import { type DecodedParameters, type ParameterIssue, parameterIssue } from "./parameter-issue.ts";
import { pairsOf, readTexts, type ValueTexts, valueTexts } from "./value-texts.ts";

/** OpenAPI excludes these, because media types and security schemes describe them. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * Matches the values that HTTP allows in a field: visible ASCII, Latin-1, inner spaces and tabs.
 */
const FIELD_VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/**
 * Formats header parameters as names and values.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export function encodeHeaders(
  descriptors: readonly TextDescriptor[],
  values: object,
): readonly (readonly [name: string, value: string])[] {
  return descriptors.flatMap((descriptor) => {
    if (NOT_PARAMETERS.has(descriptor.name.toLowerCase())) return [];
    const texts = valueTexts("header", descriptor, values);
    return texts === undefined ? [] : [[descriptor.name, encodeOne(descriptor, texts)] as const];
  });
}

function encodeOne(descriptor: TextDescriptor, texts: ValueTexts): string {
  const separator = texts.kind === "pairs" && descriptor.explode ? "=" : ",";
  const pieces = texts.kind === "one" ? [texts.text] : piecesOf(texts);
  for (const piece of pieces) {
    const splits = texts.kind !== "one" && (piece.includes(",") || piece.includes(separator));
    if (splits || !FIELD_VALUE.test(piece)) {
      throw new ParameterError(
        "header",
        descriptor.name,
        "pattern",
        "contains what a header cannot carry",
      );
    }
  }
  if (texts.kind === "pairs") return texts.pairs.map((pair) => pair.join(separator)).join(",");
  return pieces.join(",");
}

function piecesOf(texts: Exclude<ValueTexts, { kind: "one" }>): readonly string[] {
  return texts.kind === "list" ? texts.texts : texts.pairs.flat();
}

/**
 * Reads header parameters from Node's flat `rawHeaders` (name, value, name, value...). Names are
 * case-insensitive; a single value given twice is an issue. Ignores headers that are not described.
 */
export function decodeHeaders(
  descriptors: readonly TextDescriptor[],
  rawHeaders: readonly string[],
): DecodedParameters {
  const issues: ParameterIssue[] = [];
  const values = new Map<string, unknown>();
  for (const descriptor of descriptors) {
    const name = descriptor.name.toLowerCase();
    if (NOT_PARAMETERS.has(name)) continue;
    const given = headerValues(rawHeaders, name);
    const texts = decodeOne(descriptor, given, issues);
    if (texts !== undefined)
      values.set(descriptor.name, readTexts("header", descriptor, texts, issues));
    else if (given.length === 0 && descriptor.required) {
      issues.push(parameterIssue("header", descriptor.name, "required", "required"));
    }
  }
  return { values: Object.fromEntries(values), issues };
}

/** Reads and checks the headers of a response. Omits headers that are not described. */
export function readResponseHeaders(
  descriptors: readonly HeaderDescriptor[],
  rawHeaders: readonly string[],
): DecodedParameters {
  const { values, issues } = decodeHeaders(descriptors, rawHeaders);
  const found = [...issues];
  for (const { name, codec } of descriptors) {
    const value = values[name];
    if (codec === undefined || value === undefined || issues.some(isAbout(name))) continue;
    try {
      codec.parse(value);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      for (const { pointer, code, message } of error.issues) {
        const issue = parameterIssue("header", name, code, message);
        found.push({ ...issue, pointer: `${issue.pointer}${pointer}` });
      }
    }
  }
  return { values, issues: found };
}

function isAbout(name: string): (issue: ParameterIssue) => boolean {
  const { pointer } = parameterIssue("header", name, "", "");
  return (issue) => issue.pointer === pointer;
}

function headerValues(rawHeaders: readonly string[], lowerName: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === lowerName.length && name.toLowerCase() === lowerName) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values;
}

function decodeOne(
  descriptor: TextDescriptor,
  given: readonly string[],
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const [first] = given;
  if (first === undefined) return undefined;
  const isPairs = descriptor.properties !== undefined;
  if (!isPairs && !descriptor.array) {
    if (given.length === 1) return { kind: "one", text: first };
    issues.push(parameterIssue("header", descriptor.name, "repeated", "given more than once"));
    return undefined;
  }
  const separator = isPairs && descriptor.explode ? /[,=]/ : ",";
  const texts = given.flatMap((value) => value.split(separator)).map((text) => text.trim());
  return isPairs ? pairsOf("header", descriptor, texts, issues) : { kind: "list", texts };
}
