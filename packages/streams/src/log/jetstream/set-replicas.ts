import { systemClock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import { askAgain, TRY_MS } from "./ask-again.ts";
import { type ConnectNatsOptions, connectNats } from "./connect-nats.ts";
import { jetStream, type NatsPeer } from "./nats.ts";
import { callError, mayAnswerLater } from "./nats-error.ts";

/** Options for `setReplicas`. */
export interface SetReplicasOptions extends ConnectNatsOptions {
  /** The prefix of the names of streams. Default `specwright`. */
  readonly prefix?: string;
  /** The number of servers that must store each stream, from 1 to 5. */
  readonly replicas: number;
}

/** The number of replicas of a stream, before and after the change. */
export interface ReplicaChange {
  readonly stream: string;
  readonly before: number;
  readonly after: number;
}

const LIMIT_MS = 10_000;

/**
 * Changes the number of replicas of every stream of a log. The log may be in use. The servers copy the
 * records afterwards.
 *
 * @throws LogError `log_unavailable` if NATS does not answer, or if the cluster has too few servers.
 */
export async function setReplicas(options: SetReplicasOptions): Promise<readonly ReplicaChange[]> {
  const { prefix = "specwright", replicas } = options;
  const connection = await connectNats(options);
  try {
    const manager = await jetStream.jetstreamManager(connection, { timeout: TRY_MS });
    const again = { clock: systemClock, limitMs: LIMIT_MS, retries: mayAnswerLater };
    const changes: ReplicaChange[] = [];
    for (const stream of await listStreams(connection, `${prefix}-`)) {
      const { config } = await askAgain(() => manager.streams.info(stream), again);
      const before = config.num_replicas ?? 1;
      if (before !== replicas) {
        await askAgain(() => manager.streams.update(stream, { num_replicas: replicas }), again);
      }
      changes.push({ stream, before, after: replicas });
    }
    return changes;
  } catch (error) {
    throw callError(error);
  } finally {
    await connection.close();
  }
}

/** Lists the streams whose name begins with a prefix. */
async function listStreams(connection: NatsPeer, prefix: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (;;) {
    const request = JSON.stringify({ offset: names.length });
    const again = { clock: systemClock, limitMs: LIMIT_MS };
    const answer = await askAgain(
      () => connection.request("$JS.API.STREAM.NAMES", request, { timeout: TRY_MS }),
      again,
    );
    const { streams, total = 0, error } = JSON.parse(answer.string()) as NamesAnswer;
    if (error !== undefined) throw new LogError("log_unavailable", `NATS: ${error.description}`);
    names.push(...(streams ?? []));
    if (names.length >= total || streams === undefined || streams === null) break;
  }
  return names.filter((name) => name.startsWith(prefix)).sort();
}

interface NamesAnswer {
  readonly streams?: readonly string[] | null;
  readonly total?: number;
  readonly error?: { readonly description: string };
}
