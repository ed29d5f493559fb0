// A generated client on platforms without parts of the web: React Native and Vercel's edge runtime.

import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../bundles/bundle-of.ts";
import { generateInto } from "../bundles/generate-into.ts";

const root = new URL("../..", import.meta.url).pathname;

/** Calls a client, and returns the printable part of the result. */
const program = `
import { discoveredEndpoint, restTransport } from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";
import { createLibraryClient } from "./client.ts";
globalThis.endpointIn = (url) => discoveredEndpoint(url)();
globalThis.call = async (name, baseUrl, request, options) => {
  const client = createLibraryClient(restTransport({ baseUrl, credentials: { key: "k" } }));
  try {
    const { status, body } = await client[name](request, options);
    return status + " " + JSON.stringify(body, (_, each) => typeof each === "bigint" ? each + "n" : each);
  } catch (error) {
    return error instanceof RestError ? error.code + " " + error.message : String(error?.stack);
  }
};
`;

/** The signal of React Native: no reason, no static functions, no `throwIfAborted`. */
class NativeSignal extends EventTarget {
  aborted = false;
}

class NativeController {
  readonly signal = new NativeSignal();
  abort(): void {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event("abort"));
  }
}

/** React Native's response, without a stream. */
class NativeResponse {
  readonly #response: Response;
  readonly body = undefined;
  constructor(response: Response) {
    this.#response = response;
  }
  get status(): number {
    return this.#response.status;
  }
  get headers(): Headers {
    return this.#response.headers;
  }
  text(): Promise<string> {
    return this.#response.text();
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#response.arrayBuffer();
  }
}

async function nativeFetch(
  url: string,
  { signal, ...init }: RequestInit & { readonly signal?: NativeSignal },
): Promise<NativeResponse> {
  const controller = new AbortController();
  signal?.addEventListener("abort", () => controller.abort());
  return new NativeResponse(await fetch(url, { ...init, signal: controller.signal }));
}

class NativeUrl extends URL {}
Object.defineProperty(NativeUrl, "canParse", { value: undefined });

/**
 * The globals of React Native that a client may use; the engine has the globals of the language.
 */
const reactNative = {
  AbortController: NativeController,
  AbortSignal: NativeSignal,
  Blob,
  FormData,
  Headers,
  Response: NativeResponse,
  TextEncoder,
  URL: NativeUrl,
  URLSearchParams,
  clearTimeout,
  fetch: nativeFetch,
  setTimeout,
};

const book = { id: 9007199254740993n, isbn: "9780000000001", title: "Größe 📚", price: "1.50" };
const bookText = JSON.stringify(book, (_, each) => (typeof each === "bigint" ? 0 : each)).replace(
  '"id":0',
  `"id":${book.id}`,
);
const shownBook = bookText.replace(/"id":(\d+)/, '"id":"$1n"');

const answer: RequestListener = (request, response) => {
  const json = { "content-type": "application/json" };
  if (request.url?.endsWith("/books?page=2")) response.writeHead(200, json).end("[\xff", "latin1");
  else if (request.url?.endsWith("/books?page=3"))
    response.writeHead(404, json).end('{"error":"ä"}');
  else if (request.url?.endsWith("/books?page=4")) return;
  else if (request.url === "/metadata")
    response.writeHead(200, json).end('{"token_endpoint":"https://id.example/token"}');
  else if (request.method === "POST") response.writeHead(201, json).end(bookText);
  else response.writeHead(200, json).end(`[${bookText}]`);
};

let server: Server;
let baseUrl: string;
let folder: string;
let code: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-platforms-"));
  await generateInto(folder, join(root, "test/release/documents/openapi.yaml"));
  code = (await bundleOf(program.replace("./client.ts", join(folder, "client.ts")))).text;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The exports of the bundled program. */
interface Platform {
  call(name: string, baseUrl: string, request?: object, options?: object): Promise<string>;
  endpointIn(url: string): Promise<string>;
}

/** Runs the program with these globals only. */
function platform(globals: object): Platform {
  const context = createContext({ ...globals });
  runInContext(code, context);
  return context as unknown as Platform;
}

/** Vercel's edge runtime has its own signal, without `any`. */
const edge = {
  ...reactNative,
  AbortController,
  AbortSignal: { timeout: AbortSignal.timeout.bind(AbortSignal) },
  ReadableStream,
  Response,
  TextDecoder,
  URL,
  crypto,
  fetch,
};

describe.each([
  ["React Native", reactNative, NativeController],
  ["Vercel's edge runtime", edge, AbortController],
])("32.4 a client on %s", (_name, globals, Controller) => {
  it("reads a response", async () => {
    expect(await platform(globals).call("listBooks", baseUrl)).toBe(`200 [${shownBook}]`);
  });

  it("sends a body", async () => {
    const request = { body: { isbn: book.isbn, title: book.title, price: book.price } };
    expect(await platform(globals).call("addBook", baseUrl, request)).toBe(`201 ${shownBook}`);
  });

  it("reads an error", async () => {
    const request = { query: { page: 3 } };
    expect(await platform(globals).call("listBooks", baseUrl, request)).toBe(
      'default {"error":"ä"}',
    );
  });

  it("refuses bytes that are not UTF-8", async () => {
    const request = { query: { page: 2 } };
    expect(await platform(globals).call("listBooks", baseUrl, request)).toMatch(
      /^invalid_response .*UTF-8/,
    );
  });

  it("stops when the caller aborts, before and within the call", async () => {
    const controller = new Controller();
    const options = { signal: controller.signal };
    const request = { query: { page: 4 } };
    const { call } = platform(globals);
    const ending = call("listBooks", baseUrl, request, options);
    setTimeout(() => controller.abort(), 20);
    expect(await ending).toMatch(/^aborted /);
    expect(await call("listBooks", baseUrl, request, options)).toMatch(/^aborted /);
  });

  it("stops after its timeout", async () => {
    const controller = new Controller();
    const options = { timeoutMs: 50, signal: controller.signal };
    const request = { query: { page: 4 } };
    expect(await platform(globals).call("listBooks", baseUrl, request, options)).toMatch(
      /^timeout /,
    );
  });

  it("finds the endpoint that issues tokens", async () => {
    const { endpointIn } = platform(globals);
    expect(await endpointIn(`${baseUrl}/metadata`)).toBe("https://id.example/token");
  });

  it("reports a base URL that is not valid", async () => {
    await expect(platform(globals).call("listBooks", "http://[")).rejects.toThrow(/baseUrl must/);
  });
});

describe("32.4 regular expressions", () => {
  it("have no flag that Hermes does not support", () => {
    const files = globSync("packages/{runtime,rest,streams}/src/**/*.ts", { cwd: root });
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return expressionsIn(file, text).filter((each) => /v[a-z]*$/.test(each));
    });
    expect(found).toEqual([]);
    expect(expressionsIn("a.ts", "const a = /[[a-z]--b]/v;")).toEqual(["/[[a-z]--b]/v"]);
  });
});

function expressionsIn(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}
