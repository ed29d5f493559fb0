// Chooses how a channel is served: by a handler of the application, from the log, or from a keyed source.

import {
  type ChannelParameters,
  type Clock,
  type Problem,
  problem,
  UnavailableError,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { SubscriptionDescriptor } from "@specwright/runtime/transport";
import { LogError } from "../../log/log-error.ts";
import type { LogReader } from "../../log/sequenced-log.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamPeer } from "../connection/stream-peer.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import type { KeyedSource } from "../keyed/keyed-source.ts";
import { requireOwners, sequenceKey, streamOwner } from "../sequence-key.ts";
import type { StreamServerSettings } from "../settings.ts";
import type { StreamLogger } from "../stream-logger.ts";
import { type FeedSource, findFeedSource, requireAccounts } from "../topics/feed-source.ts";
import { FeedRefusal } from "../topics/refuse.ts";
import type { UpgradeRequest } from "../upgrade/upgrade-request.ts";
import { createFeedPool } from "./feed-pool.ts";
import { HandlerSession } from "./handler-session.ts";
import { createFrameReader, type FrameReader, type ProjectFrames } from "./project-frames.ts";
import { SequencedSession, type SequencedSource } from "./sequenced-session.ts";
import { type FoundHandlers, findHandlers, type StreamHandlers } from "./stream-handlers.ts";
import { createSubscriptionHub, type SubscriptionHub } from "./subscription-hub.ts";
import { SubscriptionSession } from "./subscription-session.ts";
import { createViewWatch } from "./view-watch.ts";

/** A session without its connection. */
export interface PreparedSession {
  /** Headers to add to the answer of the upgrade. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Creates the session when the connection is accepted. */
  make(connection: StreamConnection): StreamSession;
}

/** The source of the channel has refused the client. */
export interface Refused {
  readonly refusal: Problem;
}

/** An upgrade that passed all checks except those of the channel's source. */
export interface AcceptedUpgrade {
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly peer: StreamPeer;
}

/** Opens sessions, and owns the parts that they share. */
export interface SessionOpener {
  /**
   * Prepares the session of an upgrade before the upgrade is accepted. Use the result in the same turn of
   * the event loop.
   */
  prepare(accepted: AcceptedUpgrade, request: UpgradeRequest): Promise<PreparedSession | Refused>;
  /** Returns the age of the oldest view of a log, in milliseconds. */
  viewAgeMs(): number;
  close(): void;
}

/** The sources of channels. If a channel has a handler, its other sources are not used. */
export interface SessionSources<Context> extends StreamHandlers<Context> {
  readonly channels: readonly ChannelDescriptor[];
  readonly log?: LogReader;
  readonly subscriptions?: Readonly<Record<string, KeyedSource>>;
  /** The servers of channels with topics, by the method name of the channel. */
  readonly feeds?: Readonly<Record<string, object>>;
  readonly contextOf: (peer: StreamPeer) => Context;
  readonly project?: ProjectFrames;
  readonly settings: StreamServerSettings;
  readonly random: () => number;
  readonly clock: Clock;
  readonly logger: StreamLogger;
}

type Kind<Context> =
  | { readonly kind: "handler"; readonly found: FoundHandlers<Context> }
  | { readonly kind: "log"; readonly source: SequencedSource }
  | {
      readonly kind: "keyed";
      readonly subscription: SubscriptionDescriptor;
      readonly source: KeyedSource;
      readonly hub: SubscriptionHub;
    }
  | { readonly kind: "topics"; readonly feed: FeedSource };

/** Creates the session opener. Throws if a channel has no source; see `requireHandlers`. */
export function createSessionOpener<Context>(sources: SessionSources<Context>): SessionOpener {
  const readFrame = createFrameReader();
  const { settings, random, clock, logger } = sources;
  const views = createViewWatch({ limitMs: settings.viewLimitMs, clock, logger });
  const kinds = new Map(
    sources.channels.map((channel) => [channel.id, chooseSessionKind(channel, sources, readFrame)]),
  );
  const feeds = createFeedPool(clock, readFrame, views);
  for (const [channel, kind] of kinds) {
    if (kind.kind !== "keyed" || kind.source.viewAgeMs === undefined) continue;
    views.add({ channel, ageMs: () => kind.source.viewAgeMs?.() ?? 0, end: kind.hub.end });
  }

  /** Refuses clients while the view is outdated, because they would wait without an answer. */
  function requireView(ageMs: number): void {
    if (ageMs > settings.viewLimitMs) throw new UnavailableError("the log cannot be read now");
  }

  return {
    async prepare({ channel, parameters, peer }, request) {
      const kind = kinds.get(channel.id);
      if (kind === undefined) throw new Error(`no such channel: ${channel.id}`);
      const { project, contextOf } = sources;
      switch (kind.kind) {
        case "handler": {
          const context = contextOf(peer);
          return {
            make: (connection) =>
              new HandlerSession({
                connection,
                undeclared: settings.undeclared,
                handle: (stream) => kind.found.serve(stream, parameters, context),
                requests: kind.found.requests.map(({ request, answer }) => ({
                  request,
                  answer: (message, outbound) => answer(message, parameters, context, outbound),
                })),
              }),
          };
        }
        case "log": {
          const { log, sequence } = kind.source;
          const stream = sequenceKey(channel, streamOwner(channel, peer), parameters.path);
          const feed = await whenAvailable(feeds.of(log, stream));
          requireView(feed.ageMs());
          const projection = project?.(channel, parameters.query ?? {});
          const { identity } = sequence;
          const parts = { source: kind.source, feed, parameters, projection };
          return {
            ...(identity !== undefined && { headers: { [identity.header]: feed.logId } }),
            make: (connection) => new SequencedSession({ connection, ...parts }),
          };
        }
        case "keyed": {
          const { subscription, source, hub } = kind;
          await whenAvailable(source.ready?.());
          const ageMs = (): number => source.viewAgeMs?.() ?? 0;
          requireView(ageMs());
          const parts = { subscription, hub, settings, random, clock, ageMs };
          return { make: (connection) => new SubscriptionSession({ connection, ...parts }) };
        }
        case "topics": {
          const { feed } = kind;
          const account = feed.admit === undefined ? peer.principals : await feed.admit(request);
          if (account instanceof FeedRefusal) {
            return { refusal: problem(401, "unauthorized", { detail: account.text }) };
          }
          return { make: (connection) => feed.session(connection, { account, parameters }) };
        }
        default:
          return kind satisfies never;
      }
    },
    viewAgeMs: views.ageMs,
    close() {
      views.close();
      for (const kind of kinds.values()) if (kind.kind === "keyed") kind.hub.close();
      feeds.close();
    },
  };
}

/** Converts a temporary error of the log to an error that asks the client to come back later. */
async function whenAvailable<Result>(reading: Promise<Result>): Promise<Result>;
async function whenAvailable<Result>(
  reading: Promise<Result> | undefined,
): Promise<Result | undefined>;
async function whenAvailable<Result>(
  reading: Promise<Result> | undefined,
): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof LogError && error.code === "log_unavailable")) throw error;
    throw new UnavailableError("the log is unavailable", { cause: error });
  }
}

function chooseSessionKind<Context>(
  channel: ChannelDescriptor,
  sources: SessionSources<Context>,
  readFrame: FrameReader,
): Kind<Context> {
  const { id, sequence, subscription } = channel;
  const { log, subscriptions, settings, random } = sources;
  const feed = findFeedSource(channel, sources.feeds);
  if (feed !== undefined) {
    // If the channel has authenticators, they return the account.
    if (channel.security === undefined) requireAccounts(feed);
    return { kind: "topics", feed };
  }
  const found = findHandlers(channel, sources);
  if (found !== undefined) return { kind: "handler", found };
  if (sequence !== undefined && log !== undefined) {
    requireOwners(channel);
    return { kind: "log", source: { sequence, log, readFrame, settings, random } };
  }
  const source =
    subscriptions !== undefined && Object.hasOwn(subscriptions, id) ? subscriptions[id] : undefined;
  if (subscription !== undefined && source !== undefined) {
    return { kind: "keyed", subscription, source, hub: createSubscriptionHub(source) };
  }
  throw new Error(`channel ${id} has no source`);
}
