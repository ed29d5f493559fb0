// Codecs convert text to values and back. Servers and clients access schemas only through codecs.

import type { Issue } from "../errors/codec-error.ts";
import type { ParseJsonOptions } from "../json/parse-json.ts";

/**
 * Converts JSON text to a checked value, and a value to JSON text. Integers keep every digit in both
 * directions. `Written` is the type of values to write, if it allows absent properties that have a default.
 */
export interface Codec<T, Written = T> {
  /**
   * Parses and checks a text.
   *
   * @throws CodecError with every issue found.
   */
  decode(text: string | Uint8Array): T;
  /**
   * Checks and serialises a value.
   *
   * @throws CodecError if the value does not match its schema.
   */
  encode(value: Written): string;
  /**
   * Checks a value that is already parsed, such as parameters.
   *
   * @throws CodecError with every issue found.
   */
  parse(value: unknown): T;
  /**
   * Checks a value that is about to be written. Works like `parse`, but adds no defaults. Set if `parse`
   * adds defaults.
   *
   * @throws CodecError with every issue found.
   */
  parseWritten?(value: unknown): Written;
  /** Set by generated codecs. */
  readonly unchecked?: UncheckedCodec;
  /**
   * Converts a value to its form in JSON, such as a `Date` to its text, without a check; set if the
   * two forms differ.
   */
  toWire?(value: unknown): unknown;
  /**
   * A rule that checks a value in the form of `toWire` and finds the members that the schema declares. Set
   * by generated codecs. Only the runtime calls it.
   */
  readonly rule?: object;
  /** Converts a value to the form that `rule` checks; set if that is not the form of `toWire`. */
  toChecked?(value: unknown): unknown;
  /** True if values may have more digits than a `number`, so that only the codec may parse the text. */
  readonly isExact?: true;
}

/** Reads and writes values that need not match the schema of a codec. */
export interface UncheckedCodec {
  /**
   * Parses a text to decoded form. Parts that do not match the schema are kept as parsed. An int64 of the
   * schema becomes a bigint; numbers that the schema does not describe keep all their digits.
   *
   * @throws JsonError if the text is not JSON.
   */
  read(text: string | Uint8Array, options: ParseJsonOptions): unknown;
  /**
   * Parses a text to the form that the rule of the codec checks. Set if `read` may round numbers whose lost
   * digits break the schema.
   *
   * @throws JsonError if the text is not JSON.
   */
  readChecked?(text: string | Uint8Array, options: ParseJsonOptions): unknown;
  /**
   * Writes a value.
   *
   * @throws JsonError if JSON cannot express it.
   */
  write(value: unknown): string;
}

/** A codec that also checks values: a generated `./codec` module exports one for each schema. */
export interface ValidatingCodec<T, Written = T> extends Codec<T, Written> {
  /**
   * Parses and checks a text within limits.
   *
   * @throws CodecError with every issue found.
   */
  decode(text: string | Uint8Array, options?: ParseJsonOptions): T;
  /** Reports whether a decoded value, with bigint for int64, matches its schema. */
  is(value: unknown): value is Written;
  /** Returns the issues of a decoded value, at most 100; an empty list if the value matches its schema. */
  validate(value: unknown): readonly Issue[];
}

/**
 * A codec that also writes bytes: a generated `./codec/stream` module exports one for each message
 * and body.
 */
export interface StreamCodec<T, Written = T> extends ValidatingCodec<T, Written> {
  /**
   * Checks a value and serialises it to UTF-8, ready for a socket.
   *
   * @throws CodecError if the value does not match its schema.
   */
  encodeBytes(value: Written): Uint8Array;
}

/**
 * Reads the Decimals of a frame into columns of nanos. Supports arrays that the contract marks with
 * `x-columns`.
 */
export interface ColumnReader<Columns> {
  /**
   * Clears the columns, then reads and validates a whole frame into them. Returns false if the caller must
   * use `decode` instead; the contents of the columns are then undefined. This happens if the frame is
   * invalid or in an unusual notation, or if a Decimal has more than 9,007,198 units: above that, a double
   * cannot represent the nanos exactly.
   */
  readColumns(frame: string | Uint8Array, into: Columns): boolean;
}

/** The part of a schema library that rules can replace; zod 4 schemas satisfy it. */
export interface SafeParser<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly code?: string | undefined;
            readonly path: readonly PropertyKey[];
            readonly message: string;
          }[];
        };
      };
}
