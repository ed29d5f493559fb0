import { LogError } from "../log-error.ts";
import type { LogBounds, StreamKey } from "../sequenced-log.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsStreamInfo, NatsStreamManager } from "./nats.ts";
import { apiCode, callError, isStreamMissing } from "./nats-error.ts";
import {
  readStreamLog,
  type StreamLog,
  type StreamSettings,
  streamConfig,
  streamDescription,
  streamLimits,
} from "./stream-config.ts";

/** The error codes for a missing cluster and for too few suitable servers. */
const TOO_FEW_SERVERS: ReadonlySet<number | undefined> = new Set([10_074, 10_005]);
const NAME_IN_USE = 10_058;

/** A stream as it is on the server. */
export interface StreamLook extends StreamLog, LogBounds {}

/** Creates and inspects streams. */
export interface StreamAdmin {
  /** Creates the stream if it is missing. A writer also updates its limits. */
  ensure(name: string, key: StreamKey, asWriter: boolean): Promise<StreamLook>;
  /** Returns the state of a stream, or undefined if it is missing. */
  look(name: string): Promise<StreamLook | undefined>;
}

/** Creates the stream admin of one log. */
export function createStreamAdmin(
  manager: NatsStreamManager,
  settings: StreamSettings,
  notify: (notice: LogNotice) => void,
): StreamAdmin {
  let { replicas } = settings;

  async function find(name: string): Promise<NatsStreamInfo | undefined> {
    try {
      return await manager.streams.info(name);
    } catch (error) {
      if (isStreamMissing(error)) return undefined;
      throw callError(error);
    }
  }

  async function create(name: string, key: StreamKey): Promise<NatsStreamInfo> {
    const asked = replicas;
    try {
      return await manager.streams.add(streamConfig(name, key, { ...settings, replicas: asked }));
    } catch (error) {
      const code = apiCode(error);
      if (asked > 1 && TOO_FEW_SERVERS.has(code)) {
        // Another stream, created at the same time, may already have reduced the number of
        // replicas.
        if (replicas === asked) {
          notify({
            level: "warn",
            event: "single_replica",
            message: `The NATS server keeps one copy of each stream instead of ${asked}, so acknowledged records are lost if its disk fails. Run a cluster of ${asked} servers.`,
          });
        }
        replicas = 1;
        return create(name, key);
      }
      // Another process has created it meanwhile, with other limits.
      const made = code === NAME_IN_USE ? await find(name) : undefined;
      if (made !== undefined) return made;
      throw callError(error);
    }
  }

  return {
    async ensure(name, key, asWriter) {
      const info = (await find(name)) ?? (await create(name, key));
      const { config } = info;
      if (config.description !== streamDescription(key)) {
        throw new LogError("log_corrupt", `the stream ${name} does not belong to this log`);
      }
      const limits = streamLimits(settings);
      const same = config.max_msgs === limits.max_msgs && config.max_age === limits.max_age;
      if (same || !asWriter) return readLook(name, info);
      try {
        return readLook(name, await manager.streams.update(name, limits));
      } catch (error) {
        throw callError(error);
      }
    },
    async look(name) {
      const info = await find(name);
      return info && readLook(name, info);
    },
  };
}

function readLook(name: string, info: NatsStreamInfo): StreamLook {
  const { messages, first_seq, last_seq } = info.state;
  const last = BigInt(last_seq);
  const first = messages === 0 ? last + 1n : BigInt(first_seq);
  return { ...readStreamLog(name, info), first, last };
}
