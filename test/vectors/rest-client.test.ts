// What the client sends and how it handles answers; see specs/vectors/rest.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { bearer, listItems, restTransport } from "@specwright/rest/client";
import { describe, expect, onTestFinished, test } from "vitest";

interface Exchange {
  readonly send: {
    readonly method: string;
    readonly target: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: string;
}

interface Vector {
  readonly name: string;
  readonly operation: "getListing" | "listListings" | "createListing" | "updateListing";
  readonly request: never;
  readonly items?: true;
  readonly exchanges: readonly Exchange[];
  readonly result: unknown;
}

interface Seen {
  readonly line: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const TOKEN = "0123456789abcdef0123456789abcdef";
const file = new URL("../../specs/vectors/rest/vectors.json", import.meta.url);
const { client: vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly client: readonly Vector[];
};

describe("vectors of REST clients", () => {
  test.each(vectors)("T17 $name", async ({ operation, request, items, exchanges, result }) => {
    const { port, seen } = await play(exchanges.map(({ answer }) => answer));
    const client = createMarketplaceClient(
      restTransport({
        baseUrl: `http://127.0.0.1:${port}/v1`,
        credentials: { session: bearer(TOKEN) },
        // The vectors say which requests have a key.
        idempotencyKeys: false,
      }),
    );
    if (items === true) {
      const found: unknown[] = [];
      for await (const item of listItems(client.listListings, request)) found.push(item);
      expect(found).toEqual(result);
    } else {
      const { status, body } = await client[operation](request);
      expect({ status, body }).toEqual(result);
    }
    expect(seen).toHaveLength(exchanges.length);
    for (const [index, { send }] of exchanges.entries()) {
      const { line, headers, body } = seen[index] ?? { line: "", headers: new Map(), body: "" };
      expect(line).toBe(`${send.method} ${send.target} HTTP/1.1`);
      for (const [name, value] of Object.entries(send.headers ?? {})) {
        expect(headers.get(name.toLowerCase())).toBe(value);
      }
      expect(body === "" ? undefined : JSON.parse(body)).toEqual(send.body);
    }
  });
});

/** Answers connections with the given bytes, one each, and records the requests. */
async function play(answers: readonly string[]): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((socket) => {
    void readRequest(socket).then((request) => {
      seen.push(request);
      socket.end(answers[seen.length - 1] ?? "");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, seen };
}

async function readRequest(socket: Socket): Promise<Seen> {
  let text = "";
  for (;;) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString("utf8");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const [line = "", ...lines] = text.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((each): [string, string] => {
        const colon = each.indexOf(":");
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
      }),
    );
    const body = text.slice(end + 4);
    if (Buffer.byteLength(body) >= Number(headers.get("content-length") ?? 0)) {
      return { line, headers, body };
    }
  }
}
