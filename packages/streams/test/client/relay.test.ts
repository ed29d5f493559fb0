// The relay alone, with bare sockets; test/e2e and test/browser connect with the SDK through it.

import { once } from "node:events";
import { connect } from "node:net";
import {
  type RunningRelay,
  type ServeRelayOptions,
  serveRelay,
} from "@specwright/streams/client/relay";
import { SigningError } from "@specwright/streams/signing";
import { afterEach, describe, expect, it } from "vitest";
import { alice, startExchange, stopExchanges } from "./exchange.ts";

const running: RunningRelay[] = [];

afterEach(async () => {
  for (const relay of running.splice(0)) await relay.close();
  await stopExchanges();
});

async function startRelay(options: Partial<ServeRelayOptions> = {}): Promise<RunningRelay> {
  const { accessKey, secretKey, brokerId } = alice;
  const keys = { accessKey, secretKey, brokerId };
  const relay = await serveRelay({ url: UNREACHABLE, ...keys, mayConnect: () => true, ...options });
  running.push(relay);
  return relay;
}

/** Port 9 belongs to a service that is not running. */
const UNREACHABLE = "ws://127.0.0.1:9/v1";
const ORIGIN = "https://docs.example.com";

async function ticketOf({ ticketUrl }: RunningRelay): Promise<string> {
  return (await fetch(ticketUrl, { method: "POST" })).text();
}

/** Opens a socket; resolves with the first message, or the code and reason of the close. */
function connectTo(url: string): Promise<string> {
  const socket = new WebSocket(url);
  return new Promise((resolve) => {
    socket.addEventListener("message", () => {
      socket.close();
      resolve("a message");
    });
    socket.addEventListener("close", ({ code, reason }) => resolve(`${code} ${reason}`));
  });
}

describe("a ticket", () => {
  it("is refused to whom the decision refuses it", async () => {
    const relay = await startRelay({
      mayConnect: async ({ headers }) => headers["x-user"] === "1",
    });
    const ask = (headers: Record<string, string>) =>
      fetch(relay.ticketUrl, { method: "POST", headers });
    expect((await ask({})).status).toBe(403);
    const given = await ask({ "X-User": "1" });
    expect(given.status).toBe(200);
    expect(given.headers.get("cache-control")).toBe("no-store");
    expect(await given.text()).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ["an allowed origin", ORIGIN, ORIGIN],
    ["another origin", "https://evil.example.com", null],
  ])("can be read by pages of %s: %s", async (_, origin, want) => {
    const relay = await startRelay({ allowedOrigins: [ORIGIN] });
    const { headers } = await fetch(relay.ticketUrl, { method: "POST", headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBe(want);
    expect(headers.get("vary")).toBe("Origin");
  });

  it.each([
    ["GET", "/ticket"],
    ["POST", "/"],
  ])("is not the answer to %s %s", async (method, path) => {
    const relay = await startRelay();
    expect((await fetch(new URL(path, relay.ticketUrl), { method })).status).toBe(404);
  });

  it("is valid once, and for a time", async () => {
    const exchange = await startExchange();
    await exchange.publish("o1");
    const url = exchange.url();
    const relay = await startRelay({ url });
    const ticket = await ticketOf(relay);
    const target = `${relay.url}/orders?since=1&ticket=${ticket}`;
    expect(await connectTo(target)).toBe("a message");
    expect(await connectTo(target)).toBe("4401 unauthorized");

    const hasty = await startRelay({ url, ticketMs: 0 });
    const late = await ticketOf(hasty);
    expect(await connectTo(`${hasty.url}/orders?ticket=${late}`)).toBe("4401 unauthorized");
  });
});

describe("a connection", () => {
  it("to an unreachable service is closed with 1011", async () => {
    const relay = await startRelay();
    const said = await connectTo(`${relay.url}/orders?ticket=${await ticketOf(relay)}`);
    expect(said).toBe("1011 the service is not reachable");
  });

  it("with a key that the service does not know is closed with 4401", async () => {
    const relay = await startRelay({
      url: (await startExchange()).url(),
      secretKey: "0".repeat(64),
    });
    const said = await connectTo(`${relay.url}/orders?ticket=${await ticketOf(relay)}`);
    expect(said).toBe("4401 unauthorized");
  });

  it("with a path that cannot be signed is closed with 1008", async () => {
    const relay = await startRelay();
    const ticket = await ticketOf(relay);
    const socket = connect(Number(new URL(relay.url).port), "127.0.0.1");
    const lines = [
      `GET http://relay/v1/orders?ticket=${ticket} HTTP/1.1`,
      "Host: relay",
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "end");
    socket.destroy();
    const answer = Buffer.concat(chunks);
    expect(answer.readUInt16BE(answer.length - "invalid path".length - 2)).toBe(1008);
    expect(answer.toString("latin1")).toMatch(/invalid path$/);
  });
});

it("a malformed key is reported at the start", async () => {
  await expect(startRelay({ secretKey: "short" })).rejects.toBeInstanceOf(SigningError);
  await expect(startRelay({ url: "nowhere" })).rejects.toMatchObject({ code: "invalid_url" });
});
