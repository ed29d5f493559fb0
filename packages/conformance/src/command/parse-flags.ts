import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConformanceError } from "../stimulus/conformance-error.ts";

/** Creates the error for a wrong command line. */
export function usage(message: string): ConformanceError {
  return new ConformanceError("bad_usage", message);
}

type Parsed<Options extends ParseArgsConfig["options"]> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>;

/**
 * Parses a command line with positional arguments.
 *
 * @throws ConformanceError `bad_usage` for an unknown flag.
 */
export function parseFlags<const Options extends ParseArgsConfig["options"]>(
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause));
  }
}
