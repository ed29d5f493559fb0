// Strings and numbers for samples.

import type { ObjectSchema } from "@specwright/contract";
import { matcherOf, matchingStrings } from "@specwright/diff/values";

/** A value of each format, the same in every sample. */
const formats: ReadonlyMap<string, string> = new Map([
  ["date-time", "2026-01-31T12:00:00Z"],
  ["date", "2026-01-31"],
  ["time", "12:00:00Z"],
  ["duration", "PT1H"],
  ["email", "ada@example.com"],
  ["idn-email", "ada@example.com"],
  ["hostname", "example.com"],
  ["idn-hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uri-reference", "/path"],
  ["iri", "https://example.com/"],
  ["uri-template", "/path/{id}"],
  ["uuid", "7c9e6679-7425-40de-944b-e07fc1f90ae7"],
  ["json-pointer", "/a/b"],
  ["relative-json-pointer", "1/a"],
  ["regex", "^a+$"],
  ["byte", "aGVsbG8="],
  ["int64", "1"],
  ["decimal", "1.5"],
]);

/** Returns a string that fulfils the limits of all parts, as far as they are known here. */
export function sampleString(parts: readonly ObjectSchema[], variation: number): string {
  const minLength = Math.max(0, ...parts.map((part) => part.minLength ?? 0));
  const maxLength = Math.min(...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY));
  for (const { format, pattern } of parts) {
    const known = format === undefined ? undefined : formats.get(format);
    if (known !== undefined && fits(known, parts)) return known;
    if (pattern === undefined) continue;
    const matching = matchingStrings(pattern, { minLength, maxLength });
    const string = matching[Math.min(variation, matching.length - 1)];
    if (string !== undefined) return string;
  }
  const length = Math.min(minLength, 1000);
  return "string"
    .repeat(Math.ceil(Math.max(length, 1) / 6))
    .slice(0, Math.min(Math.max(length, 6), maxLength));
}

function fits(text: string, parts: readonly ObjectSchema[]): boolean {
  return parts.every(({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => {
    if (text.length < minLength || text.length > maxLength) return false;
    return pattern === undefined || matcherOf(pattern)?.test(text) === true;
  });
}

/** Returns a number within the bounds of all parts. */
export function sampleNumber(parts: readonly ObjectSchema[], isInteger: boolean): number | bigint {
  const step = isInteger ? 1 : 0.5;
  const lowest = parts.flatMap(({ minimum, exclusiveMinimum }) => [
    ...(minimum === undefined ? [] : [minimum]),
    ...(exclusiveMinimum === undefined ? [] : [plus(exclusiveMinimum, step)]),
  ]);
  const highest = parts.flatMap(({ maximum, exclusiveMaximum }) => [
    ...(maximum === undefined ? [] : [maximum]),
    ...(exclusiveMaximum === undefined ? [] : [plus(exclusiveMaximum, -step)]),
  ]);
  let value: number | bigint = 1;
  for (const bound of lowest) if (value < bound) value = bound;
  for (const bound of highest) if (value > bound) value = bound;
  const [multiple] = parts.flatMap(({ multipleOf }) => multipleOf ?? []);
  return multiple === undefined ? value : multipleNear(value, multiple);
}

function plus(bound: number | bigint, step: number): number | bigint {
  return typeof bound === "bigint" ? bound + BigInt(Math.sign(step)) : bound + step;
}

function multipleNear(value: number | bigint, multiple: number | bigint): number | bigint {
  if (typeof value === "bigint" || typeof multiple === "bigint") {
    const step = BigInt(multiple);
    return step === 0n ? value : ((BigInt(value) + step - 1n) / step) * step;
  }
  return multiple === 0 ? value : Math.ceil(value / multiple) * multiple;
}
