// Whether the current run adds defaults to decoded values. Runs that convert unchecked values use the same
// forms, but add no defaults.

let fills = false;

/** Reports whether absent members get their defaults. */
export function isFilling(): boolean {
  return fills;
}

/** Runs a conversion with or without defaults for absent members. Calls may be nested. */
export function filling<T>(isWanted: boolean, convert: () => T): T {
  const before = fills;
  fills = isWanted;
  try {
    return convert();
  } finally {
    fills = before;
  }
}
