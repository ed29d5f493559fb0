import type { ChannelDescriptor } from "../codegen/channel.ts";
import { JsonError } from "../json/json-error.ts";
import { parseJson } from "../json/parse-json.ts";
import { withoutByteOrderMark } from "../text/byte-order-mark.ts";

/**
 * Returns the text of a frame in UTF-8, without a byte order mark; undefined for a binary frame that
 * is none. Foreign peers may send JSON in binary frames. On a channel whose frames follow
 * `x-envelope`, `x-sequence` or `x-subscription`, they are text.
 */
export function readFrameBytes(
  { envelope, sequence, subscription }: ChannelDescriptor,
  bytes: Uint8Array,
  isBinary: boolean,
): Uint8Array | undefined {
  const text = withoutByteOrderMark(bytes);
  if (!isBinary) return text;
  const isStrict = (envelope ?? sequence ?? subscription) !== undefined;
  return isStrict || !isJson(text) ? undefined : text;
}

function isJson(text: Uint8Array): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}
