import { dereference, type Schema } from "@specwright/contract";
import { type Reader, sampleValue } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { sampleWord } from "./sample-word.ts";

/** What a sample is for. */
export interface SampleUse {
  readonly reader?: Reader;
  /** The name of the parameter that it is the value of. */
  readonly name?: string;
  /** Whether it is part of a request, which shows no more than some dozens of values. */
  readonly isShort?: boolean;
}

const shortValues = 40;

/** Schemas of answers are those of many operations. */
const known = new WeakMap<Schema, Map<string, JsonValue | undefined>>();

/** Returns a value that a schema allows, as pages show it: `undefined` if none is found. */
export function sampleOf(
  written: Schema,
  { contract }: Reference,
  { reader, name, isShort = false }: SampleUse = {},
): JsonValue | undefined {
  const schema = dereference(written);
  const samples = known.get(schema) ?? new Map<string, JsonValue | undefined>();
  known.set(schema, samples);
  const use = JSON.stringify([reader, name, isShort]);
  if (samples.has(use)) return samples.get(use);
  const value = sampleValue(schema, contract, {
    ...(reader !== undefined && { reader }),
    ...(isShort && { maxValues: shortValues }),
    wordOf: (member) => sampleWord(member ?? name),
  });
  samples.set(use, value);
  return value;
}
