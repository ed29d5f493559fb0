import { type Contract, type ObjectSchema, type Schema, unionTag } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import { makeSample } from "../sample/sample-value.ts";
import { isNestedTooDeep } from "../sample/schema-parts.ts";

/** A typical value that two alternatives of a `oneOf` accept. */
export interface Overlap {
  readonly first: number;
  readonly second: number;
  readonly value: JsonValue;
}

/**
 * The maximum number of alternatives. Larger unions are not checked, because the number of pairs is
 * quadratic.
 */
const mostAlternatives = 20;

/** Finds a value that a `oneOf` rejects because two of its alternatives accept it. */
export function findOverlap(schema: ObjectSchema, contract: Contract): Overlap | undefined {
  const { oneOf: branches = [], discriminator } = schema;
  if (branches.length < 2 || branches.length > mostAlternatives) return undefined;
  if (unionTag(branches, discriminator) !== undefined || discriminator?.hasDefault === true)
    return undefined;
  // The check of a value visits all nested unions.
  if (isNestedTooDeep(schema)) return undefined;
  for (const [first, branch] of branches.entries()) {
    const sample = makeSample(branch, contract, { maxValues: 50, maxSteps: 0 });
    if (sample.kind !== "made" || isValid(branch, sample.value) !== true) continue;
    const { value } = sample;
    const second = branches.findIndex((other, at) => at !== first && acceptsValue(other, value));
    if (second >= 0) return { first, second, value };
  }
  return undefined;
}

function acceptsValue(schema: Schema, value: JsonValue): boolean {
  return isValid(schema, value) === true;
}
