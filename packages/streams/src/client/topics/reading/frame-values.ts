// Reads the values of a scanned frame. A value is decoded only when it is needed.

import { decodeUtf8 } from "@specwright/runtime/transport";
import { KIND } from "./frame-kind.ts";
import type { FrameScanner } from "./scan-frame.ts";

/** A sequence number of a frame: a bigint if it might not fit a double. */
export type Count = number | bigint;

/** Numbers with at most this many digits always fit a double. */
export const SAFE_DIGITS = 15;

/** Reads a string, a number or a boolean as text. Returns undefined for anything else. */
export function textAt(scanner: FrameScanner, slot: number): string | undefined {
  const kind = scanner.kinds[slot];
  if (kind === undefined || kind === KIND.absent || kind >= KIND.null) return undefined;
  const { bytes } = scanner;
  const start = scanner.starts[slot] as number;
  const end = scanner.ends[slot] as number;
  if (scanner.escaped[slot] !== 0) return unescapeText(decodeText(bytes, start, end));
  let text = "";
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte > 0x7e) return decodeText(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decodeUtf8(bytes.subarray(start, end), { ignoreBOM: true });
}

function unescapeText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads an integer, which the frame may contain as a number or as a string. Returns undefined for anything
 * else.
 */
export function countAt(scanner: FrameScanner, slot: number): Count | undefined {
  const kind = scanner.kinds[slot];
  if (kind !== KIND.string && kind !== KIND.number) return undefined;
  const { bytes } = scanner;
  const start = scanner.starts[slot] as number;
  const end = scanner.ends[slot] as number;
  const minus = bytes[start] === 0x2d ? 1 : 0;
  const digits = end - start - minus;
  if (digits < 1) return undefined;
  // The last nine digits and the digits before them are read separately, because engines are fastest with
  // integers of 32 bits.
  const middle = digits > 9 ? end - 9 : start + minus;
  const low = digitsAt(bytes, middle, end);
  const high = digitsAt(bytes, start + minus, middle);
  if (low < 0 || high < 0) return undefined;
  if (digits > SAFE_DIGITS) return BigInt(decodeText(bytes, start, end));
  const value = high * 1e9 + low;
  return minus === 1 ? -value : value;
}

/**
 * Reads a positive integer as a number. Returns NaN for anything else, and for an integer that might not
 * fit a double.
 */
export function numberAt(scanner: FrameScanner, slot: number): number {
  const count = countAt(scanner, slot);
  return typeof count === "number" && count >= 0 ? count : Number.NaN;
}

/**
 * Reads digits into an integer below 2^31; larger values lose their upper bits. Returns -1 if any character
 * is not a digit.
 */
export function digitsAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  let others = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - 0x30;
    others |= digit | (9 - digit);
    value = (Math.imul(value, 10) + digit) & 0x7fffffff;
  }
  return others < 0 ? -1 : value;
}

/** Returns the number plus one. */
export function nextCount(count: Count): Count {
  if (typeof count === "bigint") return count + 1n;
  return count < Number.MAX_SAFE_INTEGER ? count + 1 : BigInt(count) + 1n;
}

/** Compares a number or bigint with a number or bigint. */
export function isEqual(left: Count, right: Count): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the number with its value.
  return left == right;
}
