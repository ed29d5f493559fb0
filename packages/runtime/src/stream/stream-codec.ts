import type { ColumnReader, StreamCodec, ValidatingCodec } from "../codegen/codec.ts";
import type { ParseJsonOptions } from "../json/parse-json.ts";

/** The parts that a generated module provides for one schema. */
export interface StreamCodecParts<T, Written = T> {
  /** Handles the texts and values that the fast paths do not, and describes their issues. */
  readonly codec: ValidatingCodec<T, Written>;
  /** Reads a text on the fast path; anything thrown leaves the text to `codec`. */
  readonly read?: (input: string | Uint8Array) => T;
  /** Writes a value on the fast path; undefined leaves the value to `codec`. */
  readonly write?: (value: Written) => Uint8Array | undefined;
}

const encoder: TextEncoder = new TextEncoder();

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
          // The compact codec decides.
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
