// The cost of a call for a client. The client reads 17 KB of JSON from a server on the loopback
// address and validates it. The peers are the clients of a different generator, with and without
// validation.

import { fork } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer } from "../peers.ts";
import { compareInPairs } from "../rows.ts";
import { type Client, clients } from "./calls/clients.ts";
import { findDocuments, type RealDocument } from "./real-documents.ts";

/** Compares the cost of a call. */
export const callsBench: Bench = {
  name: "calls",
  description: "CPU time of a client's process for a call, against other generators",
  run,
};

/** The number of calls in a slice, and the number of calls before the first slice. */
const CALLS = 500;
const WARM_UP = 3_000;

/**
 * The number of slices in a round. Slices of all clients alternate and are short, so that other
 * work on the machine affects all clients.
 */
const SLICES = 7;

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const documents = await findDocuments(context);
  const document = documents.find(({ name }) => name === "github");
  if (document === undefined) return [];
  const answer = await exampleOf(document);
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const running = [];
  try {
    for (const client of clients) {
      const program = await prepareProject(context, document, client);
      running.push({
        client,
        measured: [] as number[],
        ...startProgram(program, `http://127.0.0.1:${port}`),
      });
    }
    for (const { calls } of running) await calls(WARM_UP);
    for (let slice = 0; slice < context.rounds * SLICES; slice++) {
      for (const { calls, measured } of running) measured.push(await calls(CALLS));
    }
  } finally {
    for (const { stop } of running) stop();
    server.close();
  }
  const own = running.find(({ client }) => !client.isPeer)?.measured ?? [];
  return running.flatMap(({ client, measured }) =>
    client.isPeer
      ? compareInPairs({
          bench: "calls",
          case: `a read of ${Math.round(answer.byteLength / 100) / 10} KB`,
          peer: client.name,
          metric: "cpu us per call",
          values: own,
          peerValues: measured,
          target: client.name.includes("zod") ? null : 1.5,
        })
      : [],
  );
}

/** Returns JSON of a list of repositories. It is the example in the document, four times. */
async function exampleOf({ path }: RealDocument): Promise<Buffer> {
  const { components } = JSON.parse(await readFile(path, "utf8"));
  const { value } = components.examples["minimal-repository-items"];
  return Buffer.from(JSON.stringify([value, value, value, value].flat()));
}

/** Generates and bundles a client. Returns the path of the bundled program. */
async function prepareProject(
  context: BenchContext,
  document: RealDocument,
  client: Client,
): Promise<string> {
  const packages = client.isPeer
    ? await installPeer(context, {
        name: "@hey-api/openapi-ts",
        dependencies: { "@hey-api/openapi-ts": "0.99.0", typescript: "5.9.3", zod: "4.6.7" },
      })
    : context.root;
  const project = join(context.peersFolder, "calls", client.name.replaceAll(/\W+/g, "-"));
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await symlink(join(packages, "node_modules"), join(project, "node_modules"));
  const generated = await client.generate({ context, packages, document, project });
  if (!generated.ok) throw new Error(`${client.name}: ${generated.reason}`);
  const helper = join(import.meta.dirname, "calls/run-calls.ts");
  const start = `import { runCalls } from ${JSON.stringify(helper)};\n${client.program}`;
  await writeFile(join(project, "start.ts"), start);
  const outfile = join(project, "start.mjs");
  await build({
    entryPoints: [join(project, "start.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@specwright/source"],
    logLevel: "error",
  });
  context.log(`${client.name}: ready`);
  return outfile;
}

function startProgram(program: string, baseUrl: string) {
  const child = fork(program, [baseUrl], { stdio: "inherit" });
  return {
    stop: () => child.kill(),
    calls: (count: number) =>
      new Promise<number>((resolve, reject) => {
        child.once("exit", () => reject(new Error(`${program} ended`)));
        child.once("message", (micros) => resolve(Number(micros)));
        child.send(count);
      }).finally(() => child.removeAllListeners()),
  };
}
