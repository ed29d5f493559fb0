import { StreamError } from "@specwright/runtime";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { findConnection, sandboxFile } from "./connection-settings.ts";
import { describeFailure, type TailTerminal, tail } from "./tail.ts";
import { TailError } from "./tail-error.ts";
import { channelNames, readSelection, type SelectionFlags } from "./tail-selection.ts";
import { watchBook } from "./watch-book.ts";

/** The environment of the process that runs a command line. */
export interface ProgramEnvironment extends TailTerminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that may contain `.specwright/sandbox.json`. */
  readonly folder: string;
}

interface ConnectFlags {
  readonly url?: string;
  readonly accessKey?: string;
  readonly secretKey?: string;
  readonly brokerId?: string;
  readonly json?: boolean;
}

interface TailFlags extends SelectionFlags, ConnectFlags {}

interface BookFlags extends ConnectFlags {
  readonly depth: number;
}

const exitCodes = `
Exit codes:
  0  ended by the user, the reader of the output or the server
  1  failed: refused, unreachable, or the resume point is no longer kept
  2  invalid command line or connection settings`;

const whereTo = `
Without url, keys and broker, the settings of the sandbox in this folder (${sandboxFile}) apply.`;

/**
 * Runs a command line, `tail CHANNEL` or `book MARKET`. `args` does not contain node and the script. `name`
 * is the name of the program in the help. Returns the exit code. If the code is 1 or 2, a message was
 * written to standard error.
 */
export async function runTail(
  args: readonly string[],
  environment: ProgramEnvironment,
  name: string = "streams-sdk",
): Promise<number> {
  const program = new Command(name)
    .description("Talks to a streaming service with the generated client.")
    .addHelpText("after", exitCodes)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void environment.out(text.trimEnd()),
      writeErr: (text) => environment.err(text.trimEnd()),
    });
  program.addCommand(tailCommand(environment).copyInheritedSettings(program));
  program.addCommand(bookCommand(environment).copyInheritedSettings(program));
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    environment.err(describeFailure(error));
    return isMistaken(error) ? 2 : 1;
  }
}

/** Reports whether an error was caused by the command line, not by the connection. */
function isMistaken(error: unknown): boolean {
  if (error instanceof StreamError) return error.code === "invalid_url";
  return error instanceof TailError && error.code !== "unknown_market";
}

function tailCommand(environment: ProgramEnvironment): Command {
  return addConnectionOptions(new Command("tail"))
    .description("Prints the frames of a channel as they arrive; Ctrl+C ends it.")
    .argument("<channel>", channelNames.join(", "))
    .option("--since <seq>", "start with this frame instead of the live tail")
    .addOption(repeatableOption("--market <id>", "only this market"))
    .addOption(repeatableOption("--event-id <id>", "only this event"))
    .addOption(repeatableOption("--account-id <id>", "only this account"))
    .addOption(repeatableOption("--lang <code>", "only this language of texts: en, pt or id"))
    .option("--json", "print frames as JSON lines with exact numbers")
    .action(async (channel: string, flags: TailFlags) => {
      const selection = readSelection(channel, flags);
      const connection = await findConnection(flags, environment.env, environment.folder);
      await tail({ connection, selection, json: flags.json === true }, environment);
    });
}

function bookCommand(environment: ProgramEnvironment): Command {
  return addConnectionOptions(new Command("book"))
    .description("Prints the order book of a market after each change; Ctrl+C ends it.")
    .argument("<market>", "a market id, as /events announces it")
    .addOption(
      new Option("--depth <levels>", "number of levels per side")
        .default(5)
        .argParser((value) => readDepth(value)),
    )
    .option("--json", "print each state as a JSON line with exact numbers")
    .action(async (market: string, flags: BookFlags) => {
      const connection = await findConnection(flags, environment.env, environment.folder);
      const { depth, json = false } = flags;
      await watchBook({ connection, market, depth, json }, environment);
    });
}

function addConnectionOptions(command: Command): Command {
  return command
    .option("--url <url>", "stream address, such as wss://host/v1 [STREAMS_URL]")
    .option("--access-key <key>", "access key [STREAMS_ACCESS_KEY]")
    .option(
      "--secret-key <hex>",
      "its secret; prefer the environment variable [STREAMS_SECRET_KEY]",
    )
    .option("--broker-id <id>", "the broker of the key [STREAMS_BROKER_ID]")
    .addHelpText("after", `${whereTo}\n${exitCodes}`);
}

function readDepth(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) {
    throw new InvalidArgumentError("Expected an integer from 1 to 999999.");
  }
  return Number(value);
}

function repeatableOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
  );
}
