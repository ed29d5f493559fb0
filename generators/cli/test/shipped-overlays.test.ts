// The overlays of `examples/overlays`, with their documents and with servers that behave like those APIs;
// and the documents of `examples/feeds`, described by an overlay.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { listItems, type RestTransportOptions, restTransport } from "@specwright/rest/client";
import type { PageMethod } from "@specwright/runtime";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { command, filesIn, folderOf, removeFolders } from "./run-command.ts";
import { startMock } from "./start-mock.ts";

afterAll(removeFolders);

const root = resolve(import.meta.dirname, "../../..");
const overlayOf = (name: string): string => join(root, `examples/overlays/${name}.overlay.yaml`);

/** An object schema with an array member. */
const objectOf = (name: string): object => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "array", items: { type: "object" } } },
});

/** An operation of GitHub, in the shape of its document: `Link` is the header, if it is described. */
function githubGet(operationId: string, schema: object, of: object = {}): object {
  const description = "Response";
  const content = { "application/json": { schema } };
  return { get: { operationId, responses: { 200: { description, content, ...of } } } };
}

const ref = (place: string): object => ({ $ref: `#/components/${place}` });
const linked = { headers: { Link: ref("headers/link") } };
const issues = {
  type: "array",
  items: { type: "object", required: ["id"], properties: { id: {} } },
};
const withParameter = (item: object, ...parameters: readonly object[]): object => ({
  ...item,
  parameters,
});

function pathsOfGithub(): object {
  const list = (id: string, schema: object, parameter: object, of?: object): object => {
    const { get } = githubGet(id, schema, of) as { get: object };
    return { get: withParameter(get, parameter) };
  };
  const page = ref("parameters/page");
  return {
    "/issues": list("issues/list", issues, page, linked),
    "/events": list("activity/list-public-events", issues, page),
    "/alerts": list("dependabot/list-alerts", issues, ref("parameters/pagination-after")),
    "/runs": list("actions/list-runs", objectOf("workflow_runs"), page, linked),
    "/search": list("search/repos", objectOf("items"), { name: "page", in: "query", schema: {} }),
    "/topics": list("repos/get-all-topics", objectOf("names"), page),
    "/user": githubGet("users/get", { type: "object" }),
  };
}

const github = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "GitHub", version: "1" },
  paths: pathsOfGithub(),
  components: {
    headers: { link: { schema: { type: "string" } } },
    parameters: {
      page: { name: "page", in: "query", schema: { type: "integer", default: 1 } },
      "pagination-after": { name: "after", in: "query", schema: { type: "string" } },
    },
    responses: { forbidden: { description: "Forbidden" } },
  },
});

type Client = Readonly<Record<string, PageMethod<object, never, readonly []>>>;

/** Generates a client with an overlay, and returns it. */
async function clientOf(
  folder: string,
  input: string,
  name: string,
  options: RestTransportOptions,
): Promise<Client> {
  const args = ["--input", input, "--output", "gen", "--emit", "types,client"];
  const { code, err } = await command(folder, [
    "generate",
    ...args,
    ...["--overlay", overlayOf(name), "--import-extension", "ts"],
  ]);
  expect([code, err]).toEqual([0, expect.not.stringMatching(/ error |PAGINATION_MISMATCH/)]);
  const module = await import(/* @vite-ignore */ pathToFileURL(join(folder, "gen/client.ts")).href);
  const create = Object.entries(module).find(([key]) => /^create\w+Client$/.test(key))?.[1];
  return (create as (transport: object) => Client)(restTransport(options));
}

/** Responds with three pages of two items, each with a link to the next page. */
function linkedPages(wrap: (items: readonly object[]) => unknown): typeof globalThis.fetch {
  return async (url) => {
    const { searchParams } = new URL(`${url}`);
    const at = Number(searchParams.get("at") ?? 0);
    const next = `<https://api.example/next?at=${at + 1}>; rel="next"`;
    const headers = at < 2 ? { Link: next } : undefined;
    return Response.json(wrap([{ id: at * 2 }, { id: at * 2 + 1 }]), headers && { headers });
  };
}

const sixItems = [0, 1, 2, 3, 4, 5].map((id) => ({ id }));

async function itemsOf(method: Client[string] | undefined): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  if (method === undefined) throw new Error("there is no such operation");
  for await (const item of listItems(method, {})) items.push(item);
  return items;
}

describe("the overlay of GitHub", () => {
  const lists: readonly (readonly [string, (items: readonly object[]) => unknown])[] = [
    ["issuesList", (items) => items],
    ["activityListPublicEvents", (items) => items],
    ["dependabotListAlerts", (items) => items],
    ["actionsListRuns", (items) => ({ total_count: 6, workflow_runs: items })],
    ["searchRepos", (items) => ({ total_count: 6, items })],
  ];

  it("adds pagination to its lists, and leaves other operations alone", async () => {
    const folder = await folderOf({ "github.json": github });
    for (const [name, wrap] of lists) {
      const options = { baseUrl: "https://api.example", fetch: linkedPages(wrap) };
      const client = await clientOf(folder, "github.json", "github", options);
      expect([name, await itemsOf(client[name])]).toEqual([name, sixItems]);
    }
    const { out } = await command(folder, ["overlay", "apply", "github.json", overlayOf("github")]);
    const { paths } = JSON.parse(out);
    const paged = Object.keys(paths).filter((path) => "x-pagination" in paths[path].get);
    expect(paged).toEqual(["/issues", "/events", "/alerts", "/runs", "/search"]);
  });

  it("makes clients wait after a rate-limit response, and return other errors", async () => {
    const folder = await folderOf({ "github.json": github });
    for (const [headers, want] of [
      [{ "Retry-After": "0" }, 2],
      [undefined, 1],
    ] as const) {
      let sent = 0;
      const fetch: typeof globalThis.fetch = async () => {
        sent += 1;
        return sent === 1
          ? Response.json({ message: "slow down" }, { status: 403, ...(headers && { headers }) })
          : Response.json({});
      };
      const options = { baseUrl: "https://api.example", fetch, retry: { minMs: 0 } };
      const client = await clientOf(folder, "github.json", "github", options);
      await (client["usersGet"] as unknown as () => Promise<unknown>)();
      expect(sent).toBe(want);
    }
  });

  const whole = join(root, ".bench/octokit-openapi/node_modules/@octokit/openapi/generated");
  const document = join(whole, "api.github.com.json");
  it.skipIf(!existsSync(document))(
    "fits the whole document, and its mock lists issues",
    async () => {
      const folder = await folderOf({});
      const mock = await startMock(folder, [document, "--overlay", overlayOf("github")]);
      try {
        const options = { baseUrl: mock.url, credentials: {} };
        const client = await clientOf(folder, document, "github", options);
        const path = { owner: "octocat", repo: "hello-world" };
        const items: unknown[] = [];
        const list = client["issuesListForRepo"];
        if (list === undefined) throw new Error("there is no list of issues");
        for await (const item of listItems(list, { path })) items.push(item);
        expect(items).toEqual([expect.objectContaining({ number: 1347 })]);
        const descriptors = readFileSync(join(folder, "gen/descriptors.ts"), "utf8");
        expect(descriptors.match(/\bpagination: /g)?.length).toBeGreaterThan(250);
      } finally {
        await mock.stop();
      }
    },
  );
});

describe("the overlay of Stripe", () => {
  const document = join(root, "../shared/corpus/more/stripe/spec3.json");

  it.skipIf(!existsSync(document))("makes its lists end, and its changes repeatable", async () => {
    const folder = await folderOf({});
    const keys: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { searchParams, pathname } = new URL(`${url}`);
      if (init?.method === "POST") {
        keys.push(new Headers(init.headers).get("idempotency-key"));
        return Response.json({}, { status: keys.length < 3 ? 503 : 200 });
      }
      const isSearch = pathname.endsWith("/search");
      const after = searchParams.get(isSearch ? "page" : "starting_after");
      const at = after === null ? 0 : Number(after.slice(2)) + (isSearch ? 0 : 1);
      const data = [{ id: `p_${at}` }, { id: `p_${at + 1}` }];
      const next = isSearch ? { next_page: at < 4 ? `p_${at + 2}` : null } : {};
      return Response.json({ object: "list", url: "/", has_more: at < 4, data, ...next });
    };
    const client = await clientOf(folder, document, "stripe", {
      baseUrl: "https://api.stripe.example",
      fetch,
      credentials: { basicAuth: true, bearerAuth: "sk" },
      validation: { response: "off" },
      retry: { minMs: 0 },
    });
    const wanted = sixItems.map(({ id }) => ({ id: `p_${id}` }));
    expect(await itemsOf(client["getCustomers"])).toEqual(wanted);
    const query = { query: "email:'a@b.example'" };
    const found: unknown[] = [];
    const search = client["getCustomersSearch"];
    if (search === undefined) throw new Error("there is no search");
    for await (const item of listItems(search, { query })) found.push(item);
    expect(found).toEqual(wanted);
    await (client["postCustomers"] as unknown as (request: object) => Promise<unknown>)({});
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });
});

/** Returns a document without its extensions, descriptions, formats and ids of operations. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      /^(?:x-.*|description|format|operationId)$/.test(key) ? [] : [[key, plain(member)]],
    ),
  );
}

const examples = join(root, "examples");
const described = [
  "shop/openapi.yaml",
  "chat/asyncapi.yaml",
  ...globSync("feeds/*/asyncapi.yaml", { cwd: examples }),
].sort();

describe("a document that an overlay describes over a plain one", () => {
  it.each(described)("%s has the same client", async (name) => {
    const full = readFileSync(join(examples, name), "utf8");
    const folder = await folderOf({
      "full/api.yaml": full,
      "plain/api.yaml": JSON.stringify(plain(parse(full))),
    });
    const output = ["--output", "plain/changes.yaml"];
    const compare = ["overlay", "compare", "plain/api.yaml", "full/api.yaml", ...output];
    expect(await command(folder, compare)).toMatchObject({ code: 0 });
    const generate = "generate --input api.yaml --output gen --emit types,client".split(" ");
    const generated = async (place: string, ...flags: readonly string[]): Promise<object> => {
      const run = await command(join(folder, place), [...generate, ...flags]);
      expect([run.code, run.err]).toEqual([0, expect.not.stringContaining(" error ")]);
      const files = Object.entries(await filesIn(join(folder, place, "gen")));
      expect(files.length).toBeGreaterThan(3);
      return Object.fromEntries(files.filter(([file]) => file.endsWith("ts")));
    };
    const wanted = await generated("full");
    expect(await generated("plain", "--overlay", "changes.yaml")).toEqual(wanted);
  });
});
