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

/** Replicas need a cluster; no suitable peers. */
const TOO_FEW_SERVERS: ReadonlySet<number | undefined> = new Set([10_074, 10_005]);
const NAME_IN_USE = 10_058;

/** A stream as it is on the server. */
export interface StreamLook extends StreamLog, LogBounds {}

/** Makes streams and looks at them. */
export interface StreamAdmin {
  /** Makes the stream when it is missing; a writer brings its limits up to date too. */
  ensure(name: string, key: StreamKey, asWriter: boolean): Promise<StreamLook>;
  /** Looks at a stream; nothing when it is missing. */
  look(name: string): Promise<StreamLook | undefined>;
}

/** Makes the admin of the streams of one log. */
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
        // Another stream that is made at the same time may have learned it first.
        if (replicas === asked) {
          notify({
            level: "warn",
            event: "single_replica",
            message: `The NATS server keeps one copy of each stream instead of ${asked}: what it acknowledged is lost with its disk. Run a cluster of ${asked} servers.`,
          });
        }
        replicas = 1;
        return create(name, key);
      }
      // Another made it meanwhile, with other limits.
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
        throw new LogError("log_corrupt", `the stream ${name} is not one of this log's`);
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
