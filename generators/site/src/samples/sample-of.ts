import { dereference, type Schema } from "@specwright/contract";
import { type Reader, sampleValue } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { sampleWord } from "./sample-word.ts";

/** Options of a sample. */
export interface SampleUse {
  readonly reader?: Reader;
  /** The name of the parameter to which the value belongs. */
  readonly name?: string;
  /**
   * Whether the value is part of a sample request. Such a value has at most a few dozen members and items.
   */
  readonly isShort?: boolean;
}

const shortValues = 40;

/** Caches values, because many operations share the schemas of responses. */
const known = new WeakMap<Schema, Map<string, JsonValue | undefined>>();

/** Returns a value that is valid for a schema; `undefined` if the search finds no such value. */
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
