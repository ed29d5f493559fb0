// The programs of the projects.

/** The location of the generated code, with the file extension that the tool expects. */
export interface Place {
  readonly client: string;
  readonly baseUrl: string;
}

/** The text that each program prints or responds with. */
export const answer = "Größe 📚: 9007199254740993";

/** The body that the test's server responds with. */
export const books = '[{"id":9007199254740993,"title":"Größe 📚","shelf":9007199254740995}]';

/** A function that calls the server and resolves with the response. */
export function readingProgram({ client, baseUrl }: Place): string {
  return `import { restTransport } from "@specwright/rest/client";
import { createShelfClient } from ${JSON.stringify(client)};

async function read() {
  const client = createShelfClient(restTransport({ baseUrl: ${JSON.stringify(baseUrl)} }));
  const { body } = await client.listBooks.orThrow();
  return body.map((book) => \`\${book.title}: \${book.id}\`).join();
}
`;
}

/** A program that prints the answer. */
export const printing = (place: Place): string =>
  `${readingProgram(place)}\nread().then((text) => console.log(text));\n`;

/** A page of Next with a client component; both use the generated client. */
export const nextPage = (place: Place): string => `${readingProgram(place)}
import { connection } from "next/server";
import { Suspense } from "react";
import { Button } from "./button";

async function Books() {
  await connection();
  return <p>{await read()}</p>;
}

export default function Page() {
  return <Suspense><Books /><Button /></Suspense>;
}
`;

/** A client component. */
export const nextButton = (place: Place): string => `"use client";

${readingProgram(place)}
export function Button() {
  return <button onClick={() => void read().then(alert)}>Read</button>;
}
`;

/** A layout without fonts, which Next would download while it builds. */
export const nextLayout = `import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

export const jestTest = (place: Place): string => `${readingProgram(place)}
test("reads", async () => {
  console.log(await read());
});
`;

/** A handler for Vercel's edge runtime, and a script that runs it. */
export const edgeHandler = (place: Place): string => `${readingProgram(place)}
addEventListener("fetch", (event) => event.respondWith(read().then((text) => new Response(text))));
`;

export const edgeRun = `import { readFileSync } from "node:fs";
import { EdgeRuntime } from "edge-runtime";

const runtime = new EdgeRuntime({ initialCode: readFileSync("dist/index.js", "utf8") });
console.log(await (await runtime.dispatchFetch("http://localhost/")).text());
process.exit();
`;

/** A worker that serves the document, and a script that calls it. */
export const worker = (server: string): string => `
import { createRestHandler, fetchHandler } from "@specwright/rest/server";
import { operations } from ${JSON.stringify(server)};

const handlers = {
  listBooks: () => ({ status: 200, body: [{ id: 9007199254740993n, title: "Größe 📚" }] }),
};
const serve = fetchHandler(createRestHandler({ operations, handlers }));

export default { fetch: (request) => serve(request) };
`;

export const workerRun = `import { restTransport } from "@specwright/rest/client";
import { Miniflare } from "miniflare";
import { createShelfClient } from "./src/gen/client.mts";

const miniflare = new Miniflare({
  modules: true,
  scriptPath: "dist/index.js",
  compatibilityDate: "2026-01-01",
  compatibilityFlags: ["nodejs_compat"],
});
const fetch = (url, init) => miniflare.dispatchFetch(url, init);
const client = createShelfClient(restTransport({ baseUrl: "http://localhost", fetch }));
const { body } = await client.listBooks.orThrow();
console.log(body.map((book) => \`\${book.title}: \${book.id}\`).join());
await miniflare.dispose();
`;

/** A server of plain JavaScript, which calls itself. */
export const plainServer = `import { createServer } from "node:http";
import { restTransport } from "@specwright/rest/client";
import { createRestHandler, nodeListener } from "@specwright/rest/server";
import { createShelfClient } from "./src/gen/client.ts";
import { operations } from "./src/gen/server.ts";
import { handlers } from "./src/handlers.ts";

const listBooks = () => ({ status: 200, body: [{ id: 9007199254740993n, title: "Größe 📚" }] });
const rest = createRestHandler({ operations, handlers: { ...handlers, listBooks } });
const server = createServer(nodeListener(rest)).listen(0, "127.0.0.1", async () => {
  const baseUrl = \`http://127.0.0.1:\${server.address().port}\`;
  const client = createShelfClient(restTransport({ baseUrl }));
  const { body } = await client.listBooks.orThrow();
  console.log(body.map((book) => \`\${book.title}: \${book.id}\`).join());
  server.close();
});
`;
