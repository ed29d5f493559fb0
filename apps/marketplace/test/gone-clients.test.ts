// Clients that disconnect are not a fault of the service, and are not logged as errors.

import { connect } from "node:net";
import { expect, test } from "vitest";
import { startMarketplace } from "./start-marketplace.ts";

test.each<[what: string, head: string, body: string]>([
  ["within a body", "content-length: 50", '{"user'],
  ["within a chunk", "transfer-encoding: chunked", "5\r\n{"],
])(
  "T13 a client that disconnects %s is logged as such, and not as a failure",
  async (_what, head, body) => {
    const { url, logs } = await startMarketplace();
    const { port, pathname } = new URL(url);
    const lines = [
      `POST ${pathname}/users/login HTTP/1.1`,
      "host: localhost",
      "content-type: application/json",
      head,
    ];
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`, () =>
      setTimeout(() => socket.destroy(), 50),
    );
    await expect.poll(() => logs.join("\n")).toContain("request aborted by its client");
    expect(logs.join("\n")).not.toContain("request failed");
  },
);
