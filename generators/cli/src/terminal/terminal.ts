// The output of commands: results go to stdout, everything about the run goes to stderr.

/** The environment of a command. */
export interface Terminal {
  /** The folder to which relative paths refer. */
  readonly folder: string;
  /** Prints a line of result. */
  out(line: string): void;
  /** Prints a line about the run. */
  err(line: string): void;
  /**
   * Shows the current step until the next line replaces it. Does nothing if stderr is not a
   * terminal.
   */
  status(text: string): void;
  /** Whether to colour lines of the result. Default `false`. */
  readonly colour?: boolean;
}

/** Creates a terminal on this process: its folder, stdout and stderr. */
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
