// Latency and faults of mocks: given flags, what becomes of requests and connections.

import { once } from "node:events";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createDisruptions } from "../src/mock/disruptions.ts";
import { command, folderOf, removeFolders } from "./run-command.ts";
import { type RunningMock, startMock } from "./start-mock.ts";

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200": { description: All., content: { application/json: { schema: { const: all } } } }
        "503": { description: Busy., content: { application/json: { schema: { const: busy } } } }
`;

const chat = `asyncapi: 3.0.0
info: { title: Chat, version: "1" }
servers: { web: { host: chat.example, protocol: wss } }
channels:
  room:
    address: /room
    bindings: { ws: { query: { type: object, required: [name], properties: { name: { type: string, minLength: 3 } } } } }
    messages:
      said: { payload: { type: object, required: [type], properties: { type: { const: said } } } }
      say: { payload: { type: object, required: [type, text], properties: { type: { const: say }, text: { type: string } } } }
operations:
  said: { action: send, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/said" }] }
  say: { action: receive, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/say" }] }
`;

const running: RunningMock[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((mock) => mock.stop()));
});
afterAll(removeFolders);

async function mockOf(document: string, ...flags: readonly string[]): Promise<RunningMock> {
  const folder = await folderOf({ "a.yaml": document });
  const mock = await startMock(folder, ["a.yaml", "--no-watch", ...flags]);
  running.push(mock);
  return mock;
}

describe("disruptions", () => {
  const kinds = (seed: number, faults: number): readonly unknown[] => {
    const next = createDisruptions({ seed, faults });
    return Array.from({ length: 2_000 }, () => next().fault);
  };

  it("are the same for a seed, and others for another", () => {
    expect(kinds(1, 0.1)).toEqual(kinds(1, 0.1));
    expect(kinds(1, 0.1)).not.toEqual(kinds(2, 0.1));
  });

  it.each([
    [0, 0, 0],
    [0.05, 60, 140],
    [1, 2_000, 2_000],
  ])("fail a share of %d", (share, least, most) => {
    const failed = kinds(3, share).filter((each) => each !== undefined).length;
    expect(failed).toBeGreaterThanOrEqual(least);
    expect(failed).toBeLessThanOrEqual(most);
  });

  it("fail the same requests whatever the latency", () => {
    const [plain, late] = [
      createDisruptions({ faults: 0.3 }),
      createDisruptions({ faults: 0.3, latency: [1, 9] }),
    ];
    const failures = (next: typeof plain): readonly unknown[] =>
      Array.from({ length: 50 }, () => next().fault);
    expect(failures(late)).toEqual(failures(plain));
  });

  it("take every time of a range, and no other", () => {
    const next = createDisruptions({ latency: [50, 52] });
    const times = new Set(Array.from({ length: 200 }, () => next().delayMs));
    expect([...times].sort()).toEqual([50, 51, 52]);
  });
});

describe("a request", () => {
  const timed = async (mock: RunningMock): Promise<readonly [unknown, string, number]> => {
    const start = performance.now();
    const result = await fetch(`${mock.url}/orders`, { signal: AbortSignal.timeout(400) }).then(
      async (answer) => [answer.status, await answer.text()] as const,
      (error: Error) => [Object(error.cause).code ?? error.name, ""] as const,
    );
    return [...result, performance.now() - start];
  };

  it.each<readonly [flags: readonly string[], want: unknown, text: unknown, leastMs: number]>([
    [[], 200, '"all"', 0],
    [["--latency", "120"], 200, '"all"', 119],
    [["--latency", "120..130ms"], 200, '"all"', 119],
    [["--faults", "0%"], 200, '"all"', 0],
    [["--faults", "100%", "--fault-kinds", "503"], 503, '"busy"', 0],
    [
      ["--faults", "1", "--fault-kinds", "429"],
      429,
      expect.stringContaining('"injected_fault"'),
      0,
    ],
    [["--faults", "100%", "--fault-kinds", "reset"], "ECONNRESET", "", 0],
    [["--faults", "100%", "--fault-kinds", "timeout"], "TimeoutError", "", 390],
  ])("with %j", async (flags, want, text, leastMs) => {
    const [status, body, ms] = await timed(await mockOf(shop, ...flags));
    expect([status, body]).toEqual([want, text]);
    expect(ms).toBeGreaterThanOrEqual(leastMs);
  });

  it("is repeated by a seed", async () => {
    const run = async (): Promise<readonly unknown[]> => {
      const flags = ["--faults", "50%", "--fault-kinds", "500,429", "--seed", "4"];
      const mock = await mockOf(shop, ...flags);
      const statuses: unknown[] = [];
      for (let count = 0; count < 12; count += 1) statuses.push((await timed(mock))[0]);
      return statuses;
    };
    const statuses = await run();
    expect(new Set(statuses)).toEqual(new Set([200, 500, 429]));
    expect(await run()).toEqual(statuses);
  });

  it("is announced as disrupted", async () => {
    const mock = await mockOf(shop, "--faults", "2.5%", "--latency", "5..9", "--seed", "7");
    const sentence =
      "Answers take 5 to 9 ms, 2.5% of requests fail with 500, 503, reset, timeout (seed 7).";
    expect(mock.lines).toContain(sentence);
  });
});

describe("a connection", () => {
  async function connect(
    flags: readonly string[],
    query = "?name=ada",
  ): Promise<readonly [outcome: string, messages: number, socket: WebSocket]> {
    const mock = await mockOf(chat, "--interval", "20", ...flags);
    const socket = new WebSocket(`${mock.url}/room${query}`);
    let messages = 0;
    socket.on("message", () => {
      messages += 1;
    });
    const ended = Promise.race([
      once(socket, "close").then(([code]) => `close ${code}`),
      once(socket, "unexpected-response").then(([, answer]) => `status ${answer.statusCode}`),
      new Promise<string>((done) => setTimeout(() => done(`state ${socket.readyState}`), 600)),
    ]);
    socket.on("error", () => {});
    return [await ended, messages, socket];
  }

  it.each<readonly [flags: readonly string[], want: string]>([
    [[], "state 1"],
    [["--faults", "100%", "--fault-kinds", "503"], "status 503"],
    [["--faults", "100%", "--fault-kinds", "timeout"], "state 0"],
    [["--faults", "100%", "--fault-kinds", "reset"], "close 1006"],
    [["--latency", "5000"], "state 0"],
  ])("with %j", async (flags, want) => {
    const [outcome, messages, socket] = await connect(flags);
    expect(outcome).toBe(want);
    expect(messages > 0).toBe(want === "state 1" || want === "close 1006");
    socket.terminate();
  });

  it.each([
    [["--no-check"], "?name=x", "state 1"],
    [["--no-check"], "", "state 1"],
    [[], "?name=x", "status 400"],
  ])("with %j and the query %j", async (flags, query, want) => {
    const [outcome, , socket] = await connect(flags, query);
    expect(outcome).toBe(want);
    socket.terminate();
  });
});

it.each([
  [["--latency", "9..5"], "a range such as 50..200"],
  [["--latency", "soon"], "a range such as 50..200"],
  [["--faults", "120%"], "a share of all requests, such as 5% or 0.05"],
  [["--fault-kinds", "200"], "a list of statuses from 400 to 599, reset and timeout"],
])("the flags %j are refused", async (flags, want) => {
  const { code, err } = await command(await folderOf({ "a.yaml": shop }), [
    "mock",
    "a.yaml",
    ...flags,
  ]);
  expect([code, err]).toEqual([1, expect.stringContaining(want)]);
});
