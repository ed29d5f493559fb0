// A feed without books: a server made from its contract, and the generated client. Messages in a room
// arrive once and in order, or the client reports the gap.

import { seededRandom } from "@specwright/runtime/testing";
import {
  type OpenSocket,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { createFeedServer, type FeedTopicsOf, refuse } from "@specwright/streams/server";
import { expect, it } from "vitest";
import { createChatClient, type RoomsFeed } from "../../examples/feeds/chat/gen/client.ts";
import { rooms } from "../../examples/feeds/chat/gen/descriptors.ts";
import { manualClock } from "./world.ts";

const NAMES = ["lobby", "kitchen", "garden"];
const SEEDS = 100;

/** Runs one evening. Returns the received and the sent messages by room, and the gaps. */
async function runEvening(seed: number) {
  const clock = manualClock();
  const random = seededRandom(seed);
  const server = createFeedServer<FeedTopicsOf<RoomsFeed>>(rooms, {
    topics: {
      room: { open: ({ name }) => NAMES.includes(name) || refuse("no such room", "none") },
    },
    clock,
    fill: { said: ({ now }) => ({ "/at": now }) },
  });
  const events: StreamEvent[] = [];
  let cut = (): void => {};
  let dropped = 0;
  const openSocket: OpenSocket = (_url, _headers, handlers) => {
    const due = { server: 0, client: 0 };
    const post = (side: keyof typeof due, run: () => void): void => {
      due[side] = Math.max(due[side], clock.elapsed() + random.between(1, 60));
      clock.setTimer(due[side] - clock.elapsed(), () => {
        if (!over) run();
      });
    };
    let over = false;
    const end = (code: number, reason: string): void => {
      if (over) return;
      over = true;
      connection.closed();
      handlers.closed(code, reason);
    };
    const connection = server.connect({
      send(text) {
        if (text.includes('"said"') && random.chance(0.03)) dropped += 1;
        else post("client", () => handlers.received(new TextEncoder().encode(text)));
      },
      ping: () => post("client", () => handlers.pinged?.()),
      close: (code, reason) => post("client", () => end(code, reason)),
      terminate: () => end(1006, ""),
    });
    cut = () => end(1006, "");
    post("client", () => handlers.opened());
    const leave = (): void => {
      over = true;
      connection.closed();
    };
    return {
      async send(bytes) {
        post("server", () => connection.receive(new TextDecoder().decode(bytes)));
      },
      showsPings: true,
      close: leave,
      terminate: leave,
      ping: () => post("client", () => handlers.ponged?.()),
    };
  };
  const transport = streamTransport({
    topics,
    url: "ws://chat.example",
    clock,
    random: () => random.next(),
    openSocket,
    onEvent: (event) => events.push(event),
  });
  const feed = createChatClient(transport).rooms();
  const heard = new Map<string, { n: bigint; text: string }[]>(NAMES.map((name) => [name, []]));
  const said = new Map<string, string[]>(NAMES.map((name) => [name, []]));
  for (const name of NAMES) {
    feed.room({ name }).onMessage((message) => {
      if ("op" in message) heard.get(name)?.push({ n: message.n, text: message.text });
    });
  }
  const attic = feed.room({ name: "attic" });
  const refused = attic[Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => String(error));
  for (let step = 0; step < 40; step += 1) {
    await clock.advance(random.between(10, 2_000));
    const name = random.pick(NAMES);
    said.get(name)?.push(`${step}`);
    server.publish("room", { name }, "said", { author: "seed", text: `${step}` });
    if (random.chance(0.04)) cut();
  }
  await clock.advance(60_000);
  feed.close();
  server.close();
  await clock.advance(10_000);
  return { heard, said, events, dropped, refused: await refused, state: attic.state };
}

it(`delivers the messages of ${SEEDS} evenings, or reports that some are missing`, async () => {
  let gaps = 0;
  let drops = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { heard, said, events, dropped, refused, state } = await runEvening(seed);
    expect([state, refused]).toEqual([
      "refused",
      "StreamError: topic_refused: The server refused the topic room name=attic: no such room.",
    ]);
    for (const [name, messages] of heard) {
      const texts = said.get(name) ?? [];
      // The number of a message is its position among all messages of the room.
      expect(messages.map(({ text }) => text)).toEqual(
        messages.map(({ n }) => texts[Number(n) - 1]),
      );
      const numbers = messages.map(({ n }) => Number(n));
      expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    }
    const broken = events.filter(({ type }) => type === "violation");
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    gaps += events.filter(({ type }) => type === "gap").length;
    drops += dropped;
    if (dropped === 0) expect(events.some(({ type }) => type === "gap")).toBe(false);
  }
  // After most drops, another message on the same connection shows the gap.
  expect(gaps).toBeGreaterThan(drops / 2);
});
