import { connect } from "node:net";
import type { TestServer } from "./test-server.ts";

/** A request exactly as written to the socket. */
export interface RawExchange {
  readonly method?: string;
  readonly target: string;
  /** Lines such as `X-A: 1`; a host and a length are added. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** An answer with lowercase header names. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The body when it is JSON. */
  readonly json: unknown;
}

/** Starts a server on a free port. */
export async function listenOnFreePort(app: TestServer): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Sends one request over a new socket. */
export async function exchangeRaw(port: number, given: RawExchange): Promise<RawAnswer> {
  const body = Buffer.from(given.body ?? "");
  const length = given.body === undefined ? [] : [`Content-Length: ${body.byteLength}`];
  const head = [
    `${given.method ?? "GET"} ${given.target} HTTP/1.1`,
    "Host: test",
    "Connection: close",
    ...length,
    ...(given.headers ?? []),
  ];
  return await sendBytes(port, Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
}

/** Sends bytes and reads until the server closes. */
export async function sendBytes(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch {
    // A server that refuses a body may reset the connection after its answer.
  }
  return parseAnswer(Buffer.concat(chunks).toString());
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const raw = text.slice(end + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? unchunk(raw) : raw;
  return { status: Number(first.split(" ")[1]), headers, text: body, json: parsed(body) };
}

function unchunk(raw: string): string {
  let body = "";
  let rest = raw;
  for (;;) {
    const [size = "0"] = rest.split("\r\n", 1);
    const length = Number.parseInt(size, 16);
    if (!(length > 0)) return body;
    body += rest.slice(size.length + 2, size.length + 2 + length);
    rest = rest.slice(size.length + 4 + length);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
