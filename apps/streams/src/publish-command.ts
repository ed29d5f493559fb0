// What comes into the service from the exchange (S18): frames without what the service fills in.

import type { RecordKeys } from "@specwright/sequenced-log";
import type { Unstamped } from "@specwright/stream-server";
import type {
  AccountingPayoutFrame,
  AccountingUpdateFrame,
  BookDiffFrame,
  BookSnapshotFrame,
  EventUpdateFrame,
  OrderRejectFrame,
  OrderUpdateFrame,
  PayoutFrame,
  TradeFrame,
} from "@specwright/streams-api/types";

/** Publishes a data frame to a sequenced channel. */
export interface SequencedCommand<Channel extends string, Frame> {
  readonly channel: Channel;
  /** Whose stream it goes to. */
  readonly broker_id: string;
  readonly message: Unstamped<Frame>;
  /**
   * What the exchange knows the frame by: publishing it again under the same id, because the first
   * answer got lost, gives the first number and appends nothing.
   */
  readonly id?: string;
  /** What selects it, by query parameter, where that does not follow from the message. */
  readonly keys?: RecordKeys;
}

/** Publishes a change of a market to all; a `book_snapshot` replaces the book. */
export interface MarketDataCommand {
  readonly channel: "market-data";
  /** What the exchange knows the frame by, as that of a `SequencedCommand`. */
  readonly id?: string;
  readonly message: Unstamped<BookDiffFrame | TradeFrame | BookSnapshotFrame>;
}

/** Is anything the service can be told to publish. */
export type PublishCommand =
  | SequencedCommand<"orders", OrderUpdateFrame | OrderRejectFrame>
  | SequencedCommand<"accounting", AccountingUpdateFrame | AccountingPayoutFrame>
  | SequencedCommand<"payouts", PayoutFrame>
  | SequencedCommand<"events", EventUpdateFrame>
  | MarketDataCommand;
