// Our own service in this process, with a stimulus that has access to its internals.

import { SpecwrightError, stringifyJson } from "@specwright/runtime";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { mayPublishAgain, type StreamServerSettings } from "@specwright/streams/server";
import {
  createAccessKeys,
  createStreamsService,
  issueAccessKey,
  readPublishCommand,
} from "@specwright/streams-service";
import type {
  Account,
  ConformanceLimits,
  JsonObject,
  SequencedName,
  Stimulus,
} from "../src/index.ts";
import { ConformanceError } from "../src/report/conformance-error.ts";
import { adjustableLog } from "./adjustable-log.ts";
import type { LogEngine } from "./log-engines.ts";

export interface ServiceUnderTest {
  readonly url: string;
  readonly account: Account;
  readonly stimulus: Required<Pick<Stimulus, "publish">> & Stimulus;
  readonly limits: ConformanceLimits;
  /** Returns the account of a key, even if it was revoked. */
  lookup(accessKey: string): Account | undefined;
  stop(): Promise<void>;
  /** Writes a frame to the log, bypassing the checks of the publisher, and returns its number. */
  append(action: AppendAction): Promise<bigint>;
  /** Stops the server and starts it again at the same address, on its log or another. */
  restart(log?: SequencedLog): Promise<void>;
}

/** A frame for the log of a stream that the publisher does not write to. */
export interface AppendAction {
  readonly channel: SequencedName;
  readonly brokerId: string;
  readonly message: JsonObject;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

export interface ServiceOptions {
  readonly engine: LogEngine;
  readonly settings?: Partial<StreamServerSettings>;
  readonly snapshotIntervalMs?: number;
}

/** The settings of the service, which are also passed to the kit. */
export const limits: ConformanceLimits = {
  clock_skew_tolerance: 300,
  max_pending_bytes: 2_000_000,
  max_control_frame_bytes: 16_384,
  max_markets_per_connection: 4,
  max_connections_per_access_key: 16,
  max_invalid_frames_per_minute: 16,
  max_snapshots_per_minute: 40,
  snapshot_interval: 0.5,
};

export async function startService(options: ServiceOptions): Promise<ServiceUnderTest> {
  const opened = await options.engine.open();
  const log = adjustableLog(opened.log);
  const accounts = new Map<string, Account>();
  const accessKeys = createAccessKeys();
  /** Starts a server on the log, which outlives it. */
  function make(from: SequencedLog) {
    return createStreamsService({
      accessKeys,
      log: { ...from, close: async () => {} },
      snapshotIntervalMs: options.snapshotIntervalMs ?? limits.snapshot_interval * 1000,
      settings: {
        heartbeatMs: 200,
        maxFrameBytes: limits.max_control_frame_bytes,
        maxSnapshotsPerMinute: limits.max_snapshots_per_minute,
        maxKeysPerConnection: limits.max_markets_per_connection,
        maxConnectionsPerKey: limits.max_connections_per_access_key,
        reconnectWindowMs: 1000,
        drainMs: 100,
        replayAboveBytes: 64 * 1024,
        ...options.settings,
      },
    });
  }
  let service = make(log);
  const { url, port } = await service.listen();
  let closing: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    closing ??= service.close();
    return closing;
  };
  async function restart(from: SequencedLog = log): Promise<void> {
    await drain();
    service = make(from);
    closing = undefined;
    await service.listen({ port });
  }
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= drain()
      .then(() => log.close())
      .then(() => opened.remove());
    return stopping;
  };
  const issueKey = async (brokerId: string): Promise<Account> => {
    const entry = issueAccessKey(brokerId);
    await accessKeys.add(entry);
    accounts.set(entry.accessKey, entry);
    return entry;
  };
  return {
    url,
    account: await issueKey("BRK-KIT"),
    limits,
    lookup: (accessKey) => accounts.get(accessKey),
    stop,
    restart,
    async append({ channel, brokerId, message, keys }) {
      const stream = { brokerId, channelId: channel };
      const { last } = await log.bounds(stream);
      const [seq, tsNs] = [last + 1n, BigInt(Date.now()) * 1_000_000n];
      const { type, ...rest } = message;
      const frame = Buffer.from(stringifyJson({ type, seq, ts_ns: tsNs, ...rest }));
      await log.append(stream, [{ seq, tsNs, type: String(type), frame, keys }]);
      return seq;
    },
    stimulus: {
      async publish({ channel, brokerId, message, keys, frameId }) {
        const market = channel === "market-data";
        const line = market
          ? { channel, id: frameId, ...message }
          : { channel, id: frameId, broker_id: brokerId, message, keys };
        try {
          return await service.publish(readPublishCommand(stringifyJson(line)));
        } catch (error) {
          throw refusalOf(error);
        }
      },
      async expire({ channel, brokerId, upTo }) {
        log.expire({ brokerId, channelId: channel }, upTo);
      },
      async failWrites({ channel, brokerId, count }) {
        log.failWrites({ brokerId, channelId: channel }, count);
      },
      issueKey,
      async revokeKey(accessKey) {
        service.revoke(accessKey);
      },
      drain,
      restart: () => restart(),
      replaceLog: () => log.replaceBy(createMemoryLog()),
    },
  };
}

/** Returns what a stimulus in another process would report about a refused frame. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof SpecwrightError)) return error;
  const { code, message } = error;
  const refused = { code, retry: mayPublishAgain(error) };
  return new ConformanceError("stimulus_failed", message, { cause: error, refused });
}
