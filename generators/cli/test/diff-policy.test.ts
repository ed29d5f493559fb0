// A project's rules about changes: severities, moved prefixes and versions; and the outputs for CI.

import { afterAll, describe, expect, it } from "vitest";
import { command, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

interface Method {
  readonly [field: string]: unknown;
}

const get = (more: Method = {}): object => ({
  get: { responses: { "200": { description: "Done." } }, ...more },
});

const api = (paths: object, version = "1.0.0", more: object = {}): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version }, paths, ...more });

const config = (severity: object): Readonly<Record<string, string>> => ({
  "specwright.config.mjs": `export default {
    contracts: [{ input: "new.json", output: "gen", emitters: [{ name: "types", emit() {} }] }],
    diff: ${JSON.stringify({ severity })},
  };`,
});

interface Report {
  readonly failed: boolean;
  readonly documents: readonly {
    readonly suggestedVersion?: string;
    readonly changes: readonly {
      readonly ruleId: string;
      readonly class: string;
      readonly message: string;
      readonly severity?: string;
      readonly fails: boolean;
    }[];
  }[];
}

async function diff(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const folder = await folderOf(files);
  const names = ["diff", "old.json", "new.json"];
  const { code, out, err } = await command(folder, [...names, "--format", "json", ...flags]);
  if (out === "") throw new Error(err);
  const report = JSON.parse(out) as Report;
  return { code, report, changes: report.documents[0]?.changes ?? [] };
}

/** A document that loses a parameter of an internal and of a public operation. */
const limit = { parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] };
const old = api({
  "/admin/users": get({ ...limit, tags: ["admin"] }),
  "/orders": get({ ...limit, tags: ["shop"] }),
  "/hidden": { ...get(limit), "x-internal": true },
});
const changed = api({
  "/admin/users": get({ tags: ["admin"] }),
  "/orders": get({ tags: ["shop"] }),
  "/hidden": { ...get(), "x-internal": true },
});

describe("31.15 severities by rule, path and tag", () => {
  it.each<[string, object[], readonly string[]]>([
    ["none", [], ["/admin/users fails", "/hidden fails", "/orders fails"]],
    ["a path", [{ path: "/admin/**", as: "off" }], ["/hidden fails", "/orders fails"]],
    [
      "a tag",
      [{ tag: "shop", as: "warning" }],
      ["/admin/users fails", "/hidden fails", "/orders warning"],
    ],
    ["x-internal", [{ internal: true, as: "off" }], ["/admin/users fails", "/orders fails"]],
    [
      "a rule, and an exception after it",
      [
        { rule: "parameter-*", as: "info" },
        { rule: "parameter-removed", path: "/orders", as: "error" },
      ],
      ["/admin/users info", "/hidden info", "/orders error fails"],
    ],
  ])("%s", async (_name, severity, want) => {
    const { code, changes } = await diff({
      "old.json": old,
      "new.json": changed,
      ...config(severity),
    });
    const found = changes.map(({ message, severity: set, fails, ...rest }) => {
      const [path = ""] = /\/[a-z/]+/.exec(JSON.stringify([message, rest])) ?? [];
      return [path, ...(set === undefined ? [] : [set]), ...(fails ? ["fails"] : [])].join(" ");
    });
    expect([...found].sort()).toEqual(want);
    expect(code).toBe(want.some((each) => each.endsWith("fails")) ? 1 : 0);
  });

  it("count as not breaking for `info`, also in the suggested version", async () => {
    const files = { "old.json": old, "new.json": changed };
    const info = await diff({ ...files, ...config([{ rule: "parameter-removed", as: "info" }]) });
    expect(info.report.documents[0]?.suggestedVersion).toBe("1.1.0");
    expect(new Set(info.changes.map((each) => each.class))).toEqual(new Set(["non-breaking"]));
    const warned = await diff({
      ...files,
      ...config([{ rule: "parameter-removed", as: "warning" }]),
    });
    expect([warned.code, warned.report.documents[0]?.suggestedVersion]).toEqual([0, "2.0.0"]);
  });

  it("do not affect a schema that other operations use as well", async () => {
    const body = {
      content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
    };
    const document = (type: string, paths: readonly string[]): string =>
      api(
        Object.fromEntries(
          paths.map((path) => [
            path,
            { post: { requestBody: body, responses: { "204": { description: "" } } } },
          ]),
        ),
        "1.0.0",
        { components: { schemas: { A: { type } } } },
      );
    const rule = config([{ path: "/a", as: "off" }]);
    const both = ["/a", "/b"];
    const shared = { "old.json": document("string", both), "new.json": document("integer", both) };
    expect((await diff({ ...shared, ...rule })).changes).toHaveLength(1);
    const own = { "old.json": document("string", ["/a"]), "new.json": document("integer", ["/a"]) };
    expect((await diff({ ...own, ...rule })).changes).toHaveLength(0);
  });

  it("match the address and the tags of a channel", async () => {
    const document = (type: string): string =>
      JSON.stringify({
        asyncapi: "3.0.0",
        info: { title: "Shop", version: "1.0.0" },
        channels: Object.fromEntries(
          ["a", "b"].map((id) => [
            id,
            {
              address: `/internal/${id}`,
              tags: [{ name: `tag-${id}` }],
              messages: { m: { payload: { type } } },
            },
          ]),
        ),
        operations: Object.fromEntries(
          ["a", "b"].map((id) => [
            `send-${id}`,
            { action: "send", channel: { $ref: `#/channels/${id}` } },
          ]),
        ),
      });
    const files = { "old.json": document("string"), "new.json": document("integer") };
    const count = async (rule: object): Promise<number> =>
      (await diff({ ...files, ...config([{ ...rule, as: "off" }]) })).changes.length;
    const all = (await diff(files)).changes.length;
    expect(all).toBeGreaterThan(1);
    expect(await count({ path: "/internal/*" })).toBe(0);
    expect(await count({ path: "/internal/a" })).toBe(all / 2);
    expect(await count({ tag: "tag-b" })).toBe(all / 2);
  });

  it("still apply to a change from public to internal", async () => {
    const files = {
      "old.json": api({ "/a": get(limit) }),
      "new.json": api({ "/a": get({ "x-internal": true }) }),
    };
    const { code } = await diff({ ...files, ...config([{ internal: true, as: "off" }]) });
    expect(code).toBe(1);
  });

  it("are refused under an unknown name", async () => {
    const file = config([])["specwright.config.mjs"]?.replace("severity", "severities") ?? "";
    const folder = await folderOf({ "old.json": old, "specwright.config.mjs": file });
    const { code, err } = await command(folder, ["diff", "old.json", "old.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining("Did you mean `severity`?")]);
  });

  it.each([
    [[{ rule: "parameter-remove", as: "off" }], "Did you mean parameter-removed?"],
    [[{ rule: "parameter-removed", as: "of" }], 'diff.severity[0].as is "of".'],
    [[{ path: "/a", tags: "a", as: "off" }], 'has an unknown member "tags"'],
    [{}, "diff.severity must be a list."],
  ])("%j are refused with a reason", async (severity, message) => {
    const folder = await folderOf({ "old.json": old, "new.json": changed, ...config(severity) });
    const { code, err } = await command(folder, ["diff", "old.json", "new.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("31.15 a path prefix that moved", () => {
  const first = api({
    "/v1/orders/{id}": get(),
    "/v1/users": get(),
    "/v10/x": get(),
    "/health": get(),
  });

  it.each([
    ["/v1=/v2", { "/v2/orders/{id}": get(), "/v10/x": get(), "/health": get() }],
    ["/v1/=/v2/", { "/v2/orders/{id}": get(), "/v10/x": get(), "/health": get() }],
    ["/v1=", { "/orders/{id}": get(), "/v10/x": get(), "/health": get() }],
  ])("%s", async (prefixes, paths) => {
    const files = { "old.json": first, "new.json": api(paths) };
    const { changes } = await diff(files, "--base-path", prefixes);
    expect(
      changes.filter((each) => each.class === "breaking").map(({ message }) => message),
    ).toEqual(["GET /v1/users was removed."]);
    expect((await diff(files)).changes.filter((each) => each.class === "breaking")).toHaveLength(2);
  });

  it.each(["/v1", "v1=v2", "/v1=/v1"])("is refused as %s", async (text) => {
    const folder = await folderOf({ "old.json": first, "new.json": first });
    const { code } = await command(folder, ["diff", "old.json", "new.json", "--base-path", text]);
    expect(code).toBe(2);
  });
});

describe("31.15 JUnit", () => {
  it("has a test for each change, and failures for those that fail", async () => {
    const folder = await folderOf({
      "old.json": api({ "/<a>": get(limit), "/b": get() }),
      "new.json": api({ "/<a>": get(), "/c": get() }),
    });
    const args = ["diff", "old.json", "new.json", "--format", "junit"];
    const { out, code } = await command(folder, [...args, "--fail-on", "breaking"]);
    expect(code).toBe(1);
    expect(out).toContain(
      '<testsuites name="specwright diff" tests="3" failures="1" skipped="0" errors="0">',
    );
    expect(out).toMatch(
      /<testcase classname="operation-removed" name="GET \/b was removed\. \([0-9a-f]{12}\)" file="[^"]*old\.json"><failure type="Breaking" message="GET \/b was removed\.">/,
    );
    expect(out).toMatch(/classname="parameter-removed"[^>]*><system-out>operation GET \/&lt;a&gt;/);
    await command(folder, ["diff", "old.json", "new.json", "--accept", "Nobody calls it"]);
    const accepted = await command(folder, args);
    expect([accepted.code, accepted.out]).toEqual([
      0,
      expect.stringContaining('<skipped message="Nobody calls it"/>'),
    ]);
  });

  it("has a test that passes without changes", async () => {
    const folder = await folderOf({ "old.json": old, "new.json": old });
    const { out } = await command(folder, ["diff", "old.json", "new.json", "--format", "junit"]);
    expect(out).toContain('<testcase classname="diff" name="Nothing changed"/>');
  });
});

describe("31.15 several prefixes that moved", () => {
  const files = {
    "old.json": api({ "/v1/orders": get(limit), "/a/users": get() }),
    "new.json": api({ "/v2/orders": get(), "/b/users": get() }),
  };
  const diffConfig = (settings: object): Readonly<Record<string, string>> => ({
    "specwright.config.mjs": `export default { contracts: [{ input: "new.json", output: "gen",
      emitters: [{ name: "types", emit() {} }] }], diff: ${JSON.stringify(settings)} };`,
  });
  const found = ["The query parameter `limit` was removed."];
  const messages = (changes: readonly { readonly message: string }[]): readonly string[] =>
    changes.map(({ message }) => message.replace(/^.*: /, ""));

  it("are given by a repeated flag", async () => {
    const flags = ["--base-path", "/v1=/v2", "--base-path", "/a=/b"];
    expect(messages((await diff(files, ...flags)).changes)).toEqual(found);
  });

  it("are given by the configuration", async () => {
    const settings = diffConfig({ basePaths: ["/v1=/v2", "/a=/b"] });
    expect(messages((await diff({ ...files, ...settings })).changes)).toEqual(found);
  });

  it("are in the report", async () => {
    const folder = await folderOf(files);
    const { out } = await command(folder, [
      "diff",
      "old.json",
      "new.json",
      "--base-path",
      "/v1=/v2",
    ]);
    expect(out).toContain("Paths were compared with the prefixes `/v1=/v2` (old=new).");
  });

  it("let severities by path see both paths", async () => {
    for (const path of ["/v1/**", "/v2/**"]) {
      const severity = [{ path, as: "off" }];
      const settings = diffConfig({ basePaths: ["/v1=/v2", "/a=/b"], severity });
      expect((await diff({ ...files, ...settings })).changes).toEqual([]);
    }
  });

  it("are refused in another form", async () => {
    const folder = await folderOf({ ...files, ...diffConfig({ basePaths: ["v1=v2"] }) });
    const { code, err } = await command(folder, ["diff", "old.json", "new.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining('diff.basePaths has "v1=v2".')]);
    const flag = await command(folder, ["diff", "old.json", "new.json", "--base-path", "/v1"]);
    expect(flag.err).toContain("Expected OLD=NEW with two different prefixes: /v1=/v2, or /v1= if");
  });
});

describe("31.15 a prefix that seems to have moved", () => {
  const hint = (text: string): string =>
    `A prefix of the paths seems to have changed. To compare them, use --base-path ${text}.`;
  const names = ["orders", "users/{id}", "shops"];
  const paths = (prefix: string): object =>
    Object.fromEntries(names.map((name) => [`${prefix}/${name}`, get()]));

  async function outputOf(before: object, after: object): Promise<string> {
    const folder = await folderOf({ "old.json": api(before), "new.json": api(after) });
    return (await command(folder, ["diff", "old.json", "new.json"])).out;
  }

  it.each([
    ["", "/v2"],
    ["/v1", "/v2"],
    ["/api/v1", ""],
  ])("is reported once: %s to %s", async (before, after) => {
    const out = await outputOf(paths(before), { ...paths(after), "/new": get() });
    expect(out.split(hint(`${before}=${after}`))).toHaveLength(2);
  });

  it("is not reported for unmoved paths, or paths without a common part", async () => {
    const stayed = await outputOf(paths(""), { ...paths(""), ...paths("/v2") });
    const other = await outputOf(paths("/v1"), { "/v2/a": get(), "/v2/b": get() });
    expect(stayed + other).not.toContain("seems to have moved");
  });
});

describe("31.15 changes that the configuration leaves out", () => {
  it("are counted", async () => {
    const severity = config([{ internal: true, as: "off" }]);
    const folder = await folderOf({ "old.json": old, "new.json": changed, ...severity });
    for (const format of ["text", "markdown", "github"]) {
      const { out } = await command(folder, ["diff", "old.json", "new.json", "--format", format]);
      expect(out).toContain("1 change was omitted by the configuration.");
    }
  });
});

describe("31.15 failing changes that --only hides", () => {
  const files = {
    "old.json": api({ "/a": get(), "/b": get() }),
    "new.json": api({ "/a": get({ deprecated: true }) }),
  };

  it.each([
    ["junit", ' failures="1"'],
    ["github", "::error file="],
  ])("are counted in %s", async (format, want) => {
    const folder = await folderOf(files);
    const names = ["diff", "old.json", "new.json", "--only", "deprecation"];
    const { code, out } = await command(folder, [...names, "--format", format]);
    expect([code, out]).toEqual([1, expect.stringContaining(want)]);
    expect(out).toContain("GET /b was removed.");
    const passing = await command(folder, [...names, "--format", format, "--fail-on", "none"]);
    expect(passing.out).not.toContain("GET /b was removed.");
  });
});

describe("31.15 a report that cannot be written", () => {
  it("names the folder in place of the output file", async () => {
    const folder = await folderOf({ "old.json": old, "new.json": changed, "reports/a": "" });
    const names = ["diff", "old.json", "new.json", "--output", "reports"];
    const { code, err } = await command(folder, names);
    expect(code).toBe(2);
    expect(err).toContain("error output_is_folder:");
    expect(err).toContain("reports is a folder.");
    expect(err).not.toContain("EISDIR");
  });
});

describe("31.15 removals after `x-sunset`", () => {
  const ending = (date: string): Method => ({ deprecated: true, "x-sunset": date });
  const parameter = (more: object): Method => ({
    parameters: [{ name: "limit", in: "query", schema: { type: "integer" }, ...more }],
  });

  it.each([
    ["2020-01-31", "deprecation", 0],
    ["2999-01-31", "breaking", 1],
  ])("of an operation that ended on %s", async (date, each, code) => {
    const files = {
      "old.json": api({ "/a": get(ending(date)), "/b": get() }),
      "new.json": api({ "/b": get() }),
    };
    const found = await diff(files);
    expect([found.code, found.changes.map((change) => change.class)]).toEqual([code, [each]]);
  });

  it.each([
    ["2020-01-31", "deprecation"],
    ["2999-01-31", "potentially-breaking"],
  ])("of a parameter that ended on %s", async (date, each) => {
    const files = {
      "old.json": api({ "/a": get(parameter(ending(date))) }),
      "new.json": api({ "/a": get() }),
    };
    expect((await diff(files)).changes.map((change) => change.class)).toEqual([each]);
  });

  it.each([
    ["2020-01-31", "deprecation", 0],
    ["2999-01-31", "breaking", 1],
  ])("of a required property of a response that ended on %s", async (date, each, code) => {
    const document = (properties: object): string => {
      const schema = { type: "object", required: Object.keys(properties), properties };
      const content = { "application/json": { schema } };
      return api({ "/a": get({ responses: { "200": { description: "Done.", content } } }) });
    };
    const kept = { id: { type: "string" } };
    const files = {
      "old.json": document({ ...kept, old: { type: "string", ...ending(date) } }),
      "new.json": document(kept),
    };
    const found = await diff(files);
    expect([found.code, found.changes.map((change) => change.class)]).toEqual([code, [each]]);
  });

  it.each([
    ["2020-01-31", ["deprecation"]],
    ["2999-01-31", ["breaking"]],
  ])("of a channel and an operation that ended on %s", async (date, classes) => {
    const end = { "x-deprecated": true, "x-sunset": date };
    const channels = (more: object): string =>
      JSON.stringify({
        asyncapi: "3.0.0",
        info: { title: "Shop", version: "1.0.0" },
        channels: {
          kept: { address: "kept", messages: { m: { payload: { type: "string" } } } },
          ...more,
        },
      });
    const files = {
      "old.json": channels({ gone: { address: "gone", ...end } }),
      "new.json": channels({}),
    };
    const { changes } = await diff(files);
    expect(changes.map((change) => change.class)).toEqual(classes);
  });
});

describe("31.15 a check of the version", () => {
  const less = api({ "/orders": get() });
  const more = (version: string): string => api({ "/orders": get(), "/new": get() }, version);

  it.each([
    ["1.0.0", 1],
    ["1.0.1", 1],
    ["1.1.0", 0],
    ["2.0.0", 0],
  ])("of an addition to 1.0.0 that is called %s", async (version, code) => {
    const files = { "old.json": less, "new.json": more(version) };
    const found = await diff(files, "--check-version");
    expect([found.code, found.report.failed]).toEqual([code, code === 1]);
    expect((await diff(files)).code).toBe(0);
    const folder = await folderOf(files);
    const args = ["diff", "old.json", "new.json", "--check-version", "--format", "junit"];
    expect((await command(folder, args)).out.includes('<failure type="version"')).toBe(code === 1);
  });

  it.each([
    ["2026-11-01", "2026-11-01", 1],
    ["2026-11-01", "2026-11-02", 0],
  ])("of dates needs another one: %s, %s", async (before, after, code) => {
    const files = { "old.json": api({ "/orders": get() }, before), "new.json": more(after) };
    expect((await diff(files, "--check-version")).code).toBe(code);
  });
});
