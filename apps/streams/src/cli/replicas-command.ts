import { LogError } from "@specwright/streams/log";
import { readEnvironment } from "../read-environment.ts";
import { badUsage } from "../streams-app-error.ts";
import type { CliEnvironment } from "./cli-environment.ts";

/**
 * Sets the number of replicas to `NATS_REPLICAS` for all streams of the log on NATS.
 *
 * @throws StreamsAppError
 */
export async function replicasCommand(
  args: readonly string[],
  { env, out, err }: CliEnvironment,
): Promise<number> {
  if (args.length > 0)
    throw badUsage(`unexpected argument ${args[0] ?? ""}; replicas reads NATS_REPLICAS`);
  const { nats } = readEnvironment(env);
  if (nats === undefined) throw badUsage("set NATS_URL: only a log on NATS has replicas");
  const { setReplicas } = await import("@specwright/streams/log/jetstream");
  try {
    const changes = await setReplicas({ ...nats.connection, replicas: nats.replicas });
    for (const { stream, before, after } of changes) {
      const what = before === after ? `${after}` : `${before} -> ${after}`;
      await out(`${stream}: ${what} replicas\n`);
    }
    if (changes.length === 0) await out("No streams yet. The publisher creates them.\n");
    return 0;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    err(`${error.message}\n`);
    return 1;
  }
}
