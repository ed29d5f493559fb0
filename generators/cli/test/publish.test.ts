import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { run } from "@specwright/cli/api";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { removeRepositories, repositoryOf } from "./git-repository.ts";
import {
  changeOf,
  diffOf,
  goodToken,
  ids,
  pending,
  type Script,
  type ScriptedPublisher,
  startPublisher,
  versionOf,
} from "./publisher-server.ts";
import { folderOf, type Outcome, removeFolders, shop as shortShop } from "./run-command.ts";

/** A document that `lint` has no warning for. */
const shop = shortShop
  .replace("      responses:\n", "      summary: Lists orders.\n$&")
  .replace('        "200":\n', "        default: { description: A problem. }\n$&");

const started: ScriptedPublisher[] = [];

afterEach(async () => {
  for (const each of started.splice(0)) await each.close();
  await removeFolders();
  await removeRepositories();
});

async function publisher(script: Script): Promise<ScriptedPublisher> {
  const created = await startPublisher(script);
  started.push(created);
  return created;
}

interface PublishSetup {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly interruption?: AbortSignal;
  /** Called instead of waiting. */
  readonly onDelay?: (ms: number) => void;
  readonly elapsed?: () => number;
}

/** Runs `publish openapi.yaml` for the interface `shop`, with a clock that does not wait. */
async function publish(
  url: string,
  args: readonly string[] = [],
  setup: PublishSetup = {},
): Promise<Outcome & { readonly delays: readonly number[] }> {
  const folder = setup.folder ?? (await folderOf({ "openapi.yaml": shop }));
  const { environment = { SPECWRIGHT_TOKEN: goodToken } } = setup;
  const { interruption = new AbortController().signal } = setup;
  const out: string[] = [];
  const err: string[] = [];
  const delays: number[] = [];
  let passed = 0;
  const code = await run(
    ["publish", "openapi.yaml", "--to", url, "--interface", "shop", ...args],
    {
      folder,
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      status: () => {},
    },
    {
      version: "1.2.3",
      interruption: () => interruption,
      world: {
        environment,
        readInput: async () => setup.input ?? "",
        delay: async (ms, signal) => {
          delays.push(ms);
          passed += ms;
          setup.onDelay?.(ms);
          signal.throwIfAborted();
        },
        elapsed: setup.elapsed ?? (() => passed),
      },
    },
  );
  return { code, out: out.join("\n"), err: err.join("\n"), delays };
}

const first = versionOf(1);
const second = versionOf(2);
const published = { status: 201, body: { data: second } } as const;
const removed = changeOf("aaaaaaaaaaaa");
const added = changeOf("bbbbbbbbbbbb", { class: "non_breaking", rule: "operation-added" });
const inCode = changeOf("cccccccccccc", { surface: "code" });
const newClass = changeOf("dddddddddddd", { class: "catastrophic", affects: [] });

/** The script of a publisher that publishes the second version with these changes. */
function publishing(changes: readonly (typeof removed)[]): Script {
  return {
    publishVersion: [published],
    getVersion: [{ status: 200, body: { data: first } }],
    diffVersions: [
      { status: 200, contentType: "application/json", body: { data: diffOf(changes) } },
    ],
  };
}

describe("the fate of a document", () => {
  it("prints the changes and the URL of a version", async () => {
    const { url, requests } = await publisher(publishing([removed, added]));
    const { code, out, err } = await publish(url);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(`shop/versions/1:openapi.yaml -> openapi.yaml

1 change breaks clients: an operation was removed.
  Clients that send: 1 change in GET /orders.
    - stop using the removed operations: \`GET /orders\`
  Generated code only: no changes.
  The provider:
    - set info.version to 2.0 or higher

Breaking (1)
  operation-removed: Its callers are refused.
    The operation aaaaaaaaaaaa was removed.  shop/versions/1:parts/orders.yaml:4:3
      affects GET /orders

Not breaking (1)
  operation-added: Its callers are refused.
    The operation bbbbbbbbbbbb was removed.  shop/versions/1:parts/orders.yaml:4:3

2 changes: 1 breaking, 1 not breaking.
The changes need version 2.0 or higher (major, after 1.0). info.version is 1.0, which is too low.

Published version 2 of shop: https://publisher.example.com/shop/versions/2/
Changes: https://publisher.example.com/shop/versions/2/changes.html`);
    expect(requests.map(({ operation }) => operation)).toEqual([
      "publishVersion",
      "diffVersions",
      "getVersion",
    ]);
    expect(requests[0]?.headers["authorization"]).toBe(`Token ${goodToken}`);
  });

  it("sends the document with its overlays applied", async () => {
    const { url, requests } = await publisher({
      publishVersion: [{ status: 201, body: { data: first } }],
    });
    const overlay = `overlay: 1.0.0
info: { title: Ours, version: 1.0.0 }
actions: [{ target: $.info, update: { title: Ours } }]
`;
    const folder = await folderOf({ "openapi.yaml": shop, "ours.yaml": overlay });
    expect(await publish(url, ["--overlay", "ours.yaml"], { folder })).toMatchObject({ code: 0 });
    const { document } = Object(requests[0]?.body);
    const want = parse(shop);
    expect(parse(document)).toEqual({ ...want, info: { ...want.info, title: "Ours" } });
  });

  it("prints a summary of a first version", async () => {
    const { url } = await publisher({ publishVersion: [{ status: 201, body: { data: first } }] });
    const { code, out } = await publish(url, ["--fail-on", "docs"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^The first version\.\n\nPublished version 1 of shop: https:/);
  });

  it("waits until a version is processed", async () => {
    const { url, requests } = await publisher({
      ...publishing([removed]),
      publishVersion: [pending],
      getVersion: [pending, pending, { status: 200, body: { data: second } }],
    });
    const { code, out, delays } = await publish(url);
    expect(code).toBe(0);
    expect(out).toContain("Published version 2 of shop");
    expect(delays).toEqual([500, 500, 500]);
    expect(requests[0]?.headers["prefer"]).toBe("wait=5");
  });

  it("reports that nothing has changed", async () => {
    const { url } = await publisher({
      publishVersion: [{ status: 204, headers: { Location: `/v1/versions/${ids.second}` } }],
      getVersion: [{ status: 200, body: { data: second } }],
    });
    expect(await publish(url)).toMatchObject({
      code: 0,
      out: "Nothing has changed since version 2: https://publisher.example.com/shop/versions/2/",
    });
  });

  it("fails for the changes of a version that an earlier run stopped waiting for", async () => {
    const { url } = await publisher({
      publishVersion: [{ status: 204, headers: { Location: `/v1/versions/${ids.second}` } }],
      getVersion: [{ status: 200, body: { data: second } }],
      diffVersions: [
        { status: 200, contentType: "application/json", body: { data: diffOf([removed]) } },
      ],
    });
    const failed = await publish(url, ["--fail-on", "breaking"]);
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("GET /orders");
    expect(failed.out).toContain(
      "version 2: https://publisher.example.com/shop/versions/2/ (fails: it has changes",
    );
    const json = await publish(url, ["--fail-on", "breaking", "--format", "json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      ...{ status: "unchanged", failed: true },
      changes: [{ id: removed.id, fails: true }],
    });
    expect(await publish(url)).toMatchObject({ code: 0 });
  });

  it("does not wait for --wait 0", async () => {
    const { url, requests } = await publisher({ publishVersion: [pending] });
    const { code, out } = await publish(url, ["--wait", "0"]);
    expect(code).toBe(0);
    expect(out).toBe(`Accepted as ${ids.second}, which is being processed: ${url}/shop/`);
    expect(requests).toHaveLength(1);
  });

  it("reads all pages of the changes", async () => {
    const page = (data: ReturnType<typeof diffOf>) =>
      ({ status: 200, contentType: "application/json", body: { data } }) as const;
    const { url } = await publisher({
      ...publishing([]),
      diffVersions: [page(diffOf([removed], { next_cursor: "abc" })), page(diffOf([added]))],
    });
    const { out } = await publish(url, ["--format", "json"]);
    expect(JSON.parse(out)).toMatchObject({
      status: "published",
      version: { id: ids.second, number: 2 },
      failed: false,
      changes: [{ id: removed.id }, { id: added.id }],
    });
  });

  it.each([
    [[], ""],
    [["--root", "."], " --root ."],
    [["--format", "json"], ""],
  ])("counts the warnings of lint with %j", async (args, flags) => {
    const { url } = await publisher(publishing([]));
    const folder = await folderOf({ "openapi.yaml": shortShop });
    const { code, out, err } = await publish(url, args, { folder });
    expect(code).toBe(0);
    expect(out).not.toContain("warning");
    expect(err).toBe(
      `openapi.yaml has 2 warnings; run \`specwright lint openapi.yaml${flags}\` to see them.`,
    );
  });

  it("prints Markdown", async () => {
    const { url } = await publisher(publishing([removed]));
    const { out } = await publish(url, ["--format", "markdown"]);
    expect(out).toContain("### Breaking");
    expect(out).toContain("Affects GET /orders.");
  });
});

describe("--fail-on", () => {
  const cases = [
    ["nothing by default", [removed], [], 0],
    ["a break", [removed], ["--fail-on", "breaking"], 1],
    ["a worse class", [removed], ["--fail-on", "docs"], 1],
    ["nothing as bad", [added], ["--fail-on", "breaking"], 0],
    ["no break of code only", [inCode], ["--fail-on", "breaking"], 0],
    ["a break of code", [inCode], ["--fail-on", "breaking", "--surface", "code"], 1],
    ["a class that is not known yet", [newClass], ["--fail-on", "potentially-breaking"], 1],
  ] as const;
  it.each(cases)("%s", async (_, changes, args, wanted) => {
    const { url } = await publisher(publishing(changes));
    expect((await publish(url, args)).code).toBe(wanted);
  });

  it("passes for accepted changes", async () => {
    const { url } = await publisher(publishing([removed]));
    const folder = await folderOf({
      "openapi.yaml": shop,
      "specwright-accepted.yaml": `accepted:
  - fingerprint: aaaaaaaaaaaa
    rule: operation-removed
    reason: No client calls it.
    accepted: 2026-02-01
`,
    });
    const { code, out, err } = await publish(url, ["--fail-on", "breaking"], { folder });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("No client calls it.");
  });
});

describe("the upload", () => {
  const files = {
    "api/openapi.yaml": shop.replace(
      '"#/components/schemas/Order"',
      '"../schemas/order.yaml#/Order"',
    ),
    "schemas/order.yaml":
      "Order: { type: object, properties: { next: { $ref: 'deep/a.yaml' } } }\n",
    "schemas/deep/a.yaml": "type: string\n",
    "notes.md": "Some *notes*.\n",
  };

  it("contains all files, relative to their common folder", async () => {
    const { url, requests } = await publisher(publishing([]));
    const folder = await folderOf(files);
    const args = ["--title", "Autumn", "--notes-file", "notes.md", "--released-at", "2026-02-20"];
    const { code, err } = await runIn(folder, "api/openapi.yaml", url, [
      ...args,
      ...["--branch", "next", "--commit", "abcdef1", "--previous", "none"],
    ]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^.* 1 warning; .*$/) });
    expect(requests[0]?.body).toEqual({
      interface: "shop",
      branch: "next",
      path: "api/openapi.yaml",
      document: files["api/openapi.yaml"],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      files: [
        { path: "schemas/deep/a.yaml", text: files["schemas/deep/a.yaml"] },
        { path: "schemas/order.yaml", text: files["schemas/order.yaml"] },
      ],
      commit: "abcdef1",
      previous_id: null,
      released_at: "2026-02-20",
      release_title: "Autumn",
      release_notes: "Some *notes*.",
    });
  });

  const changes: readonly (readonly [
    string,
    Record<string, string>,
    readonly string[],
    boolean,
  ])[] = [
    ["the commit of files as they are in it", {}, [], true],
    ["no commit if another file has changed", { "other.txt": "x" }, [], true],
    ["no commit of changed files", { "openapi.yaml": `${shop}# more\n` }, [], false],
    ["no commit on request", {}, ["--commit", "none"], false],
  ];
  it.each(changes)("contains %s", async (_, changed, args, isSent) => {
    const { url, requests } = await publisher(publishing([]));
    const { folder, git } = await repositoryOf({ "openapi.yaml": shop, "other.txt": "" });
    for (const [path, text] of Object.entries(changed)) await writeFile(join(folder, path), text);
    await publish(url, args, { folder });
    const head = git("rev-parse", "HEAD").trim();
    expect(requests[0]?.body).toMatchObject({ interface: "shop" });
    expect(requests[0]?.body).toEqual(
      isSent
        ? expect.objectContaining({ commit: head })
        : expect.not.objectContaining({ commit: head }),
    );
  });

  it("contains the branch of the CI build, on request", async () => {
    const { url, requests } = await publisher(publishing([]));
    const environment = {
      SPECWRIGHT_TOKEN: goodToken,
      GITHUB_HEAD_REF: "",
      GITHUB_REF_NAME: "next",
    };
    await publish(url, [], { environment });
    await publish(url, ["--branch-from-ci"], { environment });
    const bodies = requests.filter(({ operation }) => operation === "publishVersion");
    expect(bodies[0]?.body).not.toHaveProperty("branch");
    expect(bodies[1]?.body).toHaveProperty("branch", "next");
  });

  const tokens: readonly (readonly [
    string,
    readonly string[],
    PublishSetup,
    string | undefined,
  ])[] = [
    ["the environment", [], {}, undefined],
    ["a file", ["--token-file", "token.txt"], { environment: {} }, undefined],
    ["standard input", ["--token", "-"], { environment: {}, input: `${goodToken}\n` }, undefined],
    ["no argument", ["--token", goodToken], { environment: {} }, "usage"],
    ["nowhere", [], { environment: {} }, "token_missing"],
    ["a file with something else", ["--token-file", "openapi.yaml"], {}, "token_missing"],
    ["a file that is not there", ["--token-file", "none.txt"], {}, "token_missing"],
  ];
  it("refuses two tokens", async () => {
    const { code, err } = await publish("https://publisher.example.com", [
      ...["--token", "-", "--token-file", "token.txt"],
    ]);
    expect(code).toBe(2);
    expect(err).toContain("--token and --token-file cannot be combined.");
  });

  it.each(tokens)("has the token from %s", async (_, args, setup, failure) => {
    const { url } = await publisher(publishing([]));
    const folder = await folderOf({ "openapi.yaml": shop, "token.txt": `${goodToken}\n` });
    const { code, err } = await publish(url, args, { ...setup, folder });
    expect({ code, err }).toEqual(
      failure === undefined
        ? { code: 0, err: "" }
        : { code: 2, err: expect.stringContaining(`error ${failure}: `) },
    );
    expect(err).not.toContain(goodToken);
  });
});

async function runIn(
  folder: string,
  document: string,
  url: string,
  args: readonly string[],
): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(
    ["publish", document, "--to", url, "--interface", "shop", ...args],
    {
      folder,
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      status: () => {},
    },
    {
      version: "1.2.3",
      world: {
        environment: { SPECWRIGHT_TOKEN: goodToken },
        readInput: async () => "",
        delay: async () => {},
        elapsed: () => 0,
      },
    },
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("--create", () => {
  const missing = { status: 404, body: problem(404, "not_found") } as const;
  const shopInterface = {
    name: "shop",
    title: "Shop",
    description: null,
    home_page_url: null,
    public_url: "https://publisher.example.com/shop/",
    visibility: "public" as const,
    created_at: "2026-02-01T12:00:00Z",
    updated_at: "2026-02-01T12:00:00Z",
  };

  it("creates an interface under the title of its document", async () => {
    const { url, requests } = await publisher({
      ...publishing([]),
      getInterface: [missing],
      putInterface: [{ status: 201, body: { data: shopInterface } }],
    });
    const { code, err } = await publish(url, ["--create"]);
    expect({ code, err }).toEqual({ code: 0, err: "Created the interface shop." });
    expect(requests[1]).toMatchObject({ operation: "putInterface", body: { title: "Shop" } });
  });

  it("leaves an existing one alone", async () => {
    const { url, requests } = await publisher({
      ...publishing([]),
      getInterface: [{ status: 200, body: { data: shopInterface } }],
    });
    expect((await publish(url, ["--create"])).code).toBe(0);
    expect(requests.map(({ operation }) => operation)).not.toContain("putInterface");
  });

  it("creates nothing with --dry-run", async () => {
    const { url, requests } = await publisher({ getInterface: [missing] });
    const { code, out } = await publish(url, ["--create", "--dry-run"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: "shop does not exist yet. Without --dry-run, the command creates it.",
    });
    expect(requests).toHaveLength(1);
  });
});

describe("--dry-run", () => {
  it("compares and publishes nothing", async () => {
    const diff = diffOf([removed], { id: ids.second, head_id: null });
    const { url, requests } = await publisher({
      createDiff: [pending],
      getDiff: [pending, { status: 200, contentType: "application/json", body: { data: diff } }],
      getVersion: [{ status: 200, body: { data: first } }],
    });
    const { code, out } = await publish(url, ["--dry-run", "--fail-on", "breaking"]);
    expect(code).toBe(1);
    expect(out).toContain("1 change: 1 breaking. 1 change fails the check.");
    expect(out).toContain("Nothing was published (--dry-run).");
    expect(requests.map(({ operation }) => operation)).toEqual([
      "createDiff",
      "getDiff",
      "getDiff",
      "getVersion",
    ]);
  });
});

function problem(status: number, code: string, detail?: string) {
  return { type: "about:blank", title: "Refused", status, code, ...(detail && { detail }) };
}

describe("refusals", () => {
  const cases = [
    ["401", 401, "unauthorized", "token_refused"],
    ["403", 403, "forbidden", "token_refused"],
    ["404", 404, "not_found", "interface_unknown"],
    ["409", 409, "previous_mismatch", "previous_mismatch"],
    ["413", 413, "payload_too_large", "document_too_large"],
    ["400", 400, "digest_mismatch", "publisher_refused"],
    ["500", 500, "internal_error", "publisher_refused"],
  ] as const;
  it.each(cases)("explains %s", async (_, status, code, wanted) => {
    const body = problem(status, code, "It says why");
    const { url } = await publisher({ publishVersion: [{ status, body }] });
    const outcome = await publish(url);
    expect(outcome.code).toBe(2);
    expect(outcome.out).toBe("");
    expect(outcome.err).toMatch(
      new RegExp(`^error ${wanted}: .* It says why\\..*\\n  \\S.*\\.$`, "s"),
    );
  });

  it("explains an unknown token", async () => {
    const { url } = await publisher({});
    const { code, err } = await publish(url, [], { environment: { SPECWRIGHT_TOKEN: "wrong" } });
    expect(code).toBe(2);
    expect(err).toContain(
      "error token_refused: The publisher does not know the access token (401).",
    );
    expect(err).not.toContain("wrong");
  });

  it("prints faults of the document with their places", async () => {
    const body = {
      ...problem(422, "invalid_document"),
      diagnostics: [
        {
          code: "SCHEMA_ODD",
          severity: "error" as const,
          message: "It is odd.",
          fix: "Make it even.",
          file: "openapi.yaml",
          line: 3,
          column: 5,
          pointer: "/paths",
        },
      ],
    };
    const { url } = await publisher({
      publishVersion: [pending],
      getVersion: [{ status: 422, body }],
    });
    const { code, out, err } = await publish(url);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(`openapi.yaml:3:5 SCHEMA_ODD error It is odd.
  Make it even.
1 error. \`specwright explain CODE\` says more.
Nothing was published.`);
  });

  it("explains a document that is too expensive", async () => {
    const body = { ...problem(422, "processing_failed", "It took too long."), diagnostics: [] };
    const answer = { status: 422, body } as const;
    const { url } = await publisher({
      publishVersion: [answer, pending],
      getVersion: [answer],
      createDiff: [answer],
    });
    // Refused at once, while the command waits, and in a comparison only.
    for (const args of [[], [], ["--dry-run"]]) {
      const { code, out, err } = await publish(url, args);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(
        /^error processing_failed: The publisher could not process the document \(422\)\. Nothing was published\. It took too long\./,
      );
      expect(err).toContain("\n  If it takes too much time or memory, publish a smaller document");
      expect(err).toContain("PUBLISHER_PROCESS_SECONDS");
    }
  });

  it("explains a release date in the future", async () => {
    const errors = [{ pointer: "/released_at", code: "future", message: "Is ahead." }];
    const body = { ...problem(422, "released_in_future"), errors, diagnostics: [] };
    const { url } = await publisher({ publishVersion: [{ status: 422, body }] });
    const { err } = await publish(url, ["--released-at", "2099-01-01"]);
    expect(err).toContain("\n  Correct --released-at, or leave it out.");
  });

  it("stop a document with errors before the upload", async () => {
    const { url, requests } = await publisher({});
    const folder = await folderOf({
      "openapi.yaml": shop.replace("schemas/Order", "schemas/Odrer"),
    });
    const { code, err } = await publish(url, [], { folder });
    expect(code).toBe(2);
    expect(err).toMatch(/^openapi\.yaml:14:\d+ REF_NOT_FOUND error /);
    expect(requests).toEqual([]);
  });

  const unusable = [
    ["an address without a scheme", "publisher.example.com", "usage"],
    ["an address with a password", "https://me:secret@publisher.example.com", "usage"],
  ] as const;
  it.each(unusable)("refuses %s", async (_, to, wanted) => {
    const { code, err } = await publish(to);
    expect(code).toBe(2);
    expect(err).toContain(`error ${wanted}: `);
    expect(err).not.toContain("secret");
  });

  const tooLong = "x".repeat(257);
  const flags: readonly (readonly [readonly [string, string], RegExp])[] = [
    [["--released-at", "nonsense"], /Expected a date such as 2027-03-31, or a time such as /],
    [["--released-at", "2027-02-29"], /Expected a date such as 2027-03-31, or a time such as /],
    [
      ["--released-at", "2027-02-30T10:00:00Z"],
      /Expected a date such as 2027-03-31, or a time such as /,
    ],
    [
      ["--released-at", "2027-02-28T24:30:00Z"],
      /Expected a date such as 2027-03-31, or a time such as /,
    ],
    [
      ["--interface", "The Shop"],
      /Expected at most 64 lower-case letters and digits, with single /,
    ],
    [["--interface", "x".repeat(65)], /Expected at most 64 lower-case letters and digits/],
    [["--branch", "a b"], /Expected a name such as main or release\/2/],
    [["--commit", "HEAD"], /Expected the id of a commit, or none/],
    [["--previous", "7"], /Expected the id of a version, or none/],
    [["--title", ""], /Expected 1 to 256 characters/],
    [["--title", tooLong], /Expected 1 to 256 characters/],
    [["--wait", "1m"], /Expected a whole number of seconds/],
  ];
  it.each(flags)("names %j before it sends anything", async (flag, wanted) => {
    const { url, requests } = await publisher(publishing([]));
    const { code, err } = await publish(url, ["--create", ...flag]);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(err).toContain(`error usage: "${flag[1]}" is not a valid value of ${flag[0]}.`);
    expect(err).toMatch(wanted);
  });

  it("names a branch of CI that the publisher does not accept", async () => {
    const { url, requests } = await publisher(publishing([]));
    const environment = { SPECWRIGHT_TOKEN: goodToken, CI_COMMIT_BRANCH: "fix/#12" };
    const { code, err } = await publish(url, ["--branch-from-ci"], { environment });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(err).toContain('--branch-from-ci found "fix/#12" in CI_COMMIT_BRANCH');
  });

  it("names the file of notes that are too long", async () => {
    const { url, requests } = await publisher(publishing([]));
    const folder = await folderOf({ "openapi.yaml": shop, "notes.md": "x".repeat(65_537) });
    const { code, err } = await publish(url, ["--notes-file", "notes.md"], { folder });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(err).toContain("The file notes.md of --notes-file has 65537 characters.");
  });

  const documents = [
    [
      "none.yaml",
      /^error document_not_found: The file none\.yaml does not exist\.\n {2}Check the path, which starts in \S+\.$/,
    ],
    [
      "/none/a.yaml",
      /^error document_not_found: The file \/none\/a\.yaml does not exist\.\n {2}Check the path\.$/,
    ],
    ["-", /^error usage: A document cannot be read from standard input/],
    ["parts", /^error document_not_found: parts is a folder\.\n {2}Name the document in it, /],
    [
      "https://a.example/a.yaml",
      /^error document_not_found: https:\S+ is not a file\.\n {2}Download /,
    ],
  ] as const;
  it.each(documents)("explains why %s cannot be the document", async (document, wanted) => {
    const folder = await folderOf({ "parts/a.yaml": shop });
    const { code, out, err } = await runIn(folder, document, "https://publisher.example.com", []);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(wanted);
  });

  it("explains a reference to a URL", async () => {
    const { url, requests } = await publisher({});
    const remote = "https://a.example/order.yaml";
    const folder = await folderOf({
      "openapi.yaml": shop.replace("#/components/schemas/Order", remote),
    });
    const { code, err } = await publish(url, [], { folder });
    expect(code).toBe(2);
    expect(err).toContain(
      `REF_REMOTE error ${remote} is remote, and remote files are not allowed\n`,
    );
    expect(err).toContain(
      "\n  Save the file beside the document and refer to it by its relative path",
    );
    expect(err).not.toMatch(/allow-?remote/i);
    expect(requests).toEqual([]);
  });

  it("30.16 publishes a document with faults that --lenient repairs", async () => {
    const { url, requests } = await publisher({
      publishVersion: [{ status: 201, body: { data: first } }],
      createDiff: [{ status: 201, body: { data: diffOf([], { id: ids.second, head_id: null }) } }],
      getVersion: [{ status: 200, body: { data: first } }],
    });
    const document = shop.replace(/version: .*/, "version: 1 }");
    const folder = await folderOf({ "openapi.yaml": document });
    const strict = await publish(url, [], { folder });
    expect(strict.code).toBe(2);
    expect(strict.err).toContain("FIELD_TYPE error");
    expect(strict.err).toContain("`--lenient` would repair this error.");
    expect(requests).toEqual([]);
    expect((await publish(url, ["--lenient"], { folder })).code).toBe(0);
    expect(requests).toMatchObject([{ body: { lenient: true, document } }]);
    expect((await publish(url, ["--dry-run"], { folder })).code).toBe(2);
    expect((await publish(url, ["--lenient", "--dry-run"], { folder })).code).toBe(0);
    expect(requests[1]).toMatchObject({
      operation: "createDiff",
      body: { lenient: true, document },
    });
  });

  it("publishes a document with faults beyond repair on --accept-faults", async () => {
    const { url, requests } = await publisher({
      publishVersion: [{ status: 201, body: { data: first } }],
      createDiff: [{ status: 201, body: { data: diffOf([], { id: ids.second, head_id: null }) } }],
      getVersion: [{ status: 200, body: { data: first } }],
    });
    const document = `${shop}components: { schemas: { A: { $ref: "#/none" } } }\n`;
    const folder = await folderOf({ "openapi.yaml": document });
    for (const flags of [[], ["--lenient"]]) {
      expect((await publish(url, flags, { folder })).code).toBe(2);
    }
    expect(requests).toEqual([]);
    const { code, err } = await publish(url, ["--accept-faults"], { folder });
    expect(code).toBe(0);
    expect(err).toMatch(/^openapi\.yaml has \d+ faults?; the first page of the version lists/);
    expect(requests).toMatchObject([{ body: { accept_faults: true, document } }]);
    const dry = await publish(url, ["--accept-faults", "--dry-run"], { folder });
    expect(dry.code).toBe(0);
    expect(requests[1]).toMatchObject({ operation: "createDiff", body: { accept_faults: true } });
  });

  const pages = ["/shop", "/shop/", "/shop/versions/2/index.html", "/docs/shop"];
  it.each(pages)("names the value for --to if it got the page %s", async (path) => {
    const { url } = await publisher({});
    const root = path.startsWith("/docs") ? `${url}/docs` : url;
    for (const args of [[], ["--create"], ["--dry-run"]]) {
      const { code, err } = await publish(`${url}${path}`, args);
      expect(code).toBe(2);
      expect(err).toMatch(
        /error \w+: http\S+ is not a publisher. It may be the page of the interface shop/,
      );
      expect(err).toContain(
        `Give the address of the publisher's start page: --to ${root} --interface shop.`,
      );
    }
  });

  it("asks whether a URL below the root of a host is a start page", async () => {
    const { url } = await publisher({});
    const { code, err } = await publish(`${url}/elsewhere`);
    expect(code).toBe(2);
    expect(err).toContain(
      ` Is ${url}/elsewhere the start page of the publisher? --to needs that one.`,
    );
  });

  it.each(["/", "/index.html", "/v1", "/v1/"])("accepts %s as the start page", async (path) => {
    const { url } = await publisher(publishing([]));
    expect(await publish(`${url}${path}`)).toMatchObject({ code: 0, err: "" });
  });

  it("refuses file names that are not portable", async () => {
    const { url } = await publisher({});
    const folder = await folderOf({
      "openapi.yaml": shop.replace('"#/components/schemas/Order"', '"my order.yaml"'),
      "my order.yaml": "type: object\n",
    });
    const { code, err } = await publish(url, [], { folder });
    expect(code).toBe(2);
    expect(err).toContain(
      'error files_unpublishable: The path "my order.yaml" cannot be published.',
    );
  });
});

describe("failures on the way", () => {
  const busy = {
    status: 503,
    headers: { "Retry-After": 7 },
    body: problem(503, "unavailable"),
  } as const;
  const limited = {
    status: 429,
    headers: { "Retry-After": 1 },
    body: problem(429, "too_many_requests"),
  } as const;

  it("repeats a temporarily refused request after the requested time", async () => {
    const { url, requests } = await publisher({
      ...publishing([]),
      publishVersion: [busy, limited, published],
    });
    const { code, delays } = await publish(url);
    expect(code).toBe(0);
    expect(requests.filter(({ operation }) => operation === "publishVersion")).toHaveLength(3);
    expect(delays[0]).toBeGreaterThan(7000);
    expect(delays[0]).toBeLessThanOrEqual(7500);
    expect(delays[1]).toBeGreaterThan(1000);
  });

  it("reports a version whose response was lost as published", async () => {
    const { url } = await publisher({
      ...publishing([removed]),
      publishVersion: [busy, { status: 204, headers: { Location: `/v1/versions/${ids.second}` } }],
      getVersion: [{ status: 200, body: { data: second } }],
    });
    const { code, out } = await publish(url, ["--fail-on", "breaking"]);
    expect(code).toBe(1);
    expect(out).toContain("Published version 2 of shop");
  });

  it("gives up in the end", async () => {
    const { url, requests } = await publisher({ publishVersion: [limited] });
    const { code, err } = await publish(url);
    expect(code).toBe(2);
    expect(requests).toHaveLength(6);
    expect(err).toContain("error publisher_refused: Refused. (429 too_many_requests)");
  });

  it("gives up at once if the requested wait is too long", async () => {
    const { url, requests } = await publisher({
      publishVersion: [{ ...limited, headers: { "Retry-After": 3600 } }],
    });
    expect((await publish(url)).code).toBe(2);
    expect(requests).toHaveLength(1);
  });

  it("reports that the server is unreachable", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, err, delays } = await publish(`http://127.0.0.1:${port}`);
    expect(code).toBe(2);
    expect(delays).toHaveLength(5);
    expect(err).toContain("error publisher_unreachable: ");
    expect(err).toContain("ECONNREFUSED");
  });

  const strange = [
    [200, "text/html", 1],
    [302, "text/html", 1],
    [502, "text/html", 6],
  ] as const;
  it.each(strange)(
    "reports that another server responds with %i",
    async (status, type, attempts) => {
      let count = 0;
      const server = createServer((_request, response) => {
        count += 1;
        response.writeHead(status, { "content-type": type }).end("<html>");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const { code, err } = await publish(`http://127.0.0.1:${port}`);
      await new Promise((resolve) => server.close(resolve));
      expect(code).toBe(2);
      expect(err).toContain("does not respond like a publisher");
      expect(count).toBe(attempts);
    },
  );

  it("stops waiting at the time limit", async () => {
    const { url } = await publisher({ publishVersion: [pending], getVersion: [pending] });
    const { code, err, delays } = await publish(url, ["--wait", "3"]);
    expect(code).toBe(2);
    expect(err).toContain(`error publication_pending: ${ids.second} was accepted`);
    expect(delays.reduce((sum, each) => sum + each, 0)).toBe(3000);
  });

  it.each([
    ["keeps asking for a version that was accepted", 20, { code: 0, err: "" }],
    [
      "gives up on it when the time is over",
      1000,
      { code: 2, err: expect.stringContaining("error publisher_refused: ") },
    ],
  ])("%s, while the publisher is unreachable", async (_, answersBefore, want) => {
    const away = Array.from({ length: answersBefore }, () => busy);
    const { url } = await publisher({
      ...publishing([]),
      publishVersion: [pending],
      getVersion: [pending, ...away, { status: 200, body: { data: second } }],
    });
    const { code, err } = await publish(url, ["--wait", "300"]);
    expect({ code, err }).toEqual(want);
  });

  it("explains how to look up the result when it is interrupted", async () => {
    const interrupted = new AbortController();
    const { url } = await publisher({ publishVersion: [pending], getVersion: [pending] });
    const { code, err } = await publish(url, [], {
      interruption: interrupted.signal,
      onDelay: () => interrupted.abort(),
    });
    expect(code).toBe(2);
    expect(
      err,
    ).toBe(`error publication_interrupted: Interrupted. ${ids.second} was accepted and is still being processed.
  See ${url}/shop/ in a while, or run the command again: it waits for the same version.`);
  });

  it.each([
    ["takes too long", ["--wait", "3"], "publication_pending: The comparison is not finished"],
    ["is interrupted", [], "publication_interrupted: Interrupted before the comparison was"],
  ])("explains what to do when a comparison %s", async (_, args, words) => {
    const interrupted = new AbortController();
    const { url } = await publisher({ createDiff: [pending], getDiff: [pending] });
    const { code, err } = await publish(url, ["--dry-run", ...args], {
      interruption: interrupted.signal,
      onDelay: () => args.length === 0 && interrupted.abort(),
    });
    expect(code).toBe(2);
    expect(err).toContain(`error ${words}`);
    expect(err).toMatch(/\n {2}Run the command again, .* Nothing was published \(--dry-run\)\.$/);
    expect(err).not.toContain("See ");
  });

  it("reports that nothing is known when it is interrupted earlier", async () => {
    const { url } = await publisher({ publishVersion: [pending] });
    const { code, err } = await publish(url, [], { interruption: AbortSignal.abort() });
    expect(code).toBe(2);
    expect(err).toContain("Interrupted before the publisher responded.");
  });
});
