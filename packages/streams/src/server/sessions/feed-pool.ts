// The feeds of a process, by stream. Feeds of concrete addresses are closed when they have no readers,
// because clients may request any number of addresses.

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
 * The interval of the search for feeds without readers; a feed is closed when it is found twice.
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
        // A connection that is being accepted does not count as a reader yet.
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
        // A log that cannot be read now may be readable for the next connection.
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
