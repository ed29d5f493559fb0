// Decides on upgrades and runs connections, independent of the transport of their bytes.

import {
  type ChannelParameters,
  type Clock,
  type Logger,
  problem,
  StreamError,
  sleep,
  systemClock,
  UnavailableError,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode } from "@specwright/runtime/transport";
import type { LogReader } from "../log/sequenced-log.ts";
import type { VerifyUpgradeInput } from "../signing/verify-upgrade.ts";
import { channelLife } from "./connection/channel-life.ts";
import type { ConnectionFailure } from "./connection/connection-failure.ts";
import { nowNs, writeControlFrame } from "./connection/control-frames.ts";
import { textFrames } from "./connection/frame-batch.ts";
import type { ServerSocket } from "./connection/server-socket.ts";
import { StreamConnection } from "./connection/stream-connection.ts";
import type { StreamPeer } from "./connection/stream-peer.ts";
import { createTimingWheel } from "./connection/timing-wheel.ts";
import type { KeyedSource } from "./keyed/keyed-source.ts";
import type { ChannelHandler } from "./sessions/handler-session.ts";
import { createSessionOpener } from "./sessions/open-session.ts";
import type { ProjectFrames } from "./sessions/project-frames.ts";
import { requireHandlers } from "./sessions/require-handlers.ts";
import type { RequestHandler } from "./sessions/stream-handlers.ts";
import {
  defaultStreamServerSettings,
  heartbeatInterval,
  type StreamServerSettings,
} from "./settings.ts";
import { count, createCounters, type StreamServerStatistics, summarize } from "./statistics.ts";
import { type StreamLogger, streamLogger } from "./stream-logger.ts";
import type { UpgradeAnswer } from "./upgrade/accept-upgrades.ts";
import { requireAuthenticators, type StreamAuthenticators } from "./upgrade/authenticate.ts";
import { requireOrigins } from "./upgrade/check-origin.ts";
import { decideUpgrade, refuseCrowd, type UpgradeDecision } from "./upgrade/decide-upgrade.ts";
import type { UpgradeRequest } from "./upgrade/upgrade-request.ts";

/** Options for a stream server or gateway. */
export interface StreamGatewayOptions<Context = StreamPeer>
  extends Partial<Pick<VerifyUpgradeInput, "lookupKey">>,
    Pick<VerifyUpgradeInput, "replayCache"> {
  /** The served channels, from the generated `channels`. */
  readonly channels: readonly ChannelDescriptor[];
  /**
   * The authenticators of the document's security schemes, by their names. Each scheme of a served
   * channel needs one.
   */
  readonly authenticate?: StreamAuthenticators;
  /**
   * The origins, such as `https://app.example`, whose pages may connect to channels with a cookie as
   * their credential, besides those of the server's own host. Default none.
   */
  readonly origins?: readonly string[];
  /** The log that channels with `x-sequence` read from; written by `createPublisher`. */
  readonly log?: LogReader;
  /** The sources of channels with `x-subscription`, by channel id; see `createKeyedBroadcast`. */
  readonly subscriptions?: Readonly<Record<string, KeyedSource>>;
  /**
   * Handlers of channels that the application serves itself, by method name: `{ ...handlers }` of a
   * generated interface.
   */
  readonly handlers?: Readonly<Record<string, ChannelHandler<Context>>>;
  /** Handlers of requests that get a reply, likewise. */
  readonly requestHandlers?: Readonly<Record<string, RequestHandler<Context>>>;
  /** Creates the context for handlers. Default: the client itself, with its principals. */
  readonly context?: (peer: StreamPeer) => Context;
  /** Changes frames depending on the query of a connection, such as the locales in `lang`. */
  readonly project?: ProjectFrames;
  readonly settings?: Partial<StreamServerSettings>;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Receives what happens: a function, or a logger such as pino. Default: errors are printed as
   * process warnings.
   */
  readonly logger?: StreamLogger | Logger;
}

/** The answer to an upgrade over any socket. */
export type GatewayAnswer = UpgradeAnswer<(socket: ServerSocket) => void>;

/** Serves channels over sockets that are created elsewhere. */
export interface StreamGateway {
  /**
   * Decides on an upgrade. It is answered 503 if a dependency, such as the key store, rejects with
   * `UnavailableError`. Rejects with any other error of the log or the key store.
   */
  admit(request: UpgradeRequest): Promise<GatewayAnswer>;
  /** Ends every connection of an access key with 4401. */
  revoke(accessKey: string): void;
  /** Lists the access keys of open connections. */
  accessKeys(): readonly string[];
  /** Returns the state and the counters of the gateway. */
  statistics(): StreamServerStatistics;
  /**
   * Accepts no more connections and requests, waits for the replies to those in progress, closes all
   * connections with 1001 and a time to return, and resolves when they are closed. The log stays open.
   */
  close(): Promise<void>;
}

/** The ticks of the timing wheel in a heartbeat interval. */
const WHEEL_TICKS = 16;

/** How many connections are closed at once, without spreading them over time. */
const CLOSED_AT_ONCE = 64;

/** The time between two steps of a drain, in milliseconds. */
const DRAIN_TICK_MS = 50;

/**
 * Creates a gateway.
 *
 * @throws StreamError `missing_handler` if a channel has no source or a request no handler, or if
 * handlers have other names; `missing_authenticator`.
 */
export function createStreamGateway<Context = StreamPeer>(
  options: StreamGatewayOptions<Context>,
): StreamGateway {
  const { channels, lookupKey, replayCache, log, subscriptions, handlers, project } = options;
  const { clock = systemClock, random = Math.random, context } = options;
  const { authenticate = {}, requestHandlers, origins = [] } = options;
  const logger = streamLogger(options.logger);
  const settings: StreamServerSettings = { ...defaultStreamServerSettings, ...options.settings };
  requireOrigins(origins);
  requireKeys(channels, lookupKey);
  for (const channel of channels) requireAuthenticators(channel, authenticate);
  requireHandlers(options);
  const opener = createSessionOpener<Context | StreamPeer>({
    channels,
    settings,
    clock,
    contextOf: context ?? ((peer) => peer),
    ...(log !== undefined && { log }),
    ...(subscriptions !== undefined && { subscriptions }),
    ...(handlers !== undefined && { handlers }),
    ...(requestHandlers !== undefined && { requestHandlers }),
    ...(project !== undefined && { project }),
  });
  const lives = new Map(channels.map((channel) => [channel, channelLife(channel)]));
  const intervals = [...lives.values()].map((life) => heartbeatInterval(life, settings));
  const tickMs = Math.max(1, Math.min(...intervals) / WHEEL_TICKS);
  const wheel = createTimingWheel({ clock, tickMs, slots: WHEEL_TICKS * 2 });
  const connections = new Set<StreamConnection>();
  const counters = createCounters();
  const perKey = new Map<string, number>();
  let closing = false;

  async function admit(request: UpgradeRequest): Promise<GatewayAnswer> {
    try {
      return await decide(request);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const headers = { "Retry-After": `${error.retryAfterSec}` };
      return refuse({ problem: problem(503, "unavailable"), headers });
    }
  }

  async function decide(request: UpgradeRequest): Promise<GatewayAnswer> {
    const decision = await decideUpgrade(request, {
      channels,
      authenticate,
      origins,
      settings,
      clock,
      ...(lookupKey !== undefined && { lookupKey }),
      hasRoom,
      ...(replayCache !== undefined && { replayCache }),
    });
    switch (decision.kind) {
      case "refuse":
        return refuse(decision);
      case "accept-and-fail": {
        const { channel, failure } = decision;
        count(counters.upgrades, failure.code);
        logger({ level: "info", event: failure.code, channel: channel.id });
        return { kind: "accept", run: (socket) => turnAway(socket, channel, failure) };
      }
      case "accept":
        return accept(decision);
      default:
        return decision satisfies never;
    }
  }

  async function accept({
    channel,
    parameters,
    peer,
  }: UpgradeDecision & { readonly kind: "accept" }): Promise<GatewayAnswer> {
    const prepared = await opener.prepare(channel, parameters, peer);
    if (closing)
      return refuse({ problem: problem(503, "going_away"), headers: { "Retry-After": "1" } });
    // Other connections may have been opened while the session was prepared.
    if (!hasRoom(peer)) return refuse(refuseCrowd());
    const { headers } = prepared;
    const subprotocol = firstSubprotocol(parameters);
    return {
      kind: "accept",
      ...(headers !== undefined && { headers }),
      ...(subprotocol !== undefined && { subprotocol }),
      run(socket) {
        const parts = {
          socket,
          wheel,
          channel,
          life: lives.get(channel) ?? channelLife(channel),
          parameters,
          peer,
          settings,
          clock,
          logger,
          counters,
        };
        const connection = new StreamConnection(parts);
        count(counters.upgrades, "accepted");
        keep(connection);
        connection.run(prepared.make(connection));
      },
    };
  }

  function refuse(
    refusal: Pick<UpgradeDecision & { readonly kind: "refuse" }, "problem" | "headers">,
  ): GatewayAnswer {
    const { status, code } = refusal.problem;
    logger({ level: "info", event: "upgrade_refused", status, code });
    count(counters.upgrades, code);
    return { ...refusal, kind: "refuse" };
  }

  function turnAway(
    socket: ServerSocket,
    channel: ChannelDescriptor,
    { closeCode, ...error }: ConnectionFailure,
  ): void {
    const ignore = (): void => {};
    let cancel = ignore;
    socket.listen({
      message: ignore,
      ping: ignore,
      pong: ignore,
      violation: ignore,
      error: ignore,
      close: () => cancel(),
    });
    const frame = writeControlFrame(channel, undefined, { kind: "error", ...error }, nowNs(clock));
    if (frame !== undefined) socket.write(textFrames([frame]).bytes);
    socket.close(closeCode, contractCode(channel, error.code));
    cancel = clock.setTimer(settings.closeGraceMs, () => socket.terminate());
  }

  function hasRoom({ accessKey }: StreamPeer): boolean {
    return accessKey === undefined || (perKey.get(accessKey) ?? 0) < settings.maxConnectionsPerKey;
  }

  function keep(connection: StreamConnection): void {
    const { accessKey } = connection.peer;
    connections.add(connection);
    if (accessKey !== undefined) perKey.set(accessKey, (perKey.get(accessKey) ?? 0) + 1);
    void connection.closed.then(() => {
      connections.delete(connection);
      if (accessKey === undefined) return;
      const left = (perKey.get(accessKey) ?? 1) - 1;
      if (left > 0) perKey.set(accessKey, left);
      else perKey.delete(accessKey);
    });
  }

  /** Waits until the requests in progress are answered, but not for longer than a drain may take. */
  function finish(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimer(settings.drainMs, resolve);
      void Promise.all([...connections].map((connection) => connection.finish())).then(() => {
        cancel();
        resolve();
      });
    });
  }

  async function close(): Promise<void> {
    closing = true;
    await finish();
    const open = shuffled([...connections], random);
    const slotMs = settings.reconnectWindowMs / Math.max(1, open.length);
    const atOnce = Math.ceil((open.length * DRAIN_TICK_MS) / Math.max(1, settings.drainMs));
    for (const [at, connection] of open.entries()) {
      if (at > 0 && at % Math.max(CLOSED_AT_ONCE, atOnce) === 0) await sleep(clock, DRAIN_TICK_MS);
      connection.close(1001, `retry_ms=${Math.round(at * slotMs)}`);
    }
    await Promise.all(open.map((connection) => connection.closed));
    wheel.close();
    opener.close();
  }

  return {
    admit,
    revoke(accessKey) {
      const failure = { closeCode: 4401, code: "unauthorized", message: "the key was revoked" };
      for (const connection of [...connections]) {
        if (connection.peer.accessKey === accessKey) connection.fail(failure);
      }
    },
    accessKeys: () => [...perKey.keys()],
    statistics: () => summarize(counters, connections),
    close,
  };
}

/** Refuses to serve a signed channel that nobody could open. */
function requireKeys(channels: readonly ChannelDescriptor[], lookupKey: unknown): void {
  const signed = channels.find(({ signature }) => signature !== undefined);
  if (signed === undefined || lookupKey !== undefined) return;
  const { id: channelId } = signed;
  const message = `channel ${channelId} is signed: give \`lookupKey\`, which finds the keys`;
  throw new StreamError("missing_authenticator", message, { channelId });
}

/** Returns the first subprotocol that a client offers; undefined if the document declares none. */
function firstSubprotocol({ headers = {} }: ChannelParameters): string | undefined {
  const found = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === "sec-websocket-protocol",
  );
  return found === undefined ? undefined : String(found[1]).split(",")[0]?.trim();
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = items.map((item) => ({ item, rank: random() }));
  return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
