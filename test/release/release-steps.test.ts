// The pure functions of a release.

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { firstNotes } from "../../scripts/release/first-notes.ts";
import { publishOrder } from "../../scripts/release/publish-order.ts";
import { differingFiles } from "../../scripts/release/read-tarball.ts";
import { readOptions } from "../../scripts/release/release-options.ts";

describe("publishOrder", () => {
  const order = (needs: Readonly<Record<string, readonly string[]>>): readonly string[] =>
    publishOrder(Object.entries(needs).map(([name, list]) => ({ name, needs: list }))).map(
      ({ name }) => name,
    );

  it.each([
    {
      why: "what is needed comes first",
      needs: { sdk: ["api"], api: ["base"], base: [] },
      want: "base api sdk",
    },
    { why: "what is not released is left out", needs: { sdk: ["zod"] }, want: "sdk" },
    { why: "each comes once", needs: { a: ["c"], b: ["c"], c: [] }, want: "c a b" },
    { why: "a circle ends", needs: { a: ["b"], b: ["a"] }, want: "b a" },
  ])("$why", ({ needs, want }) => {
    expect(order(needs)).toEqual(want.split(" "));
  });
});

describe("readOptions", () => {
  const registry = "https://registry.example/npm";
  const read = (line: string, env: NodeJS.ProcessEnv = {}) =>
    readOptions(line.split(" ").filter(Boolean), env, new Date("2026-11-23T23:59:00Z"));

  it.each([
    { line: "", want: "A release needs --registry URL." },
    { line: "--registry here", want: "--registry here is not an address." },
    { line: "--registry ftp://a", want: "--registry ftp://a is not an address." },
    { line: `--registry ${registry} --fast`, want: "Unknown option '--fast'" },
  ])("refuses '$line'", ({ line, want }) => {
    expect(() => read(line)).toThrow(want);
  });

  it.each([
    { line: "", env: {}, want: false },
    { line: "", env: { ACTIONS_ID_TOKEN_REQUEST_URL: "https://id.example" }, want: true },
    { line: " --no-provenance", env: { NPM_ID_TOKEN: "token" }, want: false },
    { line: " --provenance", env: {}, want: true },
  ])("asks for provenance: $want with '$line' and $env", ({ line, env, want }) => {
    const options = read(`--registry ${registry}${line}`, env);
    expect(options.provenance).toBe(want);
  });

  it("ends the address with a slash, so that names can be added", () => {
    expect(read(`--registry ${registry}`).registry.url).toBe(`${registry}/`);
  });
});

describe("differingFiles", () => {
  /** Writes a tar entry as npm does: a header of 512 bytes, then the contents in whole blocks. */
  const entry = (path: string, content: string, mode = "000644", type = "0"): Buffer => {
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write(mode, 100);
    header.write(content.length.toString(8), 124);
    header.write(type, 156);
    const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
    body.write(content);
    return Buffer.concat([header, body]);
  };
  const tarball = (entries: readonly Buffer[], level = 9): Buffer =>
    gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level });
  const text = "a line\n".repeat(100);
  const base = [entry("package/a.js", text), entry("package/b.js", "b")];

  it.each([
    { why: "compressed in another way", other: tarball(base, 1), want: [] },
    { why: "in another order", other: tarball([...base].reverse()), want: [] },
    {
      why: "with other contents",
      other: tarball([...base.slice(0, 1), entry("package/b.js", "c")]),
      want: ["package/b.js"],
    },
    { why: "without a file", other: tarball(base.slice(0, 1)), want: ["package/b.js"] },
    {
      why: "with another mode",
      other: tarball([entry("package/a.js", text, "000755"), ...base.slice(1)]),
      want: ["package/a.js"],
    },
    {
      why: "with a long name",
      other: tarball([
        ...base,
        entry("pax", "20 path=package/long\n", "0", "x"),
        entry("cut", "c"),
      ]),
      want: ["package/long"],
    },
  ])("$why", ({ other, want }) => {
    expect(differingFiles(tarball(base), other)).toEqual(want);
  });
});

describe("firstNotes", () => {
  const head = "# shop\n\n## 0.1.0 - 2026-11-23\n\n";
  const fixed = "\n### Fixed\n\n- Totals are exact.\n";
  const first = "- The first release.\n\n  - Sells.\n";

  it.each([
    { why: "leaves out fixes", have: `### Added\n\n${first}${fixed}`, want: first },
    {
      why: "starts with what the package does",
      have: `### Breaking\n\n- Prices.\n\n### Added\n\n- Vouchers,\n  for all.\n${first}`,
      want: `${first}- Vouchers,\n  for all.\n`,
    },
  ])("$why", ({ have, want }) => {
    expect(firstNotes(head + have)).toBe(`${head}### Added\n\n${want}`);
  });

  it("keeps a section without a description", () => {
    expect(firstNotes(head + fixed)).toBe(head + fixed);
  });
});
