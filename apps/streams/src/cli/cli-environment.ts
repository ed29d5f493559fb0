/** The process environment of a command. */
export interface CliEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which commands look for a running sandbox. */
  readonly folder: string;
  /** Returns the version of the program. */
  version(): string;
  /** Writes to standard output; resolves when more may be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
}
