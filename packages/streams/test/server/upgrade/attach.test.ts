// A stream server on an HTTP server that serves other routes.

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createMemoryLog } from "@specwright/streams/log";
import { createStreamServer } from "@specwright/streams/server";
import express from "express";
import { describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { connect, lookupKey, refused } from "../peer.ts";

const app = express().get("/other", (_request, response) => void response.send("other"));

describe("an attached stream server", () => {
  it.each<[string, RequestListener]>([
    ["node:http", (_request, response) => void response.end("other")],
    ["Express", app],
  ])("serves its channels next to the routes of %s", async (_name, listener) => {
    const http = createServer(listener);
    const server = createStreamServer({ channels: [orders], log: createMemoryLog(), lookupKey });
    server.attach(http);
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const address = http.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const peer = await connect(`ws://127.0.0.1:${port}/v1/orders`);
    expect(await (await fetch(`http://127.0.0.1:${port}/other`)).text()).toBe("other");
    expect((await refused(`ws://127.0.0.1:${port}/v1/nothing`)).status).toBe(404);
    peer.socket.terminate();
    await server.close();
    http.closeAllConnections();
    http.close();
  });
});
