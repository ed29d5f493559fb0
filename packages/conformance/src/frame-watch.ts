// What is true of every frame, whichever check received it: noted as it comes, judged at the end.

import { CodecError } from "@specwright/runtime";
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
import type { Frame } from "./frame.ts";
import type { ChannelName } from "./stimulus.ts";

type Codecs = Readonly<Record<string, ValidatingCodec<unknown>>>;

const control: Codecs = {
  heartbeat: HeartbeatFrameCodec,
  backlog_end: BacklogEndFrameCodec,
  error: ErrorFrameCodec,
};

/** Holds the codec of each frame type that a channel declares (streams source §2.8, §2.9, §4). */
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

/** Is a frame with the channel it came on. */
export interface WatchedFrame {
  readonly channel: ChannelName;
  /** Tells connections apart. */
  readonly line: number;
  /** Whose data the connection sees. */
  readonly brokerId: string;
  readonly frame: Frame;
}

/** Is an end that the server brought about. */
export interface WatchedClosing {
  readonly channel: ChannelName;
  readonly code: number;
  readonly reason: string;
  /** The codes of the error frames that came before. */
  readonly errors: readonly string[];
}

/** Keeps what all checks received. */
export interface FrameWatch {
  note(frame: WatchedFrame): void;
  noteClosing(closing: WatchedClosing): void;
  readonly frames: readonly WatchedFrame[];
  readonly closings: readonly WatchedClosing[];
}

/** Makes an empty watch. */
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

/** Says what is wrong with a frame by the contract; nothing when it is fine. */
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
    if (error instanceof CodecError) return `${frame.type} on /${channel}: ${error.message}`;
    throw error;
  }
}
