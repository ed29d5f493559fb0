// Edits of an upgrade after it was signed.

import type { Random } from "../generate/random.ts";
import type { Effect } from "./odd-target.ts";
import { parties } from "./parties.ts";
import { signatureHeaders, type WireRequest } from "./wire-request.ts";

/** An edit of a signed request. */
export interface HeaderEdit {
  readonly effect: Effect;
  change(request: WireRequest, random: Random): WireRequest;
}

type Header = WireRequest["headers"][number];

/** Creates an edit that changes, repeats or removes a header. */
function ofHeader(
  effect: Effect,
  names: readonly string[],
  change: (header: Header, random: Random) => readonly Header[],
): HeaderEdit {
  return {
    effect,
    change(request, random) {
      const name = random.pick(names);
      const headers = request.headers.flatMap((header) =>
        header[0].toLowerCase() === name.toLowerCase() ? change(header, random) : [header],
      );
      return { ...request, headers };
    },
  };
}

/** Creates an edit that gives a header other values. */
function withValue(
  effect: Effect,
  names: readonly string[],
  values: readonly string[],
): HeaderEdit {
  return ofHeader(effect, names, ([name], random) => [[name, random.pick(values)]]);
}

function adding(effect: Effect, headers: readonly Header[]): HeaderEdit {
  return {
    effect,
    change: (request, random) => ({
      ...request,
      headers: [...request.headers, random.pick(headers)],
    }),
  };
}

function whole(effect: Effect, change: HeaderEdit["change"]): HeaderEdit {
  return { effect, change };
}

const odd: readonly string[] = [
  "",
  " ",
  "x",
  "null",
  "0",
  "\u0000",
  "a\u0000b",
  "a\tb",
  "a\rb",
  "a\nb",
  "a\r\n b",
  "\u00ff\u00fe",
  "..",
  "__proto__",
  "%00",
  "x".repeat(65),
  "x".repeat(5000),
  "x".repeat(20_000),
  "' OR 1=1 --",
];

const others = parties.map(({ accessKey }) => accessKey);

/** The edits; edits of the signature come first. */
export const headerEdits: readonly HeaderEdit[] = [
  ofHeader("breaks", signatureHeaders, () => []),
  ofHeader("breaks", signatureHeaders, (header) => [header, header]),
  ofHeader("breaks", signatureHeaders, ([name, value]) => [
    [name, value],
    [name.toLowerCase(), "x"],
  ]),
  ofHeader("keeps", signatureHeaders, ([name, value]) => [[name.toLowerCase(), `  ${value}\t`]]),
  ofHeader("breaks", signatureHeaders, ([name, value]) => [[name.replaceAll("-", "_"), value]]),
  ofHeader("unsure", signatureHeaders, ([name, value]) => [[`${name} `, value]]),
  withValue("unsure", signatureHeaders, odd),
  withValue("unsure", ["PRE-ACCESS-KEY"], [...others, ...others.map((key) => key.toUpperCase())]),
  ofHeader("breaks", ["PRE-ACCESS-SIGNATURE"], ([name, value], random) => {
    const at = random.below(value.length);
    // Each digit is incremented, so that applying the edit twice does not undo it.
    const digit = ((Number.parseInt(value[at] ?? "0", 16) + 1) % 16).toString(16);
    return [[name, value.slice(0, at) + digit + value.slice(at + 1)]];
  }),
  ofHeader("breaks", ["PRE-ACCESS-SIGNATURE"], ([name, value]) => [[name, value.trim().slice(2)]]),
  ofHeader("breaks", ["PRE-ACCESS-SIGNATURE"], ([name, value]) => [[name, `${value.trim()}00`]]),
  withValue("breaks", ["PRE-ACCESS-SIGNATURE"], ["0".repeat(64), "F".repeat(64), "f".repeat(64)]),
  ofHeader("breaks", ["PRE-ACCESS-TIMESTAMP"], ([name, value]) => [
    [name, value.replace("Z", "+00:00")],
  ]),
  withValue(
    "breaks",
    ["PRE-ACCESS-TIMESTAMP"],
    [
      "2026-01-01T00:00:00Z",
      "2026-02-30T00:00:00.000Z",
      "0000-00-00T00:00:00.000Z",
      "9999-12-31T23:59:60.000Z",
      "+275760-09-13T00:00:00.001Z",
      "1767225600000",
      "NaN",
      "Thu, 01 Jan 2026 00:00:00 GMT",
    ],
  ),
  withValue(
    "unsure",
    ["Sec-WebSocket-Key"],
    [
      "",
      "x",
      "====",
      "dGhlIHNhbXBsZSBub25jZQ",
      "dGhlIHNhbXBsZSBub25jZQ=",
      "a".repeat(9000),
      "\u00ff",
    ],
  ),
  ofHeader("unsure", ["Sec-WebSocket-Key"], (header) => [header, header]),
  ofHeader("breaks", ["Sec-WebSocket-Key", "Sec-WebSocket-Version"], () => []),
  withValue(
    "unsure",
    ["Sec-WebSocket-Version"],
    ["", "7", "8", "12", "14", "0x0d", "13.0", "13, 8", "-13", "1e1", "NaN", "13abc"],
  ),
  withValue(
    "unsure",
    ["Upgrade"],
    ["", "WebSocket", "websocket, h2c", "h2c", "tea", "websocket/13", "\u0000", "w".repeat(9000)],
  ),
  ofHeader("unsure", ["Upgrade", "Connection", "Host"], () => []),
  ofHeader("unsure", ["Upgrade", "Connection", "Host"], (header) => [header, header]),
  withValue(
    "unsure",
    ["Connection"],
    ["", "close", "keep-alive", "keep-alive, Upgrade", "upgrade,upgrade", "Upgrade, close"],
  ),
  adding("unsure", [
    ["Sec-WebSocket-Protocol", "a"],
    ["Sec-WebSocket-Protocol", "a, a"],
    ["Sec-WebSocket-Protocol", ", \u0001"],
    ["Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"],
    ["Sec-WebSocket-Extensions", "permessage-deflate; server_max_window_bits=99"],
    ["Sec-WebSocket-Extensions", ";;;"],
    ["Content-Length", "0"],
    ["Content-Length", "5"],
    ["Content-Length", "-1"],
    ["Content-Length", "99999999999999999999"],
    ["Transfer-Encoding", "chunked"],
    ["Transfer-Encoding", "gzip, chunked"],
    ["Transfer-Encoding", "identity"],
    ["Expect", "100-continue"],
    ["Expect", "tea"],
    ["Forwarded", "for=127.0.0.1;host=elsewhere"],
    ["X-Forwarded-For", "x".repeat(3000)],
    ["Cookie", `a=${"b".repeat(3000)}`],
    ["Origin", "null"],
    ["", "no name"],
    ["bad name", "x"],
    ["N\u0000ame", "x"],
    ["__proto__", "x"],
    ["constructor", "x"],
    [":path", "/v1/orders"],
    ["Folded", "a\r\n\tb"],
  ]),
  whole("unsure", (request, random) => {
    const count = random.pick([150, 1500, 2500]);
    const many = Array.from({ length: count }, (_, at): Header => [`a${at}`, ""]);
    return { ...request, headers: [...many, ...request.headers] };
  }),
  whole("unsure", (request, random) => ({
    ...request,
    method: random.pick([
      ..."POST PUT HEAD OPTIONS DELETE TRACE PATCH CONNECT PRI get GETS SUBSCRIBE".split(" "),
      "",
      "G\u0000T",
      "x".repeat(300),
    ]),
  })),
  whole("unsure", (request, random) => ({
    ...request,
    version: random.pick([
      "HTTP/1.0",
      "HTTP/0.9",
      "HTTP/2.0",
      "HTTP/1.2",
      "HTTP/1.10",
      "http/1.1",
      "X",
      "",
    ]),
  })),
  // Another request, or a frame, before the response.
  whole("unsure", (request, random) => ({
    ...request,
    rest: Buffer.from(
      random.pick([
        "GET /v1/orders HTTP/1.1\r\nHost: x\r\n\r\n",
        "\x81\x85\x00\x00\x00\x00hello",
        "\x88\x80\x00\x00\x00\x00",
        "\x89\x80\x00\x00\x00\x00",
        "\u0000".repeat(100),
        "x".repeat(100_000),
        "0\r\n\r\n",
      ]),
      "latin1",
    ),
  })),
  // The headers in another order.
  whole("keeps", (request, random) => {
    const at = random.below(request.headers.length);
    return { ...request, headers: [...request.headers.slice(at), ...request.headers.slice(0, at)] };
  }),
];
