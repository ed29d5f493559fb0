/** Gathers lines. */
export interface LogLines {
  /** Takes a line, its end included. It is written when the turn of the event loop is over. */
  write(line: string): void;
  /** Writes what has been gathered, at once. */
  flush(): void;
}

/**
 * Writes the lines of a turn of the event loop together: a busy service answers many requests in
 * one, and a system call for each line costs as much as reading a row. Call `flush` before the
 * process ends.
 */
export function logLines(write: (text: string) => void): LogLines {
  let gathered = "";

  function flush(): void {
    if (gathered === "") return;
    const text = gathered;
    gathered = "";
    write(text);
  }

  return {
    write(line) {
      if (gathered === "") setImmediate(flush);
      gathered += line;
    },
    flush,
  };
}
