// The commands with which an exchange publishes: frames without the members that the service fills
// in.

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
   * The exchange's id of the frame, 1 to 256 bytes of UTF-8. Publishing it again with the same id,
   * because the first answer was lost, returns the first number and appends nothing.
   */
  readonly id?: string;
  /**
   * The filter values of the message, by query parameter, if they follow neither from the message
   * nor from earlier messages. An empty list means no values.
   */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** Publishes a change of a market to all brokers; a `book_snapshot` replaces the book. */
export interface MarketDataCommand {
  readonly channel: "market-data";
  /** The exchange's id of the frame, as in a `SequencedCommand`. */
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
 * A command that gives up an earlier command, which was refused with `retry`. The service then
 * accepts later commands without it.
 */
export interface GiveUpCommand {
  readonly channel: PublishCommand["channel"];
  /** The broker of the stream; absent for market data, which are one stream. */
  readonly broker_id?: string;
  /** The id of the command that will not be sent again. */
  readonly give_up: string;
}

/** Writes a command as the line of JSON that the service reads; int64 keeps its digits. */
export function writePublishCommand(command: PublishCommand | GiveUpCommand): string {
  if ("give_up" in command || command.channel !== "market-data") return stringifyJson(command);
  const { message, ...rest } = command;
  return stringifyJson({ ...rest, ...message });
}
