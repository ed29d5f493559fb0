// Converts the value of a parameter to flat texts, which a style can then format: one text, a list, or
// pairs.

import type {
  ParameterIn,
  ParameterIssue,
  ParameterType,
  TextDescriptor,
} from "../codegen/parameter.ts";
import { readScalar, writeScalar } from "./any-scalar.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";
import { Readings } from "./readings.ts";
import { givenValue, requireText, valueOrIssue } from "./scalar-value.ts";

/** A value as unencoded texts. */
export type ValueTexts =
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "pairs"; readonly pairs: readonly (readonly [key: string, text: string])[] };

/**
 * Selects the parameter's value from `values`, and converts it to texts; `undefined` if it is absent.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function valueTexts(
  location: ParameterIn,
  descriptor: TextDescriptor,
  values: object,
): ValueTexts | undefined {
  const value = givenValue(descriptor, values);
  const type = parameterType(descriptor);
  const isJson = type === "json" && descriptor.properties === undefined && !descriptor.array;
  if (value === null && descriptor.empty === "null" && !descriptor.array)
    return { kind: "one", text: "" };
  if (isAbsent(isJson ? type : "string", value)) return undefined;
  if (descriptor.properties !== undefined) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ParameterError(location, descriptor.name, "type", "expected an object");
    }
    const pairs = Object.entries(value).flatMap(([key, member]) => {
      const type = propertyType(descriptor, key);
      if (isAbsent(type, member)) return [];
      return [[key, writeOne(location, descriptor, type, member)] as const];
    });
    return pairs.length === 0 ? undefined : { kind: "pairs", pairs };
  }
  if (descriptor.array) {
    if (!Array.isArray(value) && descriptor.one !== undefined)
      return { kind: "one", text: writeOne(location, descriptor, descriptor.one, value) };
    if (!Array.isArray(value))
      throw new ParameterError(location, descriptor.name, "type", "expected an array");
    const texts = value.flatMap((item) => {
      if (item === null && descriptor.empty === "null") return [""];
      return isAbsent(type, item) ? [] : [writeOne(location, descriptor, type, item)];
    });
    return texts.length === 0 ? undefined : { kind: "list", texts };
  }
  return { kind: "one", text: writeOne(location, descriptor, type, value) };
}

/** Reports whether a value is not sent at all (RFC 6570, section 2.3). As JSON, null is sent. */
function isAbsent(type: ParameterType, value: unknown): boolean {
  return value === undefined || (value === null && type !== "json");
}

/** Converts texts back to a value, and adds any issues to `issues`. */
export function readTexts(
  location: ParameterIn,
  descriptor: TextDescriptor,
  texts: ValueTexts,
  issues: ParameterIssue[],
): unknown {
  function readText(type: ParameterType, text: string): unknown {
    if (text === "" && descriptor.empty === "null") return null;
    return valueOrIssue(location, descriptor.name, readScalar(type, text), issues);
  }
  switch (texts.kind) {
    case "one":
      if (texts.text === "" && descriptor.empty === "absent") return undefined;
      return readText(parameterType(descriptor), texts.text);
    case "list":
      if (descriptor.one !== undefined && texts.texts.length === 1) {
        return oneOrList(location, descriptor, texts.texts[0] ?? "", issues);
      }
      return texts.texts.map((text) => readText(parameterType(descriptor), text));
    case "pairs": {
      const members = new Map<string, unknown>();
      for (const [key, text] of texts.pairs) {
        if (members.has(key)) {
          issues.push(
            parameterIssue(location, descriptor.name, "repeated", "names a property twice"),
          );
        }
        members.set(key, readText(propertyType(descriptor, key), text));
      }
      return Object.fromEntries(members);
    }
    default:
      return texts satisfies never;
  }
}

/** Lists the texts of a value in order. */
export function listTexts(texts: ValueTexts): readonly string[] {
  if (texts.kind === "one") return [texts.text];
  return texts.kind === "list" ? texts.texts : texts.pairs.flat();
}

/** Reads a text that is one value, or a list with one item. */
function oneOrList(
  location: ParameterIn,
  { name, type = "string", one = type }: TextDescriptor,
  text: string,
  issues: ParameterIssue[],
): unknown {
  const alone = readScalar(one, text);
  const item = readScalar(type, text);
  if (!alone.ok) return item.ok ? [item.value] : valueOrIssue(location, name, alone, issues);
  return item.ok ? new Readings([alone.value, [item.value]]) : alone.value;
}

/** Splits `k,v,k,v` into pairs. */
export function splitPairs(
  location: ParameterIn,
  descriptor: TextDescriptor,
  texts: readonly string[],
  issues: ParameterIssue[],
): ValueTexts | undefined {
  if (texts.length % 2 !== 0) {
    issues.push(parameterIssue(location, descriptor.name, "type", "expected key,value pairs"));
    return undefined;
  }
  const pairs: [string, string][] = [];
  for (let at = 0; at < texts.length; at += 2) pairs.push([texts[at] ?? "", texts[at + 1] ?? ""]);
  return { kind: "pairs", pairs };
}

function writeOne(
  location: ParameterIn,
  descriptor: TextDescriptor,
  type: ParameterType,
  value: unknown,
): string {
  return requireText(location, descriptor, type, writeScalar(type, value));
}

function propertyType(descriptor: TextDescriptor, key: string): ParameterType {
  const { properties = {}, additional = "string" } = descriptor;
  return Object.hasOwn(properties, key) ? (properties[key] ?? additional) : additional;
}

function parameterType({ type = "string" }: TextDescriptor): ParameterType {
  return type;
}
