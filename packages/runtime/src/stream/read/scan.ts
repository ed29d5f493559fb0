// The text that is read, as a string and as bytes, and the position in it.
//
// The fields stand in one constant object: an imported binding cannot be assigned, and V8 folds the
// address of a constant object into the code that it compiles. It folds the constants that a module
// declares, but not those that it imports, so each module declares its own `scan` and `view`.

import { createScratch, type Scratch } from "./create-scratch.ts";

/** The state of the scanner. There is only one, because a text is read without interruption. */
export interface Scan {
  /** The position of the next unit, in the text and in the bytes alike. */
  at: number;
  /** The text; strings are slices of it. */
  source: string;
  /** The name of the last member that the contract does not name. */
  otherName: string;
  /** The number of units of the text that may still be read again. */
  mayReread: number;
}

/** For texts of up to 2^20 UTF-16 units; longer ones take the slow path. */
const scratch: Scratch = /* @__PURE__ */ createScratch(1 << 20);

const scan: Scan = { at: 0, source: "", otherName: "", mayReread: 0 };

const view: DataView = /* @__PURE__ */ new DataView(scratch.bytes.buffer);

/** The state of the scanner, for the other modules of the runtime and for generated code. */
export const sharedScan: Scan = scan;

/** The bytes that are read and written: each unit of the text is one byte. */
export const sharedView: DataView = view;

/** The bytes of `sharedView` as an array. */
export const scratchBytes: Uint8Array<ArrayBuffer> = scratch.bytes;

/** Copies a text into the scratch buffer; returns false if it does not fit or is not UTF-8. */
function loadText(input: string | Uint8Array): boolean {
  const loaded = scratch.load(input);
  if (loaded === undefined) return false;
  scan.source = loaded;
  scan.at = 0;
  scan.mayReread = 4 * loaded.length;
  // Stops every scan, even after a backslash: the bytes that follow are left from earlier texts.
  view.setUint16(scan.source.length, 0);
  return true;
}

/** Reports whether only white space is left. */
function isDone(): boolean {
  skipSpace();
  return scan.at === scan.source.length;
}

/** Creates the reader of a whole text. */
export function readWhole<Value>(readValue: () => Value): (input: string | Uint8Array) => Value {
  return (input) => {
    if (!loadText(input)) giveUp();
    const value = readValue();
    return isDone() ? value : giveUp();
  };
}

/**
 * Creates a reader that reads a whole text into an object; it returns false if the text is left to
 * the codec.
 */
export function readWholeInto<Into>(
  readInto: (into: Into) => void,
): (input: string | Uint8Array, into: Into) => boolean {
  return (input, into) => {
    try {
      if (!loadText(input)) return false;
      readInto(into);
      return isDone();
    } catch {
      return false;
    }
  };
}

/** Leaves the fast path: the codec reads the text again, and reports any issues. */
export function giveUp(): never {
  throw offPath;
}

/**
 * The error that `giveUp` throws. It is thrown so often that collecting a stack would be too slow.
 */
const offPath: Error = Object.freeze(new Error("off the fast path"));

/** Skips white space, and reports whether there was any. */
export function skipSpace(): boolean {
  const start = scan.at;
  scan.at = behindSpace(start);
  return scan.at > start;
}

/** Returns the next offset without white space. */
export function behindSpace(from: number): number {
  let q = from;
  for (;;) {
    // Four spaces at once, because indentation has many.
    while (view.getInt32(q, true) === 0x20202020) q += 4;
    const unit = view.getUint8(q);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return q;
    q += 1;
  }
}

export const encoder: InstanceType<typeof TextEncoder> = new TextEncoder();
