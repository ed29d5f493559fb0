// Sequences of frames: one for each concrete address, and for each owner if the contract names owners. Over
// real sockets, with a generated server and client.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChannelParameters, parseJson, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createLmdbLog } from "@specwright/streams/log/lmdb";
import {
  createPublisher,
  createStreamServer,
  type Publisher,
  PublishRefusal,
  type StreamAuthenticators,
  type StreamServer,
} from "@specwright/streams/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type LoadedDocument, loadDocument } from "./load-document.ts";

interface Options {
  readonly address?: string;
  readonly owner?: string;
  readonly security?: boolean;
}

const document = ({ address = "/news", owner, security = false }: Options): string => `
asyncapi: 3.0.0
info: { title: Press, version: "1" }
servers:
  main: { host: localhost, protocol: ws${security ? ', security: [{ $ref: "#/components/securitySchemes/token" }]' : ""} }
channels:
  news:
    address: ${address}
    ${address.includes("{") ? "parameters: { room: {}, floor: { default: ground, enum: [ground, first] } }" : ""}
    bindings: { ws: { query: { type: object, properties: {
      since: { type: integer, format: int64 }, log_id: { type: string }, topic: { type: string } } } } }
    messages:
      item: { payload: { type: object, required: [type, seq, text], properties: {
        type: { const: item }, seq: { type: integer, format: int64 }, text: { type: string }, user: { type: string } } } }
      beat: { payload: { type: object, required: [type], properties: {
        type: { const: beat }, seq: { type: integer, format: int64 }, log_id: { type: string } } } }
      end: { payload: { type: object, required: [type, seq, last], properties: {
        type: { const: end }, seq: { type: integer, format: int64 }, last: { type: integer, format: int64 }, log_id: { type: string } } } }
      error: { payload: { type: object, required: [type, code, seq], properties: {
        type: { const: error }, seq: { type: integer, format: int64 }, code: { type: string }, message: { type: string }, details: { type: object } } } }
    x-envelope: { version: 1, error: { message: error, code: /code, text: /message, details: /details } }
    x-heartbeat: { version: 1, beats: [{ from: server, message: beat, everyMs: 1000 }] }
    x-sequence:
      version: 1
      counters: [{ messages: [item], repeats: [beat, end, error], scope: connection, at: /seq, step: one, gap: reconnect }]
      resume:
        parameter: since
        from: next
        endOfBacklog: end
        lastNumber: /last
        tooOld: { errorCode: too_old, closeCode: 4009 }
        identity: { parameter: log_id, header: Log-Id, at: /log_id }
        filters: [topic]
        ${owner === undefined ? "" : `owner: ${owner}`}
    x-endings: { version: 1, closes: [
      { codes: 4009, name: too_old, client: resync, description: Too old. },
      { codes: 1001, name: going_away, client: reconnect, description: Going away. }] }
operations:
  say: { action: send, channel: { $ref: "#/channels/news" } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;

type Item = { type: "item"; seq: bigint; text: string; user?: string };
type News = ChannelDescriptor<ChannelParameters, Item, unknown, "seq">;

let log: SequencedLog;
let publisher: Publisher;
let server: StreamServer | undefined;
beforeEach(() => {
  log = createMemoryLog();
});
afterEach(() => server?.close());

const loaded: LoadedDocument[] = [];
afterAll(async () => {
  for (const each of loaded) await each.remove();
});

async function load(options: Options): Promise<LoadedDocument & { readonly news: News }> {
  const made = await loadDocument({ text: document(options) });
  loaded.push(made);
  return { ...made, news: made.server["news"] as News };
}

async function serve(channels: readonly ChannelDescriptor[], authenticate?: StreamAuthenticators) {
  publisher = createPublisher({ log });
  server = createStreamServer({ channels, log, ...(authenticate && { authenticate }) });
  return (await server.listen()).url;
}

function item(text: string, user?: string): { type: "item"; text: string; user?: string } {
  return { type: "item", text, ...(user !== undefined && { user }) };
}

/** Reads texts and numbers until there are `count` frames. */
async function read(
  url: string,
  count: number,
  headers: Record<string, string> = {},
): Promise<readonly string[]> {
  const socket = new WebSocket(url, { headers });
  const items: string[] = [];
  try {
    return await new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("message", (data) => {
        const { type, seq, text } = parseJson(String(data)) as Record<string, unknown>;
        if (type === "item") items.push(`${seq} ${text}`);
        if (items.length >= count && type === "end") resolve(items);
      });
      socket.on("close", (code) => reject(new Error(`closed with ${code}`)));
    });
  } finally {
    socket.terminate();
  }
}

const engines: readonly (readonly [
  name: string,
  open: (folder: string) => Promise<SequencedLog>,
])[] = [
  ["memory", async () => createMemoryLog()],
  ["LMDB", (folder) => createLmdbLog({ folder })],
];

describe("33 one sequence for each address", () => {
  let folder: string;
  let press: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    press = await load({ address: "/rooms/{room}/{floor}" });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-sequences-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(engines)("numbers, replays and sends them separately in a %s log", async (_, open) => {
    log = await open(folder);
    const url = await serve(press.channels);
    const a = { path: { room: "a b" }, message: item("one") };
    expect(await publisher.publish(press.news, a)).toBe(1n);
    expect(await publisher.publish(press.news, { ...a, path: { room: "b" } })).toBe(1n);
    expect(await publisher.publish(press.news, { ...a, message: item("two") })).toBe(2n);
    const first = { path: { room: "a b", floor: "first" }, message: item("up") };
    expect(await publisher.publish(press.news, first)).toBe(1n);

    expect(await read(`${url}/rooms/a%20b/ground?since=1`, 2)).toEqual(["1 one", "2 two"]);
    expect(await read(`${url}/rooms/b/ground?since=1`, 1)).toEqual(["1 one"]);
    expect(await read(`${url}/rooms/a%20b/first?since=1`, 1)).toEqual(["1 up"]);
    await server?.close();
    server = undefined;
    await log.close();
  });

  it("sends live frames only to readers of their address", async () => {
    const url = await serve(press.channels);
    const texts: Record<string, string[]> = { a: [], b: [] };
    const open = press.client["news"] ?? expect.unreachable();
    const streams = ["a", "b"].map((room) => ({
      room,
      stream: open(streamTransport({ url }), { path: { room, floor: "ground" } }),
    }));
    const reading = streams.map(async ({ room, stream }) => {
      for await (const { type, text } of stream as AsyncIterable<Item>) {
        if (type === "item" && texts[room]?.push(text) === 2) break;
      }
    });
    await expect.poll(() => server?.statistics().connections).toEqual({ news: 2 });
    for (const room of ["a", "b", "b", "a"]) {
      await publisher.publish(press.news, { path: { room }, message: item(`in ${room}`) });
    }
    await Promise.all(reading);
    expect(texts).toEqual({ a: ["in a", "in a"], b: ["in b", "in b"] });
  });

  it("refuses a room that is missing, or that no reader can request", async () => {
    await serve(press.channels);
    const to = (path: object | undefined) =>
      publisher.publish(press.news, { message: item("x"), ...(path && { path }) });
    for (const path of [undefined, {}, { room: "" }, { room: ".." }, { room: "a", house: "b" }]) {
      await expect(to(path)).rejects.toMatchObject({ code: "invalid_parameters" });
    }
    await expect(to({ room: "a", floor: "attic" })).rejects.toThrow(StreamError);
    await expect(to({ room: "a", house: "b" })).rejects.toThrow(
      "Unknown parameter house. The address of news is /rooms/{room}/{floor}.",
    );
  });

  it("refuses keys that select nothing, and names the place of the room", async () => {
    await serve(press.channels);
    const publishing = publisher.publish(press.news, {
      path: { room: "a" },
      message: item("x"),
      keys: { room: ["a"] },
    });
    await expect(publishing).rejects.toMatchObject({ code: "unknown_filter" });
    await expect(publishing).rejects.toThrow(
      "pass it in `path`: it is a parameter of /rooms/{room}/{floor}",
    );
  });
});

describe("33 one sequence for all, unless the contract names owners", () => {
  const byToken = (owner: unknown) => ({ token: () => owner });
  const bearer = { authorization: "Bearer x" };

  it("sends frames without an owner to every reader", async () => {
    const { channels, news } = await load({});
    const url = await serve(channels);
    expect(await publisher.publish(news, { message: item("all") })).toBe(1n);
    // The name that older versions published under.
    expect(await publisher.publish(news, { brokerId: "public", message: item("old") })).toBe(2n);
    expect(await read(`${url}/news?since=1`, 2)).toEqual(["1 all", "2 old"]);
  });

  it("refuses an owner that no reader can have", async () => {
    const { channels, news } = await load({ security: true });
    await serve(channels, byToken("ann"));
    const publishing = publisher.publish(news, { brokerId: "ann", message: item("x") });
    await expect(publishing).rejects.toThrow(PublishRefusal);
    await expect(publishing).rejects.toMatchObject({ code: "wrong_owner" });
    await expect(publishing).rejects.toThrow("leave out `brokerId`");
  });

  it("gives each owner that the authenticator names a sequence", async () => {
    const { channels, news } = await load({ security: true, owner: "/user" });
    const url = await serve(channels, {
      token: ({ secret }) => (secret === "ann" ? secret : { owner: secret }),
    });
    await publisher.publish(news, { brokerId: "ann", message: item("for ann", "ann") });
    await publisher.publish(news, { brokerId: "bob", message: item("for bob") });
    for (const name of ["ann", "bob"]) {
      const headers = { authorization: `Bearer ${name}` };
      expect(await read(`${url}/news?since=1`, 1, headers)).toEqual([`1 for ${name}`]);
    }
    const none = publisher.publish(news, { message: item("x") });
    await expect(none).rejects.toMatchObject({ code: "wrong_owner" });
    const other = publisher.publish(news, { brokerId: "bob", message: item("x", "ann") });
    await expect(other).rejects.toMatchObject({ code: "wrong_owner" });
  });

  it("refuses readers whose owner the authenticator does not return", async () => {
    const { channels } = await load({ security: true, owner: "/user" });
    const url = await serve(channels, byToken({ name: "ann" }));
    await expect(read(`${url}/news`, 1, bearer)).rejects.toThrow("500");
  });

  it("refuses to serve owners without security that distinguishes them", async () => {
    const { channels } = await load({ owner: "/user" });
    await expect(serve(channels)).rejects.toMatchObject({ code: "missing_authenticator" });
  });
});
