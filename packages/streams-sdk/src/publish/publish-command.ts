// The commands with which an exchange publishes. They contain frames without the members that the service
// adds.

import { stringifyJson } from "@specwright/runtime";
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

type Unstamped<Frame> = Frame extends unknown ? Omit<Frame, "seq" | "md_seq" | "ts_ns"> : never;

/** Publishes a data frame to a sequenced channel. */
export interface SequencedCommand<Channel extends string, Frame> {
  readonly channel: Channel;
  /** The broker whose stream gets the frame. */
  readonly broker_id: string;
  readonly message: Unstamped<Frame>;
  /**
   * The exchange's id for the frame, 1 to 256 bytes of UTF-8. If the first answer was lost, publish the
   * frame again with the same id: the service then returns the first number and appends nothing.
   */
  readonly id?: string;
  /**
   * The filter values of the message, by query parameter. Needed for values that follow neither from the
   * message nor from earlier messages. An empty list means no values.
   */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** Publishes a change of a market to all brokers. A `book_snapshot` replaces the book. */
export interface MarketDataCommand {
  readonly channel: "market-data";
  /** The exchange's id for the frame, as in a `SequencedCommand`. */
  readonly id?: string;
  readonly message: Unstamped<BookDiffFrame | TradeFrame | BookSnapshotFrame>;
}

/** Any command that the service can publish. */
export type PublishCommand =
  | SequencedCommand<"orders", OrderUpdateFrame | OrderRejectFrame>
  | SequencedCommand<"accounting", AccountingUpdateFrame | AccountingPayoutFrame>
  | SequencedCommand<"payouts", PayoutFrame>
  | SequencedCommand<"events", EventUpdateFrame>
  | MarketDataCommand;

/**
 * Gives up an earlier command that the service refused with `retry`. The service then accepts later
 * commands, although the earlier command is missing.
 */
export interface GiveUpCommand {
  readonly channel: PublishCommand["channel"];
  /** The broker of the stream. Absent for market data, which are one stream for all brokers. */
  readonly broker_id?: string;
  /** The id of the command that is given up. */
  readonly give_up: string;
}

/** Writes a command as the line of JSON that the service reads. An int64 keeps all its digits. */
export function writePublishCommand(command: PublishCommand | GiveUpCommand): string {
  if ("give_up" in command || command.channel !== "market-data") return stringifyJson(command);
  const { message, ...rest } = command;
  return stringifyJson({ ...rest, ...message });
}
