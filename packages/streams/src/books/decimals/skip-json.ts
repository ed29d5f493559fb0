const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_DEPTH = 64;

// 1 for each byte that may be in a JSON string without an escape.
const PLAIN: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);

/** Returns the index, from `at` on, of the first byte that ends a JSON string or needs decoding. */
export function skipPlain(bytes: Uint8Array, at: number): number {
  let next = at;
  // Bytes after the end are undefined, which the bitwise operation converts to 0.
  while (PLAIN[(bytes[next] as number) | 0] === 1) next++;
  return next;
}

/** Returns the index, from `at` on, of the first byte that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  for (;;) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
    next++;
  }
}

/**
 * Returns the index after a JSON value, or -1 if the value is malformed or has more than 64 levels of
 * nesting. Does not check the UTF-8 of strings.
 */
export function skipValue(bytes: Uint8Array, at: number, depth = 0): number {
  const byte = bytes[at];
  if (byte === QUOTE) return skipString(bytes, at);
  if (byte === 0x7b || byte === 0x5b) {
    return depth === MAX_DEPTH ? -1 : skipContainer(bytes, at, byte === 0x7b, depth + 1);
  }
  if (byte === 0x74) return skipWord(bytes, at, "true");
  if (byte === 0x66) return skipWord(bytes, at, "false");
  if (byte === 0x6e) return skipWord(bytes, at, "null");
  return skipNumber(bytes, at);
}

/** Returns the index after a JSON string, or -1 if the string is malformed. */
export function skipString(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return -1;
  let next = at + 1;
  for (;;) {
    next = skipPlain(bytes, next);
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    if (byte !== BACKSLASH) return -1;
    const escaped = bytes[next + 1] as number;
    if (escaped === 0x75) {
      for (let digit = 2; digit < 6; digit++) if (!isHex(bytes[next + digit] as number)) return -1;
      next += 6;
    } else if (isEscape(escaped)) next += 2;
    else return -1;
  }
}

function skipContainer(bytes: Uint8Array, at: number, isObject: boolean, depth: number): number {
  const end = isObject ? 0x7d : 0x5d;
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === end) return next + 1;
  for (;;) {
    if (isObject) {
      next = skipString(bytes, next);
      if (next < 0) return -1;
      next = skipSpace(bytes, next);
      if (bytes[next] !== 0x3a) return -1;
      next = skipSpace(bytes, next + 1);
    }
    next = skipValue(bytes, next, depth);
    if (next < 0) return -1;
    next = skipSpace(bytes, next);
    if (bytes[next] === end) return next + 1;
    if (bytes[next] !== 0x2c) return -1;
    next = skipSpace(bytes, next + 1);
  }
}

function skipWord(bytes: Uint8Array, at: number, word: string): number {
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) return -1;
  }
  return at + word.length;
}

/** Returns the index after a JSON number, or -1 if the number is malformed. */
export function skipNumber(bytes: Uint8Array, at: number): number {
  const first = bytes[at] === 0x2d ? at + 1 : at;
  let next = skipDigits(bytes, first);
  if (next === first || (bytes[first] === 0x30 && next > first + 1)) return -1;
  if (bytes[next] === 0x2e) {
    const fraction = next + 1;
    next = skipDigits(bytes, fraction);
    if (next === fraction) return -1;
  }
  if (bytes[next] === 0x65 || bytes[next] === 0x45) {
    const signed = bytes[next + 1] === 0x2b || bytes[next + 1] === 0x2d;
    const exponent = next + (signed ? 2 : 1);
    next = skipDigits(bytes, exponent);
    if (next === exponent) return -1;
  }
  return next;
}

function skipDigits(bytes: Uint8Array, at: number): number {
  let next = at;
  for (let byte = bytes[next] as number; byte >= 0x30 && byte <= 0x39; )
    byte = bytes[++next] as number;
  return next;
}

function isHex(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Reports whether a byte may follow a backslash. `u` is handled separately. */
function isEscape(byte: number): boolean {
  switch (byte) {
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}
