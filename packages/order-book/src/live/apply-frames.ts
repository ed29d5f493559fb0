// From the bytes of a frame into the book of its market. The stream has judged the number; here it
// is made sure that the frame says the same, and that the book took it.

import { CodecError, detach } from "@specwright/runtime";
import type { FrameTap } from "@specwright/runtime/codegen";
import { BookError } from "../book-error.ts";
import type { BookLevels } from "../book-level.ts";
import { type BookDiffReader, type BookDiffScalars, fuseApplyDiff } from "../fuse-apply-diff.ts";
import type { KeptBook } from "./kept-book.ts";

/** Reads the data frames of a market: stream codecs of a generated contract. */
export interface MarketCodecs<Trade extends BookDiffScalars> {
  readonly snapshot: { decode(bytes: Uint8Array): BookDiffScalars & BookLevels };
  readonly diff: BookDiffReader;
  readonly trade: { decode(bytes: Uint8Array): Trade };
}

/** Is told what was applied. */
export interface ApplyListener<Trade> {
  changed(kept: KeptBook): void;
  traded(kept: KeptBook, trade: Trade): void;
}

/** Makes the tap of a market-data stream that keeps books. */
export function applyFrames<Trade extends BookDiffScalars>(
  codecs: MarketCodecs<Trade>,
  find: (market: string) => KeptBook | undefined,
  listener: ApplyListener<Trade>,
): FrameTap {
  const applyDiff = fuseApplyDiff(codecs.diff);

  function snapshot(kept: KeptBook, number: bigint, bytes: Uint8Array): boolean {
    const frame = codecs.snapshot.decode(bytes);
    if (frame.market_id !== kept.market || frame.md_seq !== number) return false;
    kept.own.applySnapshot(frame);
    kept.moveTo(number, frame.ts_ns);
    return true;
  }

  function diff(kept: KeptBook, number: bigint, bytes: Uint8Array): boolean {
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
          const apply = tag === "book_diff" ? diff : snapshot;
          if (!apply(kept, number, bytes)) return "refused";
          listener.changed(kept);
          return "taken";
        }
        case "trade": {
          // Listeners may store it, and its strings would keep the whole text of the frame alive.
          const trade = detach(codecs.trade.decode(bytes));
          kept.moveTo(number, trade.ts_ns);
          listener.traded(kept, trade);
          return "taken";
        }
        default:
          return "pass";
      }
    } catch (error) {
      // A trade that breaks its schema leaves the book whole; the consumer of the stream gets it.
      if (error instanceof CodecError && tag === "trade") return "pass";
      if (error instanceof CodecError || error instanceof BookError) return "refused";
      throw error;
    }
  };
}
