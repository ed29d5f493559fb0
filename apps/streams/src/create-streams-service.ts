import { type Clock, systemClock } from "@specwright/runtime";
import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";
import {
  createKeyedBroadcast,
  createPublisher,
  createStreamServer,
  type ListenOptions,
  type StreamLogger,
  type StreamServerSettings,
  type StreamServerStatistics,
  silentLogger,
} from "@specwright/stream-server";
import {
  accounting,
  channels,
  events,
  marketData,
  orders,
  payouts,
} from "@specwright/streams-api/server";
import type { AccessKeys } from "./keys/access-keys.ts";
import { createMarketBooks } from "./market-books.ts";
import { projectLanguage } from "./project-language.ts";
import type { MarketDataCommand, PublishCommand } from "./publish-command.ts";
import { createMarketDirectory, type MarketStore } from "./selection-keys.ts";

/** Configures the streaming service. */
export interface StreamsServiceOptions {
  readonly accessKeys: AccessKeys;
  /** Where data frames are kept. Default: in memory, as long as the process lives. */
  readonly log?: SequencedLog;
  /** Where it is kept which market is of which event. Default: as long as the process lives. */
  readonly markets?: MarketStore;
  readonly settings?: Partial<StreamServerSettings>;
  /** How often a changed book is broadcast whole (streams source §4.6 rule 7), in milliseconds. Default 30,000. */
  readonly snapshotIntervalMs?: number;
  readonly clock?: Clock;
  readonly logger?: StreamLogger;
}

/** Is the streaming service: the five channels, and the way their frames come in. */
export interface StreamsService {
  /**
   * Publishes a frame; resolves with its number, `seq` or `md_seq`, once it is durable. Rejects
   * with `CodecError` when it breaks the contract, and with `BookError` when its levels make no
   * book; no number is used then.
   */
  publish(command: PublishCommand): Promise<bigint>;
  /** Lists the markets that can be subscribed to. */
  marketIds(): readonly string[];
  /** Tells what the service holds and has sent. */
  statistics(): StreamServerStatistics;
  /** Refuses a key from now on and ends its connections with 4401 (S6). */
  revoke(accessKey: string): void;
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Ends every connection with 1001 and closes the log (S19). The access keys stay open. */
  close(): Promise<void>;
}

/** How often the keys of open connections are looked up again, in milliseconds. */
const KEY_CHECK_MS = 1_000;

/** Makes the streaming service from the generated channels. */
export function createStreamsService(options: StreamsServiceOptions): StreamsService {
  const { accessKeys, clock = systemClock, logger = silentLogger } = options;
  const { log = createMemoryLog({ clock }), snapshotIntervalMs = 30_000 } = options;
  const books = createMarketBooks();
  const directory = createMarketDirectory(options.markets);
  const publisher = createPublisher({ log, clock });
  const broadcast = createKeyedBroadcast({
    channel: marketData,
    knows: books.has,
    snapshot: books.snapshot,
    snapshotIntervalMs,
    clock,
  });
  const server = createStreamServer({
    channels,
    log,
    subscriptions: { marketData: broadcast },
    lookupKey: accessKeys.lookup,
    project: projectLanguage,
    clock,
    logger,
    ...(options.settings !== undefined && { settings: options.settings }),
  });

  /** A key may end elsewhere: by another process, or in time (S6). */
  function endConnectionsOfEndedKeys(): void {
    for (const accessKey of server.accessKeys()) {
      const record = accessKeys.lookup(accessKey);
      if (record === undefined || record.revoked === true) server.revoke(accessKey);
    }
    cancelKeyCheck = clock.setTimer(KEY_CHECK_MS, endConnectionsOfEndedKeys);
  }
  let cancelKeyCheck = clock.setTimer(KEY_CHECK_MS, endConnectionsOfEndedKeys);

  function broadcastChange({ message }: MarketDataCommand): bigint {
    const { market_id } = message;
    if (message.type !== "trade") books.check(message);
    if (message.type === "book_snapshot") {
      books.replace(message);
      return broadcast.broadcastSnapshot(market_id);
    }
    books.open(market_id);
    // Refused before it can spoil the book; the book changes in the same turn.
    const number = broadcast.broadcast(message);
    if (message.type === "book_diff") books.apply(message);
    return number;
  }

  function publishSequenced(command: Exclude<PublishCommand, MarketDataCommand>): Promise<bigint> {
    const keys = directory.keysOf(command);
    const { broker_id: brokerId, id } = command;
    const rest = { brokerId, keys, ...(id !== undefined && { id }) };
    switch (command.channel) {
      case "orders":
        return publisher.publish(orders, { ...rest, message: command.message });
      case "accounting":
        return publisher.publish(accounting, { ...rest, message: command.message });
      case "payouts":
        return publisher.publish(payouts, { ...rest, message: command.message });
      case "events":
        return publisher.publish(events, { ...rest, message: command.message });
      default:
        return command satisfies never;
    }
  }

  function followMarkets(command: PublishCommand): void {
    directory.note(command);
    if (command.channel !== "events") return;
    const { event_type, payload } = command.message;
    if (event_type === "market.created") books.open(payload.market_id);
    if (event_type === "market.settled" || event_type === "market.voided") {
      books.close(payload.market_id);
    }
  }

  return {
    async publish(command) {
      if (command.channel === "market-data") return broadcastChange(command);
      const published = publishSequenced(command);
      followMarkets(command);
      return published;
    },
    marketIds: books.marketIds,
    statistics: () => server.statistics(),
    revoke(accessKey) {
      if (accessKeys.revoke(accessKey)) server.revoke(accessKey);
    },
    listen: (listenOptions) => server.listen(listenOptions),
    async close() {
      cancelKeyCheck();
      broadcast.close();
      await server.close();
      await log.close();
    },
  };
}
