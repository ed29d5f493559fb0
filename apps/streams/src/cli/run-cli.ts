// Each command loads its own modules, because signing a path, for example, needs no database and no
// server.

import { programAnswer } from "@specwright/service/operator";
import { badUsage, StreamsAppError } from "../streams-app-error.ts";
import type { CliEnvironment } from "./cli-environment.ts";

const help = `specwright-streams: run the streaming service, manage its access keys, read its streams

  specwright-streams serve                 serve the five channels until SIGTERM or SIGINT
  specwright-streams tail CHANNEL          print the frames of a channel as they arrive
  specwright-streams book MARKET           print the order book of a market after each change
  specwright-streams keys add BROKER       issue an access key; its secret is shown once
  specwright-streams keys list             list the keys, without secrets
  specwright-streams keys rotate KEY       issue a new key of the same broker; the old one ends
                                           after --grace SECONDS (default 3600)
  specwright-streams keys revoke KEY       revoke a key now and close its connections (4401)
  specwright-streams replicas              set the replicas of each NATS stream to NATS_REPLICAS
  specwright-streams sign PATH             print signed upgrade headers, for example for curl
  specwright-streams help [COMMAND]        print this help, or the help of one command, like
                                           COMMAND --help does
  specwright-streams --version             print the version

serve reads STREAMS_DATA, STREAMS_ROLE, NATS_URL, STREAMS_HOST, STREAMS_PORT and more: see
docs/operating-streams.md. It is the default command.
tail and book are clients: they take --url, --access-key, --secret-key and --broker-id, or
STREAMS_URL, STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID. Without any of them
they use the sandbox that runs in this folder. tail --help and book --help list all flags.
keys changes the store in STREAMS_DATA or STREAMS_KEYS_URL. A running server applies the change
within a second.
sign reads STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID, and prints one
"Name: value" per line. PATH is the request target, such as /v1/orders?since=1.

Exit codes: 0 success, 1 failure, 2 invalid command line or setting.
`;

/** Runs a command; resolves with the exit code. */
export async function runCli(
  args: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const { env, folder, out, err, version } = environment;
  const [command = "serve", ...rest] = args;
  // These two commands define their own flags, and print their own help.
  const isClient = command === "tail" || command === "book";
  const answer = isClient ? undefined : programAnswer(args, help, version);
  if (answer !== undefined) {
    await out(answer);
    return 0;
  }
  try {
    switch (command) {
      case "serve": {
        if (rest.length > 0)
          throw badUsage(`unexpected argument ${rest[0] ?? ""}; serve takes no arguments`);
        const { serve } = await import("../serve.ts");
        return await serve(env);
      }
      case "tail":
      case "book": {
        const { interruption, runTail } = await import("@specwright/streams-sdk/tail");
        const terminal = {
          env,
          folder,
          signal: interruption(),
          out: (line: string) => out(`${line}\n`),
          err: (line: string) => err(`${line}\n`),
        };
        return await runTail(args, terminal, "specwright-streams");
      }
      case "keys": {
        const { keysCommand } = await import("./keys-command.ts");
        return await keysCommand(rest, environment);
      }
      case "replicas": {
        const { replicasCommand } = await import("./replicas-command.ts");
        return await replicasCommand(rest, environment);
      }
      case "sign": {
        const { signCommand } = await import("./sign-command.ts");
        return await signCommand(rest, environment);
      }
      default:
        throw badUsage(`unknown command ${command}`);
    }
  } catch (error) {
    if (!(error instanceof StreamsAppError)) throw error;
    err(`${error.message}\n`);
    if (error.code !== "bad_usage") return 1;
    err("See specwright-streams --help.\n");
    return 2;
  }
}
