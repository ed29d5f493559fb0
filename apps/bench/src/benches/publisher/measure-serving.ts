// Measures pages and feeds under load. Our server and a server on bare node:http send the same
// bytes, and take turns in short slices.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRow } from "../../bench.ts";
import {
  awaitAnswer,
  cpuMicrosOf,
  serverCore,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import { compareInPairs } from "../../rows.ts";
import { type Clients, startClients } from "../http/clients.ts";
import { acceptEncoding, type Copy, copyAnswers } from "./copies.ts";
import { pagesOf } from "./pages-of.ts";
import { type Service, startService } from "./service.ts";
import { smallInterface, versionCount } from "./small-interface.ts";

const CONNECTIONS = 32;
/**
 * The CPU time of a slice of the slower server, and of the requests before the measurement, in
 * milliseconds.
 */
const SLICE_MS = 300;
const WARM_UP_MS = 1_000;
const SLICES = 7;
/**
 * The target: our server sends at least 0.6 times as many responses per second of CPU time as the
 * peer.
 */
const TARGET = 1 / 0.6;

/** Measures pages and feeds of the small interface. Its data is in a folder. */
export async function measureServing(options: {
  readonly root: string;
  readonly folder: string;
  readonly rounds: number;
  readonly log: (line: string) => void;
}): Promise<readonly BenchRow[]> {
  const { root, folder, rounds, log } = options;
  const service = await startService(root, folder);
  const clients = startClients();
  const rows: BenchRow[] = [];
  try {
    for (const [name, paths] of loadsOf(folder)) {
      const copies = await copyAnswers(service.port, paths);
      for (const isKnown of [false, true]) {
        const each = isKnown ? `${name}, If-None-Match` : name;
        log(each);
        const file = join(folder, `${each.replaceAll(/\W+/g, "-")}.json`);
        await writeFile(file, JSON.stringify(copies.map((copy) => requestText(copy, isKnown))));
        const found = await compareWithCopies({ folder, service, clients, file, copies, rounds });
        rows.push(
          compareInPairs({
            bench: "publisher",
            case: each,
            peer: "node:http",
            metric: "cpu us per answer",
            target: TARGET,
            ...found,
          }),
        );
      }
    }
  } finally {
    await clients.stop();
    await service.stop();
  }
  return rows;
}

/**
 * Returns the paths to request: pages of the newest version, pages of an old version, and each
 * feed.
 */
function loadsOf(folder: string): readonly (readonly [name: string, paths: readonly string[]])[] {
  const front = `/${smallInterface}/`;
  const pages = pagesOf(folder, smallInterface, versionCount).slice(0, 50);
  const feed = `/v1/interfaces/${smallInterface}/changelog`;
  return [
    ["pages", [front, `${front}changes.html`, `${front}versions/${versionCount / 2}/`, ...pages]],
    ["RSS", [`${feed}.rss`]],
    ["Atom", [`${feed}.atom`]],
    ["JSON Feed", [`${feed}.json`]],
  ];
}

function requestText({ path, headers }: Copy, isKnown: boolean): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Accept-Encoding: ${acceptEncoding}`,
    ...(isKnown ? [`If-None-Match: ${headers["etag"]}`] : []),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

async function compareWithCopies(options: {
  readonly folder: string;
  readonly service: Service;
  readonly clients: Clients;
  readonly file: string;
  readonly copies: readonly Copy[];
  readonly rounds: number;
}): Promise<{ readonly values: readonly number[]; readonly peerValues: readonly number[] }> {
  const { folder, service, clients, file, copies, rounds } = options;
  const copied = join(folder, "copies.json");
  await writeFile(copied, JSON.stringify(copies));
  const child = startModule(import.meta.url, "serve-copies", serverCore, [copied]);
  try {
    const { port } = (await awaitAnswer(child)) as { readonly port: number };
    const ours = { port: service.port, process: service.process, values: [] as number[] };
    const theirs = { port, process: child, values: [] as number[] };
    const first = await sliceOf(clients, ours, file, 2 * CONNECTIONS);
    const warmUp = Math.max(CONNECTIONS, Math.ceil((1000 * WARM_UP_MS) / first));
    await sliceOf(clients, theirs, file, warmUp);
    const costUs = await sliceOf(clients, ours, file, warmUp);
    const size = Math.max(CONNECTIONS, Math.ceil((1000 * SLICE_MS) / costUs));
    for (let slice = 0; slice < rounds * SLICES; slice += 1) {
      for (const each of slice % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
        each.values.push(await sliceOf(clients, each, file, size));
      }
    }
    return { values: ours.values, peerValues: theirs.values };
  } finally {
    await stopProcess(child);
  }
}

async function sliceOf(
  clients: Clients,
  { port, process: child }: Pick<Service, "port" | "process">,
  file: string,
  count: number,
): Promise<number> {
  await clients.connect(port, CONNECTIONS);
  const before = await cpuMicrosOf(child);
  const refused = await clients.send(port, file, count);
  const after = await cpuMicrosOf(child);
  if (refused > 0) throw new Error(`${refused} of ${count} requests of ${file} were refused`);
  return (after - before) / count;
}
