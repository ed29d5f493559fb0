// Processes frames of venues, from bytes to a changed book. The peers are parsing alone, without
// any processing, and handwritten code. All candidates run in one process.

import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { type Candidate, pairedRatios } from "../paired-ratio.ts";
import {
  binanceOpening,
  bitfinexOpening,
  type FeedHandler,
  kalshiOpening,
  krakenOpening,
  openClient,
  type VenueOpening,
} from "./feeds/client-handlers.ts";
import { describeFeeds } from "./feeds/describe-feeds.ts";
import {
  binanceFrames,
  bitfinexFrames,
  type FeedFrames,
  kalshiFrames,
  krakenFrames,
} from "./feeds/feed-frames.ts";
import {
  handWrittenBinance,
  handWrittenBitfinex,
  handWrittenKalshi,
  handWrittenKraken,
} from "./feeds/hand-written-handlers.ts";

/** Compares the cost of a frame of four venues. */
export const feedsBench: Bench = {
  name: "feeds",
  description: "CPU time of a frame of a venue, from bytes to the changed book",
  run,
  describe: describeFeeds,
};

interface Feed {
  readonly name: string;
  readonly frames: () => FeedFrames;
  readonly opening: VenueOpening;
  readonly handWritten: () => FeedHandler<string>;
  /**
   * The maximum cost of our handler, relative to parsing alone; null if the row is only for
   * information.
   */
  readonly target: number | null;
}

const feeds: readonly Feed[] = [
  {
    name: "binance",
    frames: () => binanceFrames(5, 45),
    opening: binanceOpening,
    handWritten: handWrittenBinance,
    target: 0.5,
  },
  {
    name: "binance, few levels",
    frames: () => binanceFrames(1, 4),
    opening: binanceOpening,
    handWritten: handWrittenBinance,
    target: 0.5,
  },
  {
    name: "kalshi",
    frames: kalshiFrames,
    opening: kalshiOpening,
    handWritten: handWrittenKalshi,
    target: 0.5,
  },
  {
    name: "bitfinex",
    frames: bitfinexFrames,
    opening: bitfinexOpening,
    handWritten: handWrittenBitfinex,
    target: null,
  },
  {
    name: "kraken",
    frames: krakenFrames,
    opening: krakenOpening,
    handWritten: handWrittenKraken,
    target: null,
  },
];

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const feed of feeds) {
    if (context.only.length > 0 && !context.only.includes(feed.name)) continue;
    rows.push(...(await compareFeed(context, feed)));
  }
  return rows;
}

async function compareFeed(context: BenchContext, feed: Feed): Promise<BenchRow[]> {
  // Each handler gets its own frames, because the numbers of the frames increase from run to run.
  const frames = feed.frames();
  const others = feed.frames();
  const own = await openClient(context.root, feed.opening);
  const handWritten = feed.handWritten();
  const ours = feedCandidate("specwright", frames.bytes, (bytes) => own.handle(bytes), frames);
  const parse = feedCandidate("JSON.parse", frames.texts, (text) => JSON.parse(text) as unknown);
  const decodeAndParse = feedCandidate("decoding and JSON.parse", others.bytes, (bytes) =>
    JSON.parse(decodeText(bytes)),
  );
  const byHand = feedCandidate(
    "handler by hand",
    others.bytes,
    (bytes) => handWritten.handle(decodeText(bytes)),
    others,
  );
  ours.run();
  own.check();
  byHand.run();
  if (JSON.stringify(own.top()) !== JSON.stringify(handWritten.top())) {
    throw new Error(`${feed.name}: the handlers keep different books`);
  }
  const kilobytes = frames.bytes.reduce((sum, { length }) => sum + length, 0) / 1e3;
  context.log(
    `${feed.name}: ${frames.bytes.length} frames, ${frames.levels} levels, ${Math.round(kilobytes)} kB`,
  );
  const peers = [
    [parse, feed.target],
    [decodeAndParse, feed.target],
    [byHand, 1],
  ] as const;
  const rows = peers.map(([peer, target]): BenchRow => {
    const [result] = pairedRatios(peer, [ours], { rounds: context.rounds * 5 });
    if (result === undefined) throw new Error("no pair was timed");
    const { ratio, quartiles, cpuNs, baselineCpuNs } = result;
    context.log(`  ${peer.name}: ${ratio.toFixed(2)} (${Math.round(cpuNs)} ns a frame)`);
    return {
      bench: "feeds",
      case: feed.name,
      peer: peer.name,
      metric: "cpu ns/frame",
      value: cpuNs,
      peerValue: baselineCpuNs,
      ratio,
      quartiles,
      target,
      holds: target === null ? null : ratio <= target,
    };
  });
  own.check();
  own.close();
  return rows;
}

function feedCandidate<Frame>(
  name: string,
  frames: readonly Frame[],
  handle: (frame: Frame) => unknown,
  numbered?: FeedFrames,
): Candidate {
  return {
    name,
    operations: frames.length,
    run() {
      let last: unknown;
      numbered?.renumber();
      for (const frame of frames) last = handle(frame);
      return last;
    },
  };
}

/** Decodes bytes to text in the same way as users of sockets in Node do. */
function decodeText(bytes: Uint8Array): string {
  return (bytes as Buffer).toString();
}
