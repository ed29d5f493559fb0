import { describe, expect, it } from "vitest";
import { build } from "./contract-of.ts";

const lines = `
          algorithm: blake2b-256
          text: ["{method}", "{path}", "{time}", "{key}"]
          end: "\\n"
          time: { unit: rfc3339, toleranceMs: 1000 }
          place: { headers: { K: "{key}", T: "{time}", S: "{signature}" } }`;
const topics = `
    x-subscription: { version: 1, topics: { all: { subscribe: { op: sub }, messages: [level], where: {} } } }`;
const match = "match: [{ message: level, where: {} }]";

/** Returns the places of a channel that have no effect. */
async function unusedOf(rules: string, root = ""): Promise<readonly string[]> {
  const { diagnostics } = await build(`asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  feed:
    address: /feed
    messages: { level: { payload: {} } }${rules}
${root}`);
  expect(diagnostics.map(({ code }) => code).filter((code) => code !== "EXTENSION_UNUSED")).toEqual(
    [],
  );
  return diagnostics.map(({ pointer }) => pointer.replace("/channels/feed/", ""));
}

const scheme = (text: string): string => `
    x-credentials:
      version: 1
      schemes:
        lines:${text}`;

describe("33.3 rules without an effect", () => {
  it.each<[what: string, rules: string, places: readonly string[]]>([
    ["a book without topics", "\n    x-book: { version: 1, topics: {} }", ["x-book"]],
    ["a snapshot without topics", "\n    x-snapshot: { version: 1, topics: {} }", ["x-snapshot"]],
    [
      "a time and an error of a channel with topics",
      `${topics}\n    x-envelope: { version: 1, ${match}, time: { at: /t, unit: ms }, error: { message: level, code: /c } }`,
      ["x-envelope/error", "x-envelope/time"],
    ],
    [
      "an interval in messages of a channel with topics",
      `${topics}\n    x-envelope: { version: 1, ${match} }\n    x-heartbeat: { version: 1, beats: [{ from: server, message: level, everyMs: 1, every: { at: /e, unit: s } }] }`,
      ["x-heartbeat/beats/0/every"],
    ],
    ["nothing of signed lines", scheme(lines), []],
    [
      "another scheme beside signed lines",
      `${scheme(lines)}\n        other:${lines}`,
      ["x-credentials/schemes/other"],
    ],
    [
      "an algorithm that no client without topics has",
      scheme(lines.replace("blake2b-256", "ed25519")),
      ["x-credentials/schemes/lines"],
    ],
    [
      "parts that signed lines do not have",
      scheme(
        lines
          .replace(
            'end: "\\n"',
            'end: "\\n"\n          join: ","\n          nonce: ms\n          encoding: base64',
          )
          .replace("toleranceMs", "offsetMs: 5, toleranceMs")
          .replace("place: {", 'place: { query: { k: "{key}" },'),
      ),
      ["encoding", "join", "nonce", "place/query", "time/offsetMs"].map(
        (name) => `x-credentials/schemes/lines/${name}`,
      ),
    ],
  ])("is reported: %s", async (_what, rules, places) => {
    expect([...(await unusedOf(rules))].sort()).toEqual(places);
  });

  it("is not reported at the root, whose rules may be for other channels", async () => {
    expect(await unusedOf("", "x-book: { version: 1, topics: {} }")).toEqual([]);
  });
});
