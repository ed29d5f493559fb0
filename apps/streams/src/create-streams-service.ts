import { type Clock, systemClock } from "@specwright/runtime";
import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";
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

/** Configures the streaming service. */
export interface StreamsServiceOptions
  extends Omit<StreamsGatewayOptions, "log">,
    Omit<StreamsPublisherOptions, "log"> {
  /** Where data frames are kept. Default: in memory, as long as the process lives. */
  readonly log?: SequencedLog;
  readonly clock?: Clock;
}

/** Is the streaming service: a publisher and a gateway of one log, in one process. */
export interface StreamsService extends Omit<StreamsGateway, "reached"> {
  /**
   * Publishes a frame; resolves with its number, `seq` or `md_seq`, once it is durable and, if it
   * is market data, shown to those who subscribe here. Rejects as `StreamsPublisher.publish` does.
   */
  publish(command: PublishCommand): Promise<bigint>;
  /** Gives up a frame that was rejected, as `StreamsPublisher.giveUp` does. */
  giveUp(command: GiveUpCommand): Promise<boolean>;
  /** Ends every connection with 1001 and closes the log (S19). The access keys stay open. */
  close(): Promise<void>;
}

/** Makes the streaming service from the generated channels. */
export function createStreamsService(options: StreamsServiceOptions): StreamsService {
  const { clock = systemClock } = options;
  const log = options.log ?? createMemoryLog({ clock });
  const { reached, ...gateway } = createStreamsGateway({ ...options, log, clock });
  const publisher = createStreamsPublisher({ ...options, log, clock });
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
