// The answers and close codes of the streaming server are exactly those in its contract. The server
// writes each status beside its code, so that both can be found in its source.

import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asArray, asObject, follow, type Json, readSpec, valuesOf } from "./read-spec.ts";

const document = readSpec("streams/asyncapi.yaml");
const folder = new URL("../../packages/streams/src/server/", import.meta.url).pathname;
const sources = globSync("**/*.ts", { cwd: folder }).map((name) =>
  readFileSync(folder + name, "utf8"),
);

const responses = asArray(follow(document, "/x-upgrade-errors/responses")).map(asObject);
const closeCodes = (pointer: string) => asArray(follow(document, pointer)).map(asObject);

describe("T17 the answers of the server", () => {
  it("T17 use the statuses and codes of the contract for refusals, and all of them", () => {
    // The answer when a lookup of access keys fails temporarily.
    const lookup = "503 unavailable";
    // This contract has no channel with a cookie.
    const cookies = "403 origin_refused";
    const all = found(/(?:problem\(|\[)([45]\d\d), "([a-z_]+)"/g);
    const sent = sorted([...all.filter((each) => each !== cookies), lookup]);
    const written = responses.map(({ status, code }) => `${String(status)} ${text(code)}`);
    expect(sent).toEqual(sorted(written));
  });

  it("T17 set the headers of the contract, and all of them", () => {
    // The headers of every answer, and of an accepted upgrade.
    const usual = ["Cache-Control", "Connection", "Content-Length", "Content-Type", "Log-Id"];
    const sent = found(/["{ ]((?:[A-Z][A-Za-z]*-)+[A-Z][A-Za-z]*|Allow|Upgrade)"?: ["`]/g);
    const written = responses.flatMap(({ headers }) => asArray(headers).map(text));
    expect(sent.filter((name) => !usual.includes(name))).toEqual(sorted(written));
  });

  it("T17 close with the codes of the contract, and with all of them", () => {
    // ws uses these by itself, as RFC 6455 prescribes.
    const library = ["1002", "1007", "1009"];
    const sent = [...found(/(?:closeCode(?::| \?\?) |\.end\()(\d{4})/g), ...library];
    for (const pointer of ["/x-endings/closes", "/channels/marketData/x-endings/closes"]) {
      const written = closeCodes(pointer).map(({ codes }) => String(codes));
      expect(sorted(sent), pointer).toEqual(sorted(written));
    }
  });

  it("T17 name errors in frames as the contract does", () => {
    // Frames about the stream; the codes of issues are in lists.
    const codes = asObject(follow(document, "/x-envelope/error/codes"));
    const sent = found(/closeCode[^{}]*?code: "([a-z_]+)"|^ +code: "([a-z]+_[a-z]+)"/gm).map(
      (code) => text(codes[code]) || code,
    );
    const written = valuesOf(follow(document, "/components/schemas/ErrorCode")).map(text);
    // The code that a channel defines itself, and the one for which 1001 stands.
    const elsewhere = ["resume_too_old", "going_away"];
    expect(sorted([...sent, ...elsewhere])).toEqual(sorted(written));
  });
});

/**
 * Returns what a pattern finds in the source of the server: its groups, in order, without
 * duplicates.
 */
function found(pattern: RegExp): readonly string[] {
  const matches = sources.flatMap((source) => [...source.matchAll(pattern)]);
  return sorted(matches.map(([, ...groups]) => groups.filter(Boolean).join(" ")));
}

function sorted(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
