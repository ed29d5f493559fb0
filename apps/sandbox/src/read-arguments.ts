import { parseArgs } from "node:util";
import { SandboxError } from "./sandbox-error.ts";

/** Is what the command line and the environment ask for. */
export interface SandboxArguments {
  readonly help: boolean;
  /** Keep nothing: data lives in a temporary folder. */
  readonly ephemeral: boolean;
  /** Preferred ports; a taken one is replaced by a free one. 0 is any free one. */
  readonly streamsPort: number;
  readonly marketplacePort: number;
  /** Seeds the exchange; the same seed trades the same. Default: the time. */
  readonly seed: number | undefined;
}

/** Explains the command line. */
export const usage: string = `Usage: npm start -- [options]

Runs a small exchange, the streaming service and the marketplace on this machine.

  --ephemeral              keep no data
  --streams-port N         preferred port of the streams (default 4010, 0 for any)
  --marketplace-port N     preferred port of the marketplace (default 4020, 0 for any)
  --seed N                 makes the exchange trade the same each time
  --help                   show this
`;

/** Reads the command line, without node and script. Throws `SandboxError` `bad_argument`. */
export function readArguments(args: readonly string[]): SandboxArguments {
  const { values } = parse(args);
  return {
    help: values.help === true,
    ephemeral: values.ephemeral === true,
    streamsPort: integer("--streams-port", values["streams-port"], 65_535) ?? 4010,
    marketplacePort: integer("--marketplace-port", values["marketplace-port"], 65_535) ?? 4020,
    seed: integer("--seed", values.seed, 2 ** 31 - 1),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean" },
        ephemeral: { type: "boolean" },
        "streams-port": { type: "string" },
        "marketplace-port": { type: "string" },
        seed: { type: "string" },
      },
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxError("bad_argument", message, { cause });
  }
}

function integer(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value <= most) return value;
  throw new SandboxError("bad_argument", `${name} is no integer from 0 to ${most}`);
}
