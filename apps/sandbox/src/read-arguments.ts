import { parseArgs } from "node:util";
import { SandboxError } from "./sandbox-error.ts";

/** The settings from the command line and the environment. */
export interface SandboxArguments {
  readonly help: boolean;
  /** Store the data in a temporary folder, and delete the folder when the sandbox stops. */
  readonly ephemeral: boolean;
  /** Delete all data and start over. */
  readonly reset: boolean;
  /**
   * The preferred port of the streams. If the port is in use, a free port is used; 0 means any free
   * port.
   */
  readonly streamsPort: number;
  readonly marketplacePort: number;
  /** The preferred port of the publisher; `off` does not start the publisher. */
  readonly publisherPort: number | "off";
  /**
   * The seed for the random numbers of a new exchange. It determines all trading. Default: the
   * current time.
   */
  readonly seed: number | undefined;
  /** The speed of trading and events; 1 is normal. */
  readonly speed: number;
}

/** The help text of the command line. */
export const usage: string = `Usage: npm start -- [options]

Runs a small exchange, the streaming service, the marketplace and the publisher (which documents them)
on this machine.

  --reset                  delete all stored data except the keys and passwords, and start from scratch
  --ephemeral              store no data
  --publisher-port N       preferred port of the documentation (default 4000, 0 for any)
  --no-publisher           start without documentation
  --streams-port N         preferred port of the streams (default 4010, 0 for any)
  --marketplace-port N     preferred port of the marketplace (default 4020, 0 for any)
  --seed N                 random seed of a new exchange, for repeatable trading
  --speed N                run the exchange N times as fast (1 to 10, default 1)
  --help                   show this help
`;

/**
 * Parses the command-line arguments. `args` must not contain the paths of node and the script.
 *
 * @throws SandboxError `bad_argument`.
 */
export function readArguments(args: readonly string[]): SandboxArguments {
  const { values } = parseOptions(args);
  if (values.reset === true && values.ephemeral === true) {
    throw new SandboxError(
      "bad_argument",
      "--ephemeral and --reset cannot be combined: --ephemeral stores no data",
    );
  }
  return {
    help: values.help === true,
    ephemeral: values.ephemeral === true,
    reset: values.reset === true,
    streamsPort: readInteger("--streams-port", values["streams-port"], 0, 65_535) ?? 4010,
    marketplacePort:
      readInteger("--marketplace-port", values["marketplace-port"], 0, 65_535) ?? 4020,
    publisherPort:
      values["no-publisher"] === true
        ? "off"
        : (readInteger("--publisher-port", values["publisher-port"], 0, 65_535) ?? 4000),
    seed: readInteger("--seed", values.seed, 0, 2 ** 31 - 1),
    speed: readInteger("--speed", values.speed, 1, 10) ?? 1,
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean" },
        ephemeral: { type: "boolean" },
        reset: { type: "boolean" },
        "streams-port": { type: "string" },
        "marketplace-port": { type: "string" },
        "publisher-port": { type: "string" },
        "no-publisher": { type: "boolean" },
        seed: { type: "string" },
        speed: { type: "string" },
      },
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxError("bad_argument", message, { cause });
  }
}

function readInteger(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw new SandboxError("bad_argument", `${name} must be an integer from ${least} to ${most}`);
}
