import { serve } from "../serve.ts";
import { badUsage, StreamsAppError } from "../streams-app-error.ts";
import { keysCommand } from "./keys-command.ts";
import { signCommand } from "./sign-command.ts";

/** Is what a command works with. */
export interface CliSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
}

const help = `specwright-streams: the streaming service and its access keys

  specwright-streams serve                 serve the five channels until SIGTERM or SIGINT
  specwright-streams keys add BROKER       issue an access key; its secret is shown once
  specwright-streams keys list             list the keys, without secrets
  specwright-streams keys rotate KEY       issue a new key of the same broker; the old one ends
                                           after --grace SECONDS (default 3600)
  specwright-streams keys revoke KEY       end a key now, and its connections with 4401
  specwright-streams sign PATH             print the headers of an upgrade, for curl and the like

keys work on the store in STREAMS_DATA; a running server sees the change within a second.
sign reads STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID, and prints one
"Name: value" a line; PATH is the request target, such as /v1/orders?since=1.
To read a channel or a book: npx streams-api --help.

serve reads STREAMS_DATA, NATS_URL, STREAMS_HOST, STREAMS_PORT, STREAMS_OPERATIONS_HOST,
STREAMS_OPERATIONS_PORT and more: see docs/operating-streams.md.
`;

/** Runs a command; resolves with the exit code: 1 for bad usage and for what fails. */
export async function runCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Promise<number> {
  const [command = "serve", ...rest] = args;
  try {
    switch (command) {
      case "serve":
        if (rest.length > 0) throw badUsage(`serve takes no ${rest[0] ?? ""}`);
        return await serve(surroundings.env);
      case "keys":
        return keysCommand(rest, surroundings);
      case "sign":
        return signCommand(rest, surroundings);
      case "help":
      case "--help":
      case "-h":
        surroundings.out(help);
        return 0;
      default:
        throw badUsage(`there is no command ${command}`);
    }
  } catch (error) {
    if (!(error instanceof StreamsAppError)) throw error;
    surroundings.err(`${error.message}\n`);
    if (error.code === "bad_usage") surroundings.err("See specwright-streams --help.\n");
    return 1;
  }
}
