// The memory that holds a text during reading: one byte for each UTF-16 unit, so that an offset in
// the bytes is an offset in the text, and strings are slices of the text.

/** A buffer for one text at a time. */
export interface Scratch {
  /** One byte for each unit of the text: its Latin-1 code, or 255 for other characters. */
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

/** Matches quickly on a string that V8 stores as Latin-1. */
const beyondLatin1 = /[\u0100-\uffff]/;

/** The number of bytes after the longest text that remain 0, for reading ahead. */
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
    if (!isNodeBytes(buffer)) throw new TypeError("this Buffer is not Node's");
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
        // Bytes that are not UTF-8 became U+FFFD, which is beyond Latin-1.
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
 * Writes 255 for the units beyond Latin-1, whose low byte could be mistaken for another character.
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
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  const decode = (input: Uint8Array): string | undefined => {
    try {
      return decoder.decode(input);
    } catch {
      return undefined;
    }
  };
  return {
    bytes,
    load(input) {
      const text = typeof input === "string" ? input : decode(input);
      if (text === undefined || text.length > capacity) return undefined;
      // As many bytes as units: all of them were ASCII.
      if (encoder.encodeInto(text, bytes).written === text.length) return text;
      for (let unit = 0; unit < text.length; unit += 1) {
        bytes[unit] = Math.min(text.charCodeAt(unit), 255);
      }
      return text;
    },
  };
}
