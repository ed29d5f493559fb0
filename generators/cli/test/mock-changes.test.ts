// A mock follows changes of its document at the same address, and keeps running while the document is
// broken.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { folderOf, removeFolders, write } from "./run-command.ts";
import { type RunningMock, startMock } from "./start-mock.ts";

const operation = (schema: string): string =>
  `{ get: { responses: { "200": { description: ., content: { application/json: { schema: ${schema} } } } } } }`;

const shop = (schema: string): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /order: ${operation(schema)}
`;

const chat = (text: string): string => `asyncapi: 3.0.0
info: { title: Chat, version: "2" }
servers: { web: { host: chat.example, protocol: wss } }
channels:
  room:
    address: /room
    messages: { said: { payload: { const: ${text} } } }
operations:
  say: { action: send, channel: { $ref: "#/channels/room" } }
`;

let mock: RunningMock | undefined;

afterEach(async () => {
  await mock?.stop();
  mock = undefined;
});
afterAll(removeFolders);

async function start(files: Record<string, string>, ...args: string[]): Promise<string> {
  const folder = await folderOf(files);
  mock = await startMock(folder, ["document.yaml", "--quiet", ...args]);
  return folder;
}

const answer = async (path = "/order"): Promise<string> =>
  (await fetch(`${mock?.url.replace("ws:", "http:")}${path}`)).text();

const said = (): string => mock?.lines.join("\n") ?? "";

/** Waits for a line of the mock, and returns the lines since the previous one. */
async function saying(line: string, times = 1): Promise<void> {
  const count = () => mock?.lines.filter((each) => each === line).length;
  await expect.poll(count, { timeout: 20_000, message: said() }).toBe(times);
}

it("serves a document and its referenced files in their current state after each change", async () => {
  const folder = await start({
    "document.yaml": shop("{ $ref: parts/order.yaml }"),
    "parts/order.yaml": "const: first\n",
  });
  expect(said()).toContain("1 operation. Watching 2 files for changes. Stop it with Ctrl+C.");
  expect(await answer()).toBe('"first"');
  await write(folder, "parts/order.yaml", "const: second\n");
  await saying("parts/order.yaml has changed: 1 operation is mocked.");
  expect(await answer()).toBe('"second"');
  await write(folder, "document.yaml", `${shop("{ const: third }")}  /other: ${operation("{}")}\n`);
  await saying("document.yaml has changed: 2 operations are mocked.");
  expect(await answer()).toBe('"third"');
  expect(await answer("/other")).toBe('"string"');
});

it("serves the last good document while one is broken or gone", async () => {
  const folder = await start({
    "document.yaml": shop("{ $ref: part.yaml }"),
    "part.yaml": "const: first\n",
  });
  const broken = " has changed: the last valid document is served until this one is fixed.";
  await write(folder, "document.yaml", "openapi: [");
  await saying(`document.yaml${broken}`);
  expect(said()).toMatch(/document\.yaml:1:\d+.*error/);
  expect(await answer()).toBe('"first"');
  await write(folder, "part.yaml", "const: second\n");
  await saying(`part.yaml${broken}`);
  await rm(join(folder, "document.yaml"));
  await saying(`document.yaml${broken}`, 2);
  expect(said()).toContain("error document_not_found");
  await write(folder, "document.yaml", shop("{}").replace(/paths:[\s\S]*/, "paths: {}\n"));
  await saying(`document.yaml${broken}`, 3);
  expect(said()).toContain("no operations and no WebSocket channels");
  await write(folder, "document.yaml", shop("{ $ref: part.yaml }"));
  await saying("document.yaml has changed: 1 operation is mocked.");
  expect(await answer()).toBe('"second"');
  await write(folder, "part.yaml", "[");
  await saying(`part.yaml${broken}`, 2);
  await write(folder, "part.yaml", "const: second\n");
  await saying("part.yaml has changed: the document is unchanged.");
});

it("reports missing samples once", async () => {
  const none = "{ type: integer, minimum: 2, maximum: 1 }";
  const folder = await start({ "document.yaml": shop(none) });
  await write(folder, "document.yaml", `${shop(none)}  /other: ${operation("{}")}\n`);
  await saying("document.yaml has changed: 2 operations are mocked.");
  expect(said().split("SAMPLE_IMPOSSIBLE")).toHaveLength(2);
});

it("ends the connections to changed channels, and accepts new ones at once", async () => {
  const folder = await start({ "document.yaml": chat("first") });
  const first = await connect();
  expect(await first.message).toBe('"first"');
  await write(folder, "document.yaml", chat("second"));
  expect(await first.closed).toBe(1001);
  await saying("document.yaml has changed: 1 channel is mocked.");
  expect(await (await connect()).message).toBe('"second"');
  await write(folder, "document.yaml", shop("{ const: third }"));
  await saying("document.yaml has changed: 1 operation is mocked.");
  expect(await answer()).toBe('"third"');
});

it("does not change with --no-watch", async () => {
  const folder = await start({ "document.yaml": shop("{ const: first }") }, "--no-watch");
  expect(said()).toContain("1 operation. Stop it with Ctrl+C.");
  await write(folder, "document.yaml", shop("{ const: second }"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await answer()).toBe('"first"');
});

async function connect() {
  const socket = new WebSocket(`${mock?.url}/room`);
  const message = new Promise<string>((resolve) =>
    socket.on("message", (data) => resolve(`${data}`)),
  );
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return { message, closed };
}
