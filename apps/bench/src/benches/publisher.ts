// Measures the publisher. The cost of its pages and feeds is compared with bare node:http that
// sends the same bytes. Also measures the memory with many interfaces, and publishing a very large
// document.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { describePublisher } from "./publisher/describe-publisher.ts";
import { measureGithub } from "./publisher/measure-github.ts";
import { measureMemory } from "./publisher/measure-memory.ts";
import { measureServing } from "./publisher/measure-serving.ts";
import { publishSmallInterface } from "./publisher/small-interface.ts";

/**
 * Measures the cost of responses, the memory, and publication. The groups are `serving`, `memory`
 * and `github`.
 */
export const publisherBench: Bench = {
  name: "publisher",
  description: "CPU time of pages and feeds, against node:http; memory; GitHub's document",
  run,
  describe: describePublisher,
};

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const { root, rounds, log, only } = context;
  const isWanted = (group: string): boolean => only.length === 0 || only.includes(group);
  const scratch = await mkdtemp(join(tmpdir(), "specwright-bench-publisher-"));
  const folder = join(scratch, "small");
  const rows: BenchRow[] = [];
  try {
    if (isWanted("serving") || isWanted("memory")) await publishSmallInterface(root, folder, log);
    if (isWanted("serving")) rows.push(...(await measureServing({ root, folder, rounds, log })));
    if (isWanted("memory")) rows.push(...(await measureMemory({ root, folder, log })));
    if (isWanted("github")) rows.push(...(await measureGithub(context, join(scratch, "github"))));
    return rows;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
