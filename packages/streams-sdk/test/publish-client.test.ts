import { parseJson, stringifyJson } from "@specwright/runtime";
import { type FakeClock, fakeClock } from "@specwright/runtime/testing";
import {
  createPublishClient,
  type PublishClient,
  type PublishCommand,
} from "@specwright/streams-sdk/publish";
import { beforeEach, describe, expect, it } from "vitest";

type Answer = object | "nothing" | "nonsense";

let clock: FakeClock;
let client: PublishClient;
/** The requests so far, as the ids in them. */
let requests: string[][];
let retries: number;
/** Answers a command of a request. */
let serve: (id: string, request: number) => Answer | Promise<Answer>;

beforeEach(() => {
  clock = fakeClock(1_763_700_000_000);
  requests = [];
  retries = 0;
  serve = (id) => ({ id, seq: Number(id) });
  client = createPublishClient({
    connection: {
      async request(_subject, payload) {
        const lines = payload.split("\n").map((line) => Object(parseJson(line)));
        const ids = lines.map(({ id }) => String(id));
        const request = requests.push(ids);
        const answers = await Promise.all(ids.map((id) => serve(id, request)));
        if (answers.includes("nothing")) throw new Error("timeout");
        const text = answers.map((each) => (each === "nonsense" ? "?" : stringifyJson(each)));
        return { string: () => text.join("\n") };
      },
    },
    clock,
    random: () => 1,
    onRetry: () => {
      retries += 1;
    },
  });
});

function command(id: number): PublishCommand & { readonly id: string } {
  const correlation_id = "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f";
  const payload = { command_type: "CANCEL", reason: "late", correlation_id } as const;
  const message = { type: "order_reject", payload } as const;
  return { channel: "orders", broker_id: "B", id: String(id), message };
}

function publish(...ids: readonly number[]): Promise<readonly PromiseSettledResult<bigint>[]> {
  return Promise.allSettled(ids.map((id) => client.publish(command(id))));
}

const fulfilled = (value: bigint) => ({ status: "fulfilled", value });
const refusal = (code: string, retry: boolean) => ({
  error: { code, message: "it says why", retry },
});

describe("a publish client", () => {
  it("gives the numbers, exact beyond 2^53", async () => {
    serve = (id) => ({ id, seq: 9_007_199_254_740_993n });
    expect(await publish(1)).toEqual([fulfilled(9_007_199_254_740_993n)]);
  });

  it("sends what waits as one request, and the next when it is answered", async () => {
    const first = publish(1, 2);
    await Promise.resolve();
    await Promise.resolve();
    const second = publish(3);
    const third = publish(4);
    await Promise.all([first, second, third]);
    expect(requests).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it.each(["nothing", "nonsense"] as const)("repeats a request that gets %s", async (answer) => {
    serve = (id, request) => (request < 3 ? answer : { id, seq: Number(id) });
    const published = publish(1, 2);
    await clock.advance(10_000);
    expect(await published).toEqual([fulfilled(1n), fulfilled(2n)]);
    expect([requests.length, retries]).toEqual([3, 2]);
  });

  it("rejects permanent refusals, and repeats the others in order", async () => {
    serve = (id, request) => {
      if (id === "2") return refusal("decode", false);
      return id !== "1" && request === 1
        ? refusal("log_unavailable", true)
        : { id, seq: Number(id) };
    };
    const published = publish(1, 2, 3, 4);
    await clock.advance(10_000);
    expect(await published).toMatchObject([
      fulfilled(1n),
      { reason: { name: "PublishError", code: "refused", refusal: { code: "decode" } } },
      fulfilled(3n),
      fulfilled(4n),
    ]);
    expect(requests).toEqual([
      ["1", "2", "3", "4"],
      ["3", "4"],
    ]);
  });

  it("sends nothing before the open commands are answered", async () => {
    serve = (id, request) => (request < 4 ? "nothing" : { id, seq: Number(id) });
    const first = publish(1);
    await clock.advance(10);
    const second = publish(2);
    await clock.advance(10_000);
    await Promise.all([first, second]);
    expect(requests).toEqual([["1"], ["1"], ["1"], ["1"], ["2"]]);
  });

  it("gives up after a time, and reports an unknown outcome", async () => {
    serve = () => "nothing";
    const published = publish(1);
    await clock.advance(120_000);
    expect(await published).toMatchObject([{ reason: { code: "unanswered" } }]);
  });

  it("T5 sends nothing behind an unanswered command until that is published again", async () => {
    serve = () => "nothing";
    const first = publish(1);
    await clock.advance(10);
    const second = publish(2);
    await clock.advance(120_000);
    expect(await first).toMatchObject([{ reason: { code: "unanswered" } }]);
    expect(await second).toMatchObject([{ reason: { code: "behind_unanswered", behind: "1" } }]);
    serve = (id) => ({ id, seq: Number(id) });
    requests = [];
    expect(await publish(3)).toMatchObject([{ reason: { code: "behind_unanswered" } }]);
    expect(await publish(1, 3, 2, 3)).toMatchObject([
      fulfilled(1n),
      { reason: { code: "behind_unanswered", behind: "2" } },
      fulfilled(2n),
      fulfilled(3n),
    ]);
    expect(requests).toEqual([["1", "2", "3"]]);
  });

  it("T5 gives up unanswered commands by id, and the ones that the service waits for", async () => {
    serve = () => "nothing";
    const published = publish(1);
    await clock.advance(120_000);
    await published;
    requests = [];
    serve = (id) => (id === "undefined" ? { given_up: true } : { id, seq: Number(id) });
    const given = client.giveUp({ channel: "orders", broker_id: "B", give_up: "1" });
    const next = publish(2);
    expect(await given).toBe(true);
    expect(await next).toEqual([fulfilled(2n)]);
    expect(requests).toEqual([["undefined", "2"]]);
  });

  it("T5 repeats commands behind a temporary refusal, in order", async () => {
    serve = (id, request) => {
      if (request > 1) return { id, seq: Number(id) };
      const { error } = refusal(id === "1" ? "log_full" : "behind_refused", true);
      return { id, error: { ...error, ...(id !== "1" && { behind: "1" }) } };
    };
    const published = publish(1, 2, 3);
    await clock.advance(10_000);
    expect(await published).toEqual([fulfilled(1n), fulfilled(2n), fulfilled(3n)]);
    expect(requests).toEqual([
      ["1", "2", "3"],
      ["1", "2", "3"],
    ]);
  });

  it("answers accepted commands before it is closed, and accepts no more", async () => {
    const published = publish(1);
    await client.close();
    expect(await published).toEqual([fulfilled(1n)]);
    expect(await publish(2)).toMatchObject([{ reason: { code: "client_closed" } }]);
  });

  it("keeps requests within what NATS takes", async () => {
    const ids = Array.from({ length: 1300 }, (_, at) => at + 1);
    await publish(...ids);
    expect(requests.map(({ length }) => length)).toEqual([512, 512, 276]);
    expect(requests.flat()).toEqual(ids.map(String));
  });

  it("writes market data as the service reads it", async () => {
    let line = "";
    const own = createPublishClient({
      connection: {
        async request(_subject, payload) {
          line = payload;
          return { string: () => `{"id":"d","seq":4}` };
        },
      },
    });
    const message = { type: "book_diff" as const, market_id: "M", bids: [], asks: [] };
    expect(await own.publish({ channel: "market-data", id: "d", message })).toBe(4n);
    expect(JSON.parse(line)).toEqual({ channel: "market-data", id: "d", ...message });
  });
});
