// Publishes GitHub's document of 13 MB, and then a second version with seeded edits. Afterwards
// requests every page.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BenchContext, BenchRow } from "../../bench.ts";
import { installPeer } from "../../peers.ts";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { compareWithPeer } from "../../rows.ts";
import type { EditableObject } from "../diff/json.ts";
import { seedEdits } from "../diff/seed-edits.ts";
import { pagesOf } from "./pages-of.ts";
import { measureTree } from "./process-tree.ts";
import { clientOf, publishAndWait, type Service, serviceCommand, startService } from "./service.ts";

const limits = { seconds: 60, megabytes: 1000, pageMs: 50, pageKilobytes: 100 } as const;
const edits = 50;

/** Measures publications and pages. `folder` is the folder for the data. */
export async function measureGithub(
  context: BenchContext,
  folder: string,
): Promise<readonly BenchRow[]> {
  await mkdir(folder, { recursive: true });
  const rows = await measurePublications(context, folder);
  return [...rows, ...(await measurePages(context, folder))];
}

async function measurePublications(
  context: BenchContext,
  folder: string,
): Promise<readonly BenchRow[]> {
  const { root, log } = context;
  const service = await startService(root, folder);
  const rows: BenchRow[] = [];
  try {
    await serviceCommand(root, folder, ["interface", "create", "github"]);
    const issue = ["token", "issue", "bench", "--rights", "publish"];
    const client = clientOf(service, await serviceCommand(root, folder, issue));
    for (const [name, document] of await readVersions(context)) {
      log(name);
      const { pid } = service.process;
      if (pid === undefined) throw new Error("the service has ended");
      const { usage, wallSeconds } = await measureTree(pid, () =>
        publishAndWait(client, { interface: "github", document }),
      );
      rows.push(
        limitedRow(name, "s", wallSeconds, limits.seconds),
        limitedRow(name, "cpu s", usage.cpuSeconds, null),
        limitedRow(name, "peak MB of all processes", usage.peakMegabytes, limits.megabytes),
      );
    }
  } finally {
    await service.stop();
  }
  return rows;
}

async function readVersions(
  context: BenchContext,
): Promise<readonly (readonly [name: string, document: string])[]> {
  const octokit = await installPeer(context, {
    name: "octokit-openapi",
    dependencies: { "@octokit/openapi": "23.0.2" },
  });
  const path = join(octokit, "node_modules/@octokit/openapi/generated/api.github.com.json");
  const document = await readFile(path, "utf8");
  const { revision } = seedEdits(JSON.parse(document) as EditableObject, edits, 1);
  return [
    ["GitHub, first version", document],
    [`GitHub, ${edits} edits`, JSON.stringify(revision, null, 2)],
  ];
}

/** Starts a new process, and requests every page of it, one after the other. */
async function measurePages(
  { root, log }: BenchContext,
  folder: string,
): Promise<readonly BenchRow[]> {
  const paths = [
    ...pagesOf(folder, "github", 2),
    "/github/changes.html",
    "/github/versions.html",
    "/github/search.html?q=issue",
    "/github/compare/1...2.html",
  ];
  log(`${paths.length} pages`);
  const service = await startService(root, folder);
  try {
    // The first request also loads and compiles modules, so it must not be counted as the cost of a
    // page.
    await measurePage(service, "/github/versions/1/");
    let slowest = { ms: 0, path: "" };
    let largest = { kilobytes: 0, path: "" };
    let sum = 0;
    for (const path of paths) {
      const { ms, kilobytes } = await measurePage(service, path);
      sum += ms;
      if (ms > slowest.ms) slowest = { ms, path };
      if (kilobytes > largest.kilobytes) largest = { kilobytes, path };
    }
    log(`slowest ${slowest.path}, largest ${largest.path}`);
    const name = `GitHub, ${paths.length} pages, asked for the first time`;
    return [
      limitedRow(name, "mean cpu ms", sum / paths.length, null),
      limitedRow(name, "cpu ms of the slowest", slowest.ms, limits.pageMs),
      limitedRow(name, "kB of the largest, gzip", largest.kilobytes, limits.pageKilobytes),
    ];
  } finally {
    await service.stop();
  }
}

async function measurePage(
  { url, process: child }: Service,
  path: string,
): Promise<{ readonly ms: number; readonly kilobytes: number }> {
  const before = await cpuMicrosOf(child);
  const response = await fetch(url + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  const ms = ((await cpuMicrosOf(child)) - before) / 1000;
  if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}`);
  return { ms, kilobytes: gzipSync(bytes).length / 1000 };
}

function limitedRow(name: string, metric: string, value: number, limit: number | null): BenchRow {
  const row = { bench: "publisher", case: name, metric, value };
  return limit === null
    ? compareWithPeer({ ...row, peer: "", peerValue: null, target: null })
    : compareWithPeer({ ...row, peer: "limit", peerValue: limit, target: 1 });
}
