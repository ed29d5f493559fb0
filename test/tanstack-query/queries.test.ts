// Generated options of TanStack Query: they compile with it, and its client runs them against a server.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { restTransport } from "@specwright/rest/client";
import { createRestHandler, nodeListener, ProblemError } from "@specwright/rest/server";
import type { OperationDescriptor, RestTransport } from "@specwright/runtime/codegen";
import {
  hashKey,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  type QueryKey,
} from "@tanstack/query-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { component } from "./component.ts";
import { type GeneratedLibrary, generateLibrary } from "./generate-library.ts";

const root = new URL("../..", import.meta.url).pathname;

interface Book {
  readonly id: bigint;
  readonly title: string;
}

/** The generated functions as this test calls them. */
interface Queries {
  getBookQuery(transport: RestTransport, request: object): Query;
  getBookKey(request?: object): QueryKey;
  listBooksKey(request?: object): QueryKey;
  listBooksPages(transport: RestTransport, request?: object): Pages;
  checkOpeningQuery(transport: RestTransport): Query;
  addBookMutation(transport: RestTransport): {
    readonly mutationFn: (request: unknown) => Promise<unknown>;
  };
}

interface Query {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<unknown>;
}

interface Pages {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: unknown;
  }) => Promise<{ readonly items: readonly Book[] }>;
  readonly initialPageParam: unknown;
  readonly getNextPageParam: (page: unknown) => unknown;
}

let library: GeneratedLibrary;
let queries: Queries;
const stopping: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  library = await generateLibrary();
  queries = (await library.load("queries.ts")) as unknown as Queries;
});

afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

afterAll(() => library.remove());

/** Starts the library's server with some books, two on a page. */
async function start(count = 5): Promise<{
  readonly transport: RestTransport;
  readonly client: QueryClient;
  readonly seen: string[];
}> {
  const books: Book[] = Array.from({ length: count }, (_, n) => ({
    id: 9_007_199_254_740_993n + BigInt(n),
    title: `Book ${n}`,
  }));
  const { operations } = (await library.load("server.ts")) as {
    readonly operations: readonly OperationDescriptor[];
  };
  const seen: string[] = [];
  const handler = createRestHandler({
    operations,
    handlers: {
      listBooks({ query }: { readonly query?: { readonly after?: string } }) {
        const from = Number(query?.after ?? 0);
        const next = from + 2 < books.length ? { next: String(from + 2) } : {};
        return { status: 200, body: { data: books.slice(from, from + 2), ...next } };
      },
      async getBook(
        { path: { id } }: { readonly path: { readonly id: bigint } },
        { signal }: { readonly signal: AbortSignal },
      ) {
        if (id === 0n) {
          seen.push("asked");
          await once(signal, "abort");
          seen.push("aborted");
        }
        const found = books.find((book) => book.id === id);
        if (found === undefined) throw new ProblemError(404, "not_found", "There is no such book.");
        return { status: 200, body: found };
      },
      addBook({ body }: { readonly body: Book }) {
        if (books.some(({ id }) => id === body.id)) {
          throw new ProblemError(409, "exists", "It is here already.");
        }
        books.push(body);
        return { status: 201, body };
      },
      removeBook: () => ({ status: 204 }),
      checkOpening: () => ({ status: 204 }),
      open: () => ({ status: 204 }),
      watchBooks: () => ({ status: 200, body: [] }),
    },
  });
  const server = createServer(nodeListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stopping.push(async () => {
    client.clear();
    server.closeAllConnections();
    server.close();
  });
  return { transport: restTransport({ baseUrl: `http://127.0.0.1:${port}` }), client, seen };
}

const bookId = 9_007_199_254_740_993n;

describe("a query", () => {
  it("returns the body, keeps every digit, and is cached by its request", async () => {
    const { transport, client } = await start();
    const request = { path: { id: bookId } };
    const book = await client.fetchQuery(queries.getBookQuery(transport, request));
    expect(book).toEqual({ id: bookId, title: "Book 0" });
    expect(client.getQueryData(queries.getBookKey({ path: { id: bookId } }))).toBe(book);
    expect(client.getQueryData(queries.getBookKey({ path: { id: bookId + 1n } }))).toBeUndefined();
  });

  it("without a body is null", async () => {
    const { transport, client } = await start();
    expect(await client.fetchQuery(queries.checkOpeningQuery(transport))).toBeNull();
  });

  it("fails with the error of the contract", async () => {
    const { transport, client } = await start();
    const failed = client.fetchQuery(queries.getBookQuery(transport, { path: { id: 5n } }));
    await expect(failed).rejects.toMatchObject({
      name: "AnswerError",
      code: "error_status",
      status: 404,
      operationId: "getBook",
    });
  });

  it("is aborted when no component uses it any more", async () => {
    const { transport, client, seen } = await start();
    const query = queries.getBookQuery(transport, { path: { id: 0n } });
    const waiting = client.fetchQuery(query).catch((error: unknown) => error);
    await expect.poll(() => seen).toEqual(["asked"]);
    await client.cancelQueries({ queryKey: query.queryKey });
    await waiting;
    await expect.poll(() => seen).toEqual(["asked", "aborted"]);
  });
});

describe("a key", () => {
  it.each([
    ["of one bigint as another object", { path: { id: 1n } }, { path: { id: 1n } }, true],
    ["of another bigint", { path: { id: 1n } }, { path: { id: 2n } }, false],
    ["of the same digits as a text", { path: { id: 1n } }, { path: { id: "1" } }, false],
    ["of the same digits as a number", { path: { id: 1n } }, { path: { id: 1 } }, false],
    ["in lists", { query: { ids: [1n, 2n] } }, { query: { ids: [1n, 3n] } }, false],
    ["whatever the order", { query: { a: 1n, b: 2n } }, { query: { b: 2n, a: 1n } }, true],
  ])("is equal or not: %s", (_, first, second, want) => {
    const [a, b] = [queries.getBookKey(first), queries.getBookKey(second)].map(hashKey);
    expect(a === b).toBe(want);
  });

  it("without a request is a prefix of all keys", async () => {
    const { transport, client } = await start();
    await client.fetchQuery(queries.getBookQuery(transport, { path: { id: bookId } }));
    await client.fetchInfiniteQuery(queries.listBooksPages(transport));
    await client.invalidateQueries({ queryKey: queries.listBooksKey() });
    const invalid = client.getQueryCache().findAll({ predicate: (one) => one.state.isInvalidated });
    expect(invalid.map(({ queryKey }) => queryKey)).toEqual([["listBooks", {}, "pages"]]);
  });
});

it("an infinite query reads all pages", async () => {
  const { transport, client } = await start();
  const observer = new InfiniteQueryObserver(client, queries.listBooksPages(transport));
  const unsubscribe = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  const { pages = [] } = observer.getCurrentResult().data ?? {};
  expect(pages.map(({ items }) => items.map(({ title }) => title))).toEqual([
    ["Book 0", "Book 1"],
    ["Book 2", "Book 3"],
    ["Book 4"],
  ]);
  unsubscribe();
});

it("a mutation returns the body, or fails with the error of the contract", async () => {
  const { transport, client } = await start(1);
  const observer = new MutationObserver(client, queries.addBookMutation(transport));
  const body = { id: 7n, title: "Seven" };
  expect(await observer.mutate({ body })).toEqual(body);
  await expect(observer.mutate({ body })).rejects.toMatchObject({ status: 409 });
});

describe("the generated code", () => {
  it("compiles, and infers every type of a React project", async () => {
    await writeFile(join(library.folder, "component.ts"), component);
    const config = {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: {
        noEmit: true,
        types: ["node"],
        lib: ["es2023", "dom"],
        skipLibCheck: true,
      },
      include: ["*.ts"],
    };
    await writeFile(join(library.folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    const compiled = promisify(execFile)(process.execPath, [compiler, "-p", library.folder]);
    expect(await compiled.catch(({ stdout }: { readonly stdout: string }) => stdout)).toEqual({
      stdout: "",
      stderr: "",
    });
  });

  it("imports nothing of TanStack Query at run time, and types of the chosen package", async () => {
    expect(library.files.get("queries.ts")).toMatch(
      /^import type \{ DataTag, InfiniteData \} from "@tanstack\/react-query";$/m,
    );
    const vue = await generateLibrary({ package: "@tanstack/vue-query" });
    expect(vue.files.get("queries.ts")).toMatch(
      /^import type \{ DataTag, InfiniteData \} from "@tanstack\/vue-query";$/m,
    );
    await vue.remove();
  });

  it("treats an operation as a query if the caller says so", async () => {
    const all = await generateLibrary({ isQuery: ({ id }) => id === "addBook" });
    const text = all.files.get("queries.ts") ?? "";
    expect([...text.matchAll(/export function (\w+)/g)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(["addBookQuery", "addBookKey", "getBookMutation"]),
    );
    await all.remove();
  });
});
