// The conformance kit on the simulated venues: a venue that follows its contract passes, and a misbehaviour
// fails with the sentence that it breaks.

import { listClauses, runConformance } from "@specwright/conformance";
import { systemClock } from "@specwright/runtime";
import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { serveSimulator } from "../../examples/feeds/serve-venue.ts";
import { runProgram } from "../../packages/conformance/src/command/program.ts";
import { type FrameChange, failuresOf, judgeVenue } from "./conformance-run.ts";
import { judgedVenues } from "./judged-venues.ts";

const names = Object.keys(judgedVenues);
const venueOf = (name: string) => {
  const venue = judgedVenues[name];
  if (venue === undefined) throw new RangeError(name);
  return venue;
};

describe("a venue that follows its contract passes", () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  test.each(names.flatMap((name) => seeds.map((seed) => [name, seed] as const)))(
    "%s, seed %i",
    async (name, seed) => {
      const report = await judgeVenue(venueOf(name), {}, seed);
      expect(failuresOf(report)).toEqual({});
      expect(report.counts.pass).toBeGreaterThan(11);
    },
  );

  test.each(names)("%s, and clauses that do not run had no occasion", async (name) => {
    const { results } = await judgeVenue(venueOf(name));
    const left = results.filter(({ outcome }) => outcome === "not run").map(({ id }) => id);
    // Missing messages, and ends of connections.
    expect(left.filter((id) => !/^(message|x-endings)\./.test(id))).toEqual([]);
  });
});

describe("a misbehaviour breaks its clause only", () => {
  const cases = names.flatMap((name) =>
    Object.entries(venueOf(name).noticed).map(([kind, noticed]) => ({ name, kind, ...noticed })),
  );
  test.each(cases)("$name: $kind", async ({ name, clauses, topics, ...misbehaving }) => {
    const venue = venueOf(name);
    const report = await judgeVenue({ ...venue, topics: topics ?? venue.topics }, misbehaving);
    const failed = Object.keys(failuresOf(report));
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter((id) => !clauses.includes(id))).toEqual([]);
  });
});

describe("misbehaviour outside of the clauses", () => {
  const cases = names.flatMap((name) =>
    Object.keys(venueOf(name).unnoticed).map((kind) => [name, kind] as const),
  );
  test.each(cases)("%s: %s passes", async (name, kind) => {
    const incidents = ["age", "maintenance", "buffer-overflow", "double", "drop", "reorder"];
    const ofOps = ["reset", "restart", "resnapshot", "service-upgrade"];
    const once = [...incidents, ...ofOps].includes(kind);
    const misbehaving = once ? { incident: kind } : { habits: [kind] };
    expect(failuresOf(await judgeVenue(venueOf(name), misbehaving))).toEqual({});
  });

  test.each(names)("%s has no other misbehaviours", (name) => {
    const { create, noticed, unnoticed } = venueOf(name);
    const venue = create({ clock: fakeClock(), random: seededRandom(1) });
    const known = [...Object.keys(noticed), ...Object.keys(unnoticed)];
    expect(known.sort()).toEqual(Object.keys(venue.misbehaviours).sort());
    venue.stop();
  });
});

describe("a frame that changes on its way breaks its clause only", () => {
  const loses =
    (part: string): FrameChange =>
    (text) =>
      text.includes(part) ? undefined : text;
  const replaces =
    (part: string | RegExp, by: string): FrameChange =>
    (text) =>
      text.replace(part, by);
  const replacesTrade = (number: number, by: string): FrameChange => {
    let trades = 0;
    return (text) => {
      if (text.includes("trade")) trades += 1;
      return text.includes("trade") && trades === number ? by : text;
    };
  };
  const shutdown = '{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}';

  test.each<[string, string, string, FrameChange, boolean?]>([
    ["the setup is not accepted", "bitfinex", "x-subscription.setup.1", loses('"conf"')],
    ["a topic is not left", "kraken", "x-subscription.unsubscribed", loses('"unsubscribe"')],
    ["nothing is refused", "kraken", "x-subscription.refusal", loses('"success":false')],
    [
      "a snapshot has a level too many",
      "kraken",
      "x-book.book.truncate",
      replaces(/(snapshot.*"bids":\[)(.*?)\]/, '$1$2,{"price":0.01,"qty":1}]'),
    ],
    [
      "a schema does not ask for a price, nor is there one",
      "kalshi",
      "x-book.book.levels",
      replaces("price_dollars", "price"),
      true,
    ],
    ["an ending is announced in vain", "binance", "x-endings.1", replacesTrade(20, shutdown)],
    ["a frame is not JSON", "kraken", "messages", replaces("heartbeat", '"')],
    ["a number is missing", "kalshi", "x-sequence.1.at", replaces(/"seq":\d+,(.*trade)/, "$1")],
    ["a name is missing", "kalshi", "x-subscription.alias", replaces(/,"sid":\d+(}})/, "$1"), true],
  ])("%s", async (_, name, clause, change, withoutSchemas = false) => {
    const venue = venueOf(name);
    const channel = withoutSchemas ? { ...venue.channel, serverMessages: [] } : venue.channel;
    const report = await judgeVenue({ ...venue, channel }, { change });
    expect(Object.keys(failuresOf(report))).toEqual([clause]);
  });
});

describe("the response to a client's ping", () => {
  const venue = venueOf("kraken");
  const ping = { from: "client", everyMs: 7_000, payload: { method: "ping" }, answer: "pong" };
  const heartbeats = [...(venue.channel.heartbeats ?? []), ping as never];
  const channel = { ...venue.channel, heartbeats };

  test.each([
    ["is judged", [], []],
    ["is missed", ["no-pong"], ["x-heartbeat.2"]],
  ])("%s", async (_, habits, failed) => {
    const report = await judgeVenue({ ...venue, channel }, { habits });
    expect(Object.keys(failuresOf(report))).toEqual(failed);
    const { outcome } = report.results.find(({ id }) => id === "x-heartbeat.2") ?? {};
    expect(outcome).toBe(failed.length > 0 ? "fail" : "pass");
  });
});

test("each clause has a sentence, and names a place of the contract", () => {
  for (const name of names) {
    const { channel } = venueOf(name);
    if (channel.feed === undefined) throw new TypeError("The contract has no feed.");
    const clauses = listClauses(channel);
    expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length);
    for (const { source, sentence } of clauses) {
      expect(source).toMatch(/^\/channels\/market\/(messages|x-)/);
      expect(sentence).toMatch(/^.{20,}\.$/);
      expect(sentence).not.toContain("undefined");
    }
  }
});

test("without examples, the command line must name topics", async () => {
  const { channel } = venueOf("kraken");
  const run = runConformance({ channel, url: "wss://venue.example" });
  const want = "missing topics: pass --topic with one of: book [depth=10] symbol=…; trade symbol=…";
  await expect(run).rejects.toMatchObject({ code: "bad_usage", seen: want });
});

describe.concurrent("the command, over real sockets", () => {
  const path: Readonly<Record<string, string>> = { kalshi: "/trade-api/ws" };
  async function run(name: string, habits: readonly string[] = [], livesMs?: number) {
    const { create } = venueOf(name);
    const venue = create({ clock: systemClock, random: seededRandom(3) });
    for (const habit of habits) venue.misbehave(habit);
    const served = await serveSimulator(venue, { stepMs: 50 });
    const lines: string[] = [];
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= served.stop());
    try {
      const code = await runProgram(
        [
          ...["--contract", `examples/feeds/${name}/asyncapi.yaml`, "--seconds", "2"],
          ...["--server", `https://api.binance.com=${served.url.replace("ws", "http")}`],
          `${served.url}${path[name] ?? ""}`,
        ],
        {
          env: {},
          out: (text) => lines.push(text),
          err(text) {
            lines.push(text);
            if (livesMs !== undefined) setTimeout(() => void stop(), livesMs);
          },
        },
      );
      return { code, text: lines.join("\n") };
    } finally {
      await stop();
    }
  }

  test("keeps its observations when the server goes away", async () => {
    const { code, text } = await run("kraken", [], 1_000);
    expect(text).toMatch(/ [1-9]\d* passed, 0 failed, /);
    expect(text).toContain("Run the kit again: the connection ended early");
    expect(code).toBe(2);
  });

  test.each(names)("passes %s", async (name) => {
    const { code, text } = await run(name);
    expect(text).toMatch(/ passed, 0 failed, /);
    expect(code).toBe(0);
  });

  test("names the broken sentence", async () => {
    const { code, text } = await run("kalshi", ["sequence-from-zero"]);
    expect(text).toMatch(
      /x-sequence\.1\.first +fail .*The first number of .* is 1\.\n +observed: it is 0.*\n +source: \/channels\/market\/x-sequence\/counters\/0\/first/,
    );
    expect(text).toMatch(/ passed, 1 failed, /);
    expect(code).toBe(1);
  });
});

describe("a command line that cannot run", () => {
  const contract = ["--contract", "examples/feeds/kraken/asyncapi.yaml"];
  test.each([
    [[...contract, "--topic", "book market=a", "wss://venue.example"], /Unknown parameter market/],
    [[...contract, "--topic", "depth symbol=a", "wss://venue.example"], /Unknown topic depth/],
    [[...contract, "--topic", "book symbol", "wss://venue.example"], /symbol is not NAME=VALUE/],
    [
      ["--contract", "examples/feeds/hyperliquid/asyncapi.yaml"].concat(
        ...["book coin=BTC", "roundedBook coin=BTC figures=3"].map((topic) => ["--topic", topic]),
        "wss://venue.example",
      ),
      /figures=3: its frames look like frames of another topic: run the kit separately for each topic/,
    ],
    [[...contract], /missing server/],
    [[...contract, "https://venue.example"], /is not a ws:\/\/ or wss:\/\/ URL/],
    [
      [...contract, "--channel", "other", "wss://venue.example"],
      /Unknown channel "other"\. Channels: account, market\./,
    ],
    [[...contract, "--only", "x-other", "--list"], /unknown clause x-other/],
    [["--contract", "nowhere.yaml", "wss://venue.example"], /nowhere\.yaml does not exist/],
    [["--contract", "package.json", "wss://venue.example"], /package\.json.*error/s],
    [
      ["--contract", "specs/streams/asyncapi.yaml", "--list"],
      /missing channel: pass --channel with one of accounting, events, /,
    ],
    [
      [...contract, "--topic", "trade symbol=a", "--timeout", "2", "ws://127.0.0.1:9"],
      /cannot be opened/,
    ],
  ])("%j", async (args, want) => {
    let said = "";
    const say = (text: string): void => {
      said += text;
    };
    expect(await runProgram(args, { env: {}, out: say, err: say })).toBe(2);
    expect(said).toMatch(want);
  });

  test("--list lists the clauses with their places", async () => {
    let said = "";
    const out = (text: string): void => {
      said += `${text}\n`;
    };
    const args = [...contract, "--list", "--only", "x-book"];
    expect(await runProgram(args, { env: {}, out, err: out })).toBe(0);
    expect(said).toContain("x-book.book.checksum  The checksum of");
    expect(said).toContain("[/channels/market/x-book/topics/book/checksum]");
    expect(said).not.toContain("x-envelope");
  });
});
