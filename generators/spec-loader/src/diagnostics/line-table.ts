// Converts offsets to lines and columns.

/** A position in a text: line and column, both counted from 1, columns in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Creates the function that converts offsets of a text to places. The text is scanned only as far
 * as necessary.
 */
export function createLineTable(text: string): (offset: number) => TextPlace {
  const starts = [0];
  let scanned = -1;
  const scanTo = (offset: number): void => {
    while (scanned < offset) {
      const newline = text.indexOf("\n", scanned + 1);
      scanned = newline < 0 ? text.length : newline;
      if (newline >= 0) starts.push(newline + 1);
    }
  };
  return (offset) => {
    scanTo(Math.min(offset, text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
