// The feeds of a process, one for each stream. A feed of a concrete address is closed when it has no
// readers, because clients may request any number of addresses.

import type { Clock } from "@specwright/runtime";
import type { LogReader, StreamKey } from "../../log/sequenced-log.ts";
import { writeStreamKey } from "../../log/write-stream-key.ts";
import type { FrameReader } from "./project-frames.ts";
import { openFeed, type StreamFeed } from "./stream-feed.ts";
import type { ViewWatch } from "./view-watch.ts";

/** The open feeds. */
export interface FeedPool {
  of(log: LogReader, stream: StreamKey): Promise<StreamFeed>;
  close(): void;
}

/**
 * The interval in milliseconds at which the pool looks for feeds without readers. A feed is closed if it
 * has no readers twice in a row.
 */
const SWEEP_MS = 30_000;

/** Creates an empty pool. */
export function createFeedPool(clock: Clock, readFrame: FrameReader, views: ViewWatch): FeedPool {
  const feeds = new Map<string, Promise<StreamFeed>>();
  const idle = new Set<StreamFeed>();
  const addressed = new Map<string, StreamFeed>();
  const unwatch = new Map<string, () => void>();
  let cancelSweep: (() => void) | undefined;

  function forgetFeed(name: string): void {
    feeds.delete(name);
    addressed.delete(name);
    unwatch.get(name)?.();
    unwatch.delete(name);
  }

  function sweepLater(): void {
    cancelSweep ??= clock.setTimer(SWEEP_MS, () => {
      cancelSweep = undefined;
      for (const [name, feed] of addressed) {
        if (feed.isRead()) {
          idle.delete(feed);
        } else if (idle.delete(feed)) {
          forgetFeed(name);
          feed.close();
        } else {
          idle.add(feed);
        }
      }
      if (addressed.size > 0) sweepLater();
    });
  }

  return {
    of(log, stream) {
      const name = writeStreamKey(stream);
      const known = feeds.get(name);
      if (known !== undefined) {
        // The connection that requests the feed is not among its readers yet.
        const feed = addressed.get(name);
        if (feed !== undefined) idle.delete(feed);
        return known;
      }
      const opening = openFeed(log, stream, readFrame, () => forgetFeed(name));
      feeds.set(name, opening);
      opening.then(
        (feed) => {
          if (feeds.get(name) !== opening) return;
          if (log.viewAgeMs !== undefined) {
            const channel = stream.channelId;
            unwatch.set(name, views.add({ channel, ageMs: feed.ageMs, end: feed.end }));
          }
          if (stream.address === undefined) return;
          addressed.set(name, feed);
          sweepLater();
        },
        // If the log cannot be read now, the next connection tries again.
        () => feeds.delete(name),
      );
      return opening;
    },
    close() {
      cancelSweep?.();
      for (const feed of feeds.values()) {
        feed.then(
          (open) => open.close(),
          () => {},
        );
      }
      feeds.clear();
      addressed.clear();
    },
  };
}
