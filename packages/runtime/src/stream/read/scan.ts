// The memory that texts are read from and written to, and the position in it: one byte for each
// UTF-16 unit, so that an offset in the bytes is an offset in the text, and strings are slices of it.
//
// The fields are in one constant object: an imported binding cannot be assigned, and V8 compiles the
// address of a constant object into its code. V8 does this only for constants that a module declares, not
// for imported ones, so each module declares its own `scan` and `view`.

import { decodeUtf8 } from "../../world/platform.ts";

/** A buffer for one text at a time. */
export interface Scratch {
  /**
   * The bytes of the text. Each unit of the text has one byte: its Latin-1 code, or 255 for other
   * characters.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Stores a text and returns it as a string; undefined if it is too long or not UTF-8. */
  load(input: string | Uint8Array): string | undefined;
}

/** The part of Node's `Buffer` that its types omit. */
interface NodeBytes extends Uint8Array {
  latin1Write(text: string, offset: number): number;
  ucs2Write(text: string, offset: number): number;
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

const node: typeof import("node:buffer") | undefined =
  globalThis.process?.getBuiltinModule?.("node:buffer");

/** Matches characters beyond Latin-1. The search is fast on a string that V8 stores as Latin-1. */
const beyondLatin1 = /[\u0100-\uffff]/;

/**
 * The number of bytes after the longest text. They are always 0, so that readers may read beyond the text.
 */
const margin = 256;

/** Creates a scratch buffer for texts of up to `capacity` UTF-16 units. */
export function createScratch(capacity: number): Scratch {
  const bytes = new Uint8Array(capacity + margin);
  return node === undefined ? portableScratch(bytes, capacity) : nodeScratch(bytes, capacity, node);
}

function nodeScratch(
  bytes: Uint8Array<ArrayBuffer>,
  capacity: number,
  { Buffer, isAscii, isUtf8 }: typeof import("node:buffer"),
): Scratch {
  const nodeBytes = (view: Uint8Array): NodeBytes => {
    const buffer: Uint8Array = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    if (!isNodeBytes(buffer)) throw new TypeError("expected Node's Buffer");
    return buffer;
  };
  const narrow = nodeBytes(bytes);
  let wide: { readonly bytes: NodeBytes; readonly units: DataView } | undefined;

  function loadWide(text: string): void {
    if (wide === undefined) {
      const units = new Uint8Array((capacity + margin) * 2);
      wide = { bytes: nodeBytes(units), units: new DataView(units.buffer) };
    }
    wide.bytes.ucs2Write(text, 0);
    markWide(bytes, wide.units, text.length);
  }

  return {
    bytes,
    load(input) {
      const { length } = input;
      if (typeof input !== "string" && isAscii(input)) {
        if (length > capacity) return undefined;
        bytes.set(input);
        return narrow.latin1Slice(0, length);
      }
      const text = typeof input === "string" ? input : nodeBytes(input).utf8Slice(0, length);
      if (text.length > capacity) return undefined;
      narrow.latin1Write(text, 0);
      if (beyondLatin1.test(text)) {
        // Bytes that are not UTF-8 became U+FFFD, and U+FFFD is beyond Latin-1.
        if (typeof input !== "string" && !isUtf8(input)) return undefined;
        loadWide(text);
      }
      return text;
    },
  };
}

function isNodeBytes(bytes: Uint8Array): bytes is NodeBytes {
  return "latin1Write" in bytes && "ucs2Write" in bytes && "latin1Slice" in bytes;
}

/**
 * Writes 255 for each unit beyond Latin-1. Otherwise its low byte could be mistaken for a different
 * character.
 */
function markWide(bytes: Uint8Array, units: DataView, length: number): void {
  for (let at = 0; at < length; at += 8) {
    const place = at * 2;
    const four = units.getInt32(place, true) | units.getInt32(place + 4, true);
    const eight = four | units.getInt32(place + 8, true) | units.getInt32(place + 12, true);
    if ((eight & 0xff00ff00) === 0) continue;
    for (let unit = at; unit < Math.min(at + 8, length); unit += 1) {
      if (units.getUint16(unit * 2, true) > 255) bytes[unit] = 255;
    }
  }
}

function portableScratch(bytes: Uint8Array<ArrayBuffer>, capacity: number): Scratch {
  const options = { fatal: true, ignoreBOM: true };
  const decoder = typeof TextDecoder === "function" ? new TextDecoder("utf-8", options) : undefined;
  const encoder = new TextEncoder();
  const decode = (input: Uint8Array): string | undefined => {
    try {
      return decoder?.decode(input) ?? decodeUtf8(input, options);
    } catch {
      return undefined;
    }
  };
  return {
    bytes,
    load(input) {
      const text = typeof input === "string" ? input : decode(input);
      if (text === undefined || text.length > capacity) return undefined;
      // As many bytes were written as the text has units, so all characters are ASCII.
      if (encoder.encodeInto(text, bytes).written === text.length) return text;
      for (let unit = 0; unit < text.length; unit += 1) {
        bytes[unit] = Math.min(text.charCodeAt(unit), 255);
      }
      return text;
    },
  };
}

/** The size of the memory that small copies share. */
const poolSize = 1 << 16;
const mostPooled = 1 << 12;
const blockSize = 64;

/**
 * Creates the function that copies the first `length` bytes of a scratch buffer of at least 4 KiB. In Node,
 * the copy is a Buffer. Copies of up to 4 KiB share one block of memory, like the small buffers of
 * `Buffer.allocUnsafe`.
 */
export function byteCopier(scratch: Uint8Array): (length: number) => Uint8Array {
  if (node === undefined) return (length) => scratch.slice(0, length);
  const { Buffer } = node;
  // Creating a view takes as long as copying the bytes. Whole blocks are therefore copied, from views that
  // are created only once.
  const parts = Array.from({ length: mostPooled / blockSize + 1 }, (_, blocks) =>
    scratch.subarray(0, blocks * blockSize),
  );
  let pool = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    const part = parts[Math.ceil(length / blockSize)];
    if (part === undefined) {
      const copy = Buffer.allocUnsafe(length);
      copy.set(scratch.subarray(0, length));
      return copy;
    }
    if (used + part.length > pool.length) {
      pool = Buffer.allocUnsafeSlow(poolSize);
      used = 0;
    }
    pool.set(part, used);
    const copy = pool.subarray(used, used + length);
    used += part.length;
    return copy;
  };
}

/** The state of the scanner. There is only one, because a text is read without interruption. */
export interface Scan {
  /** The position of the next unit. It is the same in the text and in the bytes. */
  at: number;
  /** The text; strings are slices of it. */
  source: string;
  /** The name of the last member that was read but that the contract does not name. */
  otherName: string;
  /** The number of units that may still be reread after moving back. */
  mayReread: number;
}

/** The scanner for texts of up to 2^20 UTF-16 units; longer texts are read by the codec. */
export const scratch: Scratch = /* @__PURE__ */ createScratch(1 << 20);

const scan: Scan = { at: 0, source: "", otherName: "", mayReread: 0 };

const view: DataView = /* @__PURE__ */ new DataView(scratch.bytes.buffer);

/** The state of the scanner, for the other modules of the runtime and for generated code. */
export const sharedScan: Scan = scan;

/** The bytes that are read and written: each unit of the text is one byte. */
export const sharedView: DataView = view;

/** The bytes of `sharedView` as an array. */
export const scratchBytes: Uint8Array<ArrayBuffer> = scratch.bytes;

/** Leaves the fast path: the codec reads the text again, and reports any issues. */
export function giveUp(): never {
  throw offPath;
}

/**
 * The error that `giveUp` throws. There is only one, because collecting a stack for each throw would be too
 * slow.
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
    // Skip four spaces at once, because indentation consists of many.
    while (view.getInt32(q, true) === 0x20202020) q += 4;
    const unit = view.getUint8(q);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return q;
    q += 1;
  }
}

export const encoder: InstanceType<typeof TextEncoder> = new TextEncoder();
