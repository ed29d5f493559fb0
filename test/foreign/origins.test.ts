// Browsers send the cookies of a server with every upgrade, whichever page opens it.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFeedServer, createStreamServer } from "@specwright/streams/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { rooms } from "../../examples/feeds/chat/gen/descriptors.ts";
import { type LoadedDocument, loadDocument } from "./load-document.ts";

const scheme = {
  cookie: "{ type: httpApiKey, in: cookie, name: sid }",
  query: "{ type: httpApiKey, in: query, name: sid }",
};

const document = (kind: keyof typeof scheme): string => `asyncapi: 3.0.0
info: { title: Desk, version: "1" }
servers: { main: { host: localhost, protocol: ws, security: [{ $ref: "#/components/securitySchemes/session" }] } }
channels:
  words: { address: /words, messages: { word: { payload: { type: string } } } }
operations:
  say: { action: send, channel: { $ref: "#/channels/words" } }
components: { securitySchemes: { session: ${scheme[kind]} } }
`;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const documents = new Map<keyof typeof scheme, LoadedDocument>();
beforeAll(async () => {
  for (const kind of ["cookie", "query"] as const) {
    documents.set(kind, await loadDocument({ text: document(kind) }));
  }
});
afterAll(async () => {
  for (const each of documents.values()) await each.remove();
});

/** Serves a channel by either server, and returns its address. */
async function serve(
  by: "stream" | "feed",
  kind: keyof typeof scheme,
  options: { readonly origins?: readonly string[] },
): Promise<string> {
  const query = kind === "query" ? "?sid=1" : "";
  const { channels = [] } = documents.get(kind) ?? {};
  if (by === "stream") {
    const handlers = { words: () => new Promise<void>(() => {}) };
    const authenticate = { session: ({ secret }: { readonly secret: string }) => secret };
    const server = createStreamServer({ channels, handlers, authenticate, ...options });
    stops.push(() => server.close());
    return `${(await server.listen()).url}/words${query}`.replace("127.0.0.1", "localhost");
  }
  const [{ security } = { security: undefined }] = channels;
  const channel = { ...rooms, ...(security && { security }) };
  const open = (): boolean => true;
  const topics = Object.fromEntries(
    Object.keys(rooms.feed?.subscription.topics ?? {}).map((name) => [name, { open }]),
  );
  const feed = createFeedServer(channel, { topics, admit: () => ({}), ...options });
  const http = createServer();
  feed.attach(http);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  stops.push(
    () => feed.close(),
    () => http.closeAllConnections(),
    () => http.close(),
  );
  return `ws://localhost:${(http.address() as AddressInfo).port}${rooms.address}${query}`;
}

/** Connects as a page of an origin, and returns the status and body of the response. */
async function upgrade(
  url: string,
  origin: string | undefined,
): Promise<readonly [number, string]> {
  const headers = { cookie: "sid=1", ...(origin !== undefined && { origin }) };
  const target = new URL(url);
  target.hostname = "127.0.0.1";
  const socket = new WebSocket(target, {
    headers: { ...headers, host: `localhost:${target.port}` },
  });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => {
      socket.terminate();
      resolve([101, ""]);
    });
    socket.on("unexpected-response", async (_, response) => {
      let body = "";
      for await (const chunk of response) body += String(chunk);
      resolve([response.statusCode ?? 0, body]);
    });
  });
}

describe.each(["stream", "feed"] as const)("33 origins of browsers, by a %s server", (by) => {
  it("are refused if they are foreign and a credential is a cookie", async () => {
    const url = await serve(by, "cookie", {});
    const own = new URL(url).host;
    for (const origin of ["https://evil.example", "null", `http://${own}.evil.example`, "x"]) {
      const [status, body] = await upgrade(url, origin);
      expect([origin, status]).toEqual([origin, 403]);
      expect(body).toContain("may not connect with the cookies of this server");
    }
    for (const origin of [`http://${own}`, `https://${own}`, undefined]) {
      expect(await upgrade(url, origin)).toEqual([101, ""]);
    }
  });

  it("are admitted if they are listed", async () => {
    const url = await serve(by, "cookie", { origins: ["https://app.example"] });
    expect(await upgrade(url, "https://app.example")).toEqual([101, ""]);
    expect(await upgrade(url, "http://app.example")).toMatchObject({ 0: 403 });
  });

  it.each([
    ["https://app.example/", /write the origin as a browser sends it: https:\/\/app\.example\./],
    ["*", /such as https:\/\/app\.example\./],
  ])("must be written as browsers send them: %s", async (origin, message) => {
    await expect(serve(by, "cookie", { origins: [origin] })).rejects.toThrow(message);
  });

  it("are ignored if no credential is a cookie", async () => {
    const url = await serve(by, "query", {});
    expect(await upgrade(url, "https://evil.example")).toEqual([101, ""]);
  });
});
