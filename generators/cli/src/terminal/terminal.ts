// Prints the output of commands. Results are printed to stdout, and all messages about the run to stderr.

/** The folder and the output streams of a command. */
export interface Terminal {
  /** The folder from which relative paths are resolved. */
  readonly folder: string;
  /** Prints a line of the result to stdout. */
  out(line: string): void;
  /** Prints a message about the run to stderr. */
  err(line: string): void;
  /**
   * Shows the current step on stderr. The next message replaces it. Does nothing if stderr is not a
   * terminal.
   */
  status(text: string): void;
  /** Whether to colour lines of the result. Default `false`. */
  readonly colour?: boolean;
}

/** Returns a terminal with the working directory, the stdout and the stderr of this process. */
export function processTerminal(): Terminal {
  const live = process.stderr.isTTY === true;
  const clear = (): void => {
    if (live) process.stderr.write("\r\u001b[2K");
  };
  const { NO_COLOR, TERM } = process.env;
  return {
    folder: process.cwd(),
    colour: process.stdout.isTTY === true && (NO_COLOR ?? "") === "" && TERM !== "dumb",
    out: (line) => {
      clear();
      process.stdout.write(`${line}\n`);
    },
    err: (line) => {
      clear();
      process.stderr.write(`${line}\n`);
    },
    status: (text) => {
      clear();
      if (live) process.stderr.write(text);
    },
  };
}
