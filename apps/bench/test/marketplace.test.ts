import { describe, expect, it } from "vitest";
import { ResponseCounter } from "../src/benches/http/response-counter.ts";
import { describeMarketplace } from "../src/benches/marketplace/describe-marketplace.ts";
import { stepTimes } from "../src/benches/marketplace/profile-steps.ts";
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

  it.each([1, 2, 3, 7, 50, 64, 10_000])("counts responses in chunks of %d bytes", (size) => {
    const statuses: number[] = [];
    const counter = new ResponseCounter((status) => statuses.push(status));
    for (let at = 0; at < stream.length; at += size) counter.feed(stream.subarray(at, at + size));
    expect(statuses).toEqual([200, 204, 404, 200]);
  });

  it("expects no body after status 304", () => {
    const statuses: number[] = [];
    const counter = new ResponseCounter((status) => statuses.push(status));
    counter.feed(Buffer.from("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"));
    counter.feed(response(200, "{}"));
    expect(statuses).toEqual([304, 200]);
  });

  it("refuses a response without a length", () => {
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

describe("the steps of a request", () => {
  const frame = (functionName: string, url = "") => ({ functionName, url });
  const profile = {
    startTime: 1_000,
    nodes: [
      { id: 1, callFrame: frame("(root)"), children: [2, 3, 7] },
      { id: 2, callFrame: frame("(idle)") },
      { id: 3, callFrame: frame("serve", "file:///rest-server/dist/x.js"), children: [4, 6] },
      { id: 4, callFrame: frame("all", "file:///marketplace/dist/database/x.js"), children: [5] },
      { id: 5, callFrame: frame("native") },
      { id: 6, callFrame: frame("readRequest", "file:///rest-server/dist/read-request.js") },
      { id: 7, callFrame: frame("(garbage collector)") },
    ],
    samples: [3, 2, 4, 5, 6, 7, 3],
    timeDeltas: [10, 100, 20, 30, 40, 50, 60],
  };

  it("include the functions that they call, and no idle time or time outside of the span", () => {
    expect([...stepTimes(profile, { from: 1_011, to: 1_250 })]).toEqual([
      ["SQLite: queries", 50],
      ["request: parameters and body", 40],
      ["garbage collection", 50],
    ]);
  });

  it("are in a table with a column for each route", () => {
    const row = { bench: "marketplace", peer: "", peerValue: null, ratio: null };
    const step = { ...row, target: null, holds: null };
    const rows = [
      { ...step, case: "read", metric: "log line", value: 2 },
      { ...step, case: "read", metric: "metrics", value: 0.25 },
      { ...step, case: "list", metric: "log line", value: 3 },
    ];
    expect(describeMarketplace(rows).split("\n").slice(-5)).toEqual([
      "| step | read | list |",
      "|---|---|---|",
      "| log line | 2.0 | 3.0 |",
      "| metrics | 0.3 | 0.0 |",
      "| all | 2.3 | 3.0 |",
    ]);
  });
});

describe("the description", () => {
  it("has a row for each peer", () => {
    const row = compareInPairs({
      bench: "marketplace",
      case: "read",
      peer: "node:http",
      metric: "cpu us per request",
      values: [100, 100],
      peerValues: [80, 80],
      target: 1.3,
    });
    expect(describeMarketplace([row]).split("\n").at(-1)).toBe(
      "| read | node:http | 100 | 80 | 1.25 | 1.25 to 1.25 | <= 1.30 | yes |",
    );
  });
});
