// Decides on upgrades and serves connections, over any transport of bytes.

import {
  type ChannelParameters,
  type Clock,
  type Logger,
  type Problem,
  problem,
  StreamError,
  systemClock,
  UnavailableError,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode } from "@specwright/runtime/transport";
import type { LogReader } from "../log/sequenced-log.ts";
import type { VerifyUpgradeInput } from "../signing/verify-upgrade.ts";
import type { ConnectionFailure } from "./connection/connection-failure.ts";
import { Connections } from "./connection/connections.ts";
import { nowNs, writeControlFrame } from "./connection/control-frames.ts";
import { textFrames } from "./connection/frame-batch.ts";
import type { ServerSocket } from "./connection/server-socket.ts";
import type { StreamPeer } from "./connection/stream-peer.ts";
import type { KeyedSource } from "./keyed/keyed-source.ts";
import type { ChannelHandler } from "./sessions/handler-session.ts";
import { type AcceptedUpgrade, createSessionOpener } from "./sessions/open-session.ts";
import type { ProjectFrames } from "./sessions/project-frames.ts";
import { requireHandlers } from "./sessions/require-handlers.ts";
import type { RequestHandler } from "./sessions/stream-handlers.ts";
import { defaultStreamServerSettings, type StreamServerSettings } from "./settings.ts";
import type { StreamServerStatistics } from "./statistics.ts";
import { type StreamLogger, streamLogger } from "./stream-logger.ts";
import type { FeedServer } from "./topics/create-feed-server.ts";
import type { UpgradeAnswer } from "./upgrade/accept-upgrades.ts";
import { requireAuthenticators, type StreamAuthenticators } from "./upgrade/authenticate.ts";
import { requireOrigins } from "./upgrade/check-origin.ts";
import {
  decideUpgrade,
  tooManyConnections,
  type UpgradeDecision,
} from "./upgrade/decide-upgrade.ts";
import type { UpgradeRequest } from "./upgrade/upgrade-request.ts";

/** Options for a stream server or gateway. */
export interface StreamGatewayOptions<Context = StreamPeer>
  extends Partial<Pick<VerifyUpgradeInput, "lookupKey">>,
    Pick<VerifyUpgradeInput, "replayCache"> {
  /** The served channels, from the generated `channels`. */
  readonly channels: readonly ChannelDescriptor[];
  /**
   * The authenticators of the document's security schemes, by the name of the scheme. Each scheme of a
   * served channel needs an authenticator.
   */
  readonly authenticate?: StreamAuthenticators;
  /**
   * Some channels accept a cookie as their credential. Pages of the server's own host may connect to them.
   * These are further origins, such as `https://app.example`, whose pages may connect too. Default none.
   */
  readonly origins?: readonly string[];
  /** The log that channels with `x-sequence` read. `createPublisher` writes to it. */
  readonly log?: LogReader;
  /**
   * The sources of channels with `x-subscription`, by channel id. Create them with `createKeyedBroadcast`.
   */
  readonly subscriptions?: Readonly<Record<string, KeyedSource>>;
  /** The servers of channels with topics, by method name. Create them with `createFeedServer`. */
  readonly feeds?: Readonly<Record<string, Pick<FeedServer, "connect">>>;
  /**
   * The handlers of channels that the application serves itself, by method name. They implement a generated
   * interface; pass `{ ...handlers }`.
   */
  readonly handlers?: Readonly<Record<string, ChannelHandler<Context>>>;
  /** The handlers of requests that expect a reply, by method name as in `handlers`. */
  readonly requestHandlers?: Readonly<Record<string, RequestHandler<Context>>>;
  /** Creates the context that handlers receive. Default: the client (`StreamPeer`). */
  readonly context?: (peer: StreamPeer) => Context;
  /** Changes the frames for a connection according to its query, such as the locales in `lang`. */
  readonly project?: ProjectFrames;
  readonly settings?: Partial<StreamServerSettings>;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Receives log entries: a function, or a logger such as pino. By default, errors are printed as process
   * warnings, and all other entries are dropped.
   */
  readonly logger?: StreamLogger | Logger;
}

/** The answer to an upgrade. If the answer accepts the upgrade, call its function with the socket. */
export type GatewayAnswer = UpgradeAnswer<(socket: ServerSocket) => void>;

/** Serves channels over sockets that the caller creates. */
export interface StreamGateway {
  /**
   * Decides on an upgrade. If a dependency, such as the key store, rejects with `UnavailableError`, the
   * answer is 503. If the log or the key store rejects with any other error, `admit` rejects with it.
   */
  admit(request: UpgradeRequest): Promise<GatewayAnswer>;
  /**
   * Counts and logs an upgrade request that the caller has refused itself, because the request was invalid.
   */
  refused(refusal: Problem, request?: UpgradeRequest): void;
  /** Counts and logs an upgrade for which `admit` has rejected. */
  failed(error: unknown): void;
  /** Ends every connection of an access key with 4401. */
  revoke(accessKey: string): void;
  /** Lists the access keys of open connections. */
  accessKeys(): readonly string[];
  /** Returns the state and the counters of the gateway. */
  statistics(): StreamServerStatistics;
  /**
   * Refuses new connections and requests, and waits for the replies to pending requests. Then closes all
   * connections with 1001 and a time at which to reconnect. Resolves when all connections are closed. Does
   * not close the log.
   */
  close(): Promise<void>;
}

/**
 * Creates a gateway.
 *
 * @throws StreamError `missing_handler` if a channel has no source, a request has no handler, or a handler
 * has an unknown name; `missing_authenticator`.
 */
export function createStreamGateway<Context = StreamPeer>(
  options: StreamGatewayOptions<Context>,
): StreamGateway {
  const { channels, lookupKey, replayCache, log, subscriptions, handlers, project } = options;
  const { feeds } = options;
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
    random,
    clock,
    logger,
    contextOf: context ?? ((peer) => peer),
    ...(log !== undefined && { log }),
    ...(subscriptions !== undefined && { subscriptions }),
    ...(feeds !== undefined && { feeds }),
    ...(handlers !== undefined && { handlers }),
    ...(requestHandlers !== undefined && { requestHandlers }),
    ...(project !== undefined && { project }),
  });
  const connections = new Connections({ channels, settings, clock, logger });
  let closing = false;

  async function admit(request: UpgradeRequest): Promise<GatewayAnswer> {
    try {
      return await decideAnswer(request);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const headers = { "Retry-After": `${error.retryAfterSec}` };
      return refuseUpgrade({ problem: problem(503, "unavailable"), headers }, request);
    }
  }

  async function decideAnswer(request: UpgradeRequest): Promise<GatewayAnswer> {
    const decision = await decideUpgrade(request, {
      channels,
      authenticate,
      origins,
      settings,
      clock,
      ...(lookupKey !== undefined && { lookupKey }),
      hasRoom: (peer) => connections.hasRoom(peer),
      takeUpgrade: (peer) => connections.takeUpgrade(peer),
      ...(replayCache !== undefined && { replayCache }),
    });
    switch (decision.kind) {
      case "refuse":
        return refuseUpgrade(decision, request);
      case "accept-and-fail": {
        const { channel, failure } = decision;
        const { closeCode, code, details } = failure;
        const reason = stringAt(details, "reason");
        connections.refused({ closeCode, code, ...(reason !== undefined && { reason }) }, request);
        return { kind: "accept", run: (socket) => turnAway(socket, channel, failure) };
      }
      case "accept":
        return acceptUpgrade(decision, request);
      default:
        return decision satisfies never;
    }
  }

  async function acceptUpgrade(
    accepted: AcceptedUpgrade,
    request: UpgradeRequest,
  ): Promise<GatewayAnswer> {
    const { channel, parameters, peer } = accepted;
    const prepared = await opener.prepare(accepted, request);
    if ("refusal" in prepared) return refuseUpgrade({ problem: prepared.refusal }, request);
    if (closing) {
      const headers = { "Retry-After": "1" };
      return refuseUpgrade({ problem: problem(503, "going_away"), headers }, request);
    }
    // Other connections of the client may have been opened in the meantime.
    if (!connections.hasRoom(peer)) return refuseUpgrade(tooManyConnections(), request);
    const { headers } = prepared;
    const subprotocol = firstSubprotocol(parameters);
    return {
      kind: "accept",
      ...(headers !== undefined && { headers }),
      ...(subprotocol !== undefined && { subprotocol }),
      run(socket) {
        const connection = connections.open(connections.hostOf(channel), socket, peer);
        connection.run(prepared.make(connection));
      },
    };
  }

  function refuseUpgrade(
    refusal: Pick<UpgradeDecision & { readonly kind: "refuse" }, "problem" | "headers">,
    request: UpgradeRequest,
  ): GatewayAnswer {
    refused(refusal.problem, request);
    return { ...refusal, kind: "refuse" };
  }

  function refused(refusal: Problem, request?: UpgradeRequest): void {
    const { status, code } = refusal;
    const reason = stringAt(refusal, "reason");
    connections.refused({ status, code, ...(reason !== undefined && { reason }) }, request);
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

  async function close(): Promise<void> {
    closing = true;
    await connections.drain(random);
    opener.close();
  }

  return {
    admit,
    refused,
    failed: (error) => connections.failed(error),
    revoke: (accessKey) =>
      connections.revoke(accessKey, {
        closeCode: 4401,
        code: "unauthorized",
        message: "the key was revoked",
      }),
    accessKeys: () => connections.accessKeys,
    statistics: () => ({ ...connections.statistics(), viewAgeMs: opener.viewAgeMs() }),
    close,
  };
}

function stringAt(holder: object | undefined, name: string): string | undefined {
  const value: unknown = holder && Reflect.get(holder, name);
  return typeof value === "string" ? value : undefined;
}

/** Throws if a channel is signed but there is no function to look up keys. */
function requireKeys(channels: readonly ChannelDescriptor[], lookupKey: unknown): void {
  const signed = channels.find(({ signature }) => signature !== undefined);
  if (signed === undefined || lookupKey !== undefined) return;
  const { id: channelId } = signed;
  const message = `channel ${channelId} has signed upgrades: pass \`lookupKey\`, which finds access keys`;
  throw new StreamError("missing_authenticator", message, { channelId });
}

/**
 * Returns the first of the subprotocols that a client offers. Undefined if the document declares no
 * subprotocols.
 */
function firstSubprotocol({ headers = {} }: ChannelParameters): string | undefined {
  const found = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === "sec-websocket-protocol",
  );
  return found === undefined ? undefined : String(found[1]).split(",")[0]?.trim();
}
