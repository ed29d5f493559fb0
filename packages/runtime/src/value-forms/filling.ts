// Whether the current run adds defaults to decoded values. The same forms also convert unchecked
// values, without defaults.

let fills = false;

/** Reports whether absent members get their defaults. */
export function isFilling(): boolean {
  return fills;
}

/** Runs a conversion that gives absent members their defaults, or one within it that does not. */
export function filling<T>(isWanted: boolean, convert: () => T): T {
  const before = fills;
  fills = isWanted;
  try {
    return convert();
  } finally {
    fills = before;
  }
}
