import { parseArgs } from "node:util";
import { badUsage } from "./bad-usage.ts";

/** The words and options of a command. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/**
 * Parses a command line. All options take a value.
 *
 * @throws PublisherError `bad_usage`
 */
export function readCommandLine(args: readonly string[], names: readonly string[]): CommandLine {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return {
      words: positionals,
      options: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "string" ? value : undefined,
        ]),
      ),
    };
  } catch (error) {
    throw badUsage(error instanceof Error ? error.message : String(error));
  }
}
