// Creates strings and numbers for samples.

import { type ObjectSchema, stringContent, type ValueTypes } from "@specwright/contract";
import { hasStringFormat } from "../evaluate/string-format.ts";
import { matcherOf } from "../pattern/matcher.ts";
import { matchingStrings } from "../pattern/matching-strings.ts";
import type { Choices } from "./random.ts";
import { sampleFormat } from "./sample-format.ts";
import { words } from "./words.ts";

/** Options for strings and numbers. */
export interface ScalarOptions {
  readonly choices: Choices;
  /** The number of earlier attempts. Each attempt tries a different string for a pattern. */
  readonly attempt: number;
  /** The string to return if the schema has no constraints on strings. */
  readonly word?: string;
  readonly valueTypes?: ValueTypes | undefined;
}

/** Returns a string that matches the keywords of all parts, as far as this module supports them. */
export function sampleString(
  parts: readonly ObjectSchema[],
  { choices, attempt, word, valueTypes }: ScalarOptions,
): string {
  const minLength = Math.max(0, ...parts.map((part) => part.minLength ?? 0));
  const maxLength = Math.min(...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY));
  for (const part of parts) {
    const known = [...sampleContent(part), ...sampleFormat(part.format ?? "", choices)];
    const suited = known.find((each) => fitsParts(each, parts, valueTypes));
    if (suited !== undefined) return suited;
    if (part.pattern === undefined) continue;
    const matching = matchingStrings(part.pattern, { minLength, maxLength });
    const fitting = matching.filter((each) => fitsParts(each, parts, valueTypes));
    const string = choices.pick(fitting.slice(Math.min(attempt, fitting.length - 1)));
    if (string !== undefined) return string;
  }
  const base = word || (choices.pick(["string", ...words]) ?? "string");
  const length = Math.min(minLength, 100_000);
  return base
    .repeat(Math.ceil(Math.max(length, 1) / base.length))
    .slice(0, Math.min(Math.max(length, base.length), maxLength));
}

/** Returns strings with the content that validators check (`contentMediaType` and `contentEncoding`). */
function sampleContent(part: ObjectSchema): readonly string[] {
  const content = stringContent(part);
  if (content === undefined) return [];
  return [content === "json" ? "{}" : "e30="];
}

function fitsParts(
  text: string,
  parts: readonly ObjectSchema[],
  valueTypes: ValueTypes | undefined,
): boolean {
  const { length } = [...text];
  return parts.every((part) => {
    const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = part;
    if (hasStringFormat(part, text, valueTypes) === false) return false;
    if (length < minLength || length > maxLength) return false;
    return pattern === undefined || matcherOf(pattern)?.test(text) === true;
  });
}

/** If a number has no upper limit, it is chosen from 1 to this number. */
const SPAN = 100;

/** Returns a number that is within the bounds of all parts. */
export function sampleNumber(
  parts: readonly ObjectSchema[],
  isInteger: boolean,
  choices: Choices,
): number | bigint {
  const step = isInteger ? 1 : 0.5;
  const lowest = parts.flatMap(({ minimum, exclusiveMinimum }) => [
    ...(minimum === undefined ? [] : [minimum]),
    ...(exclusiveMinimum === undefined ? [] : [addStep(exclusiveMinimum, step)]),
  ]);
  const highest = parts.flatMap(({ maximum, exclusiveMaximum }) => [
    ...(maximum === undefined ? [] : [maximum]),
    ...(exclusiveMaximum === undefined ? [] : [addStep(exclusiveMaximum, -step)]),
  ]);
  let value: number | bigint = 1 + choices.below(SPAN);
  for (const bound of lowest) if (value < bound) value = bound;
  for (const bound of highest) if (value > bound) value = bound;
  const [multiple] = parts.flatMap(({ multipleOf }) => multipleOf ?? []);
  const whole = isInteger && typeof value === "number" ? Math.ceil(value) : value;
  return multiple === undefined ? whole : multipleNear(whole, multiple);
}

function addStep(bound: number | bigint, step: number): number | bigint {
  return typeof bound === "bigint" ? bound + BigInt(Math.sign(step)) : bound + step;
}

function multipleNear(value: number | bigint, multiple: number | bigint): number | bigint {
  if (typeof value === "number" && typeof multiple === "number") {
    if (multiple === 0) return value;
    // Removes the digits that binary multiplication adds.
    return Number((Math.ceil(value / multiple) * multiple).toPrecision(12));
  }
  const step = BigInt(multiple);
  return step === 0n ? value : ((BigInt(value) + step - 1n) / step) * step;
}
