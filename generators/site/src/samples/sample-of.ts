import type { Schema } from "@specwright/contract";
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

/** Returns a value that a schema allows, as pages show it: `undefined` if none is found. */
export function sampleOf(
  schema: Schema,
  { contract }: Reference,
  { reader, name, isShort = false }: SampleUse = {},
): JsonValue | undefined {
  return sampleValue(schema, contract, {
    ...(reader !== undefined && { reader }),
    ...(isShort && { maxValues: shortValues }),
    wordOf: (member) => sampleWord(member ?? name),
  });
}
