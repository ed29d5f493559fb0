// Counts our files that four small tasks enter: how many files a reader opens to follow one value. `node
// --conditions=@specwright/source scripts/structure/entered.ts [--list TASK]`.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import { typesEmitter, zodEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { loadSpecification } from "@specwright/spec-loader";
import { streamTransport } from "@specwright/streams/client";
import { WebSocketServer } from "ws";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { list: { type: "string" } } });

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /items/{id}:
    get:
      operationId: getItem
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        "200": { description: The item., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
components:
  schemas:
    Item: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string, maxLength: 20 } } }
`;

async function readContract(text: string): Promise<Contract> {
  const { specification } = await loadSpecification({ file: "shop.yaml", text });
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error("The document has errors.");
  return contract;
}

/** Runs a task and prints the number of our files with a called function. */
async function count(task: string, run: () => Promise<unknown>): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  // Calls before the task do not count.
  await session.post("Profiler.takePreciseCoverage");
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const files = result
    .filter(({ functions }) =>
      functions.some(({ ranges: [range] }) => range && range.count > 0 && range.startOffset > 0),
    )
    .map(({ url }) => url.replace(`${pathToFileURL(root).href}/`, ""))
    .filter((path) => /^(generators|packages)\/[^/]+\/src\/(?!gen\/)/.test(path))
    .sort();
  console.log(`${task.padEnd(10)} ${files.length}`);
  if (values.list === task) console.log(files.join("\n"));
}

const contract = await readContract(document);
const changed = await readContract(document.replace("The item", "An item"));
await count("print", async () => {
  await emit(await readContract(document), [typesEmitter(), zodEmitter()]);
});
await count("compare", async () => compareContracts(contract, changed));

const fetch = async (): Promise<Response> =>
  new Response('{"type":"about:blank","title":"Not found","status":404,"code":"not_found"}', {
    status: 404,
    headers: { "content-type": "application/problem+json" },
  });
const marketplace = createMarketplaceClient(
  restTransport({ baseUrl: "http://127.0.0.1:1", fetch }),
);
await count("get", () => marketplace.getListing({ path: { listing_id: 1 } }));

const generated = join(root, ".tmp/structure/chat");
mkdirSync(generated, { recursive: true });
const generate = [
  "generators/cli/src/bin.ts",
  "generate",
  "--input",
  "examples/chat/asyncapi.yaml",
];
execFileSync(
  process.execPath,
  ["--conditions=@specwright/source", ...generate, "--output", generated],
  { cwd: root, stdio: "ignore" },
);
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
await new Promise<void>((resolve) => server.once("listening", resolve));
server.on("connection", (socket) =>
  socket.on("message", (text) => {
    const { request } = JSON.parse(String(text)) as { readonly request: string };
    socket.send(JSON.stringify({ type: "posted", request, id: 1 }));
  }),
);
const { port } = server.address() as { readonly port: number };
interface Chat {
  room(parameters: object): {
    on(event: "state", listener: (state: { readonly state: string }) => void): void;
    post(message: object): Promise<object>;
  };
}
const { createChatClient } = (await import(join(generated, "client.ts"))) as {
  readonly createChatClient: (transport: object) => Chat;
};
const url = `ws://127.0.0.1:${port}`;
const room = createChatClient(streamTransport({ url, credentials: { name: "ann" } })).room({
  path: { room: "lobby" },
});
await new Promise<void>((resolve) =>
  room.on("state", ({ state }) => state === "live" && resolve()),
);
await count("request", () => room.post({ type: "post", text: "hello" }));
process.exit();
