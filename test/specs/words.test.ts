// The runtime of streams works with any contract: the contract says which field is the number, the time or
// the heartbeat, and the code has no field names of ours.

import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asObject, enumValues, followPointer, readSpec, walkJson } from "./read-spec.ts";

const root = new URL("../../", import.meta.url).pathname;
const generic = [
  "packages/streams/src/server/**/*.ts",
  "packages/streams/src/client/**/*.ts",
  "packages/runtime/src/codegen/{channel,stream-event}.ts",
];

/** Names that the runtime itself uses. */
const own: ReadonlyMap<string, string> = new Map([
  ["error", "an event of sockets, a level of log lines, and a kind of frame to write"],
  ["heartbeat", "a kind of frame to write"],
  ["message", "an event of sockets"],
  ["type", "the kind of a parameter, an event or an issue"],
  ["reason", "why an upgrade was refused, in the answer to it"],
  ["code", "a member of Node's errors"],
  ["url", "a member of Node's requests"],
  ["close", "an event of sockets"],
  ["id", "a member of descriptors"],
  ["in", "a member of descriptors"],
  ["closed", "an end of a connection"],
  ["price", "a field of the levels that the order book takes"],
  ["qty", "a field of the levels that the order book takes"],
  ["bids", "a side of the order book"],
  ["asks", "a side of the order book"],
]);

/** Error codes that a contract may rename. */
const codes = ["unauthorized", "invalid_frame", "flow_control", "protocol_version", "going_away"];
const ownCodes = new Set([...codes, "internal_error", "resume_too_old"]);

/** Lists the words of our contract: members and tags of messages, parameters and codes. */
function wordsOf(): ReadonlySet<string> {
  const document = readSpec("streams/asyncapi.yaml");
  const words = new Set(
    enumValues(followPointer(document, "/components/schemas/ErrorCode")).map(String),
  );
  walkJson(document, (node, pointer) => {
    if (pointer.includes("UpgradeProblem") || pointer.startsWith("/x-")) return;
    for (const name of Object.keys(asObject(node["properties"] ?? {}))) words.add(name);
    if (typeof node["const"] === "string") words.add(node["const"]);
  });
  return words;
}

/** Removes comments and the member names of the runtime's types. */
const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|Pick<[^>]*>/gm, "");

describe("the runtime of streams", () => {
  const words = wordsOf();

  it("is compared with the words of the contract", () => {
    for (const word of ["seq", "md_seq", "ts_ns", "heartbeat", "interval_sec", "log_id", "since"]) {
      expect(words).toContain(word);
    }
  });

  const files = generic
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    // Feeds with topics have their own states, such as `status` and `confirmed`.
    .filter((file) => !file.includes("/topics/"));

  it.each(files)("%s has no word of the contract", (file) => {
    const source = withoutComments(readFileSync(root + file, "utf8"));
    const literals = [...source.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(
      ([, double, single]) => double ?? single ?? "",
    );
    const names = [...source.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name);
    const found = [...literals, ...names].filter((word) => words.has(word));
    expect(found.filter((word) => !own.has(word) && !ownCodes.has(word))).toEqual([]);
  });
});
