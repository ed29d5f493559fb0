// The writer of a whole text.
//
// Every writer takes the offset to write to and returns the offset behind what it wrote. None looks
// for the end of the scratch: behind it a DataView throws, and `writeWhole` hands the value to the
// codec, as it does with everything that a writer gives up.

import { byteCopier } from "../byte-copier.ts";
import { scratchBytes } from "../read/scan.ts";

const copyBytes: (length: number) => Uint8Array = /* @__PURE__ */ byteCopier(scratchBytes);

/** Creates the writer of a whole text; undefined stands for a value that is left to the codec. */
export function writeWhole<Value>(
  writeValue: (value: Value, to: number) => number,
): (value: Value) => Uint8Array | undefined {
  return (value) => {
    try {
      const end = writeValue(value, 0);
      return end <= scratchBytes.length ? copyBytes(end) : undefined;
    } catch {
      // The codec says what is wrong, or writes what is merely unusual.
      return undefined;
    }
  };
}
