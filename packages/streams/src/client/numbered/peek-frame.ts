// Reads the head of a frame from its first bytes, so that frames which the client drops are not parsed
// (streams source §4.5 rules 5 and 6, §4.6 rules 5 to 7).

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FrameHead, PeekFrame } from "../numbering.ts";
import { createKeyInterner, type InternKey } from "./intern-key.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The maximum number of digits of an int64. */
const MAX_DIGITS = 19;
/** Numbers with at most this many digits always fit a double. */
const SAFE_DIGITS = 15;

/**
 * Creates the function that reads the heads of a channel's numbered messages. Returns undefined if the
 * channel has no such messages.
 */
export function createPeeker(channel: ChannelDescriptor): PeekFrame | undefined {
  const { discriminator, sequence, subscription, serverMessages } = channel;
  if (discriminator === undefined) return undefined;
  const counted = sequence?.counts ?? [
    ...(subscription === undefined ? [] : [...subscription.diffs, subscription.snapshot]),
  ];
  const tags = counted.filter((tag) => serverMessages.some((message) => message.tag === tag));
  const keyField = sequence === undefined ? subscription?.keyField : undefined;
  const numberField = sequence?.field ?? subscription?.counterField;
  if (numberField === undefined || tags.length === 0) return undefined;

  const number = `${JSON.stringify(numberField)}:`;
  const rest = keyField === undefined ? number : `${JSON.stringify(keyField)}:"`;
  const heads = tags.map((tag) => ({
    tag,
    bytes: encodeText(`{${JSON.stringify(discriminator)}:${JSON.stringify(tag)},${rest}`),
  }));
  const afterKey = encodeText(`",${number}`);
  const intern = createKeyInterner();

  return (frame) => {
    for (const { tag, bytes } of heads) {
      if (!startsWith(frame, 0, bytes)) continue;
      if (keyField === undefined) {
        const value = readNumber(frame, bytes.length);
        return value === undefined ? undefined : { tag, number: value };
      }
      return readKeyed(frame, tag, bytes.length, afterKey, intern);
    }
    return undefined;
  };
}

function readKeyed(
  frame: Uint8Array,
  tag: string,
  start: number,
  afterKey: Uint8Array,
  intern: InternKey,
): FrameHead | undefined {
  let end = start;
  for (;;) {
    const byte = frame[end];
    if (byte === QUOTE) break;
    // Strings with escapes, control characters or non-ASCII characters are left to the parser.
    if (byte === undefined || byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
    end += 1;
  }
  if (!startsWith(frame, end, afterKey)) return undefined;
  const number = readNumber(frame, end + afterKey.length);
  return number === undefined ? undefined : { tag, key: intern(frame, start, end), number };
}

/** Reads an integer that is followed by a comma or the end of the object. */
function readNumber(frame: Uint8Array, start: number): bigint | undefined {
  let at = start;
  let value = 0;
  for (;;) {
    const digit = (frame[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at += 1;
  }
  const count = at - start;
  const next = frame[at];
  if (count === 0 || count > MAX_DIGITS || (next !== 0x2c && next !== 0x7d)) return undefined;
  if (count > 1 && frame[start] === 0x30) return undefined;
  if (count <= SAFE_DIGITS) return BigInt(value);
  let digits = "";
  for (let index = start; index < at; index += 1) digits += (frame[index] as number) - 0x30;
  return BigInt(digits);
}

function startsWith(frame: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at += 1) {
    if (frame[start + at] !== wanted[at]) return false;
  }
  return true;
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
