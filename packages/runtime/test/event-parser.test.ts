// The cases of the web platform tests for event streams (eventsource/format-*), in our own words, and
// each of them in every way to cut it into two parts and byte for byte.

import { describe, expect, it } from "vitest";
import { eventParser, type ReceivedEvent } from "../src/sequential/event-parser.ts";

const cases: readonly [name: string, text: string, want: readonly ReceivedEvent[]][] = [
  ["one event", "data: a\n\n", [{ data: "a" }]],
  ["carriage returns", "data: a\rdata: b\r\rdata: c\r\r", [{ data: "a\nb" }, { data: "c" }]],
  ["carriage returns with line feeds", "data: a\r\ndata: b\r\n\r\n", [{ data: "a\nb" }]],
  ["all line ends together", "data:1\rdata:2\n\ndata:3\r\n\r\n", [{ data: "1\n2" }, { data: "3" }]],
  ["comments", ":\ndata: a\n:b\ndata: c\n:\n\n:\n\n", [{ data: "a\nc" }]],
  ["a field without a colon", "data\n\ndata\ndata\n\n", [{ data: "" }, { data: "\n" }]],
  ["a field with an empty value", "data:\n\n", [{ data: "" }]],
  ["one leading space only", "data:  a\ndata:\tb\n\n", [{ data: " a\n\tb" }]],
  ["a space before the name", " data: a\ndata: b\n\n", [{ data: "b" }]],
  ["unknown fields", "data: a\nfoo: b\nDATA: c\n\n", [{ data: "a" }]],
  ["a colon in the value", "data: a: b\n\n", [{ data: "a: b" }]],
  ["no data, no event", "event: x\nid: 1\n\ndata: a\n\n", [{ data: "a" }]],
  [
    "the type of one event only",
    "event: x\ndata: 1\n\ndata: 2\n\n",
    [{ data: "1", event: "x" }, { data: "2" }],
  ],
  ["an empty type", "event:\ndata: 1\n\n", [{ data: "1" }]],
  ["the last of two types", "event: x\nevent: y\ndata: 1\n\n", [{ data: "1", event: "y" }]],
  ["an id", "id: 7\ndata: 1\n\n", [{ data: "1", id: "7" }]],
  ["an empty id", "id\ndata: 1\n\n", [{ data: "1", id: "" }]],
  ["an id with NUL", "id: a\0b\ndata: 1\n\n", [{ data: "1" }]],
  ["retry", "retry: 300\ndata: 1\n\n", [{ data: "1", retry: 300 }]],
  ["retry that is not a number", "retry: 12abc\nretry: -1\ndata: 1\n\n", [{ data: "1" }]],
  ["an unfinished event", "data: 1\n\ndata: 2\n", [{ data: "1" }]],
  ["an unfinished line", "data: 1\n\ndata: 2", [{ data: "1" }]],
  ["NUL in data", "data: \0\n\n", [{ data: "\0" }]],
  ["other line separators", "data: a\u2028b\u0085c\n\n", [{ data: "a\u2028b\u0085c" }]],
];

describe("an event stream", () => {
  it.each(cases)("with %s", (_name, text, want) => {
    expect(eventParser().push(text)).toEqual(want);
    const single = eventParser();
    expect([...text].flatMap((character) => single.push(character))).toEqual(want);
    for (let at = 0; at <= text.length; at += 1) {
      const parser = eventParser();
      const got = [...parser.push(text.slice(0, at)), ...parser.push(text.slice(at))];
      expect(got, `cut at ${at}`).toEqual(want);
    }
  });

  const positions: readonly [text: string, id: string, retry: number | undefined][] = [
    ["id: 1\ndata: a\n\n", "1", undefined],
    ["id: 1\ndata: a\n\ndata: b\n\n", "1", undefined],
    ["id: 1\n\n", "1", undefined],
    ["id: 1\ndata: a\n\nid: 2\ndata: b\n", "1", undefined],
    ["id: 1\ndata: a\n\nid\ndata: b\n\n", "", undefined],
    ["retry: 5\n", "", 5],
    ["retry: 5\nretry: x\n\n", "", 5],
  ];
  it.each(positions)("%j continues after id %j with retry %j", (text, id, retry) => {
    const parser = eventParser();
    parser.push(text);
    expect([parser.lastEventId, parser.retryMs]).toEqual([id, retry]);
  });
});
