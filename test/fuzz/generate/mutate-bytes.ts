// Edits of bytes; the result is mostly not UTF-8 any more.

import type { Random } from "./random.ts";

const sequences: readonly (readonly number[])[] = [
  [0x80],
  [0xff],
  [0xfe],
  [0xc0, 0x80],
  [0xc1, 0xbf],
  [0xc3],
  [0xe0, 0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xed, 0xb0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xf0, 0x9f, 0x98, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xc3, 0xa9],
  [0xe2, 0x80, 0xa8],
];

/** Changes bytes in one place and returns a new array. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  switch (random.below(5)) {
    case 0:
      return splice(bytes, at, 0, random.pick(sequences));
    case 1:
      return splice(bytes, at, 1, random.pick(sequences));
    case 2:
      return splice(bytes, at, 1, [random.below(256)]);
    case 3:
      return splice(bytes, at, 1, [(bytes[at] ?? 0) ^ (1 << random.below(8))]);
    default:
      return splice(bytes, at, random.below(4), []);
  }
}

function splice(
  bytes: Uint8Array,
  at: number,
  less: number,
  more: readonly number[],
): Uint8Array<ArrayBuffer> {
  const after = Math.min(bytes.length, at + less);
  const changed = new Uint8Array(at + more.length + bytes.length - after);
  changed.set(bytes.subarray(0, at));
  changed.set(more, at);
  changed.set(bytes.subarray(after), at + more.length);
  return changed;
}
