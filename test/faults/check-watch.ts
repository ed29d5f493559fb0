import { stringifyJson } from "@specwright/runtime";
import { OrderBook } from "@specwright/streams/books";
import type { MarketDataFrame, SandboxHistory } from "./sandbox-history.ts";
import { type SandboxWatch, sequencedChannels } from "./sandbox-watch.ts";

/**
 * Checks that clients received the contents of the log in order, each frame once.
 *
 * @throws Error
 */
export function checkWatch(watch: SandboxWatch, history: SandboxHistory): void {
  if (watch.notices.length > 0) throw new Error(`clients got notices: ${watch.notices.join(", ")}`);
  for (const channel of sequencedChannels) {
    const kept = history[channel];
    for (const [at, frame] of watch[channel].entries()) {
      const got = stringifyJson(frame);
      const wanted = stringifyJson(kept[at] ?? null);
      if (got !== wanted) throw new Error(`${channel} ${at + 1} was ${got}, and is ${wanted}`);
    }
  }
  checkBooks(watch.marketData, history.marketData);
}

interface KeptMarket {
  readonly book: OrderBook;
  /** For each number, its frame and the book after it. */
  readonly frames: Map<bigint, { readonly frame: MarketDataFrame; readonly levels: string }>;
}

function checkBooks(got: readonly MarketDataFrame[], kept: readonly MarketDataFrame[]): void {
  const markets = replay(kept);
  const last = new Map<string, bigint>();
  for (const frame of got) {
    const { market_id, md_seq, type } = frame;
    const before = last.get(market_id);
    last.set(market_id, md_seq);
    const known = markets.get(market_id)?.frames.get(md_seq);
    const name = `${type} ${md_seq} of ${market_id}`;
    if (known === undefined) throw new Error(`the log does not have ${name}`);
    if (type === "book_snapshot") {
      if (before !== undefined && md_seq < before) throw new Error(`${name} behind ${before}`);
      const { bids, asks } = frame;
      if (levelsText({ bids, asks }) !== known.levels) throw new Error(`${name} is not the book`);
      continue;
    }
    if (before === undefined || md_seq !== before + 1n) throw new Error(`${name} behind ${before}`);
    if (stringifyJson(frame) !== stringifyJson(known.frame)) throw new Error(`${name} is another`);
  }
}

function replay(frames: readonly MarketDataFrame[]): ReadonlyMap<string, KeptMarket> {
  const markets = new Map<string, KeptMarket>();
  for (const frame of frames) {
    const { market_id, md_seq } = frame;
    const known = markets.get(market_id);
    const market = known ?? { book: new OrderBook(), frames: new Map() };
    markets.set(market_id, market);
    if (known !== undefined && !known.frames.has(md_seq - 1n)) {
      throw new Error(`the log has ${market_id} ${md_seq} behind a gap`);
    }
    if (frame.type === "book_diff") market.book.applyDiff(frame);
    if (frame.type === "book_snapshot") market.book.applySnapshot(frame);
    market.frames.set(md_seq, { frame, levels: levelsText(market.book.snapshot()) });
  }
  return markets;
}

function levelsText({ bids, asks }: { readonly bids: unknown; readonly asks: unknown }): string {
  return stringifyJson({ bids, asks });
}
