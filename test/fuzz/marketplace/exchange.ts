// Sends raw requests over a few persistent connections.

import { Agent, request } from "node:http";

/** A request that is ready to be sent. */
export interface Sent {
  readonly method: string;
  /** The target below the prefix, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** The media type without parameters; empty without the header. */
  readonly type: string;
  readonly body: Buffer;
}

/** Sends requests to one service. */
export interface Exchange {
  send(sent: Sent): Promise<Received>;
  close(): void;
}

/** Creates an exchange with the service at a URL. `send` rejects if the connection breaks. */
export function openExchange(baseUrl: string): Exchange {
  const { hostname, port, pathname } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let sent = 0;

  /** Returns a new client address. The service trusts this machine to name it. */
  function nextAddress(): string {
    sent += 1;
    return [10, sent >> 16, sent >> 8, sent].map((part) => part & 255).join(".");
  }
  return {
    close: () => agent.destroy(),
    send({ method, target, headers, body }) {
      return new Promise((resolve, reject) => {
        const path = `${pathname}${target}`;
        const from = { "x-forwarded-for": nextAddress() };
        const length = body === undefined ? {} : { "content-length": `${body.length}` };
        const outgoing = request(
          { agent, hostname, port, path, method, headers: { ...from, ...headers, ...length } },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
            incoming.once("error", reject);
            incoming.once("end", () => {
              const found = Object.entries(incoming.headers).map(
                ([name, value]) => [name, String(value)] as const,
              );
              const [type = ""] = (incoming.headers["content-type"] ?? "").split(";");
              const status = incoming.statusCode ?? 0;
              resolve({ status, headers: new Map(found), type, body: Buffer.concat(chunks) });
            });
          },
        );
        outgoing.once("error", reject);
        outgoing.end(body);
      });
    },
  };
}

/** Returns a property of a JSON body, or undefined. */
export function bodyMember({ type, body }: Received, ...path: readonly string[]): unknown {
  if (!type.endsWith("json") || body.length === 0) return undefined;
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    JSON.parse(body.toString("utf8")),
  );
}
