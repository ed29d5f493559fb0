import { Command, CommanderError, Option } from "commander";
import { findConnection, sandboxFile } from "./connection-settings.ts";
import { describeFailure, type TailTerminal, tail } from "./tail.ts";
import { channelNames, readSelection, type SelectionFlags } from "./tail-selection.ts";

/** Is the process that a command line runs in. */
export interface Surroundings extends TailTerminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where `.specwright/sandbox.json` is looked for. */
  readonly folder: string;
}

interface Flags extends SelectionFlags {
  readonly url?: string;
  readonly accessKey?: string;
  readonly secretKey?: string;
  readonly brokerId?: string;
  readonly json?: boolean;
}

/** Runs a command line, without node and script; gives the exit code: 0, or 1 with a message. */
export async function runProgram(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const program = new Command("streams-api")
    .description("Talks to a streaming service with the generated client.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.out(text.trimEnd()),
      writeErr: (text) => surroundings.err(text.trimEnd()),
    });
  program.addCommand(tailCommand(surroundings).copyInheritedSettings(program));
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    surroundings.err(describeFailure(error));
    return 1;
  }
}

function tailCommand(surroundings: Surroundings): Command {
  return new Command("tail")
    .description("Prints the frames of a channel as they come; Ctrl+C ends it.")
    .argument("<channel>", channelNames.join(", "))
    .option("--url <url>", "stream address, such as wss://host/v1 [STREAMS_URL]")
    .option("--access-key <key>", "access key [STREAMS_ACCESS_KEY]")
    .option(
      "--secret-key <hex>",
      "its secret, better given by the environment [STREAMS_SECRET_KEY]",
    )
    .option("--broker-id <id>", "the broker it belongs to [STREAMS_BROKER_ID]")
    .option("--since <seq>", "start with this frame instead of the live tail")
    .addOption(repeatable("--market <id>", "only this market"))
    .addOption(repeatable("--event-id <id>", "only this event"))
    .addOption(repeatable("--account-id <id>", "only this account"))
    .addOption(repeatable("--lang <code>", "only this language of texts: en, pt or id"))
    .option("--json", "print frames as JSON lines, every digit kept")
    .addHelpText(
      "after",
      `\nWithout url, keys and broker, those of the sandbox that runs here (${sandboxFile}) are taken.`,
    )
    .action(async (channel: string, flags: Flags) => {
      const selection = readSelection(channel, flags);
      const connection = await findConnection(flags, surroundings.env, surroundings.folder);
      await tail({ connection, selection, json: flags.json === true }, surroundings);
    });
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
  );
}
