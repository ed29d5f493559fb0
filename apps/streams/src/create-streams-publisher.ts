import { type Clock, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { SequencedLog } from "@specwright/streams/log";
import {
  createKeyedPublisher,
  createPublisher,
  type ReferenceStore,
} from "@specwright/streams/server";
import { accounting, events, marketData, orders, payouts } from "@specwright/streams-api/server";
import type {
  GiveUpCommand,
  MarketDataCommand,
  PublishCommand,
} from "@specwright/streams-sdk/publish";
import { createMarketBooks } from "./market-books.ts";

export interface StreamsPublisherOptions {
  /** The log to which all channels are written. This publisher must be its only writer. */
  readonly log: SequencedLog;
  /**
   * Stores which event each market belongs to. If undefined, only the log contains this, and old
   * frames are removed from the log.
   */
  readonly references?: ReferenceStore;
  /**
   * The interval at which a changed book is sent in full (streams source §4.6 rule 7), in
   * milliseconds. Default 30,000.
   */
  readonly snapshotIntervalMs?: number;
  readonly clock?: Clock;
}

/** The result of a command. */
export interface Published {
  /** The number of the frame: its `seq`, or its `md_seq` for market data. */
  readonly number: bigint;
  /**
   * The position in the log of the market data that the command caused; undefined if it caused
   * none.
   */
  readonly marketData: bigint | undefined;
}

/** Writes the frames of an exchange to the log. */
export interface StreamsPublisher {
  /**
   * Publishes a frame. Resolves as soon as the frame is durable. A refused frame does not use up a
   * number.
   *
   * @throws CodecError if the frame does not match the contract.
   * @throws BookError if the levels cannot be applied to the book.
   * @throws LogError if the log fails.
   * @throws PublishRefusal if an earlier frame was refused, and this frame must not be published
   * before it. Both frames have the same broker and channel, or are both market data. Publish both
   * frames again with their ids, in the same order.
   */
  publish(command: PublishCommand): Promise<Published>;
  /**
   * Gives up a frame that was refused and that could be published again. Resolves with false if no
   * such frame exists.
   */
  giveUp(command: GiveUpCommand): Promise<boolean>;
  /** Stops the periodic snapshots. The log stays open. */
  close(): void;
}

type EventsCommand = Extract<PublishCommand, { readonly channel: "events" }>;

const sequenced = { orders, accounting, payouts, events } as const;

/** Creates the publisher of the five channels. */
export function createStreamsPublisher(options: StreamsPublisherOptions): StreamsPublisher {
  const { log, snapshotIntervalMs = 30_000, clock = systemClock } = options;
  const { references } = options;
  const publisher = createPublisher({
    log,
    clock,
    channels: Object.values<ChannelDescriptor>(sequenced),
    ...(references !== undefined && { references }),
  });
  const markets = createKeyedPublisher({
    channel: marketData,
    log,
    state: createMarketBooks(),
    snapshotIntervalMs,
    clock,
  });

  function publishSequenced(command: Exclude<PublishCommand, MarketDataCommand>): Promise<bigint> {
    const { broker_id: brokerId, id, keys } = command;
    const rest = {
      brokerId,
      ...(keys !== undefined && { keys }),
      ...(id !== undefined && { id }),
    };
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

  async function publishMarketData({ message, id }: MarketDataCommand): Promise<Published> {
    const { counter, position } = await markets.publish(message, id);
    return { number: counter, marketData: position };
  }

  /**
   * Opens the book of a market when the market is created, and closes the book when the market
   * ends. If the frame is invalid, the books do not change.
   */
  async function followMarket(command: PublishCommand): Promise<bigint | undefined> {
    if (command.channel !== "events" || !isTaken(command)) return undefined;
    const { event_type, payload } = command.message;
    switch (event_type) {
      case "market.created":
        return (await markets.open(payload.market_id)).position;
      case "market.settled":
      case "market.voided":
        return (await markets.close(payload.market_id)).position;
      default:
        return undefined;
    }
  }

  function isTaken({ broker_id: brokerId, message }: EventsCommand): boolean {
    try {
      publisher.check(events, { brokerId, message });
      return true;
    } catch {
      // The call of `publish` reports why the frame is invalid.
      return false;
    }
  }

  return {
    async publish(command) {
      if (command.channel === "market-data") return publishMarketData(command);
      const published = publishSequenced(command);
      // Both functions are called in the same turn of the event loop. The market data then has the
      // same order as the frames that open and close markets.
      const [number, position] = await Promise.all([published, followMarket(command)]);
      return { number, marketData: position };
    },
    async giveUp({ channel, broker_id: brokerId = "", give_up: id }) {
      if (channel === "market-data") return markets.giveUp(id);
      return publisher.giveUp(sequenced[channel], { brokerId, id });
    },
    close: markets.stop,
  };
}
