import { type Clock, systemClock } from "@specwright/runtime";
import type { LogReader } from "@specwright/streams/log";
import {
  createKeyedFeed,
  createStreamServer,
  type ListenOptions,
  type StreamLogger,
  type StreamServerSettings,
  type StreamServerStatistics,
  silentLogger,
} from "@specwright/streams/server";
import { channels, marketData } from "@specwright/streams-api/server";
import type { AccessKeys } from "./keys/access-keys.ts";
import { createMarketBooks } from "./market-books.ts";
import { projectLanguage } from "./project-language.ts";

export interface StreamsGatewayOptions {
  readonly accessKeys: AccessKeys;
  /**
   * The log from which all channels are served. A publisher in this process or in a different one
   * writes to it.
   */
  readonly log: LogReader;
  readonly settings?: Partial<StreamServerSettings>;
  readonly clock?: Clock;
  readonly logger?: StreamLogger;
}

/** Serves clients from a log. Any number of gateways may read the same log. */
export interface StreamsGateway {
  /** Returns the markets that can be subscribed to. */
  marketIds(): readonly string[];
  /** Returns counts of connections, buffers and sent frames. */
  statistics(): StreamServerStatistics;
  /** Permanently revokes a key, and closes its connections with 4401. */
  revoke(accessKey: string): Promise<void>;
  /**
   * Loads the books and starts to listen. Rejects with the error of the log if the log cannot be
   * read.
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Resolves when this gateway has read the market data up to this position of the log. */
  reached(position: bigint): Promise<void>;
  /** Closes every connection with 1001. The log and the access keys stay open. */
  close(): Promise<void>;
}

/** The interval at which the keys of open connections are checked again, in milliseconds. */
const KEY_CHECK_MS = 1_000;

/** Creates a gateway from the generated channels. */
export function createStreamsGateway(options: StreamsGatewayOptions): StreamsGateway {
  const { accessKeys, log, clock = systemClock, logger = silentLogger } = options;
  const books = createKeyedFeed({
    channel: marketData,
    log,
    state: createMarketBooks(),
    clock,
    logger,
  });
  const server = createStreamServer({
    channels,
    log,
    subscriptions: { marketData: books },
    lookupKey: accessKeys.lookup,
    project: projectLanguage,
    clock,
    logger,
    ...(options.settings !== undefined && { settings: options.settings }),
  });

  let areKeysUnreadable = false;

  /** Closes the connections of keys that have expired or that a different process has revoked. */
  async function endConnectionsOfEndedKeys(): Promise<void> {
    try {
      const connected = server.accessKeys();
      if (connected.length === 0) return;
      for (const accessKey of await accessKeys.ended(connected)) server.revoke(accessKey);
      if (areKeysUnreadable) logger({ level: "info", event: "access_keys_readable" });
      areKeysUnreadable = false;
    } catch (error) {
      // Connections stay open until the keys can be read again. The error is logged once, not at
      // each check.
      if (!areKeysUnreadable) logger({ level: "error", event: "access_keys_unreadable", error });
      areKeysUnreadable = true;
    }
  }
  let closed = false;
  let cancelKeyCheck = clock.setTimer(KEY_CHECK_MS, checkKeys);
  function checkKeys(): void {
    void endConnectionsOfEndedKeys().then(() => {
      if (!closed) cancelKeyCheck = clock.setTimer(KEY_CHECK_MS, checkKeys);
    });
  }

  return {
    marketIds: books.keys,
    statistics: () => server.statistics(),
    async revoke(accessKey) {
      if (await accessKeys.revoke(accessKey)) server.revoke(accessKey);
    },
    async listen(listenOptions) {
      await books.ready();
      return server.listen(listenOptions);
    },
    reached: books.reached,
    async close() {
      closed = true;
      cancelKeyCheck();
      await server.close();
      books.close();
    },
  };
}
