import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, problem, sleep, stringifyJson, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { LogReader } from "@specwright/sequenced-log";
import type { VerifyUpgradeInput } from "@specwright/signing";
import { type WebSocket, WebSocketServer } from "ws";
import { admitUpgrade } from "./admit-upgrade.ts";
import { nowNs, writeControlFrame } from "./control-frames.ts";
import type { ChannelHandler } from "./handler-session.ts";
import type { KeyedSource } from "./keyed-source.ts";
import { createSessionOpener } from "./open-session.ts";
import type { ProjectFrames } from "./project-frames.ts";
import { readTarget } from "./read-target.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { webSocketServerSocket } from "./server-socket.ts";
import { defaultStreamServerSettings, type StreamServerSettings } from "./settings.ts";
import { count, createCounters, type StreamServerStatistics, summarize } from "./statistics.ts";
import { type ConnectionFailure, StreamConnection, type StreamPeer } from "./stream-connection.ts";
import { type StreamLogger, silentLogger } from "./stream-logger.ts";
import { createTimingWheel } from "./timing-wheel.ts";

/** Configures a stream server. */
export interface StreamServerOptions<Context = undefined>
  extends Pick<VerifyUpgradeInput, "lookupKey" | "replayCache"> {
  /** The channels served, from the generated `channels`. */
  readonly channels: readonly ChannelDescriptor[];
  /** Where channels with `x-sequence` read from; filled through `createPublisher`. */
  readonly log?: LogReader;
  /** What channels with `x-subscription` send, by channel id; see `createKeyedBroadcast`. */
  readonly subscriptions?: Readonly<Record<string, KeyedSource>>;
  /** Handlers of channels served by hand, by method name: `{ ...handlers }` of a generated interface. */
  readonly handlers?: Readonly<Record<string, ChannelHandler<Context>>>;
  /** Makes what handlers get as their context. */
  readonly context?: (peer: StreamPeer) => Context;
  /** Changes frames by the query of a connection, such as the locales that `lang` asks for. */
  readonly project?: ProjectFrames;
  readonly settings?: Partial<StreamServerSettings>;
  readonly clock?: Clock;
  /** Gives numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
  readonly logger?: StreamLogger;
}

/** Says where to listen. */
export interface ListenOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. Default 0. */
  readonly port?: number;
}

/** Serves channels over WebSocket. */
export interface StreamServer {
  /** Serves upgrades of an HTTP server that someone else listens with. */
  attach(server: Server): void;
  /** Listens on a socket of its own; resolves with the address that clients use. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Answers a request that is no upgrade: 426 where a channel is, else 404. */
  answerRequest(request: IncomingMessage, response: ServerResponse): void;
  /** Ends every connection of an access key with 4401 (S6). */
  revoke(accessKey: string): void;
  /** Lists the access keys of open connections. */
  accessKeys(): readonly string[];
  /** Tells what the server holds and has done. */
  statistics(): StreamServerStatistics;
  /**
   * Accepts no more, closes every connection with 1001 and a time to come back (S19), and resolves
   * when all are gone. The log stays open.
   */
  close(): Promise<void>;
}

/** Ticks of the timing wheel in a heartbeat interval. */
const WHEEL_TICKS = 16;

/** Connections that are closed at once without spreading them over time. */
const CLOSED_AT_ONCE = 64;

/** Time between two parts of a drain, in milliseconds. */
const DRAIN_TICK_MS = 50;

/** Makes a stream server. Throws when a channel has nothing to serve it from. */
export function createStreamServer<Context = undefined>(
  options: StreamServerOptions<Context>,
): StreamServer {
  const { channels, lookupKey, replayCache, log, subscriptions, handlers, project } = options;
  const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
  const settings: StreamServerSettings = { ...defaultStreamServerSettings, ...options.settings };
  const { context } = options;
  const opener = createSessionOpener<Context | undefined>({
    channels,
    settings,
    contextOf: (peer) => context?.(peer),
    ...(log !== undefined && { log }),
    ...(subscriptions !== undefined && { subscriptions }),
    ...(handlers !== undefined && { handlers }),
    ...(project !== undefined && { project }),
  });
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: settings.maxControlFrameBytes,
  });
  const tickMs = Math.max(1, settings.heartbeatMs / WHEEL_TICKS);
  const wheel = createTimingWheel({ clock, tickMs, slots: WHEEL_TICKS * 2 });
  const connections = new Set<StreamConnection>();
  const counters = createCounters();
  const perKey = new Map<string, number>();
  const detach: (() => void)[] = [];
  let own: Server | undefined;
  let closing = false;

  async function upgrade(request: IncomingMessage, transport: Duplex, head: Buffer): Promise<void> {
    const admission = await admitUpgrade(request, {
      channels,
      settings,
      clock,
      lookupKey,
      ...(replayCache !== undefined && { replayCache }),
    });
    if (admission.kind === "refuse") {
      const { status, code } = admission.problem;
      logger({ level: "info", event: "upgrade_refused", status, code });
      count(counters.upgrades, code);
      refuseUpgrade(transport, admission.problem);
      return;
    }
    if (admission.kind === "accept-and-fail") {
      const { channel, failure } = admission;
      count(counters.upgrades, failure.code);
      webSockets.handleUpgrade(request, transport, head, (socket) => {
        logger({ level: "info", event: failure.code, channel: channel.id });
        turnAway(socket, channel, failure);
      });
      return;
    }
    const { channel, parameters, peer } = admission;
    const makeSession = await opener.prepare(channel, parameters, peer);
    if (closing || !hasRoom(peer)) {
      const refusal = closing ? problem(503, "going_away") : problem(429, "too_many_connections");
      count(counters.upgrades, refusal.code);
      refuseUpgrade(transport, refusal, { "Retry-After": "1" });
      return;
    }
    webSockets.handleUpgrade(request, transport, head, (socket) => {
      const connection = new StreamConnection({
        socket: webSocketServerSocket(socket, transport),
        wheel,
        channel,
        parameters,
        peer,
        settings,
        clock,
        logger,
        counters,
      });
      count(counters.upgrades, "accepted");
      keep(connection);
      connection.run(makeSession(connection));
    });
  }

  function turnAway(
    socket: WebSocket,
    channel: ChannelDescriptor,
    failure: ConnectionFailure,
  ): void {
    const { closeCode, ...error } = failure;
    socket.on("error", () => {});
    const frame = writeControlFrame(channel, { kind: "error", ...error }, nowNs(clock));
    if (frame !== undefined) socket.send(frame, { binary: false });
    socket.close(closeCode, failure.code);
    const cancel = clock.setTimer(settings.closeGraceMs, () => socket.terminate());
    socket.once("close", cancel);
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

  function onUpgrade(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    // Until ws has it, nobody else listens to the socket, and an error would end the process.
    const ignore = (): void => {};
    transport.on("error", ignore);
    upgrade(request, transport, head).catch((error: unknown) => {
      logger({ level: "error", event: "upgrade_failed", error });
      if (transport.writable) refuseUpgrade(transport, problem(500, "internal_error"));
      else transport.destroy();
    });
  }

  function attach(server: Server): void {
    server.on("upgrade", onUpgrade);
    detach.push(() => server.off("upgrade", onUpgrade));
  }

  function answerRequest(request: IncomingMessage, response: ServerResponse): void {
    const found = readTarget(request.url ?? "", channels, settings).kind !== "unknown";
    const answer = found
      ? problem(426, "upgrade_required", { title: "Upgrade Required" })
      : problem(404, "not_found");
    response.writeHead(answer.status, {
      "Content-Type": "application/problem+json",
      ...(found && { Upgrade: "websocket" }),
    });
    response.end(stringifyJson(answer));
  }

  async function listen({ host = "127.0.0.1", port = 0 }: ListenOptions = {}): Promise<{
    readonly url: string;
    readonly port: number;
  }> {
    const server = createServer(answerRequest);
    own = server;
    attach(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    const address = server.address();
    const bound = typeof address === "object" && address !== null ? address.port : port;
    const name = host.includes(":") ? `[${host}]` : host;
    const version = settings.versions[0];
    const path = settings.basePath + (version === undefined ? "" : `/${version}`);
    return { url: `ws://${name}:${bound}${path}`, port: bound };
  }

  async function close(): Promise<void> {
    closing = true;
    for (const end of detach) end();
    const stopped = new Promise<void>((resolve) => {
      if (own === undefined) resolve();
      else own.close(() => resolve());
    });
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
    own?.closeAllConnections();
    await stopped;
  }

  return {
    attach,
    listen,
    answerRequest,
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

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = items.map((item) => ({ item, rank: random() }));
  return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
