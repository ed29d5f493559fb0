import { skipSpace, skipValue } from "../../../books/decimals/skip-json.ts";
import type { FrameScanner } from "./scan-frame.ts";

const [COMMA, OPEN_ARRAY, CLOSE_ARRAY] = [0x2c, 0x5b, 0x5d] as const;

/**
 * Splits the scanned frame into one frame for each item of the list in a slot. Each frame has the list with
 * this one item, and all other text of the scanned frame.
 */
export function splitFrame(scanner: FrameScanner, slot: number): Uint8Array[] {
  const { bytes } = scanner;
  scanner.scanWhole(bytes);
  const before = bytes.subarray(0, scanner.starts[slot]);
  const after = bytes.subarray(scanner.ends[slot]);
  const frames: Uint8Array[] = [];
  let at = before.length;
  do {
    const start = skipSpace(bytes, at + 1);
    at = skipValue(bytes, start);
    frames.push(joinFrame(before, bytes.subarray(start, at), after));
    at = skipSpace(bytes, at);
  } while (bytes[at] === COMMA);
  return frames;
}

function joinFrame(before: Uint8Array, item: Uint8Array, after: Uint8Array): Uint8Array {
  const frame = new Uint8Array(before.length + item.length + after.length + 2);
  frame.set(before);
  frame[before.length] = OPEN_ARRAY;
  frame.set(item, before.length + 1);
  frame[before.length + 1 + item.length] = CLOSE_ARRAY;
  frame.set(after, before.length + item.length + 2);
  return frame;
}
