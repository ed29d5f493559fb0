// Lists of all kinds of pages, from a server that records the requests.

import { bearer, listItems, listPages, restTransport } from "@specwright/rest/client";
import { fetchPage, RestError } from "@specwright/runtime";
import {
  anyJson,
  type OperationDescriptor,
  type PageCallOptions,
  readResponseHeaders,
} from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import type { PaginationDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { type Answer, reply, stubServer } from "./stub-server.ts";

type Query = Readonly<Record<string, unknown>>;

interface Request {
  readonly query?: Query;
  readonly headers?: { readonly "X-Trace"?: string };
}

interface Item {
  readonly id: number;
}

type Response =
  | { status: 200; body: { data?: Item[] | null }; headers?: object }
  | { status: 404; body: { title: string } };

const numbers = ["page", "offset", "limit"] as const;

/** An operation that takes every parameter of the cases. */
function operationWith(pagination: PaginationDescriptor): OperationDescriptor<Request, Response> {
  const json = { "application/json": { kind: "json", codec: anyJson } } as const;
  return {
    id: "listThings",
    method: "GET",
    path: "/v1/things",
    parameters: [
      { name: "cursor", in: "query" },
      ...numbers.map((name) => ({ name, in: "query", type: "integer" }) as const),
      { name: "X-Trace", in: "header" },
    ],
    validators: {},
    encoders: allEncoders,
    readHeaders: readResponseHeaders,
    responses: { 200: { headers: [{ name: "link" }], content: json }, 404: { content: json } },
    pagination,
    security: [["token"], ["key"], []],
    schemes: { key: { in: "query", name: "api_key" } },
  };
}

async function listOf(
  pagination: PaginationDescriptor,
  answers: readonly Answer[],
  credentials: Parameters<typeof restTransport>[0]["credentials"] = {},
) {
  const server = await stubServer(...answers);
  const transport = restTransport({ baseUrl: server.url, credentials, retry: { retries: 0 } });
  const operation = operationWith(pagination);
  const list = (request: Request = {}, options?: PageCallOptions<["data"]>) =>
    transport.call(operation, request, options);
  return { server, list, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  reply(200, "application/json", JSON.stringify(body), headers);

const page = (ids: readonly number[], rest: object = {}, headers = {}): Answer =>
  json({ data: ids.map((id) => ({ id })), ...rest }, headers);

const items = ["data"];
const cursor = { kind: "cursor", items, parameter: "cursor", next: ["meta", "next"] } as const;
const lastItem = {
  kind: "cursor",
  items,
  parameter: "cursor",
  lastItem: ["id"],
  hasMore: ["has_more"],
} as const;
const link = { kind: "link", items } as const;

describe("the pages of a list", () => {
  const cases: readonly (readonly [
    what: string,
    pagination: PaginationDescriptor,
    query: Query,
    answers: readonly Answer[],
    asked: readonly string[],
  ])[] = [
    [
      "by cursor, empty ones too, until the last page",
      cursor,
      { limit: 2 },
      [page([1, 2], { meta: { next: "b=" } }), page([], { meta: { next: "c" } }), page([3])],
      ["?limit=2", "?cursor=b%3D&limit=2", "?cursor=c&limit=2"],
    ],
    [
      "by number, empty ones too, while more are said to follow",
      { kind: "page", items, parameter: "page", hasMore: ["more"] },
      {},
      [page([1, 2], { more: true }), page([], { more: true }), page([3], { more: false })],
      ["", "?page=2", "?page=3"],
    ],
    [
      "by number, empty ones too, until the last",
      { kind: "page", items, parameter: "page", total: ["pages"] },
      {},
      [page([1, 2], { pages: 3 }), page([], { pages: 3 }), page([3], { pages: 3 })],
      ["", "?page=2", "?page=3"],
    ],
    [
      "by cursor, until it is empty",
      cursor,
      {},
      [page([1, 2], { meta: { next: "b" } }), page([3], { meta: { next: "" } })],
      ["", "?cursor=b"],
    ],
    [
      "by cursor, until no more are said to follow",
      { ...cursor, hasMore: ["more"] },
      { cursor: "a" },
      [
        page([1, 2], { meta: { next: "b" }, more: true }),
        page([3], { meta: { next: "c" }, more: false }),
      ],
      ["?cursor=a", "?cursor=b"],
    ],
    [
      "by the last item",
      lastItem,
      { limit: 2 },
      [page([1, 2], { has_more: true }), page([3], { has_more: false })],
      ["?limit=2", "?cursor=2&limit=2"],
    ],
    [
      "by number, until one is empty",
      { kind: "page", items, parameter: "page" },
      {},
      [page([1, 2]), page([3]), page([])],
      ["", "?page=2", "?page=3"],
    ],
    [
      "by number from 0, until all are read",
      { kind: "page", items, parameter: "page", first: 0, total: ["pages"] },
      {},
      [page([1, 2], { pages: 2 }), page([3], { pages: 2 })],
      ["", "?page=1"],
    ],
    [
      "by number from where the request begins, until one is short",
      { kind: "page", items, parameter: "page", limit: "limit" },
      { page: 4, limit: 2 },
      [page([1, 2]), page([3])],
      ["?page=4&limit=2", "?page=5&limit=2"],
    ],
    [
      "by offset, of as many items as there were",
      { kind: "offset", items, parameter: "offset" },
      { offset: 10 },
      [page([1, 2]), page([3]), json({ data: null })],
      ["?offset=10", "?offset=12", "?offset=13"],
    ],
    [
      "by offset, until all are read",
      { kind: "offset", items, parameter: "offset", total: ["total"] },
      {},
      [page([1, 2], { total: 3 }), page([3], { total: 3 })],
      ["", "?offset=2"],
    ],
    [
      "by links of the header, each as it is",
      link,
      { limit: 2 },
      [
        page(
          [1, 2],
          {},
          { Link: '<https://x.example/>; rel="last", </v1/more?p=a%20b>; rel=next' },
        ),
        page([3], {}, { Link: '</v1/things>; rel="first"' }),
      ],
      ["/v1/things?limit=2", "/v1/more?p=a%20b"],
    ],
    [
      "by links of the body, relative to their page",
      { ...link, next: ["links", "next"] },
      {},
      [page([1, 2], { links: { next: "?page=2" } }), page([3], { links: { next: null } })],
      ["", "?page=2"],
    ],
  ];

  it.each(cases)("%s", async (_, pagination, query, answers, asked) => {
    await using served = await listOf(pagination, answers, { token: bearer("secret") });
    const { list, server } = served;
    const found: number[] = [];
    for await (const { id } of listItems(list, { query, headers: { "X-Trace": "t" } })) {
      found.push(id);
      if (id === 2) expect(server.seen).toHaveLength(1);
    }
    expect(found).toEqual([1, 2, 3]);
    expect(server.seen.map(({ url }) => url)).toEqual(
      asked.map((url) => (url.startsWith("/") ? url : `/v1/things${url}`)),
    );
    expect(new Set(server.seen.map(({ headers }) => headers["x-trace"]))).toEqual(new Set(["t"]));
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer secret"]),
    );
  });

  it("need no request where the operation needs none", async () => {
    const answers = [page([1], { meta: { next: "b" } }), page([2])];
    await using served = await listOf(cursor, [...answers, ...answers, page([3])]);
    const { list, server } = served;
    const found: number[] = [];
    for await (const { id } of listItems(list)) found.push(id);
    for await (const each of listPages(list)) found.push(...each.items.map(({ id }) => id));
    found.push(...(await fetchPage(list)).items.map(({ id }) => id));
    expect(found).toEqual([1, 2, 1, 2, 3]);
    const [first, second] = ["/v1/things", "/v1/things?cursor=b"];
    expect(server.seen.map(({ url }) => url)).toEqual([first, second, first, second, first]);

    const needing = (request: { readonly query: Query }, options?: PageCallOptions<["data"]>) =>
      list(request, options);
    // @ts-expect-error a request that is needed cannot be left out
    expect(() => listItems(needing)).not.toThrow();
    // @ts-expect-error nor for pages
    expect(() => listPages(needing)).not.toThrow();
    // @ts-expect-error a parameter that the operation does not have
    expect(() => listItems(list, { path: {} })).not.toThrow();
    expect((await fetchPage(needing, { query: {} }, { from: {} })).items).toEqual([{ id: 3 }]);
  });

  it("have numbers of the type of their parameter", async () => {
    for (const [type, query] of [
      ["bigint", { page: 2n }],
      ["string", { page: "2" }],
    ] as const) {
      const pagination = { kind: "page", items, parameter: "page", type } as const;
      await using served = await listOf(pagination, [page([1]), page([])]);
      expect((await fetchPage(served.list, {})).next).toEqual({ query });
    }
  });

  it("stop where the caller does, and continue from there", async () => {
    const answers = [page([1, 2], { meta: { next: "b" } }), page([3])];
    await using served = await listOf(cursor, answers);
    const { list, server } = served;
    for await (const { id } of listItems(list, {})) if (id === 1) break;
    expect(server.seen).toHaveLength(1);
    const rest = [];
    for await (const { items, next } of listPages(list, {}, { from: { query: { cursor: "b" } } })) {
      rest.push([items, next]);
    }
    expect(rest).toEqual([[[{ id: 3 }], undefined]]);
    expect(server.seen.map(({ url }) => url)).toEqual(["/v1/things", "/v1/things?cursor=b"]);
  });

  it("leave the secret that a link repeats to the credentials", async () => {
    const answers = [page([1], {}, { Link: '</v1/things?api_key=k&p=2>; rel="next"' }), page([2])];
    await using served = await listOf(link, answers, { key: "k" });
    for await (const _ of listItems(served.list, {}));
    expect(served.server.seen.map(({ url }) => url)).toEqual([
      "/v1/things?api_key=k",
      "/v1/things?p=2&api_key=k",
    ]);
  });
});

async function failureOf(pagination: PaginationDescriptor, ...answers: readonly Answer[]) {
  await using served = await listOf(pagination, answers, { token: bearer("secret") });
  const found: number[] = [];
  try {
    for await (const { id } of listItems(served.list, {})) found.push(id);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const { code, status, problem } = error;
    return { code, status, problem, found, asked: served.server.seen.length };
  }
  return { found };
}

describe("a value that is not a list", () => {
  const problem = { title: "Not Found", status: 404, code: "not_found" };
  const notFound = reply(404, "application/json", JSON.stringify(problem));
  const refused = (url: string): Answer => page([1], {}, { Link: `<${url}>; rel="next"` });

  it.each<readonly [string, PaginationDescriptor, readonly Answer[], object]>([
    [
      "an error",
      cursor,
      [notFound],
      { code: "unexpected_status", status: 404, problem, found: [] },
    ],
    ["items that are not an array", cursor, [json({ data: {} })], { code: "unexpected_status" }],
    ["a body that is not an object", cursor, [json("text")], { code: "unexpected_status" }],
    [
      "an error after a page",
      cursor,
      [page([1], { meta: { next: "b" } }), notFound],
      { code: "unexpected_status", found: [1] },
    ],
    [
      "a page that leads to itself",
      cursor,
      [page([1], { meta: { next: "b" } })],
      { code: "invalid_response", asked: 2 },
    ],
    [
      "a page that leads back",
      cursor,
      ["b", "c", "b"].map((next) => page([1], { meta: { next } })),
      { code: "invalid_response", asked: 3 },
    ],
    [
      "a link to another origin",
      link,
      [refused("https://evil.example/v1/things")],
      { code: "redirect_refused", found: [1], asked: 1 },
    ],
    [
      "a link to another scheme",
      link,
      [refused("file:///etc/passwd")],
      { code: "redirect_refused" },
    ],
    ["a link without a scheme", link, [refused("//evil.example")], { code: "redirect_refused" }],
    ["a link that is not a URL", link, [refused("http://")], { code: "invalid_response" }],
  ])("%s", async (_, pagination, answers, want) => {
    expect(await failureOf(pagination, ...answers)).toMatchObject(want);
  });

  it("a transport without the URL of its calls", async () => {
    const list = async (_: Request, _options: PageCallOptions<["data"]>): Promise<Response> => ({
      status: 200,
      body: { data: [] },
    });
    await expect(fetchPage(list, {})).rejects.toThrow(TypeError);
  });
});

it.each([
  ["by the last item", lastItem, [page([1], { has_more: true }), page([], { has_more: true })]],
  [
    "by offset with a total",
    { kind: "offset", items, parameter: "skip", total: ["total"] } as const,
    [page([1], { total: 3 }), page([], { total: 3 })],
  ],
  [
    "by offset while more follow",
    { kind: "offset", items, parameter: "skip", hasMore: ["more"] } as const,
    [page([1], { more: true }), page([], { more: true })],
  ],
] satisfies readonly (readonly [string, PaginationDescriptor, readonly Answer[]])[])(
  "an empty page that cannot lead on is an error: %s",
  async (_, pagination, answers) => {
    await using lists = await listOf(pagination, answers);
    const read = async (): Promise<void> => {
      for await (const _item of listItems(lists.list, {}));
    };
    await expect(read()).rejects.toMatchObject({ code: "invalid_response" });
  },
);
