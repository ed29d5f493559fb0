// Writers of values that are first converted to JSON text.

import { mayNestDeeper } from "../../json/parse-json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { encoder, giveUp, scratchBytes } from "../read/scan.ts";

/** The function of a codec that writes a nested value. */
interface ValueEncoder<Value> {
  encode(value: Value): string;
}

/** Writes any JSON value. */
export function writeAny(value: unknown, to: number): number {
  return writeText(stringifyJson(value), to);
}

/** Writes a value with the codec of its schema. */
export function writeThrough<Value>(value: Value, to: number, codec: ValueEncoder<Value>): number {
  return writeText(codec.encode(value), to);
}

/**
 * Writes JSON text. Gives up well below the maximum depth, because the values around this value count too.
 */
function writeText(text: string, to: number): number {
  if (mayNestDeeper(text, 400)) giveUp();
  const { read, written } = encoder.encodeInto(text, scratchBytes.subarray(to));
  return read === text.length ? to + written : giveUp();
}
