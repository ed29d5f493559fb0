// The streaming server uses exactly the responses and close codes of its contract. Its source has each
// status next to its code, so that a search finds both.

import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asArray, asObject, enumValues, followPointer, type Json, readSpec } from "./read-spec.ts";

const document = readSpec("streams/asyncapi.yaml");
const folder = new URL("../../packages/streams/src/server/", import.meta.url).pathname;
const sources = globSync("**/*.ts", { cwd: folder }).map((name) =>
  readFileSync(folder + name, "utf8"),
);

const responses = asArray(followPointer(document, "/x-upgrade-errors/responses")).map(asObject);
const closeCodes = (pointer: string) => asArray(followPointer(document, pointer)).map(asObject);

describe("T17 the responses of the server", () => {
  it("T17 use the statuses and codes of the contract for refusals, and all of them", () => {
    // The response when a lookup of access keys fails temporarily.
    const lookup = "503 unavailable";
    // No channel of this contract uses a cookie.
    const cookies = "403 origin_refused";
    const all = found(/(?:problem\(|\[)([45]\d\d), "([a-z_]+)"/g);
    const sent = sorted([...all.filter((each) => each !== cookies), lookup]);
    const written = responses.map(({ status, code }) => `${String(status)} ${text(code)}`);
    expect(sent).toEqual(sorted(written));
  });

  it("T17 set the headers of the contract, and all of them", () => {
    // The headers of every response, and of an accepted upgrade.
    const usual = ["Cache-Control", "Connection", "Content-Length", "Content-Type", "Log-Id"];
    const sent = found(/["{ ]((?:[A-Z][A-Za-z]*-)+[A-Z][A-Za-z]*|Allow|Upgrade)"?: ["`]/g);
    const written = responses.flatMap(({ headers }) => asArray(headers).map(text));
    expect(sent.filter((name) => !usual.includes(name))).toEqual(sorted(written));
  });

  it("T17 close with the codes of the contract, and with all of them", () => {
    // The ws library uses these as RFC 6455 prescribes.
    const library = ["1002", "1007", "1009"];
    const sent = [...found(/(?:closeCode(?::| \?\?) |\.end\()(\d{4})/g), ...library];
    for (const pointer of ["/x-endings/closes", "/channels/marketData/x-endings/closes"]) {
      const written = closeCodes(pointer).map(({ codes }) => String(codes));
      expect(sorted(sent), pointer).toEqual(sorted(written));
    }
  });

  it("T17 name errors in frames as the contract does", () => {
    // Frames about the stream; lists contain the codes of issues.
    const codes = asObject(followPointer(document, "/x-envelope/error/codes"));
    const sent = found(/closeCode[^{}]*?code: "([a-z_]+)"|^ +code: "([a-z]+_[a-z]+)"/gm).map(
      (code) => text(codes[code]) || code,
    );
    const written = enumValues(followPointer(document, "/components/schemas/ErrorCode")).map(text);
    // A channel defines the first code; 1001 stands for the second.
    const elsewhere = ["resume_too_old", "going_away"];
    expect(sorted([...sent, ...elsewhere])).toEqual(sorted(written));
  });
});

/** Returns the groups that a pattern captures in the server's source, in order, without duplicates. */
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
