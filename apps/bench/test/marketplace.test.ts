import { describe, expect, it } from "vitest";
import { describeMarketplace } from "../src/benches/marketplace/describe-marketplace.ts";
import { ResponseCounter } from "../src/benches/marketplace/response-counter.ts";
import { requestText } from "../src/benches/marketplace/route-load.ts";
import { compareInPairs } from "../src/rows.ts";

function response(status: number, body: string): Buffer {
  const head = [
    `HTTP/1.1 ${status} Words`,
    "Date: x",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

describe("the clients' counter", () => {
  const stream = Buffer.concat([
    response(200, "{}"),
    response(204, ""),
    response(404, "é".repeat(40)),
    response(200, "\r\n\r\n"),
  ]);

  it.each([1, 2, 3, 7, 50, 64, 10_000])("counts answers in chunks of %d bytes", (size) => {
    const statuses: number[] = [];
    const counter = new ResponseCounter((status) => statuses.push(status));
    for (let at = 0; at < stream.length; at += size) counter.feed(stream.subarray(at, at + size));
    expect(statuses).toEqual([200, 204, 404, 200]);
  });

  it("refuses an answer without a length", () => {
    const counter = new ResponseCounter(() => {});
    expect(() => counter.feed(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"))).toThrow("no Content-Length");
  });
});

describe("the requests", () => {
  it("carry a body with its length in bytes", () => {
    const text = requestText({ target: "/v1/users/login", body: { password: "pässword" } });
    expect(text.split("\r\n")).toEqual([
      "POST /v1/users/login HTTP/1.1",
      "Host: 127.0.0.1",
      "Accept: application/json",
      "Content-Type: application/json",
      "Content-Length: 24",
      "",
      '{"password":"pässword"}',
    ]);
  });
});

describe("the description", () => {
  it("turns time per request into requests per time", () => {
    const row = compareInPairs({
      bench: "marketplace",
      case: "read",
      peer: "node:http",
      metric: "cpu us per request",
      values: [100, 100],
      peerValues: [80, 80],
      target: 1 / 0.75,
    });
    expect(describeMarketplace([row]).split("\n").at(-1)).toBe(
      "| read | node:http | 10,000 | 12,500 | 0.80 | 0.80 to 0.80 | >= 0.75 | yes |",
    );
  });
});
