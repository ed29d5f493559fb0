/** Collects lines of a log before they are written. */
export interface LogLines {
  /**
   * Adds a line, including its line end. The line is written at the end of the current turn of the event
   * loop.
   */
  write(line: string): void;
  /** Writes the collected lines at once. */
  flush(): void;
}

/**
 * Writes the lines of one turn of the event loop together. A busy service answers many requests in a turn,
 * and a system call for each line would take as long as reading a row. Call `flush` before the process
 * ends.
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
