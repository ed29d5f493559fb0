// Writes results between markers into `apps/bench/results.md`, so that nobody copies numbers by
// hand.

import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Bench, BenchRow } from "./bench.ts";

/**
 * Replaces the section of a benchmark in the document.
 *
 * @throws Error if the document does not contain the markers of the section.
 */
export async function writeDocs(
  root: string,
  bench: Bench,
  rows: readonly BenchRow[],
  rounds: number,
): Promise<void> {
  if (bench.describe === undefined) return;
  const path = join(root, "apps/bench/results.md");
  const section = `${describeRun(bench.name, rounds)}\n\n${bench.describe(rows).trim()}`;
  await writeFile(path, replaceSection(await readFile(path, "utf8"), bench.name, section));
}

/**
 * Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @throws Error if these markers are missing.
 */
export function replaceSection(document: string, name: string, section: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = document.indexOf(open);
  const end = document.indexOf(close, start);
  if (start === -1 || end === -1) throw new Error(`The document has no ${open} ... ${close}.`);
  return `${document.slice(0, start + open.length)}\n\n${section}\n\n${document.slice(end)}`;
}

function describeRun(name: string, rounds: number): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `- Command: \`npm run bench -- ${name} --rounds ${rounds} --write-docs\``,
    `- Machine: ${processors.length} x ${processors[0]?.model.trim() ?? "unknown"}, ${memory} GiB, ${process.platform} ${process.arch}, shared with other work`,
    `- Node ${process.versions.node}, V8 ${process.versions.v8}`,
  ].join("\n");
}
