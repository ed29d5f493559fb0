// The process of the peer. It sends copies of responses on bare node:http, and reports its port.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Copy } from "./copies.ts";

const [file = ""] = process.argv.slice(2);
const copies = JSON.parse(readFileSync(file, "utf8")) as readonly Copy[];
const answers = new Map(
  copies.map(({ path, status, headers, body }) => {
    const { "content-type": _type, "content-encoding": _coding, ...rest } = headers;
    const { "content-length": _length, ...unchanged } = rest;
    const bytes = Buffer.from(body, "base64");
    const whole = { ...headers, "content-length": String(bytes.length) };
    return [path, { status, whole, unchanged, etag: headers["etag"], bytes }];
  }),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (answer === undefined) response.writeHead(404, { "content-length": "0" }).end();
  else if (answer.etag !== undefined && request.headers["if-none-match"] === answer.etag) {
    response.writeHead(304, answer.unchanged).end();
  } else response.writeHead(answer.status, answer.whole).end(answer.bytes);
});
// Idle connections must stay open while the other server is measured.
server.keepAliveTimeout = 72_000;
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
