// Opens, counts and closes the connections of a server.

import { type Clock, sleep } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { namedAccessKey } from "../../signing/named-access-key.ts";
import { RepeatedEntries } from "../repeated-entries.ts";
import { defaultPending, heartbeatInterval, type StreamServerSettings } from "../settings.ts";
import { countOne, createCounters, summarizeConnections } from "../statistics.ts";
import type { StreamLogger } from "../stream-logger.ts";
import { forwardedAddress } from "../upgrade/forwarded-address.ts";
import type { UpgradeRequest } from "../upgrade/upgrade-request.ts";
import { channelLife } from "./channel-life.ts";
import type { ConnectionFailure } from "./connection-failure.ts";
import type { ConnectionHost, OpenConnection } from "./connection-host.ts";
import { RequestLimits } from "./request-limits.ts";
import type { ServerSocket } from "./server-socket.ts";
import { StreamConnection } from "./stream-connection.ts";
import type { StreamPeer } from "./stream-peer.ts";
import { createTimingWheel } from "./timing-wheel.ts";

export interface ConnectionsOptions {
  readonly channels: readonly ChannelDescriptor[];
  readonly settings: StreamServerSettings;
  readonly clock: Clock;
  readonly logger: StreamLogger;
}

/** A refused upgrade, for the log. */
export interface Refusal {
  readonly code: string;
  /** The reason for the refusal. Absent if the code says enough. */
  readonly reason?: string;
  /** The HTTP status of the answer. Absent if the connection was accepted and closed. */
  readonly status?: number;
  readonly closeCode?: number;
}

/** The number of ticks of the timing wheel in a heartbeat interval. */
const WHEEL_TICKS = 16;

/**
 * If there are at most this many connections, a closing server closes all at once, otherwise gradually.
 */
const CLOSED_AT_ONCE = 64;

/** A server that closes gradually closes some connections each time after this number of milliseconds. */
const DRAIN_TICK_MS = 50;
/**
 * The maximum time between the reconnects of two clients, in milliseconds. With few clients, all of them
 * then reconnect soon.
 */
const SLOT_MS = 5;

/** The connections of a server. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #open: Set<OpenConnection> = new Set();
  readonly #perKey: Map<string, number> = new Map();
  readonly #hosts: ReadonlyMap<ChannelDescriptor, ConnectionHost>;
  readonly #counters = createCounters();
  readonly #limits: RequestLimits;
  readonly #repeated: RepeatedEntries;

  constructor(options: ConnectionsOptions) {
    const { channels, settings, clock, logger } = options;
    this.#options = options;
    const isConnected = (accessKey: string): boolean => this.#perKey.has(accessKey);
    this.#limits = new RequestLimits({ settings, clock, isConnected });
    this.#repeated = new RepeatedEntries({ logger, clock });
    const lives = channels.map((channel) => ({ channel, life: channelLife(channel) }));
    const intervals = lives.map(({ life }) => heartbeatInterval(life, settings));
    const tickMs = Math.max(1, Math.min(...intervals) / WHEEL_TICKS);
    const wheel = createTimingWheel({ clock, tickMs, slots: WHEEL_TICKS * 2 });
    this.#hosts = new Map(
      lives.map(({ channel, life }) => {
        const { flowControl } = channel;
        const host: ConnectionHost = {
          channel,
          life,
          heartbeatMs: heartbeatInterval(life, settings),
          maxPendingFrames:
            settings.maxPendingFrames ?? flowControl?.maxPendingFrames ?? defaultPending.frames,
          maxPendingBytes:
            settings.maxPendingBytes ?? flowControl?.maxPendingBytes ?? defaultPending.bytes,
          slowCloseCode: flowControl?.closeCode ?? 4008,
          settings,
          wheel,
          clock,
          logger,
          counters: this.#counters,
          limits: this.#limits,
          limited: (peer) => this.#reportLimited(channel.id, peer),
          ended: (connection) => this.#forgetConnection(connection),
        };
        return [channel, host];
      }),
    );
  }

  /** Returns the parts that all connections to a channel share. */
  hostOf(channel: ChannelDescriptor): ConnectionHost {
    const host = this.#hosts.get(channel);
    if (host === undefined) throw new Error(`no such channel: ${channel.id}`);
    return host;
  }

  /** Creates a connection. The caller must then start it with a session. */
  open(host: ConnectionHost, socket: ServerSocket, peer: StreamPeer): StreamConnection {
    const { accessKey } = peer;
    const connection = new StreamConnection(host, socket, peer);
    this.countUpgrade("accepted");
    this.#open.add(connection);
    if (accessKey !== undefined) this.#perKey.set(accessKey, this.#countOf(accessKey) + 1);
    return connection;
  }

  /** Counts an upgrade. `code` is `accepted`, or the code of the refusal. */
  countUpgrade(code: string): void {
    countOne(this.#counters.upgrades, code);
  }

  /** Counts a refused request and logs it. Repeated refusals are combined in the log. */
  refused(refusal: Refusal, request: UpgradeRequest | undefined): void {
    const { code, reason = code } = refusal;
    this.countUpgrade(code);
    countOne(this.#counters.refusals, reason);
    const common = { level: "info", event: "upgrade_refused", ...refusal } as const;
    const accessKey = request && namedAccessKey(request.rawHeaders);
    const address = request?.socket?.remoteAddress;
    const forwardedFor = request && forwardedAddress(request.rawHeaders);
    const entry = {
      ...common,
      ...(accessKey !== undefined && { accessKey }),
      ...(address !== undefined && { address }),
      ...(forwardedFor !== undefined && { forwardedFor }),
    };
    this.#repeated.add({ entry, common, kind: [code, reason, accessKey, address, forwardedFor] });
  }

  /** Counts and logs an upgrade that failed because of an error of the server. */
  failed(error: unknown): void {
    this.countUpgrade("internal_error");
    countOne(this.#counters.refusals, "internal_error");
    const common = { level: "error", event: "upgrade_failed" } as const;
    this.#repeated.add({
      entry: { ...common, error },
      common,
      kind: [common.event, String(error)],
    });
  }

  /** Reports whether the client may open one more connection. */
  hasRoom({ accessKey }: StreamPeer): boolean {
    return (
      accessKey === undefined ||
      this.#countOf(accessKey) < this.#options.settings.maxConnectionsPerKey
    );
  }

  /**
   * Counts an upgrade of an identified client. Returns 0, or the milliseconds to wait if the client has
   * sent too many requests.
   */
  takeUpgrade({ accessKey }: StreamPeer): number {
    return accessKey === undefined ? 0 : this.#limits.takeUpgrade(accessKey);
  }

  /** The access keys that have open connections. */
  get accessKeys(): readonly string[] {
    return [...this.#perKey.keys()];
  }

  statistics(): ReturnType<typeof summarizeConnections> {
    return summarizeConnections(this.#counters, this.#open);
  }

  /** Ends every connection of an access key. */
  revoke(accessKey: string, failure: ConnectionFailure): void {
    for (const connection of [...this.#open]) {
      if (connection.peer.accessKey === accessKey) connection.fail(failure);
    }
  }

  /**
   * Waits for the replies to pending requests. Then closes all connections, each with a time at which to
   * reconnect. Resolves when they are closed.
   */
  async drain(random: () => number): Promise<void> {
    const { clock, settings } = this.#options;
    await this.#closeAll();
    const open = shuffleItems([...this.#open], random);
    const slotMs = Math.min(SLOT_MS, settings.reconnectWindowMs / Math.max(1, open.length));
    const atOnce = Math.ceil((open.length * DRAIN_TICK_MS) / Math.max(1, settings.drainMs));
    for (const [at, connection] of open.entries()) {
      if (at > 0 && at % Math.max(CLOSED_AT_ONCE, atOnce) === 0) await sleep(clock, DRAIN_TICK_MS);
      connection.end(1001, `retry_ms=${Math.round(at * slotMs)}`);
    }
    await Promise.all(open.map((connection) => connection.closed));
    for (const { wheel } of this.#hosts.values()) wheel.close();
    this.#repeated.close();
  }

  /**
   * Waits until all connections have replied to pending requests, but at most `drainMs`. Then closes them.
   */
  #closeAll(): Promise<void> {
    const { clock, settings } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.setTimer(settings.drainMs, resolve);
      void Promise.all([...this.#open].map((connection) => connection.finish())).then(() => {
        cancel();
        resolve();
      });
    });
  }

  #reportLimited(channel: string, { accessKey, brokerId }: StreamPeer): void {
    this.#counters.limited += 1;
    const common = { level: "warn", event: "requests_limited", channel } as const;
    const entry = { ...common, brokerId, ...(accessKey !== undefined && { accessKey }) };
    this.#repeated.add({ entry, common, kind: [common.event, channel, accessKey] });
  }

  #countOf(accessKey: string): number {
    return this.#perKey.get(accessKey) ?? 0;
  }

  #forgetConnection(connection: OpenConnection): void {
    const { accessKey } = connection.peer;
    this.#open.delete(connection);
    if (accessKey === undefined) return;
    const left = this.#countOf(accessKey) - 1;
    if (left > 0) this.#perKey.set(accessKey, left);
    else this.#perKey.delete(accessKey);
  }
}

function shuffleItems<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = items.map((item) => ({ item, rank: random() }));
  return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
