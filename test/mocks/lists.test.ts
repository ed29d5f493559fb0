// Iterating over a list of a mock ends, for every way in which a contract can mark the last page.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listItems, restTransport } from "@specwright/rest/client";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { getResponse } from "msw";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningMock, startMock } from "../../generators/cli/test/start-mock.ts";
import { type GeneratedHandlers, generateHandlers } from "./generate-handlers.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const flag = { type: "boolean" };
const data = {
  type: "array",
  items: { type: "object", required: ["id"], properties: { id: text } },
};

/** A list: its pagination, the members of its pages, and further parts. */
interface List {
  readonly pagination: object;
  readonly properties: object;
  readonly required?: readonly string[];
  readonly example?: object;
  readonly link?: object;
  /** The number of items; 1 in a sample. */
  readonly items?: number;
}

const next = { parameter: "at", next: "/next" };
const twoItems = { data: [{ id: "a" }, { id: "b" }] };

const lists: Readonly<Record<string, List>> = {
  cursorNull: {
    pagination: { cursor: next },
    properties: { data, next: { type: ["string", "null"] } },
    required: ["next"],
  },
  cursorAbsent: { pagination: { cursor: next }, properties: { data, next: text } },
  cursorEmpty: {
    pagination: { cursor: next },
    properties: { data, next: text },
    required: ["next"],
  },
  cursorOfExample: {
    pagination: { cursor: next },
    properties: { data, next: text },
    example: { ...twoItems, next: "b" },
    items: 2,
  },
  cursorAndMore: {
    pagination: { cursor: { ...next, hasMore: "/more" } },
    properties: { data, next: { ...text, minLength: 1 }, more: flag },
    required: ["next", "more"],
  },
  lastItemAndMore: {
    pagination: { cursor: { parameter: "at", lastItem: "/id", hasMore: "/more" } },
    properties: { data, more: flag },
  },
  lastItem: {
    pagination: { cursor: { parameter: "at", lastItem: "/id" } },
    properties: { data },
  },
  pageTotal: {
    pagination: { page: { parameter: "page", totalPages: "/meta/pages" } },
    properties: { data, meta: { type: "object", properties: { pages: integer } } },
    example: { ...twoItems, meta: { pages: 7 } },
    items: 2,
  },
  pageTotalAbsent: {
    pagination: { page: { parameter: "page", totalPages: "/meta/pages" } },
    properties: { data, meta: { type: "object", properties: { pages: integer } } },
    example: twoItems,
    items: 2,
  },
  pageMore: {
    pagination: { page: { parameter: "page", hasMore: "/more" } },
    properties: { data, more: flag },
  },
  page: { pagination: { page: { parameter: "page" } }, properties: { data } },
  pageOfZero: { pagination: { page: { parameter: "page", first: 0 } }, properties: { data } },
  offsetTotal: {
    pagination: { offset: { parameter: "page", totalItems: "/total" } },
    properties: { data, total: { ...integer, format: "int64" } },
    example: { ...twoItems, total: 900 },
    items: 2,
  },
  offset: { pagination: { offset: { parameter: "page" } }, properties: { data } },
  linkInBody: {
    pagination: { link: "/links/next" },
    properties: {
      data,
      links: { type: "object", properties: { next: { ...text, format: "uri" } } },
    },
  },
  linkHeader: {
    pagination: { link: true },
    properties: { data },
    link: { schema: text, example: '<http://localhost/linkHeader?page=2>; rel="next"' },
  },
  linkHeaderRequired: {
    pagination: { link: true },
    properties: { data },
    link: { required: true, schema: text, example: '</linkHeaderRequired>; rel="next"' },
  },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Lists", version: "1" },
  paths: Object.fromEntries(
    Object.entries(lists).map(
      ([name, { pagination, properties, required = [], example, link }]) => {
        const schema = { type: "object", required: ["data", ...required], properties };
        const operation = {
          operationId: name,
          "x-pagination": { items: "/data", ...pagination },
          parameters: [
            { name: "at", in: "query", schema: text },
            { name: "page", in: "query", schema: integer },
          ],
          responses: {
            200: {
              description: "A page.",
              ...(link && { headers: { Link: link } }),
              content: { "application/json": { schema, ...(example && { example }) } },
            },
          },
        };
        return [`/${name}`, { get: operation }];
      },
    ),
  ),
};

let folder = "";
let generated: GeneratedHandlers | undefined;
let mock: RunningMock | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, "generated-lists-"));
  const path = join(folder, "lists.json");
  await writeFile(path, JSON.stringify(document));
  generated = await generateHandlers(path, folder);
  mock = await startMock(folder, ["lists.json", "--quiet"]);
});

afterAll(async () => {
  await mock?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Counts the items of a list, and the requests for them. */
async function goThrough(
  name: string,
  baseUrl: string,
  send: (request: Request) => Promise<Response>,
): Promise<{ readonly items: number; readonly requests: number }> {
  const operation = generated?.operations.find(({ id }) => id === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  let requests = 0;
  const transport = restTransport({
    baseUrl,
    retry: { retries: 0 },
    async fetch(input, init) {
      requests += 1;
      if (requests > 5) throw new Error("the list does not end");
      return send(new Request(input, init));
    },
  });
  let items = 0;
  const list = (request: object, options: object) =>
    transport.call(operation as OperationDescriptor, request, options) as Promise<{
      readonly status: 200;
      readonly body: { readonly data: readonly unknown[] };
    }>;
  for await (const _item of listItems(list, {})) items += 1;
  return { items, requests };
}

const empties = ["lastItem", "page", "pageOfZero", "offset"];

describe("a list ends", () => {
  it.each(Object.entries(lists))("%s", async (name, { items = 1 }) => {
    const want = { items, requests: empties.includes(name) ? 2 : 1 };
    expect(await goThrough(name, mock?.url ?? "", (request) => fetch(request))).toEqual(want);
    const handled = async (request: Request): Promise<Response> =>
      (await getResponse([...(generated?.handlers ?? [])], request)) ?? Response.error();
    expect(await goThrough(name, "http://localhost", handled)).toEqual(want);
  });
});
