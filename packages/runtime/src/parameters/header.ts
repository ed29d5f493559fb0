// Header parameters, style `simple`. Header values are not percent-encoded.

import type {
  DecodedParameters,
  EncodeHeaders,
  HeaderDescriptor,
  ParameterIssue,
  ReadHeaders,
  TextDescriptor,
} from "../codegen/parameter.ts";
import { CodecError } from "../errors/codec-error.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";
import { parseReadings } from "./readings.ts";
import { readScalarText, scalarText } from "./scalar-value.ts";
import { listTexts, readTexts, splitPairs, type ValueTexts, valueTexts } from "./value-texts.ts";

/** The headers that OpenAPI excludes, because media types and security schemes describe them. */
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
export const encodeHeaders: EncodeHeaders = /* @__PURE__ */ headersEncoder((descriptor, values) => {
  const texts = valueTexts("header", descriptor, values);
  return texts && encodeOne(descriptor, texts);
});

/**
 * Does what `encodeHeaders` does, for parameters that are not lists, objects or JSON.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeScalarHeaders: EncodeHeaders = /* @__PURE__ */ headersEncoder(
  (descriptor, values) => {
    const text = scalarText("header", descriptor, values);
    return text === undefined ? undefined : requireHeaderText(descriptor, text);
  },
);

/** Creates an encoder from a function that returns the value of one header. */
function headersEncoder(
  textOf: (descriptor: TextDescriptor, values: object) => string | undefined,
): EncodeHeaders {
  return (descriptors, values) =>
    descriptors.flatMap((descriptor) => {
      if (NOT_PARAMETERS.has(descriptor.name.toLowerCase())) return [];
      const value = textOf(descriptor, values);
      return value === undefined ? [] : [[descriptor.name, value] as const];
    });
}

function encodeOne(descriptor: TextDescriptor, texts: ValueTexts): string {
  if (texts.kind === "one" && !descriptor.array) return requireHeaderText(descriptor, texts.text);
  const separator = texts.kind === "pairs" && descriptor.explode ? "=" : ",";
  for (const piece of listTexts(texts)) {
    if (piece.includes(",") || piece.includes(separator)) throw headerTextError(descriptor);
    requireHeaderText(descriptor, piece);
  }
  if (texts.kind === "pairs") return texts.pairs.map((pair) => pair.join(separator)).join(",");
  return listTexts(texts).join(",");
}

/** Returns a text if it is valid in a header. Throws `ParameterError` for any other text. */
function requireHeaderText(descriptor: TextDescriptor, text: string): string {
  if (FIELD_VALUE.test(text)) return text;
  throw headerTextError(descriptor);
}

function headerTextError({ name }: TextDescriptor): ParameterError {
  return new ParameterError("header", name, "pattern", "contains what a header cannot carry");
}

/** Reads header parameters. */
type DecodeHeaders = (
  descriptors: readonly TextDescriptor[],
  rawHeaders: readonly string[],
) => DecodedParameters;

/** Reads one header from its values. If no value can be returned, adds an issue. */
type ReadHeader = (
  descriptor: TextDescriptor,
  given: readonly string[],
  issues: ParameterIssue[],
) => { readonly value: unknown } | undefined;

/**
 * Reads header parameters from Node's flat `rawHeaders` (name, value, name, value...). Names are
 * case-insensitive. A single value that occurs twice is an issue. Ignores headers that are not described.
 */
export const decodeHeaders: DecodeHeaders = /* @__PURE__ */ headersDecoder(readAny);

function headersDecoder(readOne: ReadHeader): DecodeHeaders {
  return (descriptors, rawHeaders) => {
    const issues: ParameterIssue[] = [];
    const values = new Map<string, unknown>();
    for (const descriptor of descriptors) {
      const name = descriptor.name.toLowerCase();
      if (NOT_PARAMETERS.has(name)) continue;
      const given = headerValues(rawHeaders, name);
      if (given.length > 0) {
        const read = readOne(descriptor, given, issues);
        if (read !== undefined) values.set(descriptor.name, read.value);
      } else if (descriptor.required) {
        issues.push(parameterIssue("header", descriptor.name, "required", "required"));
      }
    }
    return { values: Object.fromEntries(values), issues };
  };
}

/**
 * Reads and checks the headers of a response. Omits headers that are not described. If a header cannot be
 * read, its value is its text, and an issue is reported.
 */
export const readResponseHeaders: ReadHeaders = (descriptors, rawHeaders) =>
  readAnyHeaders(descriptors.map(ofReadings), rawHeaders);

const readAnyHeaders: ReadHeaders = /* @__PURE__ */ responseReader(readAny);

/** Does what `readResponseHeaders` does, for headers that are not lists, objects or JSON. */
export const readScalarHeaders: ReadHeaders = /* @__PURE__ */ responseReader(readScalar);

/** Returns a header whose codec tries each possible reading of the value. */
function ofReadings(header: HeaderDescriptor): HeaderDescriptor {
  const { codec, one } = header;
  if (codec === undefined || one === undefined) return header;
  const parse = (value: unknown): unknown =>
    parseReadings({ value }, (all) => codec.parse(all["value"]));
  return { ...header, codec: { ...codec, parse } };
}

function responseReader(readOne: ReadHeader): ReadHeaders {
  const decode = headersDecoder(readOne);
  return (descriptors, rawHeaders) => {
    const { values: wire, issues } = decode(descriptors, rawHeaders);
    let values = wire;
    const found = [...issues];
    for (const { name, codec, default: preset } of descriptors) {
      const value = wire[name] ?? preset?.();
      if (codec === undefined || value === undefined || issues.some(isAbout(name))) continue;
      try {
        values = { ...values, [name]: codec.parse(value) };
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        for (const { expected: _, received: _given, ...known } of error.issues) {
          const issue = parameterIssue("header", name, known.code, known.message);
          found.push({ ...known, ...issue, pointer: `${issue.pointer}${known.pointer}` });
        }
      }
    }
    return {
      values: found.length === 0 ? values : receivedHeaders(descriptors, rawHeaders, values),
      issues: found,
    };
  };
}

/** Returns all received headers. If a header could not be read, its value is its text. */
function receivedHeaders(
  descriptors: readonly HeaderDescriptor[],
  rawHeaders: readonly string[],
  values: DecodedParameters["values"],
): DecodedParameters["values"] {
  const texts = descriptors.flatMap(({ name }) => {
    const given = headerValues(rawHeaders, name.toLowerCase());
    return given.length === 0 ? [] : [[name, values[name] ?? given.join(", ")] as const];
  });
  return Object.fromEntries(texts);
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

function readScalar(
  descriptor: TextDescriptor,
  [first = "", second]: readonly string[],
  issues: ParameterIssue[],
): { readonly value: unknown } | undefined {
  if (second === undefined) return { value: readScalarText("header", descriptor, first, issues) };
  issues.push(parameterIssue("header", descriptor.name, "repeated", "given more than once"));
  return undefined;
}

function readAny(
  descriptor: TextDescriptor,
  given: readonly string[],
  issues: ParameterIssue[],
): { readonly value: unknown } | undefined {
  const texts = headerTexts(descriptor, given, issues);
  return texts && { value: readTexts("header", descriptor, texts, issues) };
}

function headerTexts(
  descriptor: TextDescriptor,
  given: readonly string[],
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const isPairs = descriptor.properties !== undefined;
  // Each cookie has its own line, and may contain commas.
  const isCookie = descriptor.name.toLowerCase() === "set-cookie";
  if (isCookie && descriptor.array) return { kind: "list", texts: given };
  if (!isPairs && !descriptor.array) {
    if (given.length === 1 || isCookie) return { kind: "one", text: given[0] ?? "" };
    issues.push(parameterIssue("header", descriptor.name, "repeated", "given more than once"));
    return undefined;
  }
  const separator = isPairs && descriptor.explode ? /[,=]/ : ",";
  const texts = given.flatMap((value) => value.split(separator)).map((text) => text.trim());
  return isPairs ? splitPairs("header", descriptor, texts, issues) : { kind: "list", texts };
}
