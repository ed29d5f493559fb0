// Cookie parameters, style `form`. An exploded list is sent as several cookies with the same name, and
// an exploded object as a cookie for each property.

import type {
  DecodedParameters,
  ParameterDescriptor,
  ParameterIssue,
} from "../codegen/parameter.ts";
import { isExploded } from "./is-exploded.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";
import { percentDecode, percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { valueEncoder } from "./value-encoder.ts";
import { readTexts, splitPairs, type ValueTexts, valueTexts } from "./value-texts.ts";

/** Formats the value of a `Cookie` header. */
type EncodeCookies = (descriptors: readonly ParameterDescriptor[], values: object) => string;

/**
 * Formats the value of a `Cookie` header; `""` if no cookie is set.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeCookies: EncodeCookies = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      const texts = valueTexts("cookie", descriptor, values);
      return texts === undefined ? [] : encodeOne(descriptor, texts);
    })
    .join("; ");

/**
 * Does what `encodeCookies` does, for parameters that are not lists, objects or JSON.
 *
 * @throws ParameterError if a value cannot be sent.
 */
export const encodeScalarCookies: EncodeCookies = (descriptors, values) =>
  descriptors
    .flatMap((descriptor) => {
      const text = scalarText("cookie", descriptor, values);
      return text === undefined ? [] : `${percentEncode(descriptor.name)}=${percentEncode(text)}`;
    })
    .join("; ");

const COOKIE_OCTETS = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

function encodeOne(descriptor: ParameterDescriptor, texts: ValueTexts): string[] {
  const name = percentEncode(descriptor.name);
  const encode = descriptor.style === "cookie" ? asCookie : valueEncoder(descriptor, ";,");

  /**
   * Returns a text that a cookie can carry; throws for any other text. The style `cookie` has no
   * encoding (RFC 6265, section 4.1.1).
   */
  function asCookie(text: string): string {
    if (COOKIE_OCTETS.test(text)) return text;
    const message = "contains what a cookie cannot carry";
    throw new ParameterError("cookie", descriptor.name, "pattern", message);
  }

  if (texts.kind === "one") return [`${name}=${encode(texts.text)}`];
  if (texts.kind === "list" && isExploded(descriptor)) {
    return texts.texts.map((text) => `${name}=${encode(text)}`);
  }
  if (texts.kind === "pairs" && isExploded(descriptor)) {
    return texts.pairs.map(([key, text]) => `${percentEncode(key)}=${encode(text)}`);
  }
  const pieces = texts.kind === "list" ? texts.texts : texts.pairs.flat();
  return [`${name}=${pieces.map(encode).join(",")}`];
}

/** Reads cookie parameters from the value of a `Cookie` header. Ignores other cookies. */
export function decodeCookies(
  descriptors: readonly ParameterDescriptor[],
  header: string,
): DecodedParameters {
  const issues: ParameterIssue[] = [];
  const values = new Map<string, unknown>();
  const pairs = header === "" || descriptors.length === 0 ? [] : header.split(";").map(splitPair);
  for (const descriptor of descriptors) {
    const given = givenCookies(descriptor, pairs);
    const texts = isMembers(descriptor)
      ? decodeMembers(descriptor, given, issues)
      : decodeOne(
          descriptor,
          given.map(([, text]) => text),
          issues,
        );
    if (texts !== undefined)
      values.set(descriptor.name, readTexts("cookie", descriptor, texts, issues));
    else if (given.length === 0 && descriptor.required) {
      issues.push(parameterIssue("cookie", descriptor.name, "required", "required"));
    }
  }
  return { values: Object.fromEntries(values), issues };
}

/** Reports whether a parameter is an object whose properties are cookies. */
function isMembers(descriptor: ParameterDescriptor): boolean {
  return descriptor.properties !== undefined && isExploded(descriptor);
}

type Cookies = readonly (readonly [name: string, text: string])[];

/** Returns the cookies of a parameter, undecoded, each with the name of the parameter or property. */
function givenCookies(descriptor: ParameterDescriptor, all: Cookies): Cookies {
  const { name, properties = {} } = descriptor;
  const names = isMembers(descriptor) ? Object.keys(properties) : [name];
  return names.flatMap((each) =>
    all.filter(([key]) => key === percentEncode(each)).map(([, text]) => [each, text] as const),
  );
}

/** Reads the cookies that are properties of an object. */
function decodeMembers(
  descriptor: ParameterDescriptor,
  given: Cookies,
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const pairs = given.flatMap(([key, raw]) => {
    const text = decodeValue(descriptor, raw);
    return text === undefined ? [] : [[key, text] as const];
  });
  if (pairs.length < given.length) {
    const message = "broken percent encoding";
    issues.push(parameterIssue("cookie", descriptor.name, "encoding", message));
    return undefined;
  }
  return pairs.length === 0 ? undefined : { kind: "pairs", pairs };
}

function splitPair(pair: string): [key: string, text: string] {
  const equals = pair.indexOf("=");
  return equals === -1
    ? [pair.trim(), ""]
    : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
}

function decodeOne(
  descriptor: ParameterDescriptor,
  given: readonly string[],
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const [first] = given;
  if (first === undefined) return undefined;
  const isPairs = descriptor.properties !== undefined;
  const isRepeatable = descriptor.array === true && isExploded(descriptor) && !isPairs;
  if (given.length > 1 && !isRepeatable) {
    issues.push(parameterIssue("cookie", descriptor.name, "repeated", "given more than once"));
    return undefined;
  }
  const pieces = isRepeatable ? given : isPairs || descriptor.array ? first.split(",") : [first];
  const texts = pieces
    .map((piece) => decodeValue(descriptor, piece))
    .filter((text) => text !== undefined);
  if (texts.length < pieces.length) {
    issues.push(parameterIssue("cookie", descriptor.name, "encoding", "broken percent encoding"));
    return undefined;
  }
  if (isPairs) return splitPairs("cookie", descriptor, texts, issues);
  return descriptor.array ? { kind: "list", texts } : { kind: "one", text: texts[0] ?? "" };
}

function decodeValue({ style }: ParameterDescriptor, text: string): string | undefined {
  return style === "cookie" ? text : percentDecode(text);
}
