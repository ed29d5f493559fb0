// A record of every frame, whichever check received it, to be judged at the end.

import { CodecError, issueSummary } from "@specwright/runtime";
import type { ValidatingCodec } from "@specwright/runtime/codegen";
import {
  AccountingPayoutFrameCodec,
  AccountingUpdateFrameCodec,
  BacklogEndFrameCodec,
  BookDiffFrameCodec,
  BookSnapshotFrameCodec,
  ErrorFrameCodec,
  EventUpdateFrameCodec,
  HeartbeatFrameCodec,
  MarketDataErrorFrameCodec,
  MarketDataHeartbeatFrameCodec,
  OrderRejectFrameCodec,
  OrderUpdateFrameCodec,
  PayoutFrameCodec,
  TradeFrameCodec,
} from "@specwright/streams-api/codec";
import type { ChannelName } from "../stimulus/stimulus.ts";
import type { Frame } from "./frame.ts";

type Codecs = Readonly<Record<string, ValidatingCodec<unknown>>>;

const control: Codecs = {
  heartbeat: HeartbeatFrameCodec,
  backlog_end: BacklogEndFrameCodec,
  error: ErrorFrameCodec,
};

/** The codec of each frame type that a channel declares (streams source §2.8, §2.9, §4). */
const declared: Readonly<Record<ChannelName, Codecs>> = {
  orders: {
    ...control,
    order_update: OrderUpdateFrameCodec,
    order_reject: OrderRejectFrameCodec,
  },
  accounting: {
    ...control,
    accounting_update: AccountingUpdateFrameCodec,
    accounting_payout: AccountingPayoutFrameCodec,
  },
  payouts: { ...control, payout: PayoutFrameCodec },
  events: { ...control, event_update: EventUpdateFrameCodec },
  "market-data": {
    book_snapshot: BookSnapshotFrameCodec,
    book_diff: BookDiffFrameCodec,
    trade: TradeFrameCodec,
    heartbeat: MarketDataHeartbeatFrameCodec,
    error: MarketDataErrorFrameCodec,
  },
};

/** A frame with the channel on which it arrived. */
export interface WatchedFrame {
  readonly channel: ChannelName;
  /** The number of the connection. */
  readonly line: number;
  /** The broker whose data the connection receives. */
  readonly brokerId: string;
  readonly frame: Frame;
}

/** A connection that the server ended. */
export interface WatchedClosing {
  readonly channel: ChannelName;
  readonly code: number;
  readonly reason: string;
  /** The codes of the preceding error frames. */
  readonly errors: readonly string[];
}

/** A record of everything that checks received. */
export interface FrameWatch {
  note(frame: WatchedFrame): void;
  noteClosing(closing: WatchedClosing): void;
  readonly frames: readonly WatchedFrame[];
  readonly closings: readonly WatchedClosing[];
}

/** Creates an empty record. */
export function createFrameWatch(): FrameWatch {
  const frames: WatchedFrame[] = [];
  const closings: WatchedClosing[] = [];
  return {
    note: (frame) => void frames.push(frame),
    noteClosing: (closing) => void closings.push(closing),
    frames,
    closings,
  };
}

/** Returns how a frame breaks the contract, or undefined if it does not. */
export function breachOf({
  channel,
  frame,
}: Pick<WatchedFrame, "channel" | "frame">): string | undefined {
  const codecs = declared[channel];
  const codec = Object.hasOwn(codecs, frame.type) ? codecs[frame.type] : undefined;
  if (codec === undefined) return `/${channel} declares no frame ${frame.type || "without type"}`;
  try {
    codec.decode(frame.text);
    return undefined;
  } catch (error) {
    if (error instanceof CodecError)
      return `${frame.type} on /${channel}: ${issueSummary(error.issues)}`;
    throw error;
  }
}
