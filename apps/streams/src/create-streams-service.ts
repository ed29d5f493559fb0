import { type Clock, systemClock } from "@specwright/runtime";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import type { GiveUpCommand, PublishCommand } from "@specwright/streams-sdk/publish";
import {
  createStreamsGateway,
  type StreamsGateway,
  type StreamsGatewayOptions,
} from "./create-streams-gateway.ts";
import {
  createStreamsPublisher,
  type StreamsPublisherOptions,
} from "./create-streams-publisher.ts";

export interface StreamsServiceOptions
  extends Omit<StreamsGatewayOptions, "log">,
    Omit<StreamsPublisherOptions, "log"> {
  /** The log to which frames are written. Default: a log in memory. */
  readonly log?: SequencedLog;
  readonly clock?: Clock;
}

/** The streaming service: a publisher and a gateway that share a log, in one process. */
export interface StreamsService extends Omit<StreamsGateway, "reached"> {
  /**
   * Publishes a frame. Resolves with its number (`seq` or `md_seq`) as soon as the frame is
   * durable. For market data, the subscribers of this service can then see the frame, too. Rejects
   * with the errors of `StreamsPublisher.publish`.
   */
  publish(command: PublishCommand): Promise<bigint>;
  /** Gives up a refused frame, as `StreamsPublisher.giveUp` does. */
  giveUp(command: GiveUpCommand): Promise<boolean>;
  /** Closes every connection with 1001, and then closes the log. The access keys stay open. */
  close(): Promise<void>;
}

/** Creates the streaming service from the generated channels. */
export function createStreamsService(options: StreamsServiceOptions): StreamsService {
  const { clock = systemClock } = options;
  const log = options.log ?? createMemoryLog({ clock });
  // The publisher is first, because it throws if the references cannot be read; a gateway has timers.
  const publisher = createStreamsPublisher({ ...options, log, clock });
  const { reached, ...gateway } = createStreamsGateway({ ...options, log, clock });
  return {
    ...gateway,
    async publish(command) {
      const { number, marketData } = await publisher.publish(command);
      if (marketData !== undefined) await reached(marketData);
      return number;
    },
    giveUp: publisher.giveUp,
    async close() {
      publisher.close();
      await gateway.close();
      await log.close();
    },
  };
}
