// Defaults that readers apply on a channel between a generated client and a generated server: in messages,
// a request and its reply, and the parameters of the upgrade.

import { once } from "node:events";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer } from "@specwright/streams/server";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { createFeedsClient } from "../golden/cases/defaults-channels/out/client.ts";
import {
  channels,
  type FeedsHandlers,
  type FeedsRequestHandlers,
} from "../golden/cases/defaults-channels/out/server.ts";
import type { Tick } from "../golden/cases/defaults-channels/out/types.ts";

const tick: Tick = {
  type: "tick",
  seq: "9007199254740993",
  price: { units: 0n, nanos: 100_000_000 },
  levels: [{ size: 1, side: "bid" }],
};

async function served() {
  const taken: unknown[] = [];
  const handlers: FeedsHandlers<unknown> = {
    async feed(stream, parameters) {
      taken.push(parameters.query.depth, parameters.headers["X-Trace"]);
      await stream.send({ type: "tick" });
      // The connection ends when the handler does.
      for await (const message of stream) taken.push(message);
    },
  };
  const requests: FeedsRequestHandlers<unknown> = {
    ask(request, parameters) {
      taken.push(request.deep, parameters.query.depth);
      return { type: "told" };
    },
  };
  const server = createStreamServer({
    channels,
    handlers: { ...handlers },
    requestHandlers: { ...requests },
    lookupKey: () => undefined,
    settings: { versions: [] },
  });
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  return { taken, url };
}

it("reach the handlers and the client", async () => {
  const { taken, url } = await served();
  const stream = createFeedsClient(streamTransport({ url })).feed();
  const first = await stream[Symbol.asyncIterator]().next();
  expect(first.value).toEqual(tick);
  const { ref, ...reply } = await stream.ask({ type: "ask" });
  expect(reply).toEqual({ type: "told", note: null });
  expect(taken).toEqual([10, "none", false, 10]);
  await stream.close();
});

it("are not sent", async () => {
  const { url } = await served();
  const socket = new WebSocket(`${url}/feed/eu`);
  const [frame] = await once(socket, "message");
  expect(String(frame)).toBe('{"type":"tick"}');
  socket.send('{"type":"ask","ref":"r"}');
  const [reply] = await once(socket, "message");
  expect(JSON.parse(String(reply))).toEqual({ type: "told", ref: "r" });
  socket.close();
});
