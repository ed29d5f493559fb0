import { rm } from "node:fs/promises";
import { join } from "node:path";
import { rules } from "@specwright/diff";
import { afterAll, describe, expect, it } from "vitest";
import { diagnosticTables } from "./diagnostic-tables.ts";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const generate = ["generate", "--input", "shop.yaml", "--output", "out"];

describe("generate", () => {
  it("writes the files that it lists, and nothing more the second time", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const first = await command(folder, generate);
    expect([first.code, first.err]).toEqual([
      0,
      expect.stringContaining("shop.yaml -> out: 6 files, 6 new"),
    ]);
    const files = await filesIn(join(folder, "out"));
    const names = [
      "client.ts",
      "codec.ts",
      "descriptors.ts",
      "schemas.ts",
      "server.ts",
      "types.ts",
    ];
    expect(Object.keys(files).sort()).toEqual([".specwright.json", ...names]);
    expect(JSON.parse(files[".specwright.json"] ?? "")).toEqual({ files: names });
    expect((await command(folder, generate)).err).toContain("6 files, up to date");
  });

  it("removes files that it no longer writes, and never a foreign file", async () => {
    const folder = await folderOf({ "shop.yaml": shop, "out/mine.ts": "export {};\n" });
    await command(folder, generate);
    const { err } = await command(folder, [...generate, "--emit", "types"]);
    expect(err).toContain("1 file, 5 removed");
    expect(Object.keys(await filesIn(join(folder, "out"))).sort()).toEqual([
      ".specwright.json",
      "mine.ts",
      "types.ts",
    ]);
  });

  it("continues when a document changes, until it is stopped", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const stop = new AbortController();
    const running = command(folder, [...generate, "--watch"], () => stop.signal);
    const types = async () => (await filesIn(join(folder, "out")))["types.ts"] ?? "";
    await expect.poll(types, { timeout: 60_000 }).toContain("interface Order ");
    // The watch starts shortly after the first files are written, so the change is repeated until
    // it is noticed.
    await expect
      .poll(
        async () => {
          await write(folder, "shop.yaml", shop.replaceAll("Order", "Purchase"));
          return types();
        },
        { timeout: 60_000, interval: 200 },
      )
      .toContain("interface Purchase ");
    stop.abort();
    expect((await running).code).toBe(0);
  });
});

describe("check", () => {
  const check = ["check", ...generate.slice(1)];
  it("passes when the files match the document", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, generate);
    expect(await command(folder, check)).toMatchObject({ code: 0, out: "" });
  });

  it("lists the files that differ", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, [...generate, "--emit", "types,client,docs"]);
    await write(folder, "out/client.ts", "changed");
    await rm(join(folder, "out/types.ts"));
    const { code, out } = await command(folder, check);
    expect([code, out.split("\n")]).toEqual([
      1,
      [
        "missing  out/schemas.ts",
        "missing  out/server.ts",
        "missing  out/types.ts",
        "changed  out/client.ts",
        "changed  out/.specwright.json",
        "stale    out/README.md",
        "stale    out/reference/operations.md",
        "stale    out/reference/schemas.md",
      ],
    ]);
  });
});

describe("explain", () => {
  it("says that a diagnostic can have a lower severity than in the list", async () => {
    const list = (await command("/", ["explain"])).out;
    expect(list).toMatch(/^Diagnostics of documents, with the highest severity of each:$/m);
    expect(list).toMatch(/^BODY_NOT_SENT +warning /m);
    const page = (await command("/", ["explain", "BODY_NOT_SENT"])).out;
    expect(page).toContain("Otherwise it is an info.");
  });

  it("has a page for every code, and each code once", async () => {
    const codes = diagnosticTables.flatMap((table) => Object.keys(table));
    expect(codes).toEqual([...new Set(codes)]);
    for (const code of codes) {
      const { code: exit, out } = await command("/", ["explain", code.toLowerCase()]);
      expect([exit, out]).toEqual([0, expect.stringMatching(/\n\nFix: \S/)]);
    }
    const { out } = await command("/", ["explain"]);
    const first = out.split("\n").map((line) => line.split(" ")[0]);
    expect(first).toEqual(expect.arrayContaining([...codes, ...Object.keys(rules)]));
  });

  it("has a page for every rule of diff", async () => {
    for (const [id, { title }] of Object.entries(rules)) {
      const { code, out } = await command("/", ["explain", id.toUpperCase()]);
      expect([code, out]).toEqual([0, expect.stringContaining(`# ${id}\n\n${title}.`)]);
    }
  });

  it.each([
    ["token_refused", /^# token_refused\n\nAn error of the command\. The token .*\n\nFix: \S.*$/],
    ["PATH_TAKEN", /^# path_taken\n\nAn error of the command\. Two emitters .*\n\nFix: \S.*$/],
    ["digest_mismatch", /^# digest_mismatch\n\nA problem of the API of a publisher \(400\)\. /],
    [
      "previous_mismatch",
      /An error of the command\.[\s\S]*A problem of the API of a publisher \(409\)/,
    ],
  ])("explains the error %s", async (given, wanted) => {
    const { code, out } = await command("/", ["explain", given]);
    expect([code, out]).toEqual([0, expect.stringMatching(wanted)]);
    const list = (await command("/", ["explain"])).out;
    expect(list).toMatch(new RegExp(`^${given.toLowerCase()} +\\S`, "m"));
  });

  it.each([
    ["operation-remvoed", "Did you mean operation-removed?"],
    ["REF_NOT_FUOND", "Did you mean REF_NOT_FOUND?"],
    ["token_refusd", "Did you mean token_refused?"],
    ["digest_missmatch", "Did you mean digest_mismatch?"],
  ])("suggests a name for %s", async (code, want) => {
    expect((await command("/", ["explain", code])).err).toContain(want);
  });
});

describe("init", () => {
  it("writes a configuration that generates, and does not overwrite it", async () => {
    const folder = await folderOf({ "api/shop/openapi.yaml": shop, "package.json": "{}" });
    expect(await command(folder, ["init", "--no-install"])).toMatchObject({ code: 0 });
    expect(await command(folder, ["generate"])).toMatchObject({ code: 0 });
    expect(Object.keys(await filesIn(join(folder, "src/gen")))).toContain("client.mts");
    const again = await command(folder, ["init", "--no-install"]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("error file_exists")]);
  });

  it("writes a module for a CommonJS package, too", async () => {
    const folder = await folderOf({ "shop.yaml": shop, "package.json": '{ "type": "commonjs" }' });
    const { err } = await command(folder, ["init", "--no-install"]);
    expect(err).toContain("Wrote specwright.config.mts for shop.yaml.");
    expect(await command(folder, ["generate"])).toMatchObject({ code: 0 });
  });

  it("reports a missing document", async () => {
    const folder = await folderOf({ "a.yaml": "a: 1" });
    const { code, err } = await command(folder, ["init", "--no-install"]);
    expect([code, err]).toEqual([1, expect.stringContaining("No OpenAPI or AsyncAPI document")]);
  });
});

describe("lint", () => {
  it("reports possible improvements, and fails on request", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const { code, err } = await command(folder, ["lint", join(folder, "shop.yaml")]);
    expect([code, err]).toEqual([0, expect.stringMatching(/2 warnings, \d+ info\./)]);
    const strict = await command(folder, [
      "lint",
      join(folder, "shop.yaml"),
      "--max-warnings",
      "0",
    ]);
    expect(strict.code).toBe(1);
  });
});

const withDefaults = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: search
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 20 } }]
      responses:
        "200":
          description: The result.
          content: { application/json: { schema: { properties: { total: { type: integer, default: none }, left: { type: integer, default: 0 } } } } }
`;

describe("defaults", () => {
  const rows: readonly (readonly [flags: readonly string[], code: RegExp, types: RegExp])[] = [
    [["--defaults", "apply"], /DEFAULT_UNUSED/, /limit: number;\n}.*limit\?: number;/s],
    [["--defaults", "ignore"], /^(?!.*DEFAULT_UNUSED)/s, /^(?!.*limit: number)(?!.*Written)/s],
    [[], /^(?!.*DEFAULT_UNUSED)/s, /^(?!.*limit: number)(?!.*Written)/s],
  ];

  it.each(rows)("with %j", async (flags, problems, types) => {
    const folder = await folderOf({ "shop.yaml": withDefaults });
    const { code, err } = await command(folder, [...generate, ...flags]);
    const { "types.ts": written } = await filesIn(join(folder, "out"));
    expect([code, err, written]).toEqual([
      0,
      expect.stringMatching(problems),
      expect.stringMatching(types),
    ]);
  });
});

describe("implement", () => {
  const implement = [
    "implement",
    "--input",
    "shop.yaml",
    "--handlers",
    "handlers.ts",
    "--package",
    "shop-api",
  ];
  it("creates the file, adds new handlers, marks removed ones, and keeps all bodies", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const first = await command(folder, implement);
    expect([first.code, first.out]).toEqual([0, "added    listOrders"]);
    const text = (await filesIn(folder))["handlers.ts"] ?? "";
    expect(text).toContain('import type { ShopHandlers } from "shop-api/server";');
    const mine = text.replace(/throw new [^;]+;/, "return { status: 200, body: [] }; // mine");
    await write(folder, "handlers.ts", mine);
    const moved = shop.replace("listOrders", "searchOrders").replace("/orders:", "/found:");
    await write(folder, "shop.yaml", moved);
    const second = await command(folder, implement);
    expect(second.out.split("\n")).toEqual([
      "added    searchOrders",
      "removed  listOrders (marked; its body is untouched)",
    ]);
    const edited = (await filesIn(folder))["handlers.ts"] ?? "";
    expect(edited).toContain("return { status: 200, body: [] }; // mine");
    expect(edited).toContain("// specwright: removed from the contract");
    expect((await command(folder, implement)).err).toContain("up to date");
  });

  it("uses the read form of a request, and the written form of a response", async () => {
    const mine = `import type { ShopHandlers } from "shop-api/server";
export class Mine implements ShopHandlers<string> {}
`;
    const folder = await folderOf({ "shop.yaml": withDefaults, "handlers.ts": mine });
    await command(folder, [...implement, "--defaults", "apply"]);
    const { "handlers.ts": text } = await filesIn(folder);
    expect(text).toMatch(/SearchRequest, \w+: string\): Promise<SearchResponseWritten>/);
  });

  it("names what it looks for if the file has no handlers", async () => {
    const folder = await folderOf({ "shop.yaml": shop, "handlers.ts": "export const a = 1;\n" });
    const { code, err } = await command(folder, implement);
    expect([code, err]).toEqual([1, expect.stringContaining("error handlers_unusable")]);
  });
});

it("prints help and version", async () => {
  expect(await command("/", ["--version"])).toMatchObject({ code: 0, out: "1.2.3" });
  const { code, out } = await command("/", ["generate", "--help"]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("specwright generate --input openapi.yaml"),
  ]);
});

it("the help of every command lists its exit codes, and its examples use existing flags", async () => {
  const { out } = await command("/", ["--help"]);
  const [list = ""] = (out.split("Commands:\n")[1] ?? "").split("\n\n");
  const names = [...list.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name = ""]) => name);
  expect(names).toEqual(expect.arrayContaining(["generate", "diff", "feed", "explain"]));
  for (const name of names.filter((each) => each !== "help")) {
    const help = (await command("/", [name, "--help"])).out;
    expect([name, help]).toEqual([name, expect.stringMatching(/\nExit codes:\n {2}0 .*\n {2}1 /)]);
    const [flags = "", examples = ""] = help.split(/\nExamples?:\n/);
    const lines = examples.split("\n\n")[0]?.split("\n") ?? [];
    const shown = lines.filter((line) => line.includes(`specwright ${name}`));
    expect([name, shown.length]).not.toEqual([name, 0]);
    for (const [flag] of shown.join("\n").matchAll(/ --[a-z-]+/g)) {
      expect([name, flags]).toEqual([name, expect.stringContaining(`${flag.trim()} `)]);
    }
  }
});
