// Serves a page to a browser and receives its report.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { build } from "esbuild";

/** A served page. */
export interface PageServer {
  readonly origin: string;
  /** Resolves with the report of the page; rejects with the error that it threw. */
  readonly report: Promise<unknown>;
  /** Resolves when the page has called `say` with a word. */
  said(word: string): Promise<void>;
  close(): Promise<void>;
}

const root = new URL("../..", import.meta.url).pathname;
const HTML = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>';

/** Options for `servePage`. */
export interface PageServerOptions {
  /** Returns the input of the page, as JSON, for its origin. */
  readonly given: (page: { readonly origin: string }) => object | Promise<object>;
  /** The responses to POST requests, by path. */
  readonly answers?: Readonly<Record<string, () => Promise<string>>>;
}

/** Bundles a page of `pages/` as for a browser, and serves it on the loopback address. */
export async function servePage(
  name: string,
  { given, answers = {} }: PageServerOptions,
): Promise<PageServer> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/browser/pages/${name}.ts`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["@specwright/source"],
    logLevel: "silent",
  });
  const script = outputFiles[0]?.contents ?? new Uint8Array();
  const report = Promise.withResolvers<unknown>();
  // Callers that await the report see the error; others can ignore it.
  report.promise.catch(() => undefined);
  const words = new Map<string, PromiseWithResolvers<void>>();
  const wordOf = (word: string): PromiseWithResolvers<void> => {
    const known = words.get(word) ?? Promise.withResolvers<void>();
    words.set(word, known);
    return known;
  };

  async function take(path: string, request: IncomingMessage): Promise<string> {
    const said = await text(request);
    const answer = answers[path];
    if (answer !== undefined) return answer();
    if (path === "/done") report.resolve(JSON.parse(said));
    else if (path === "/failed") report.reject(new Error(said));
    else wordOf(path.slice("/say/".length)).resolve();
    return "";
  }

  async function show(path: string): Promise<readonly [type: string, body: string | Uint8Array]> {
    if (path === "/page.js") return ["text/javascript", script];
    if (path === "/given.json") return ["application/json", JSON.stringify(await given(self))];
    return ["text/html", HTML];
  }

  const server = createServer((request, response) => {
    const { method, url: path = "/" } = request;
    const answer =
      method === "POST" ? take(path, request).then((body) => ["text/plain", body]) : show(path);
    answer.then(
      ([type, body]) =>
        response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const self = { origin: `http://127.0.0.1:${port}` };
  return {
    ...self,
    report: report.promise,
    said: (word) => wordOf(word).promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
