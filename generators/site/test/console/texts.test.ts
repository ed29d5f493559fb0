// The texts of the console, without a browser.

import { describe, expect, it } from "vitest";
import { closeCodeText } from "../../src/console/browser/channel/close-code-text.ts";
import { eventText } from "../../src/console/browser/channel/event-text.ts";
import {
  type CurlSecret,
  curlCommand,
  shownAddress,
} from "../../src/console/browser/operation/curl-command.ts";
import {
  explainFailure,
  type FailureFacts,
} from "../../src/console/browser/operation/explain-failure.ts";
import type { SentRequest } from "../../src/console/browser/operation/record-exchange.ts";
import { schemeKind } from "../../src/console/browser/place-facts.ts";
import { jsonText } from "../../src/console/browser/text/json-text.ts";
import { prettyJson } from "../../src/console/browser/text/pretty-json.ts";
import { readParameter } from "../../src/console/browser/text/read-parameter.ts";

describe("a JSON text", () => {
  it.each([
    ["{}", "{}"],
    ["[ ]", "[]"],
    ['{"a":9223372036854775807}', '{\n  "a": 9223372036854775807\n}'],
    ['[1.50,{"b":"x, {y}\\""}]', '[\n  1.50,\n  {\n    "b": "x, {y}\\""\n  }\n]'],
    ['"a"', '"a"'],
    ["{", undefined],
    ["", undefined],
  ])("%s is indented with its digits", (given, want) => {
    expect(prettyJson(given)).toBe(want);
  });

  it("of a frame has all digits of a bigint", () => {
    const frame = { seq: 2n ** 63n - 1n, none: undefined, list: [true, null], empty: [] };
    expect(jsonText(frame)).toBe(
      '{\n  "seq": 9223372036854775807,\n  "list": [\n    true,\n    null\n  ],\n  "empty": []\n}',
    );
  });
});

describe("a parameter", () => {
  it.each([
    [{}, "", undefined],
    [{}, " a ", " a "],
    [{ type: "integer" }, "7", 7],
    [{ type: "bigint" }, "9223372036854775807", 9223372036854775807n],
    [{ type: "number" }, "1.5", 1.5],
    [{ type: "boolean" }, "false", false],
    [{ array: true }, "a\nb\n", ["a", "b"]],
    [{ type: "json" }, '{"a":1}', { a: 1 }],
    [{ properties: { a: "string" } }, '{"a":"x"}', { a: "x" }],
  ] as const)("$0 is read from $1", (given, text, want) => {
    expect(readParameter({ name: "p", in: "query", ...given }, text)).toEqual(want);
  });

  it.each([
    ["integer", "1.5", "p: 1.5 is not an integer"],
    ["integer", "9007199254740993", "p: 9007199254740993 is not an integer"],
    ["bigint", "x", "p: x is not an integer"],
    ["number", "x", "p: x is not a number"],
    ["boolean", "yes", "p: yes is not true or false"],
    ["json", "{", /^p: the text is not JSON/],
  ] as const)("of type %s is not read from %j", (type, text, want) => {
    expect(() => readParameter({ name: "p", in: "query", type }, text)).toThrow(want);
  });
});

describe("a command", () => {
  const get: SentRequest = {
    method: "GET",
    url: "https://a.example/x",
    headers: [],
    body: undefined,
  };
  const session: CurlSecret = { header: "authorization", value: "Bearer $SESSION" };
  const login: CurlSecret = { header: "authorization", user: "$S_USER:$S_PASSWORD" };
  const key: CurlSecret = { query: "key=a%26b", key: "key", variable: "KEY" };
  const authorized = { ...get, headers: [["authorization", "Bearer s3cret"]] as const };
  const form = new FormData();
  form.append("title", "@x");
  form.append("file", new File(["x"], "$(rm).png"));

  it.each<[what: string, request: SentRequest, secrets: readonly CurlSecret[], want: string]>([
    ["a read", get, [], "curl 'https://a.example/x'"],
    ["a head", { ...get, method: "HEAD" }, [], "curl --head 'https://a.example/x'"],
    [
      "quotes",
      { ...get, method: "POST", headers: [["x-a", "it's"]], body: "'$(x)" },
      [],
      "curl -X 'POST' 'https://a.example/x' \\\n  -H 'x-a: it'\\''s' \\\n  --data-raw ''\\''$(x)'",
    ],
    [
      "a token",
      authorized,
      [session],
      `curl 'https://a.example/x' \\\n  -H "authorization: Bearer $SESSION"`,
    ],
    [
      "a password",
      authorized,
      [login],
      `curl 'https://a.example/x' \\\n  -u "$S_USER:$S_PASSWORD"`,
    ],
    [
      "a key",
      { ...get, url: "https://a.example/x?q=1&key=a%26b" },
      [key],
      `curl 'https://a.example/x?q=1&'"key=$KEY"`,
    ],
    [
      "two keys, and a parameter whose name ends like one",
      { ...get, url: "https://a.example/x?key=a%26b&monkey=a%26b&id=7" },
      [key, { query: "id=7", key: "id", variable: "ID" }],
      `curl 'https://a.example/x?'"key=$KEY"'&monkey=a%26b&'"id=$ID"`,
    ],
    [
      "a form",
      { ...get, body: form },
      [],
      "curl 'https://a.example/x' \\\n  --form-string 'title=@x' \\\n  -F 'file=@__rm_.png'",
    ],
    [
      "bytes",
      { ...get, body: new Blob() },
      [],
      "curl 'https://a.example/x' \\\n  --data-binary @FILE",
    ],
  ])("of %s", (_, request, secrets, want) => {
    expect(curlCommand(request, secrets)).toBe(want);
  });

  it("and a question name the same credentials by the same variables", () => {
    const url = "https://a.example/x?q=1&key=a%26b";
    expect(shownAddress(url, [key])).toBe("https://a.example/x?q=1&key=$KEY");
  });
});

describe("a failure", () => {
  const facts: FailureFacts = {
    page: "https://docs.example.com/shop/",
    target: "https://api.example.com/v1",
    isOnline: true,
    isForbidden: false,
    isReachable: false,
  };

  it.each<[what: string, given: Partial<FailureFacts>, headline: string]>([
    ["offline", { isOnline: false }, "This device is offline."],
    [
      "the policy",
      { isForbidden: true },
      "The content security policy of this page does not allow connections to https://api.example.com.",
    ],
    ["plain HTTP", { target: "http://api.example.com/v1" }, "The browser blocked the call."],
    [
      "CORS",
      { isReachable: true },
      "https://api.example.com is reachable, but does not let pages of https://docs.example.com read its responses.",
    ],
    [
      "a server on this machine",
      { target: "http://127.0.0.1:9" },
      "http://127.0.0.1:9 did not respond.",
    ],
    [
      "the same origin",
      { isReachable: true, target: "https://docs.example.com/v1" },
      "https://docs.example.com did not respond.",
    ],
  ])("by %s", (_, given, headline) => {
    expect(explainFailure({ ...facts, ...given }).headline).toBe(headline);
  });
});

describe("a close code", () => {
  const codes = [
    { codes: 4009, name: "resume_too_old", client: "resync" },
    { codes: 4009, name: "protocol_version", client: "stop" },
    { codes: 1001, name: "going_away", client: "reconnect" },
  ] as const;

  it.each([
    [1001, "1001 (going away: clients reconnect)"],
    [
      4009,
      "4009 (resume too old: clients start again from new messages; or protocol version: clients stop)",
    ],
    [4999, "4999, which the contract does not describe"],
  ])("%i is explained from the contract", (code, want) => {
    expect(closeCodeText(code, codes)).toBe(want);
  });

  it.each([
    [
      { type: "disconnected", cause: "closed", code: 1001, reason: "bye", retryMs: 1500 },
      "The connection ended: 1001 (going away: clients reconnect), “bye”. Reconnecting in 1.5 s.",
    ],
    [
      { type: "disconnected", cause: "refused", code: 503, retryMs: 0 },
      "The connection ended: refused 503. Reconnecting at once.",
    ],
    [
      { type: "gap", from: 7n },
      "Gap: frames from number 7 on are missing and are requested again.",
    ],
    [{ type: "gap", key: "M" }, "Gap: frames of M are missing and are requested again."],
  ] as const)("and events are written: $1", (event, want) => {
    expect(eventText({ channel: "orders", ...event }, codes)).toBe(want);
  });
});

describe("a security scheme", () => {
  it.each([
    [
      { type: "http", scheme: "bearer" },
      { kind: "authorization", scheme: "Bearer" },
    ],
    [
      { type: "http", scheme: "Token" },
      { kind: "authorization", scheme: "Token" },
    ],
    [{ type: "http", scheme: "basic" }, { kind: "basic" }],
    [
      { type: "apiKey", in: "query", name: "key" },
      { kind: "apiKey", in: "query", name: "key" },
    ],
    [{ type: "oauth2" }, { kind: "authorization", scheme: "Bearer" }],
    [null, { kind: "authorization", scheme: "Bearer" }],
  ])("%j is sent as %j", (given, want) => {
    expect(schemeKind(given)).toEqual(want);
  });
});
