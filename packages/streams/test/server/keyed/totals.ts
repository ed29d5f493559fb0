import type { KeyedState } from "@specwright/streams/server";
import type { BookDiff, BookSnapshot } from "../../sample-channels/market-data.ts";

/** A state that is a number for each key: a snapshot sets it, and a change adds to it. */
export function totals(): KeyedState {
  const kept = new Map<string, number>();
  const show = (market_id: string, total: number) => ({
    type: "book_snapshot",
    market_id,
    total,
  });
  return {
    apply(message: BookSnapshot | BookDiff) {
      const { market_id: key } = message;
      if (message.type === "book_snapshot") kept.set(key, message.total);
      else kept.set(key, (kept.get(key) ?? 0) + message.add);
    },
    snapshot: (key) => show(key, kept.get(key) ?? 0),
    empty: (key) => show(key, 0),
    forget: (key) => void kept.delete(key),
  };
}
