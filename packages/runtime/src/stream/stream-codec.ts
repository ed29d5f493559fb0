import type { ColumnReader, StreamCodec, ValidatingCodec } from "../codegen/codec.ts";
import type { ParseJsonOptions } from "../json/parse-json.ts";
import {
  byteCopier,
  encoder,
  giveUp,
  type Scan,
  scratch,
  scratchBytes,
  sharedScan,
  sharedView,
  skipSpace,
} from "./read/scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

/** The parts that a generated module provides for one schema. */
export interface StreamCodecParts<T, Written = T> {
  /** Handles all texts and values that the fast paths cannot handle, and reports their issues. */
  readonly codec: ValidatingCodec<T, Written>;
  /** Reads a text on the fast path. If this throws, `codec` reads the text. */
  readonly read?: (input: string | Uint8Array) => T;
  /** Writes a value on the fast path. If this returns undefined, `codec` writes the value. */
  readonly write?: (value: Written) => Uint8Array | undefined;
}

/** Creates a codec from a one-pass reader and writer, with the compact codec as a fallback. */
export function streamCodec<T, Written = T>({
  codec,
  read,
  write,
}: StreamCodecParts<T, Written>): StreamCodec<T, Written> {
  return {
    decode(text, options?: ParseJsonOptions) {
      // The compact codec handles limits and refuses duplicate members.
      if (read !== undefined && options === undefined) {
        try {
          return read(text);
        } catch {
          // Ignored: the compact codec reads the text instead.
        }
      }
      return codec.decode(text, options);
    },
    encodeBytes(value) {
      return write?.(value) ?? encoder.encode(codec.encode(value));
    },
    encode: (value) => codec.encode(value),
    parse: (value) => codec.parse(value),
    is: (value): value is Written => codec.is(value),
    validate: (value) => codec.validate(value),
    ...(codec.parseWritten && { parseWritten: codec.parseWritten }),
    ...(codec.unchecked && { unchecked: codec.unchecked }),
    ...(codec.toWire && { toWire: codec.toWire }),
    ...(codec.rule && { rule: codec.rule }),
    ...(codec.toChecked && { toChecked: codec.toChecked }),
    ...(codec.isExact && { isExact: codec.isExact }),
  };
}

/** Adds a column reader to a stream codec. */
export function columnStreamCodec<T, Columns>({
  readColumns,
  ...parts
}: StreamCodecParts<T> & ColumnReader<Columns>): StreamCodec<T> & ColumnReader<Columns> {
  return { ...streamCodec(parts), readColumns };
}

/** Copies a text into the scratch buffer; returns false if it does not fit or is not UTF-8. */
function loadText(input: string | Uint8Array): boolean {
  const loaded = scratch.load(input);
  if (loaded === undefined) return false;
  scan.source = loaded;
  scan.at = 0;
  scan.mayReread = 4 * loaded.length;
  // Two zero bytes stop every scan, even after a backslash. The bytes after the zeros may be left over from
  // earlier texts.
  view.setUint16(scan.source.length, 0);
  return true;
}

/** Reports whether only white space remains. */
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
 * Creates a reader that reads a whole text into an object. The reader returns false if the codec must read
 * the text.
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

// Every writer receives the offset at which it writes, and returns the offset after its text. Writers do
// not check for the end of the buffer, because a DataView throws there. `writeWhole` then passes the value
// to the codec, as after any other error of a writer.

const copyBytes: (length: number) => Uint8Array = /* @__PURE__ */ byteCopier(scratchBytes);

/** Creates the writer of a whole text. The writer returns undefined if the codec must write the value. */
export function writeWhole<Value>(
  writeValue: (value: Value, to: number) => number,
): (value: Value) => Uint8Array | undefined {
  return (value) => {
    try {
      const end = writeValue(value, 0);
      return end <= scratchBytes.length ? copyBytes(end) : undefined;
    } catch {
      // The codec then describes the issues, or writes an unusual value.
      return undefined;
    }
  };
}
