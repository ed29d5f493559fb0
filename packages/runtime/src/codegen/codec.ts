// How generated code turns text into values and back. Codecs are the narrow waist: servers and
// clients know nothing else of schemas.

import type { ParseJsonOptions } from "../parse-json.ts";

/** Describes one way in which a value breaks its schema. */
export interface Issue {
  /** What is wrong, as a stable word: `type`, `required`, `enum`, `pattern`, `unknown_key`, ... */
  readonly code: string;
  /** RFC 6901 pointer into the value; `""` is the whole. */
  readonly pointer: string;
  readonly message: string;
  /** What the schema asks for there, such as `int64` or `at most 64 characters`. Codecs always say it. */
  readonly expected?: string;
  /** The JSON type of what is there, or `nothing`; never the value. Codecs always say it. */
  readonly received?: string;
}

/** Turns JSON text into a checked value, and a value into JSON text. Integers keep every digit both ways. */
export interface Codec<T> {
  /** Parses and checks; throws `CodecError` with every issue found. */
  decode(text: string | Uint8Array): T;
  /** Checks and serialises; throws `CodecError`. */
  encode(value: T): string;
  /** Checks a value that is already parsed, such as parameters; throws `CodecError`. */
  parse(value: unknown): T;
}

/** Checks values as well as texts: what a generated `./codec` module exports for each schema. */
export interface ValidatingCodec<T> extends Codec<T> {
  /** Parses and checks within limits (`ParseJsonOptions`); throws `CodecError` with every issue found. */
  decode(text: string | Uint8Array, options?: ParseJsonOptions): T;
  /** Reports whether a decoded value, with bigint for int64, matches its schema. */
  is(value: unknown): value is T;
  /** Returns the issues of a decoded value, at most 100, or none if it matches its schema. */
  validate(value: unknown): readonly Issue[];
}

/** Writes bytes as well: what a generated `./codec/stream` module exports for each message and body. */
export interface StreamCodec<T> extends ValidatingCodec<T> {
  /** Checks and serialises to UTF-8, ready for a socket; throws `CodecError`. */
  encodeBytes(value: T): Uint8Array;
}

/** Reads the Decimals of a frame into columns of nanos: for arrays that the contract marks `x-columns`. */
export interface ColumnReader<Columns> {
  /**
   * Reads and validates a whole frame into the columns, clearing them first. Gives false when it
   * leaves the frame to `decode`, the columns then being worth nothing: the frame is broken or
   * written oddly, or a Decimal has more than 9,007,198 units, beyond which a double of nanos rounds.
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
