import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogBounds, StreamKey } from "../sequenced-log.ts";
import { askAgain } from "./ask-again.ts";
import type { ConnectionHealth } from "./connection-health.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsStreamConfig, NatsStreamInfo, NatsStreamManager } from "./nats.ts";
import { apiCode, callError, isStreamMissing, mayAnswerLater } from "./nats-error.ts";
import {
  idStreamConfig,
  readStreamLog,
  type StreamLog,
  type StreamSettings,
  streamConfig,
  streamDescription,
  streamLimits,
} from "./stream-config.ts";

/** Codes of JetStream: no cluster, and too few suitable servers. */
const TOO_FEW_SERVERS: ReadonlySet<number | undefined> = new Set([10_074, 10_005]);
const NAME_IN_USE = 10_058;

/** If a leader has no quorum for longer than this, the client leaves its server. In milliseconds. */
const DOUBT_MS = 1_500;

/** The log and the bounds of a stream, as the server reports them. */
export interface StreamLook extends StreamLog, LogBounds {}

/** Creates streams, and asks for their state. */
export interface StreamAdmin {
  /**
   * Returns the state of a stream. Creates the stream if it is missing. If `asWriter` is set, also updates
   * its limits.
   */
  ensure(name: string, key: StreamKey, asWriter: boolean): Promise<StreamLook>;
  /**
   * Returns the state of a stream, or undefined if the stream is missing. Accepts only the answer of a
   * leader with a quorum, because any other leader may lack acknowledged records, or have records that were
   * not acknowledged.
   */
  look(name: string): Promise<StreamLook | undefined>;
  /** Creates the stream that stores the ids of a log. Each message has the ids of `perMessage` records. */
  ensureIds(name: string, perMessage: number): Promise<void>;
  /** Like `look`, but sends only one request. */
  lookNow(name: string): Promise<StreamLook | undefined>;
}

/**
 * Creates the admin for the streams of a log. It repeats each request for at most `limitMs` milliseconds.
 * If the current server has no quorum, it reports that to `health`.
 */
export function createStreamAdmin(
  manager: NatsStreamManager,
  settings: StreamSettings,
  notify: (notice: LogNotice) => void,
  clock: Clock,
  limitMs: number,
  health: Pick<ConnectionHealth, "move" | "leave">,
): StreamAdmin {
  let { replicas } = settings;
  /** Since when the leader of each stream has had no quorum. */
  const doubtedMs = new Map<string, number>();

  /** Repeats a request, because no server answers while a new stream elects its leader. */
  function askServer<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    return askAgain(send, { clock, limitMs, retries: mayAnswerLater });
  }

  async function findStream(name: string): Promise<NatsStreamInfo | undefined> {
    try {
      return await askServer(() => manager.streams.info(name));
    } catch (error) {
      if (isStreamMissing(error)) return undefined;
      throw callError(error);
    }
  }

  /**
   * Reports to `health` that the leader of a stream has had no quorum for some time. A new leader may have
   * no quorum at first.
   */
  function doubtLeader(name: string): void {
    const sinceMs = doubtedMs.get(name) ?? clock.elapsed();
    doubtedMs.set(name, sinceMs);
    if (clock.elapsed() - sinceMs < DOUBT_MS) return;
    doubtedMs.clear();
    health.leave(`the server in use has no quorum for ${name}`);
  }

  async function lookNow(name: string): Promise<StreamLook | undefined> {
    try {
      const info = await manager.streams.info(name);
      if (hasQuorum(info)) {
        doubtedMs.delete(name);
        return readLook(name, info);
      }
      doubtLeader(name);
    } catch (error) {
      if (isStreamMissing(error)) return undefined;
      throw callError(error);
    }
    throw new LogError("log_unavailable", `the stream ${name} has no leader with a quorum`);
  }

  /**
   * Waits until a cluster lists a stream that a different process is creating. Before that, the cluster
   * already refuses to create it.
   */
  async function findNew(name: string): Promise<NatsStreamInfo> {
    try {
      return await askAgain(() => manager.streams.info(name), { clock, limitMs });
    } catch (error) {
      throw callError(error);
    }
  }

  async function createStream(
    configOf: (settings: StreamSettings) => NatsStreamConfig,
  ): Promise<NatsStreamInfo> {
    const asked = replicas;
    const config = configOf({ ...settings, replicas: asked });
    try {
      return await askServer(() => manager.streams.add(config));
    } catch (error) {
      const code = apiCode(error);
      if (asked > 1 && TOO_FEW_SERVERS.has(code)) {
        // The creation of a different stream may have reduced the number of replicas in the meantime.
        if (replicas === asked) {
          notify({
            level: "warn",
            event: "single_replica",
            message: `The NATS server keeps one copy of each stream instead of ${asked}, so acknowledged records are lost if its disk fails. Run a cluster of ${asked} servers.`,
          });
        }
        replicas = 1;
        return createStream(configOf);
      }
      // A different process has created the stream in the meantime, with different limits.
      if (code === NAME_IN_USE) return findNew(config.name);
      throw callError(error);
    }
  }

  return {
    async ensure(name, key, asWriter) {
      const info =
        (await findStream(name)) ??
        (await createStream((created) => streamConfig(name, key, created)));
      const { config } = info;
      if (config.description !== streamDescription(key)) {
        throw new LogError("log_corrupt", `the stream ${name} does not belong to this log`);
      }
      const copies = config.num_replicas ?? 1;
      // A server without a cluster is reported elsewhere: when it refuses to store several copies.
      if (info.cluster?.name !== undefined && copies < settings.replicas) {
        notify({
          level: "warn",
          event: "too_few_replicas",
          message: `The stream ${name} has ${copies} of ${settings.replicas} replicas, so acknowledged records may be lost with a server. Add some: nats stream update ${name} --replicas ${settings.replicas}`,
          stream: name,
        });
      }
      const limits = streamLimits(settings);
      const same = config.max_msgs === limits.max_msgs && config.max_age === limits.max_age;
      if (same || !asWriter) return readLook(name, info);
      try {
        return readLook(name, await askServer(() => manager.streams.update(name, limits)));
      } catch (error) {
        throw callError(error);
      }
    },
    async ensureIds(name, perMessage) {
      if ((await findStream(name)) === undefined) {
        await createStream((created) => idStreamConfig(name, created, perMessage));
      }
    },
    look: (name) =>
      askAgain(() => lookNow(name), {
        clock,
        limitMs,
        retries: isUnavailable,
        onLong: () => health.move(`the last record of ${name} is unknown`),
      }),
    lookNow,
  };
}

function isUnavailable(error: unknown): boolean {
  const cause = error instanceof LogError ? error.cause : error;
  return cause === undefined || mayAnswerLater(cause);
}

/**
 * If a leader has not heard from a replica for this time, the replica counts as silent. In nanoseconds. A
 * leader sends heartbeats every second. It may consider itself the leader for ten seconds after it was
 * disconnected.
 */
const SILENT_NS = 3_000_000_000;

/** Reports whether the state is from a leader that has recently heard from a majority of the replicas. */
function hasQuorum({ cluster }: NatsStreamInfo): boolean {
  if (cluster === undefined) return true;
  if (!cluster.leader) return false;
  const { replicas = [] } = cluster;
  const heard = replicas.filter(({ active, offline }) => !offline && active < SILENT_NS);
  return (heard.length + 1) * 2 > replicas.length + 1;
}

function readLook(name: string, info: NatsStreamInfo): StreamLook {
  const { messages, first_seq, last_seq } = info.state;
  const last = BigInt(last_seq);
  const first = messages === 0 ? last + 1n : BigInt(first_seq);
  return { ...readStreamLog(name, info), first, last };
}
