import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { changeClasses, reportFormats } from "@specwright/diff";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);
afterAll(removeRepositories);

/** The shop with another path, and with an additional operation. */
const moved = shop.replace("/orders:", "/purchases:");
const grown = shop.replace(
  "components:",
  `  /more:\n    get: { responses: { "204": { description: Done. } } }\ncomponents:`,
);
const config =
  'export default { contracts: [{ input: "shop.yaml", output: "out", emitters: [] }] };';
const sending = (type: string): string => `asyncapi: 3.0.0
info: { title: S, version: 1.0.0 }
channels: { c: { address: c, messages: { m: { payload: { type: ${type} } } } } }
operations: { send: { action: send, channel: { $ref: "#/channels/c" } } }
`;
const stream = `asyncapi: 3.0.0\ninfo: { title: S, version: 1.0.0 }\nchannels: {}\n`;

interface Report {
  readonly documents: readonly {
    readonly base?: { readonly path: string };
    readonly revision?: { readonly path: string };
    readonly changes: readonly { readonly ruleId: string; readonly accepted?: unknown }[];
  }[];
}

/** These tests only compare operations; other differences do not matter here. */
const isShown = (ruleId: string): boolean => /^(document|operation)-(added|removed)$/.test(ruleId);

/** Returns each pair of documents with its rules. */
async function pairsOf(folder: string, args: readonly string[]): Promise<readonly string[]> {
  const { out, err } = await command(folder, ["diff", ...args, "--format", "json"]);
  if (out === "") throw new Error(err);
  return (JSON.parse(out) as Report).documents.map(
    ({ base, revision, changes }) =>
      `${base?.path ?? "-"} ${revision?.path ?? "-"}: ${changes.map(({ ruleId }) => ruleId).filter(isShown)}`,
  );
}

describe("files and folders", () => {
  const cases: readonly (readonly [string, Record<string, string>, string[], string[]])[] = [
    [
      "two files",
      { "a.yaml": shop, "b.yaml": grown },
      ["a.yaml", "b.yaml"],
      ["a.yaml b.yaml: operation-added"],
    ],
    ["a file with itself", { "a.yaml": shop }, ["a.yaml", "a.yaml"], ["a.yaml a.yaml: "]],
    [
      "folders, by paths",
      { "a/x/s.yaml": shop, "a/t.yaml": shop, "b/x/s.yaml": grown, "b/t.yaml": shop },
      ["a", "b"],
      ["a/t.yaml b/t.yaml: ", "a/x/s.yaml b/x/s.yaml: operation-added"],
    ],
    [
      "folders whose only document has another name",
      { "a/s.yaml": shop, "b/t.yaml": grown, "b/no.yaml": "a: 1" },
      ["a", "b/"],
      ["a/s.yaml b/t.yaml: operation-added"],
    ],
    [
      "folders with a new document and without two old ones",
      { "a/1.yaml": shop, "a/2.yaml": shop, "b/3.yaml": shop },
      ["a", "b"],
      [
        "a/1.yaml -: document-removed",
        "a/2.yaml -: document-removed",
        "- b/3.yaml: document-added",
      ],
    ],
    [
      "a file and a folder with one document",
      { "a.yaml": shop, "b/t.yaml": shop },
      ["a.yaml", "b"],
      ["a.yaml b/t.yaml: "],
    ],
    [
      "the document of the configuration",
      { "a.yaml": grown, "shop.yaml": shop, "specwright.config.mjs": config },
      ["a.yaml"],
      ["a.yaml shop.yaml: operation-removed"],
    ],
  ];
  it.each(cases)("%s", async (_, files, args, want) => {
    expect(await pairsOf(await folderOf(files), args)).toEqual(want);
  });
});

describe("git revisions", () => {
  let repository: TestRepository;
  const split = shop.replace("#/components/schemas/Order", "./parts/order.yaml");
  beforeAll(async () => {
    repository = await repositoryOf({
      "shop.yaml": shop,
      "api/split.yaml": split,
      "api/parts/order.yaml": "type: object\n",
      "api/other.yaml": "a: 1\n",
      "specwright.config.mjs": config,
    });
    repository.git("tag", "v1");
    await repository.commit({ "shop.yaml": grown });
    // The parts of the old document must be read from the commit, too.
    repository.git("rm", "-q", "-r", "api/parts");
    await repository.commit({});
    await write(repository.folder, "shop.yaml", moved);
    await write(repository.folder, "api/parts/order.yaml", "$ref: missing.yaml\n");
    await write(repository.folder, "api/split.yaml", shop);
  });

  const cases: readonly (readonly [string, string, string[], string[]])[] = [
    [
      "a path",
      "",
      ["git:v1:shop.yaml", "git:HEAD:shop.yaml"],
      ["shop.yaml shop.yaml: operation-added"],
    ],
    [
      "the same path here",
      "",
      ["git:v1:shop.yaml"],
      ["shop.yaml shop.yaml: operation-removed,operation-added"],
    ],
    [
      "the configuration",
      "",
      ["git:v1"],
      ["shop.yaml shop.yaml: operation-removed,operation-added"],
    ],
    [
      "the configuration since HEAD",
      "",
      [],
      ["shop.yaml shop.yaml: operation-removed,operation-removed,operation-added"],
    ],
    [
      "--base-ref",
      "",
      ["--base-ref", "v1"],
      ["shop.yaml shop.yaml: operation-removed,operation-added"],
    ],
    [
      "--base-ref and a document",
      "",
      ["--base-ref", "v1", "api/split.yaml"],
      ["api/split.yaml api/split.yaml: "],
    ],
    ["a path below the current folder", "api", ["git:v1:split.yaml"], ["split.yaml split.yaml: "]],
    [
      "a path above the current folder",
      "api",
      ["git:v1:../shop.yaml", "git:HEAD:../shop.yaml"],
      ["../shop.yaml ../shop.yaml: operation-added"],
    ],
    ["a folder", "", ["git:v1:api", "api"], ["api/split.yaml api/split.yaml: "]],
    [
      "a ref without a path, for the path of the revision",
      "",
      ["git:v1", "api/split.yaml"],
      ["api/split.yaml api/split.yaml: "],
    ],
  ];
  it.each(cases)("%s", async (_, folder, args, want) => {
    expect(await pairsOf(join(repository.folder, folder), args)).toEqual(want);
  });

  it("follows links inside the commit", async () => {
    const linked = await repositoryOf({ "real.yaml": shop });
    await symlink("real.yaml", join(linked.folder, "link.yaml"));
    await linked.commit({});
    expect(await pairsOf(linked.folder, ["git:HEAD:link.yaml"])).toEqual(["link.yaml link.yaml: "]);
  });

  it("gives GitHub paths from the root", async () => {
    const { out } = await command(join(repository.folder, "api"), [
      "diff",
      "git:v1:../shop.yaml",
      "--format",
      "github",
    ]);
    expect(out).toContain("::error file=shop.yaml,title=");
  });

  it("names the file of a commit with an error", async () => {
    const { code, err } = await command(join(repository.folder, "api"), [
      "diff",
      "git:HEAD:split.yaml",
    ]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^git:HEAD:split\.yaml:\d+:\d+ REF_NOT_FOUND error/),
    ]);
  });
});

describe("a comparison that cannot run ends with exit code 2", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [
      "an unknown format",
      ["diff", "a.yaml", "a.yaml", "--format", "xml"],
      "Allowed choices are text",
    ],
    ["an unknown class", ["diff", "--only", "bad"], 'Unknown class "bad"'],
    ["an invalid date", ["diff", "--accept", "x", "--until", "2027-02-30"], "a date such as"],
    [
      "--until alone",
      ["diff", "a.yaml", "a.yaml", "--until", "2027-02-03"],
      "--until needs --accept",
    ],
    ["nothing to compare", ["diff"], "error config_not_found: No document was named"],
    [
      "one document",
      ["diff", "a.yaml"],
      "There is nothing to compare a.yaml with: the newer document is missing, and there is no specwright.config.ts here or in a workspace.\n  Name the newer one too: `specwright diff a.yaml NEWER`.",
    ],
    [
      "no file",
      ["diff", "x.yaml", "a.yaml"],
      "error document_not_found: There is no file or folder x.yaml",
    ],
    ["a folder without documents", ["diff", "empty", "a.yaml"], "empty contains no OpenAPI"],
    [
      "a file and a folder with two documents",
      ["diff", "a.yaml", "."],
      "Name one of them: a.yaml, broken.yaml, stream.yaml",
    ],
    ["a document with an error", ["diff", "a.yaml", "broken.yaml"], "broken.yaml:2:1 YAML_SYNTAX"],
    ["OpenAPI and AsyncAPI", ["diff", "a.yaml", "stream.yaml"], "error documents_unlike"],
    ["two bases", ["diff", "--base-ref", "main", "a.yaml", "a.yaml"], "The base was given twice"],
    ["a revision without a path", ["diff", "a.yaml", "git:main"], "Write git:main:PATH"],
    ["no revision", ["diff", "git::a.yaml"], "does not name a revision"],
    ["an unknown revision", ["diff", "git:nope:a.yaml"], "error ref_unknown"],
    ["a revision that is a flag", ["diff", "git:--output=x:a.yaml"], "error ref_unknown"],
    [
      "a path that is not in the revision",
      ["diff", "git:HEAD:b.yaml"],
      "HEAD has no file or folder b.yaml",
    ],
    ["a path outside", ["diff", "git:HEAD:../b.yaml"], "is outside the git repository"],
    [
      "a file of accepted changes that is not there",
      ["diff", "a.yaml", "a.yaml", "--accepted", "x"],
      "There is no file x",
    ],
  ];
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await repositoryOf({
      "a.yaml": shop,
      "stream.yaml": stream,
      "broken.yaml": "openapi: [\n",
      "empty/x.txt": "",
    });
  });
  it.each(cases)("%s", async (_, args, want) => {
    const { code, err } = await command(repository.folder, args);
    expect(err).toContain(want);
    expect(code).toBe(2);
  });

  it("no repository", async () => {
    const { code, err } = await command("/", ["diff", "git:HEAD:a.yaml"]);
    expect([code, err]).toEqual([2, expect.stringContaining("error git_unusable")]);
  });
});

describe("flags", () => {
  it("accept every existing format and class", async () => {
    const folder = await folderOf({ "a.yaml": shop });
    for (const format of reportFormats) {
      expect((await command(folder, ["diff", "a.yaml", "a.yaml", "--format", format])).code).toBe(
        0,
      );
    }
    for (const each of [...changeClasses, "none"]) {
      const only = each === "none" ? [] : ["--only", changeClasses.join(",")];
      const args = ["diff", "a.yaml", "a.yaml", "--fail-on", each, ...only];
      expect((await command(folder, args)).code).toBe(0);
    }
  });

  it("judge by the perspective", async () => {
    const folder = await folderOf({ "a.yaml": sending("integer"), "b.yaml": sending("number") });
    const codes = ["provider", "consumer"].map(async (side) => {
      return (await command(folder, ["diff", "a.yaml", "b.yaml", "--perspective", side])).code;
    });
    expect(await Promise.all(codes)).toEqual([1, 0]);
  });

  it("31.10 do not require valid documents", async () => {
    const wrong = grown.replace("get: { responses", "get: { operationId: listOrders, responses");
    const folder = await folderOf({ "a.yaml": wrong, "b.yaml": grown });
    for (const args of [
      ["b.yaml", "a.yaml"],
      ["a.yaml", "b.yaml"],
    ]) {
      const { code, err } = await command(folder, ["diff", ...args]);
      expect(code).toBe(0);
      expect(err).toContain("a.yaml has 1 fault. `specwright lint` lists all of them.");
    }
  });

  it("31.10 list one fault of each code, and compare the repaired document", async () => {
    const faulty = grown
      .replace("get: { responses", "get: { deprecated: 1, summary: 2, responses")
      .replace(/version: .*/, "version: 3 }");
    const folder = await folderOf({ "a.yaml": faulty, "b.yaml": faulty });
    const { code, out, err } = await command(folder, ["diff", "a.yaml", "b.yaml"]);
    expect([code, out]).toEqual([0, expect.stringContaining("No changes")]);
    expect(err.match(/FIELD_TYPE warning/g)).toHaveLength(2);
    expect(err).toMatch(/ {2}\d more of these/);
  });

  it("31.10 stop at unreadable documents", async () => {
    const folder = await folderOf({ "a.yaml": "openapi: 3.1.0\n- a\n", "b.yaml": grown });
    const { code, err } = await command(folder, ["diff", "a.yaml", "b.yaml"]);
    expect(code).toBe(2);
    expect(err).toContain("Nothing was compared, because a document cannot be read.");
  });
});

describe("documents outside the current folder", () => {
  const split = shop.replace('"#/components/schemas/Order"', '"../parts/order.yaml"');
  const parts = { "old/api/openapi.yaml": split, "new/api/openapi.yaml": split };
  const order = "type: object\n";
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ["one by one", ["../old/api/openapi.yaml", "../new/api/openapi.yaml"], 2],
    ["with a root", ["../old/api/openapi.yaml", "../new/api/openapi.yaml", "--root", ".."], 0],
    ["as folders", ["../old", "../new"], 0],
  ];
  it.each(cases)("%s", async (_, args, want) => {
    // Outside this repository, because a relative path would find its files.
    const { folder } = await repositoryOf({
      ...parts,
      "here/readme.md": "",
      "old/parts/order.yaml": order,
      "new/parts/order.yaml": order,
    });
    const { code, err } = await command(join(folder, "here"), ["diff", ...args]);
    expect(code, err).toBe(want);
    if (want === 2) expect(err).toContain("set --root to a folder that holds both");
  });
});

describe("the exit code", () => {
  const cases: readonly (readonly [string, string, readonly string[], number])[] = [
    ["nothing changed", shop, [], 0],
    ["a break", moved, [], 1],
    ["an addition", grown, [], 0],
    ["an addition, when it fails", grown, ["--fail-on", "non-breaking"], 1],
    ["a break, when nothing fails", moved, ["--fail-on", "none"], 0],
    ["a break that is not shown", moved, ["--only", "docs"], 1],
  ];
  it.each(cases)("%s", async (_, revision, flags, want) => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": revision });
    expect((await command(folder, ["diff", "a.yaml", "b.yaml", ...flags])).code).toBe(want);
  });

  const ending = (date: string): string =>
    `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths: { /a: { get: { deprecated: true, x-sunset: "${date}", responses: { "204": { description: D } } } } }
`;
  it("is 1 for a broken promise, which needs a major version", async () => {
    const [base, revision] = [ending("2027-06-30"), ending("2027-03-31")];
    const folder = await folderOf({ "a.yaml": base, "b.yaml": revision });
    const { code, out } = await command(folder, [
      "diff",
      "a.yaml",
      "b.yaml",
      "--fail-on",
      "breaking",
    ]);
    expect(code).toBe(1);
    expect(out).toContain("note    breaks a promise, but changes nothing on the wire");
    expect(out).toContain("The changes need version 2.0.0 or higher (major, after 1.0.0).");
  });

  it("suggests a version for the surface in --surface", async () => {
    const folder = await folderOf({
      "a.yaml": shop.replace('"1.0"', '"1.2.0"'),
      "b.yaml": shop.replaceAll("Order", "Purchase").replace('"1.0"', '"1.2.0"'),
    });
    const suggested = async (surface: string): Promise<readonly unknown[]> => {
      const args = ["diff", "a.yaml", "b.yaml", "--surface", surface];
      const { code, out } = await command(folder, args);
      return [code, /The changes need version .*\)/.exec(out)?.[0]];
    };
    expect([await suggested("wire"), await suggested("code")]).toEqual([
      [0, expect.stringContaining("1.2.1 or higher (patch, after 1.2.0)")],
      [1, expect.stringContaining("2.0.0 or higher (major, after 1.2.0)")],
    ]);
  });

  it("with --output, names the file that cannot be written", async () => {
    const folder = await folderOf({ "a.yaml": shop, taken: "" });
    const output = join("taken", "report.txt");
    const { code, err } = await command(folder, ["diff", "a.yaml", "a.yaml", "--output", output]);
    const message = `${join(folder, "taken")} cannot be created: a part of the path is a file.`;
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it("with --output, prints to the file only", async () => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": moved });
    const args = ["diff", "a.yaml", "b.yaml", "--format", "html", "--output", "report.html"];
    expect(await command(folder, args)).toEqual({ code: 1, out: "", err: "Wrote report.html." });
    expect((await filesIn(folder))["report.html"]).toMatch(/^<!doctype html>/);
  });
});
