// How generated code turns text into values and back. A codec is the narrow waist: `./schemas`
// wraps zod in one, a generated `./codec` module provides the same interface without zod.

/** Describes one way in which a value breaks its schema. */
export interface Issue {
  /** What is wrong, as a stable word: `type`, `required`, `enum`, `pattern`, `unknown_key`, ... */
  readonly code: string;
  /** RFC 6901 pointer into the value; `""` is the whole. */
  readonly pointer: string;
  readonly message: string;
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

/** Is what `jsonCodec` asks of a schema library; zod 4 schemas satisfy it. */
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
