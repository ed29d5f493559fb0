// Everything that a sandbox has sent, read from its log and its exchange. The sandbox must not be running.

import { join } from "node:path";
import type { Codec } from "@specwright/runtime";
import type { LogReader } from "@specwright/streams/log";
import { createLmdbLogReader } from "@specwright/streams/log/lmdb";
import {
  AccountingPayoutFrameStreamCodec,
  AccountingUpdateFrameStreamCodec,
  BookDiffFrameStreamCodec,
  BookSnapshotFrameStreamCodec,
  EventUpdateFrameStreamCodec,
  OrderRejectFrameStreamCodec,
  OrderUpdateFrameStreamCodec,
  PayoutFrameStreamCodec,
  TradeFrameStreamCodec,
} from "@specwright/streams-api/codec/stream";
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
import { openTurnStore, type Turn } from "../../apps/sandbox/src/turn-store.ts";

export type MarketDataFrame = BookSnapshotFrame | BookDiffFrame | TradeFrame;

/** The data of a sandbox: the frames of each channel, from the first on. */
export interface SandboxHistory {
  readonly orders: readonly (OrderUpdateFrame | OrderRejectFrame)[];
  readonly accounting: readonly (AccountingUpdateFrame | AccountingPayoutFrame)[];
  readonly payouts: readonly PayoutFrame[];
  readonly events: readonly EventUpdateFrame[];
  readonly marketData: readonly MarketDataFrame[];
  /** The last turn of its exchange; absent if it never began. */
  readonly turn: Turn | undefined;
}

const ofAccounts = ["market", "account_id"];
const ofOrders = [...ofAccounts, "event_id"];

/**
 * Reads the data of a sandbox.
 *
 * @throws Error if a frame has no value for a filter of its channel.
 */
export async function readHistory(dataFolder: string, brokerId: string): Promise<SandboxHistory> {
  const log = await createLmdbLogReader({ folder: join(dataFolder, "log") });
  const turns = openTurnStore(join(dataFolder, "exchange.db"));
  try {
    const read = <Frame>(channelId: string, filters: readonly string[], codecs: Codecs<Frame>) =>
      readFrames(log, { brokerId, channelId }, filters, codecs);
    return {
      orders: await read<OrderUpdateFrame | OrderRejectFrame>("orders", ofOrders, {
        order_update: OrderUpdateFrameStreamCodec,
        order_reject: OrderRejectFrameStreamCodec,
      }),
      accounting: await read<AccountingUpdateFrame | AccountingPayoutFrame>(
        "accounting",
        ofAccounts,
        {
          accounting_update: AccountingUpdateFrameStreamCodec,
          accounting_payout: AccountingPayoutFrameStreamCodec,
        },
      ),
      payouts: await read<PayoutFrame>("payouts", ofOrders, { payout: PayoutFrameStreamCodec }),
      events: await read<EventUpdateFrame>("events", ["event_id", "market_id"], {
        event_update: EventUpdateFrameStreamCodec,
      }),
      marketData: await readFrames<MarketDataFrame>(
        log,
        { brokerId: "", channelId: "marketData" },
        ["market_id"],
        {
          book_snapshot: BookSnapshotFrameStreamCodec,
          book_diff: BookDiffFrameStreamCodec,
          trade: TradeFrameStreamCodec,
        },
      ),
      turn: turns.last(),
    };
  } finally {
    turns.close();
    await log.close();
  }
}

type Codecs<Frame> = Readonly<Record<string, Pick<Codec<Frame>, "decode">>>;

async function readFrames<Frame>(
  log: LogReader,
  stream: { readonly brokerId: string; readonly channelId: string },
  filters: readonly string[],
  codecs: Codecs<Frame>,
): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  const { first, last } = await log.bounds(stream);
  if (first !== 1n && last > 0n) throw new Error(`${stream.channelId} begins with ${first}`);
  for (let next = 1n; next <= last; ) {
    const records = await log.read(stream, next, 1024);
    for (const { seq, type, frame, keys } of records) {
      const missing = filters.find((filter) => (keys[filter] ?? []).length === 0);
      if (missing !== undefined) throw new Error(`${stream.channelId} ${seq} has no ${missing}`);
      const codec = codecs[type];
      // Other types are never sent: they mark the end of a market.
      if (codec !== undefined) frames.push(codec.decode(frame));
    }
    next = (records.at(-1)?.seq ?? last) + 1n;
  }
  return frames;
}
