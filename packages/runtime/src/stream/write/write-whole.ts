// The writer of a whole text.
//
// Every writer takes the offset to write to and returns the offset after the text it wrote. None
// checks for the end of the buffer: beyond it a DataView throws, and `writeWhole` then passes the
// value to the codec, as it does whenever a writer gives up.

import { scratchBytes } from "../read/scan.ts";
import { byteCopier } from "./byte-copier.ts";

const copyBytes: (length: number) => Uint8Array = /* @__PURE__ */ byteCopier(scratchBytes);

/**
 * Creates the writer of a whole text; it returns undefined for a value that is left to the codec.
 */
export function writeWhole<Value>(
  writeValue: (value: Value, to: number) => number,
): (value: Value) => Uint8Array | undefined {
  return (value) => {
    try {
      const end = writeValue(value, 0);
      return end <= scratchBytes.length ? copyBytes(end) : undefined;
    } catch {
      // The codec describes what is wrong, or writes unusual values.
      return undefined;
    }
  };
}
