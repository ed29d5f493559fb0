// Recorded frames of real venues, which clients made from the contracts read: there is no unknown frame, and
// after each one the books are those of a straight reference book, and fit the checksum.
//
//     git clone https://github.com/bmoscon/cryptofeed
//     RECORDED_FRAMES=cryptofeed/sample_data npx vitest run test/feeds/recorded.test.ts

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BookStream } from "@specwright/runtime/codegen";
import {
  type SocketHandlers,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { describe, expect, it } from "vitest";
import { type BookChange, type Json, type Recording, recordings } from "./recorded/recordings.ts";
import { manualClock } from "./world.ts";

const folder = process.env["RECORDED_FRAMES"] ?? "";
const hasFrames = folder !== "" && existsSync(folder);

/** A book kept as the documentation of every venue describes. */
class ReferenceBook {
  readonly #sides = { bids: new Map<number, string>(), asks: new Map<number, string>() };

  apply({ isWhole, ...change }: BookChange): void {
    for (const side of ["bids", "asks"] as const) {
      const levels = this.#sides[side];
      if (isWhole) levels.clear();
      for (const [price, quantity] of change[side]) {
        if (Number(quantity) === 0) levels.delete(Number(price));
        else levels.set(Number(price), quantity);
      }
    }
  }

  side(name: "bids" | "asks"): readonly (readonly [number, number])[] {
    const sign = name === "bids" ? -1 : 1;
    return [...this.#sides[name]]
      .sort(([one], [other]) => sign * (one - other))
      .map(([price, quantity]) => [price, Number(quantity)] as const);
  }
}

interface Line {
  readonly frame: Json;
  readonly text: string;
}

function readLines({ rewrite = (text) => text }: Recording, file: string): readonly Line[] {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const text = rewrite(line.slice(line.indexOf(": ") + 2));
      return { frame: JSON.parse(text), text };
    });
}

/** Reads the snapshots from HTTP responses, by market. */
function readAnswers({ marketOf }: Recording, file: string): ReadonlyMap<unknown, string> {
  if (marketOf === undefined) return new Map();
  const lines = readFileSync(join(folder, file.replace(/ws\..*/, "http.0.0")), "utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const market = marketOf(line);
      return market === undefined ? [] : [[market, line.slice(line.indexOf(": {") + 2)]];
    }),
  );
}

/** Plays a recording to a client, and compares its books after each frame. */
async function play(
  recording: Recording,
  file: string,
): Promise<{ frames: number; verified: number; events: readonly StreamEvent[] }> {
  const all = readLines(recording, file);
  const names = new Map(
    all.flatMap(({ frame }) => [recording.nameIn?.(frame) ?? []]).filter(isPair),
  );
  const known = all.filter(({ frame }) => recording.isKnown(frame, names));
  const changes = known.map(({ frame }) => recording.read(frame, names));
  const answers = readAnswers(recording, file);
  const markets = new Set(changes.flatMap((change) => change?.market ?? []));
  const events: StreamEvent[] = [];
  let socket: SocketHandlers | undefined;
  const receive = (text: string): void => socket?.received(new TextEncoder().encode(text));
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock: manualClock(),
    openSocket(_url, _headers, handlers) {
      socket = handlers;
      queueMicrotask(() => handlers.opened());
      return {
        async send(bytes) {
          const request: Json = JSON.parse(new TextDecoder().decode(bytes));
          const given = recording.answer(request, names);
          queueMicrotask(() => given.map((each) => receive(JSON.stringify(each))));
        },
        close() {},
        terminate() {},
      };
    },
    fetch: (async (url: URL) => new Response(answers.get(recording.marketOf?.(url.href)))) as never,
    onEvent: (event) => events.push(event),
  });
  const feed = transport.openFeed(recording.channel, {});
  const books = new Map<string, BookStream<unknown>>();
  const references = new Map<string, ReferenceBook>();
  for (const market of markets) {
    books.set(market, feed.subscribeBook("book", { [recording.parameter]: market }));
    const reference = new ReferenceBook();
    references.set(market, reference);
    const answer = answers.get(market);
    if (answer !== undefined) reference.apply({ market, isWhole: true, ...JSON.parse(answer) });
  }
  await settle();
  const counts = { frames: 0, verified: 0 };
  for (const [at, { text }] of known.entries()) {
    receive(text);
    const change = changes[at];
    if (change === undefined) continue;
    counts.frames += 1;
    // An HTTP snapshot is applied in a later turn.
    if (answers.size > 0) await settle();
    const [reference, stream] = [references.get(change.market), books.get(change.market)];
    reference?.apply(change);
    if (change.isChecked === true && stream?.verified === true) counts.verified += 1;
    if (answers.size > 0 && stream?.book === undefined) continue;
    for (const side of ["bids", "asks"] as const) {
      const own = (stream?.book?.topTexts(side) ?? []).map((level) => level.map(Number));
      expect({ at, side, own }).toEqual({ at, side, own: reference?.side(side) });
    }
  }
  expect([...books.values()].map(({ status }) => status)).toEqual([...markets].map(() => "ready"));
  feed.close();
  return { ...counts, events };
}

function isPair(found: readonly unknown[]): found is readonly [unknown, string] {
  return found.length === 2;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await undefined;
  await new Promise((resolve) => setImmediate(resolve));
}

describe.skipIf(!hasFrames)("33.2 recorded frames (set RECORDED_FRAMES to their folder)", () => {
  it.each(Object.entries(recordings))("%s", async (_, recording) => {
    let [frames, verified] = [0, 0];
    for (const file of recording.files) {
      const played = await play(recording, file);
      frames += played.frames;
      verified += played.verified;
      expect(
        played.events.filter(({ type }) => !/^state$|connected|unprotected/.test(type)),
      ).toEqual([]);
    }
    expect({ frames, verified }).toEqual({
      frames: recording.frames,
      verified: recording.checksums,
    });
  });
});
