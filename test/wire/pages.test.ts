// A generated client reads all pages of a list from a generated server.

import { createMarketplaceClient, listListings } from "@specwright/marketplace-api/client";
import type { Listing } from "@specwright/marketplace-api/types";
import { listItems, listPages, restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { fetchPage } from "@specwright/runtime";
import type { PageCallOptions } from "@specwright/runtime/codegen";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { parameter } from "./answering-server.ts";
import { generateOperations } from "./generate-operations.ts";

const count = { type: "integer" };
const int64 = { ...count, format: "int64" };

/** Writes a document with one list whose parameter is `at`. */
const listing = (pagination: object, schema: object): object => ({
  openapi: "3.1.0",
  info: { title: "Lists", version: "1" },
  paths: {
    "/list": {
      get: {
        operationId: "list",
        "x-pagination": { items: "/ids", ...pagination },
        parameters: [parameter("at", "query", schema)],
        responses: {
          200: {
            description: "A page.",
            headers: { Link: { schema: { type: "string" } } },
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["ids"],
                  properties: {
                    ids: { type: "array", items: { type: "string" } },
                    total: int64,
                    next: int64,
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

type At = number | bigint | string | undefined;
interface Request {
  readonly query?: { readonly at?: At };
}
interface Answer {
  readonly status: 200;
  readonly headers?: { readonly Link?: string };
  readonly body: { readonly ids: string[]; readonly total?: At; readonly next?: At };
}

const all = ["a", "b", "c", "d", "e"];
const from = (at: number): string[] => all.slice(at, at + 2);

interface Case {
  readonly pagination: object;
  readonly schema: object;
  readonly int64?: "string";
  readonly answer: (at: At) => Omit<Answer, "status">;
  readonly asked: readonly At[];
}

const offset = { offset: { parameter: "at", totalItems: "/total" } };
const cases: Readonly<Record<string, Case>> = {
  "by offset": {
    pagination: { offset: { parameter: "at" } },
    schema: count,
    answer: (at = 0) => ({ body: { ids: from(Number(at)) } }),
    asked: [undefined, 2, 4, 5],
  },
  "by offset of 64 bits": {
    pagination: offset,
    schema: int64,
    answer: (at = 0n) => ({ body: { ids: from(Number(at)), total: 5n } }),
    asked: [undefined, 2n, 4n],
  },
  "by offset of 64 bits, in digits": {
    pagination: offset,
    schema: int64,
    int64: "string",
    answer: (at = "0") => ({ body: { ids: from(Number(at)), total: "5" } }),
    asked: [undefined, "2", "4"],
  },
  "by number": {
    pagination: { page: { parameter: "at", first: 0 } },
    schema: count,
    answer: (at = 0) => ({ body: { ids: from(Number(at) * 2) } }),
    asked: [undefined, 1, 2, 3],
  },
  "by a cursor that is a number": {
    pagination: { cursor: { parameter: "at", next: "/next" } },
    schema: int64,
    answer: (at = 0n) => {
      const next = Number(at) < 4 ? { next: BigInt(at) + 2n } : {};
      return { body: { ids: from(Number(at)), ...next } };
    },
    asked: [undefined, 2n, 4n],
  },
  "by links": {
    pagination: { link: true },
    schema: count,
    answer: (at = 0) => {
      const next = `<?at=${Number(at) + 2}>; rel="next"`;
      return { headers: Number(at) < 4 ? { Link: next } : {}, body: { ids: from(Number(at)) } };
    },
    asked: [undefined, 2, 4],
  },
};

describe("all pages of a list", () => {
  it.each(Object.entries(cases))("%s", async (_, { pagination, schema, answer, ...wanted }) => {
    const forms = wanted.int64 === undefined ? {} : { int64: wanted.int64 };
    const operations = await generateOperations(listing(pagination, schema), forms);
    const asked: At[] = [];
    const server = createRestServer({
      operations: [...operations.values()],
      handlers: {
        list({ query: { at } = {} }: Request): Answer {
          asked.push(at);
          return { status: 200, ...answer(at) };
        },
      },
    });
    const transport = restTransport({ baseUrl: await server.listen({ port: 0 }) });
    onTestFinished(() => server.close());
    const call = async (request: Request, options: PageCallOptions<["ids"]>): Promise<Answer> => {
      const operation = operations.get("list");
      if (operation === undefined) throw new Error("it was not generated");
      return (await transport.call(operation, request, options)) as Answer;
    };
    const found: string[] = [];
    for await (const id of listItems(call, {})) found.push(id);
    expect(found).toEqual(all);
    expect(asked).toEqual(wanted.asked);
  });
});

describe("the types of a list", () => {
  const transport = restTransport({ baseUrl: "https://api.example" });
  const client = createMarketplaceClient(transport);
  type Listings = AsyncGenerator<Listing, void, undefined>;

  it("are the types of its items, its requests and its successful responses", () => {
    const request = { query: { status: "publish" } } as const;
    expectTypeOf(listItems(client.listListings, request)).toEqualTypeOf<Listings>();
    expectTypeOf(listItems(listListings.bind(null, transport), {})).toEqualTypeOf<Listings>();
    const next = async () => {
      const { answer } = await fetchPage(client.listListings, {});
      expectTypeOf(answer.status).toEqualTypeOf<200>();
      return answer.body.next_cursor;
    };
    expectTypeOf(next).returns.resolves.toEqualTypeOf<string | null>();
    // @ts-expect-error There is no such state.
    listItems(client.listListings, { query: { status: "lost" } });
  });

  it("refuse an operation whose contract has no pagination", () => {
    // @ts-expect-error It has no `x-pagination`.
    listItems(client.getListing, { path: { listing_id: 1 } });
    // @ts-expect-error Nor has one whose answer has the same members.
    listPages(client.createListing, { body: { title: "a", description: "b" } });
    // @ts-expect-error The options of a call that is no list have no page.
    () => client.getListing({ path: { listing_id: 1 } }, { page: (url: string) => url });
  });
});
