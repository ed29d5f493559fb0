// Applies frames to the books of their markets. The stream has already checked the number in the head of a
// frame. This module checks that the decoded frame has the same number, and that the book accepts it.

import { CodecError, detach } from "@specwright/runtime";
import type { FrameTap } from "@specwright/runtime/transport";
import { BookError } from "../book-error.ts";
import type { BookLevels } from "../book-level.ts";
import { type BookDiffReader, type BookDiffScalars, fuseApplyDiff } from "../fuse-apply-diff.ts";
import type { KeptBook } from "./kept-book.ts";

/** The codecs of a generated contract for the frames of a market. */
export interface MarketCodecs<Trade extends BookDiffScalars> {
  readonly snapshot: { decode(bytes: Uint8Array): BookDiffScalars & BookLevels };
  readonly diff: BookDiffReader;
  readonly trade: { decode(bytes: Uint8Array): Trade };
}

/** Called after a frame was applied. */
export interface ApplyListener<Trade> {
  changed(kept: KeptBook): void;
  traded(kept: KeptBook, trade: Trade): void;
}

/** Creates the function that gets the frames of a market-data stream and updates the books. */
export function applyFrames<Trade extends BookDiffScalars>(
  codecs: MarketCodecs<Trade>,
  find: (market: string) => KeptBook | undefined,
  listener: ApplyListener<Trade>,
): FrameTap {
  const applyDiff = fuseApplyDiff(codecs.diff);

  function applySnapshotFrame(kept: KeptBook, number: bigint, bytes: Uint8Array): boolean {
    const frame = codecs.snapshot.decode(bytes);
    if (frame.market_id !== kept.market || frame.md_seq !== number) return false;
    kept.own.applySnapshot(frame);
    kept.moveTo(number, frame.ts_ns);
    return true;
  }

  function applyDiffFrame(kept: KeptBook, number: bigint, bytes: Uint8Array): boolean {
    return applyDiff(bytes, ({ market_id, md_seq, ts_ns }) => {
      if (kept.status !== "ready" || market_id !== kept.market || md_seq !== number) {
        return undefined;
      }
      kept.moveTo(number, ts_ns);
      return kept.own;
    });
  }

  return ({ tag, key, number, bytes }) => {
    const kept = key === undefined ? undefined : find(key);
    if (kept === undefined) return "pass";
    try {
      switch (tag) {
        case "book_snapshot":
        case "book_diff": {
          const apply = tag === "book_diff" ? applyDiffFrame : applySnapshotFrame;
          if (!apply(kept, number, bytes)) return "refused";
          listener.changed(kept);
          return "taken";
        }
        case "trade": {
          // The strings are copied: if a listener keeps the trade, they must not keep the whole frame in
          // memory.
          const trade = detach(codecs.trade.decode(bytes));
          kept.moveTo(number, trade.ts_ns);
          listener.traded(kept, trade);
          return "taken";
        }
        default:
          return "pass";
      }
    } catch (error) {
      // If a trade breaks its schema, the book is still correct. The consumer of the stream gets the trade.
      if (error instanceof CodecError && tag === "trade") return "pass";
      if (error instanceof CodecError || error instanceof BookError) return "refused";
      throw error;
    }
  };
}
