import { dereference, type Schema } from "@specwright/contract";
import { type Reader, sampleValue } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { sampleWord } from "./sample-word.ts";

/** Options of a sample. */
export interface SampleUse {
  readonly reader?: Reader;
  /** The name of the sample's parameter. */
  readonly name?: string;
  /** Whether the sample is part of a request: such samples have at most a few dozen values. */
  readonly isShort?: boolean;
}

const shortValues = 40;

/** A cache: many operations share the schemas of responses. */
const known = new WeakMap<Schema, Map<string, JsonValue | undefined>>();

/** Returns a valid value of a schema for pages; `undefined` if the search finds none. */
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
