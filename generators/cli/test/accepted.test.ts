import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const moved = shop.replace("/orders:", "/purchases:");
const file = "specwright-accepted.yaml";
const compare = ["diff", "a.yaml", "b.yaml"];
const at = (day: string) => () => new Date(`${day}T12:00:00Z`);
const run = (folder: string, args: readonly string[], day = "2026-11-23") =>
  command(folder, args, undefined, at(day));

describe("--accept", () => {
  it("writes the failing changes with reason and date, and then passes", async () => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": moved });
    const first = await run(folder, [
      ...compare,
      "--accept",
      "Nobody: calls it",
      "--until",
      "2027-03-31",
    ]);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining("Accepted 1 in ")]);
    expect((await filesIn(folder))[file]).toBe(`# Breaking changes that were accepted.
# \`specwright diff\` and \`specwright changeset\` read this file.
accepted:
  - fingerprint: a5ca2345b936
    rule: operation-removed
    change: GET /orders was removed.
    document: b.yaml
    accepted: 2026-11-23
    until: 2027-03-31
    reason: "Nobody: calls it"
`);
    const second = await run(folder, compare, "2027-03-31");
    expect([second.code, second.err]).toEqual([0, ""]);
    expect(second.out).toContain("note    accepted until 2027-03-31: Nobody: calls it");
    expect(second.out).toContain(" 1 accepted.");
  });

  it("replaces an expired entry, and keeps comments and the other entries", async () => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": moved });
    await write(
      folder,
      file,
      `# Ours
accepted:
  - fingerprint: "123456789012" # kept
    accepted: 2026-01-01
    reason: Another
    document: c.yaml
  - { fingerprint: a5ca2345b936, accepted: 2026-01-01, until: 2026-02-01, reason: Old, document: b.yaml }
`,
    );
    const expired = await run(folder, compare);
    expect([expired.code, expired.err]).toEqual([
      1,
      expect.stringContaining(`${file}:7:5 (a5ca2345b936) was accepted only until 2026-02-01.`),
    ]);
    expect((await run(folder, [...compare, "--accept", "New"])).code).toBe(0);
    const text = (await filesIn(folder))[file] ?? "";
    expect(text).toMatch(/^# Ours\naccepted:\n {2}- fingerprint: "123456789012" # kept\n/);
    expect(text).not.toContain("Old");
    expect((await run(folder, compare)).code).toBe(0);
  });

  it.each(["", "  "])("refuses the reason %j at once", async (reason) => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": moved });
    const { code } = await run(folder, [...compare, "--accept", reason]);
    expect([code, Object.keys(await filesIn(folder)).sort()]).toEqual([2, ["a.yaml", "b.yaml"]]);
  });

  it("reports that nothing fails", async () => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": shop });
    const { code, err } = await run(folder, [...compare, "--accept", "x"]);
    expect([code, err, Object.keys(await filesIn(folder)).sort()]).toEqual([
      0,
      "There is nothing to accept.",
      ["a.yaml", "b.yaml"],
    ]);
  });
});

describe("the file of accepted changes", () => {
  const entry = (more: string) =>
    `accepted:\n  - { fingerprint: a5ca2345b936, accepted: 2026-01-01, reason: Old${more} }\n`;
  const cases: readonly (readonly [string, string, number, string])[] = [
    ["holds for all documents", entry(""), 0, ""],
    ["holds for its document", entry(", document: ./b.yaml"), 1, ""],
    ["does not hold for another", entry(", document: c.yaml"), 1, ""],
    [
      "lists an entry without a change",
      entry("").replace("a5ca2345b936", "000000000000"),
      1,
      `${file}:2:5 (000000000000) no longer matches a change`,
    ],
    ["is empty", "", 1, ""],
    ["has an empty list", "accepted:\n", 1, ""],
    ["does not parse", "accepted: [\n", 2, `accepted_invalid: ${file}:2:1`],
    ["is a list", "- a\n", 2, `${file}:1:1 The file must be an object`],
    ["has another member", "accepted: []\nmore: 1\n", 2, `${file}:2:1 Unknown member more`],
    ["has no list", "accepted: 1\n", 2, `${file}:1:11 \`accepted\` must be a list`],
    ["has an entry that is not an object", "accepted: [a]\n", 2, `${file}:1:12 Expected an object`],
    [
      "has a misspelt member",
      entry(", untl: 2027-01-01"),
      2,
      `${file}:2:69 Unknown member untl. Did you mean until?`,
    ],
    [
      "has an entry without a reason",
      entry("").replace(", reason: Old", ""),
      2,
      `${file}:2:5 The entry has no reason`,
    ],
    ["has an empty reason", entry("").replace("Old", '" "'), 2, "reason must not be empty"],
    [
      "has an entry without a date",
      entry("").replace("accepted: 2026-01-01, ", ""),
      2,
      "has no accepted",
    ],
    ["has an invalid date", entry(", until: tomorrow"), 2, `${file}:2:76 until must be a date`],
    [
      "has an invalid fingerprint",
      entry("").replace("a5ca2345b936", "12"),
      2,
      "fingerprint must be twelve",
    ],
    ["has an invalid bump", entry(", bump: huge"), 2, "bump must be one of"],
  ];
  it.each(cases)("%s", async (_, text, code, want) => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": moved, [file]: text });
    const outcome = await run(folder, compare);
    expect(outcome.err).toContain(want);
    expect(outcome.code).toBe(code);
  });

  it("lowers the suggested version only if it says so", async () => {
    const versions = async (more: string) => {
      const folder = await folderOf({
        "a.yaml": shop.replace('"1.0"', '"1.2.3"'),
        "b.yaml": moved,
        [file]: entry(more),
      });
      return /The changes need version (\S+)/.exec((await run(folder, compare)).out)?.[1];
    };
    expect([await versions(""), await versions(", bump: patch")]).toEqual(["2.0.0", "1.3.0"]);
  });
});
