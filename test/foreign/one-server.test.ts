// A stream server with a topic channel and other channels: one port, one admission, one end.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { streamTransport, topics } from "@specwright/streams/client";
import {
  createFeedServer,
  createStreamServer,
  type FeedPeerInfo,
  refuse,
} from "@specwright/streams/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type LoadedDocument, loadDocument } from "./load-document.ts";

const text = `asyncapi: 3.0.0
info: { title: Plaza, version: 1.0.0 }
defaultContentType: application/json
servers: { s: { host: "localhost:9001", protocol: ws } }
channels:
  desk:
    address: /desk
    messages:
      ask: { payload: { type: object, required: [type], properties: { type: { const: ask } } } }
      said: { payload: { type: object, required: [type], properties: { type: { const: said } } } }
  news:
    address: /news
    messages:
      done: { payload: { type: object, required: [type, id], properties: { type: { const: done }, id: { type: integer } } } }
      no: { payload: { type: object, required: [type, id], properties: { type: { const: no }, id: { type: integer }, text: { type: string } } } }
      item: { payload: { type: object, required: [type, of], properties: { type: { const: item }, of: { type: string } } } }
    x-subscription:
      version: 1
      correlation: { request: /id, reply: /id }
      acknowledgement: { messages: [done] }
      unsubscribed: { messages: [done] }
      refusal: { messages: [no], text: /text }
      topics:
        item:
          parameters: { of: { type: string } }
          subscribe: { on: "{of}", id: "{id}" }
          unsubscribe: { off: "{of}", id: "{id}" }
          messages: [item]
          where: { /of: "{of}" }
    x-heartbeat: { version: 1, beats: [{ from: client, everyMs: 1000, payload: { here: true } }] }
  other:
    address: /other
    messages: { item: { payload: { type: object } } }
operations:
  ask: { action: receive, channel: { $ref: "#/channels/desk" }, messages: [{ $ref: "#/channels/desk/messages/ask" }] }
  say: { action: send, channel: { $ref: "#/channels/desk" }, messages: [{ $ref: "#/channels/desk/messages/said" }] }
  publish: { action: send, channel: { $ref: "#/channels/news" }SECURITY }
  rest: { action: send, channel: { $ref: "#/channels/other" } }
components: { securitySchemes: { token: { type: httpApiKey, in: query, name: token } } }
`;

/** The document with a request on the channel with topics. */
const ordering = text
  .replace("SECURITY", "")
  .replace(
    "    x-subscription:",
    `      buy: { payload: { type: object, required: [type, id], properties: { type: { const: buy }, id: { type: integer } } } }
      bought: { payload: { type: object, required: [type, id], properties: { type: { const: bought }, id: { type: integer } } } }
    x-subscription:`,
  )
  .replace(
    "operations:",
    `operations:
  buy:
    action: receive
    channel: { $ref: "#/channels/news" }
    messages: [{ $ref: "#/channels/news/messages/buy" }]
    reply: { messages: [{ $ref: "#/channels/news/messages/bought" }] }`,
  );

let open: LoadedDocument;
let guarded: LoadedDocument;
beforeAll(async () => {
  open = await loadDocument({ text: text.replace("SECURITY", "") });
  const security = ', security: [{ $ref: "#/components/securitySchemes/token" }]';
  guarded = await loadDocument({ text: text.replace("SECURITY", security) });
});
afterAll(() => Promise.all([open.remove(), guarded.remove()]));

const handlers = {
  desk: async (stream: { trySend(message: object): boolean }) => {
    stream.trySend({ type: "said" });
  },
  other: async () => {},
};

type FeedOptions = Partial<Parameters<typeof createFeedServer>[1]>;

function channelOf({ descriptors }: LoadedDocument): ChannelDescriptor {
  const { news } = descriptors;
  if (news === undefined) throw new Error("The document has no channel `news`.");
  return news;
}

function feedOf(document: LoadedDocument, options: FeedOptions = {}) {
  const topics = { item: { open: () => true } };
  return createFeedServer(channelOf(document), { topics, onEvent: () => {}, ...options });
}

/** Opens a socket, and returns the response to a text, or the status of a refusal. */
async function ask(url: string, request: object): Promise<unknown> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  const refused = once(socket, "unexpected-response").then(([, response]) => {
    response.destroy();
    return response.statusCode;
  });
  const answered = once(socket, "open").then(async () => {
    socket.send(JSON.stringify(request));
    const [data] = await once(socket, "message");
    socket.terminate();
    return JSON.parse(String(data));
  });
  return Promise.race([refused, answered]);
}

const subscribe = { on: "a", id: 1 };

describe("33 one server", () => {
  it("serves topics and other channels on one port", async () => {
    const feed = feedOf(open);
    const { channels } = open;
    const server = createStreamServer({ channels, handlers, feeds: { news: feed } });
    const { url } = await server.listen();
    const desk = open.client["desk"]?.(streamTransport({ topics, url }));
    for await (const message of desk ?? []) {
      expect(message).toEqual({ type: "said" });
      break;
    }
    const client = streamTransport({ topics, url, onEvent: () => {} }).openFeed(
      channelOf(open),
      {},
    );
    const got: unknown[] = [];
    client.subscribe("item", { of: "a" }).onMessage((message) => got.push(message));
    await expect
      .poll(() => {
        feed.publish("item", { of: "a" }, "item", {});
        return got[0];
      })
      .toEqual({ type: "item", of: "a" });
    expect(feed.connections).toBe(1);
    expect(server.statistics().connections).toMatchObject({ news: 1 });
    await server.close();
    expect(feed.connections).toBe(0);
    client.close();
  });

  it("gets the parameters and the credentials of a client of topics", async () => {
    const document = await loadDocument({
      text: text
        .replace(
          "address: /news\n",
          `address: /news/{desk}
    parameters: { desk: { description: A desk. } }
    bindings: { ws: { query: { type: object, required: [lang], properties: { lang: { enum: [en, de] } } } } }
`,
        )
        .replace("SECURITY", ', security: [{ $ref: "#/components/securitySchemes/token" }]')
        .replace("type: httpApiKey, in: query, name: token", "type: http, scheme: bearer"),
    });
    const seen: unknown[] = [];
    const open = (_: unknown, { parameters: { path, query } }: FeedPeerInfo): boolean => {
      seen.push([path, query]);
      return true;
    };
    const feed = feedOf(document, { topics: { item: { open } } });
    const server = createStreamServer({
      channels: document.channels,
      handlers,
      feeds: { news: feed },
      authenticate: {
        token: ({ secret }, request) => {
          seen.push([secret, request.url]);
          return secret === "t.1" ? "ann" : undefined;
        },
      },
    });
    const { url } = await server.listen();
    const parameters = { path: { desk: "a b" }, query: { lang: "de" } };
    const openAs = (token: string, given: object = parameters) =>
      streamTransport({ topics, url, credentials: { token }, onEvent: () => {} }).openFeed(
        channelOf(document),
        given,
      );
    const news = openAs("t.1");
    const item = news.subscribe("item", { of: "a" });
    await expect.poll(() => item.state).toBe("subscribed");
    expect(seen).toEqual([
      ["t.1", "/news/a%20b?lang=de"],
      [{ desk: "a b" }, { lang: "de" }],
    ]);
    await expect(openAs("t.2").done).rejects.toMatchObject({ code: "unauthorized" });
    expect(() => openAs("t.1", { ...parameters, query: { lang: "fr" } })).toThrow(
      "invalid_parameters",
    );
    expect(() =>
      streamTransport({ topics, url }).openFeed(channelOf(document), parameters),
    ).toThrow("unauthorized");
    news.close();
    await server.close();
    await document.remove();
  });

  it("refuses to attach a feed without `admit`, and checks parameters", async () => {
    expect(() => feedOf(guarded).attach(createServer())).toThrow("missing_authenticator");
    const account = ({ target }: { readonly target: string }) =>
      target.includes("token=t.1") ? "ann" : refuse("Who are you?");
    const feed = feedOf(guarded, { admit: account });
    const http = createServer();
    feed.attach(http);
    await once(http.listen(0, "127.0.0.1"), "listening");
    const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/news`;
    expect(await ask(url, subscribe)).toBe(401);
    expect(await ask(`${url}?token=t.1&lnag=de`, subscribe)).toBe(400);
    expect(await ask(`${url}?token=t.1`, subscribe)).toEqual({ type: "done", id: 1 });
    feed.close();
    http.close();
  });

  it("shares a port with a feed that is attached, and other listeners", async () => {
    const channels = open.channels.filter(({ id }) => id !== "news");
    const server = createStreamServer({ channels, handlers });
    const feed = feedOf(open);
    const http = createServer();
    server.attach(http);
    feed.attach(http);
    await once(http.listen(0, "127.0.0.1"), "listening");
    const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
    expect(await ask(`${url}/news`, subscribe)).toEqual({ type: "done", id: 1 });
    for await (const message of open.client["desk"]?.(streamTransport({ topics, url })) ?? []) {
      expect(message).toEqual({ type: "said" });
      break;
    }
    feed.close();
    expect(await ask(`${url}/news`, subscribe)).toBe(404);
    await server.close();
    http.close();
  });

  it("answers others while one client sends many requests", async () => {
    const feed = feedOf(open);
    const { channels } = open;
    const server = createStreamServer({ channels, handlers, feeds: { news: feed } });
    const { url } = await server.listen();
    const many = 60_000;
    const flood = new WebSocket(`${url}/news`);
    await once(flood, "open");
    let answers = 0;
    flood.on("message", () => {
      answers += 1;
    });
    for (let id = 0; id < many; id++) flood.send(JSON.stringify({ unknown: "x", id }));
    await expect.poll(() => answers, { interval: 1 }).toBeGreaterThan(0);
    await ask(`${url}/news`, subscribe);
    expect(answers).toBeLessThan(many / 2);
    flood.terminate();
    await server.close();
  });

  it("leaves requests of a channel with topics to its feed", async () => {
    const document = await loadDocument({ text: ordering });
    const requestHandlers = { buy: () => ({ type: "bought" }) };
    const feeds = { news: feedOf(document, { requestHandlers }) };
    const server = createStreamServer({ channels: document.channels, handlers, feeds });
    const { url } = await server.listen();
    expect(await ask(`${url}/news`, { type: "buy", id: 7 })).toEqual({ type: "bought", id: 7 });
    expect(await ask(`${url}/news`, subscribe)).toEqual({ type: "done", id: 1 });
    await server.close();
    await document.remove();
  });

  it("closes connections with the feed, too", async () => {
    const feed = feedOf(open);
    const { channels } = open;
    const server = createStreamServer({ channels, handlers, feeds: { news: feed } });
    const socket = new WebSocket(`${(await server.listen()).url}/news`);
    await once(socket, "open");
    feed.close(4003, "over");
    const [code, reason] = await once(socket, "close");
    expect([code, String(reason)]).toEqual([4003, "over"]);
    await server.close();
  });

  it.each<[what: string, token: string, options: FeedOptions, answer: unknown]>([
    ["without a credential", "", {}, 401],
    ["with a wrong credential", "?token=x", {}, 401],
    ["with the principal as account", "?token=ann", {}, { type: "done", id: 1 }],
    ["refused by the feed", "?token=ann", { admit: () => refuse("Not today.") }, 401],
    ["with the account of the feed", "?token=ann", { admit: () => "ann" }, "ann"],
  ])("admits a client %s", async (_what, token, options, answer) => {
    const accounts: unknown[] = [];
    const topics = {
      item: {
        open(_: object, { account }: FeedPeerInfo) {
          accounts.push(account);
          return true;
        },
      },
    };
    const server = createStreamServer({
      channels: guarded.channels,
      handlers,
      feeds: { news: feedOf(guarded, { topics, ...options }) },
      authenticate: { token: ({ secret }) => (secret === "ann" ? { name: secret } : undefined) },
    });
    const { url } = await server.listen();
    const found = await ask(`${url}/news${token}`, subscribe);
    if (typeof answer === "string") expect(accounts).toEqual([answer]);
    else expect(found).toEqual(answer);
    if (typeof answer === "object") expect(accounts).toEqual([{ token: { name: "ann" } }]);
    await server.close();
  });

  it.each<[what: string, feeds: Record<string, never>, message: RegExp]>([
    ["without a feed", {}, /channel news has topics.*createFeedServer/],
    ["of an unknown channel", { newz: {} as never }, /`feeds` has newz/],
    ["of a channel without topics", { other: {} as never }, /`feeds` has other/],
    ["that is not a feed server", { news: {} as never }, /channel news has topics/],
  ])("is not created %s", (_what, feeds, message) => {
    expect(() => createStreamServer({ channels: open.channels, handlers, feeds })).toThrow(message);
  });
});
