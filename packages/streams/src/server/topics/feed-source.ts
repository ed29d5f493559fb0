// Connects a feed server to a stream server, which then serves the topics on its own connections.

import { StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import type { UpgradeRequest } from "../upgrade/upgrade-request.ts";
import type { FeedPeerInfo } from "./topics/topic-handlers.ts";

/** The parts of a feed that a stream server uses. */
export interface FeedSource {
  readonly channel: ChannelDescriptor;
  /**
   * Returns the account of a client, or a `FeedRefusal`. If absent, the authenticators of the stream server
   * decide, and their results are the account.
   */
  readonly admit?: (upgrade: UpgradeRequest) => unknown;
  /** The name of a topic that needs an account. Undefined if no topic does. */
  readonly privateTopic?: string | undefined;
  session(connection: StreamConnection, peer: FeedPeerInfo): StreamSession;
}

/**
 * Refuses to serve private topics without an authenticator, because no client could subscribe to them.
 *
 * @throws StreamError `missing_authenticator`.
 */
export function requireAccounts({
  channel,
  admit,
  privateTopic,
}: Pick<FeedSource, "channel" | "admit" | "privateTopic">): void {
  if (privateTopic === undefined || admit !== undefined) return;
  const { id: channelId } = channel;
  const message = `The topic ${privateTopic} of the channel ${channelId} is private: pass \`admit\`, which returns the account of a connection.`;
  throw new StreamError("missing_authenticator", message, { channelId });
}

const sources = new WeakMap<object, FeedSource>();

/** Stores the source of a feed server, because the public interface of the server does not contain it. */
export function setFeedSource(server: object, source: FeedSource): void {
  sources.set(server, source);
}

/** Returns the source of the feed server for a channel. Undefined if the channel has no feed server. */
export function findFeedSource(
  { id, name = id }: ChannelDescriptor,
  servers: Readonly<Record<string, object>> = {},
): FeedSource | undefined {
  const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
  const source = server && sources.get(server);
  return source?.channel.id === id ? source : undefined;
}
