// Forms convert the checked value in JSON to the value in TypeScript, and back. A form never rejects a
// value: if it cannot convert a value, the value stays unchanged, and the check rejects it.

/** Converts the values of a schema between JSON and TypeScript. */
export interface Form {
  /**
   * Converts a checked value. `wire` is the value in JSON. `value` is the result so far, to which other
   * schemas of the same value may have contributed. `source` is the value before the check, with
   * `ExactNumber` for numbers that lose digits; default `wire`.
   */
  decode(wire: unknown, value: unknown, source?: unknown): unknown;
  /**
   * Converts a value to its JSON form, which the check then examines. A value that is already in JSON form
   * stays unchanged. With `exact`, numbers that would lose digits become `ExactNumber`, so that all digits
   * are written.
   */
  encode(value: unknown, exact?: boolean): unknown;
}

/** The form of a value without parts, such as a text or a number. */
export interface LeafForm<T, Wire = string> extends Form {
  /** Reports whether a value has the form in TypeScript. */
  is(value: unknown): value is T;
  /** Converts a checked JSON value. */
  read(wire: Wire): T;
  /** Converts a value that has the form in TypeScript. */
  write(value: T): Wire;
}

/** The checks and the conversion of a form without members. */
export interface LeafFormParts<T, Wire> {
  readonly isWire: (value: unknown) => value is Wire;
  readonly isValue: (value: unknown) => value is T;
  readonly read: (wire: Wire) => T;
  readonly write: (value: T) => Wire;
}

/**
 * Creates the form of a value without parts. `isWire` reports whether the form converts a JSON
 * value.
 */
export function leafForm<T, Wire>(parts: LeafFormParts<T, Wire>): LeafForm<T, Wire> {
  const { isWire, isValue, read, write } = parts;
  return {
    is: isValue,
    read,
    write,
    decode: (_wire, value) => (isWire(value) ? read(value) : value),
    encode: (value) => (isValue(value) ? write(value) : value),
  };
}

/** The form of values that do not differ between TypeScript and JSON. */
export const sameForm: Form = { decode: (_wire, value) => value, encode: (value) => value };

/** Creates a form on its first use, so that forms may refer to each other in any order. */
export function deferredForm(create: () => Form): Form {
  let made: Form | undefined;
  const form = (): Form => {
    made ??= create();
    return made;
  };
  return {
    decode: (wire, value, source) => form().decode(wire, value, source),
    encode: (value, exact) => form().encode(value, exact),
  };
}
