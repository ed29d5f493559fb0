// Generates code from real documents. Compares our generator with four well-known generators, with
// the same files and in one run. Each candidate runs its own command line in its own process, as
// users run it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { measureCommand, type Usage } from "../measure-command.ts";
import { installPeer } from "../peers.ts";
import { compareWithPeer, median } from "../rows.ts";
import { describeGenerate } from "./describe-generate.ts";
import { type GeneratorPeer, generatorPeers, writeGeneratorConfig } from "./generator-peers.ts";
import { findDocuments, type RealDocument } from "./real-documents.ts";
import { requireCompiles } from "./require-compiles.ts";

/** Compares generation time and peak memory. */
export const generateBench: Bench = {
  name: "generate",
  description: "CPU time and peak memory of generation, against other generators",
  run,
  describe: describeGenerate,
};

const maxGithubMegabytes = 600;

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const folders = new Map<string, string>();
  for (const peer of generatorPeers) {
    try {
      folders.set(peer.name, await installPeer(context, peer));
    } catch (error) {
      context.log(`${peer.name} does not install: ${String(error).slice(0, 400)}`);
    }
  }
  for (const document of await findDocuments(context)) {
    await requireCompiles(context, document.name, (output) =>
      measureOurs(context, document, output, ["--type-check"]),
    );
    const results = await measureDocument(context, document, folders);
    rows.push(...compareResults(document.name, results));
  }
  return rows;
}

const ours = "specwright";
type Results = ReadonlyMap<string, readonly Usage[]>;

/**
 * Measures all candidates in turns, so that a minute in which the machine is slow affects all of
 * them.
 */
async function measureDocument(
  context: BenchContext,
  document: RealDocument,
  folders: ReadonlyMap<string, string>,
): Promise<Results> {
  const results = new Map<string, Usage[]>();
  const failed = new Set<string>();
  for (let round = 1; round <= context.rounds; round++) {
    for (const name of [ours, ...folders.keys()]) {
      if (failed.has(name)) continue;
      const output = await mkdtemp(join(tmpdir(), "specwright-generate-"));
      const measured = await measure(name);
      await rm(output, { recursive: true, force: true });
      if (measured.ok) {
        results.set(name, [...(results.get(name) ?? []), measured.usage]);
        const { cpuSeconds, wallSeconds, peakMegabytes } = measured.usage;
        context.log(
          `${document.name} ${name} ${round}/${context.rounds}: cpu ${cpuSeconds.toFixed(2)} s, wall ${wallSeconds.toFixed(2)} s, peak ${peakMegabytes.toFixed(0)} MB`,
        );
      } else {
        failed.add(name);
        context.log(`${document.name} ${name}: ${measured.reason}`);
      }

      async function measure(candidate: string) {
        const peer = generatorPeers.find((each) => each.name === candidate);
        const folder = folders.get(candidate);
        if (peer === undefined || folder === undefined)
          return measureOurs(context, document, join(output, "gen"));
        return measurePeer(peer, folder, document, output);
      }
    }
  }
  return results;
}

function measureOurs(
  context: BenchContext,
  document: RealDocument,
  output: string,
  flags: readonly string[] = [],
) {
  const bin = join(context.root, "generators/cli/dist/bin.js");
  const args = ["generate", "--quiet", "--emit", "types,zod,server,client,docs", ...flags];
  return measureCommand([bin, ...args, "--input", document.path, "--output", output], {
    cwd: context.root,
  });
}

async function measurePeer(
  peer: GeneratorPeer,
  folder: string,
  document: RealDocument,
  output: string,
) {
  const config = await writeGeneratorConfig(peer, folder, document.path, output);
  return measureCommand([join(folder, peer.bin), ...peer.args(document.path, output, config)], {
    cwd: folder,
  });
}

function compareResults(name: string, results: Results): readonly BenchRow[] {
  const metric = (candidate: string, read: (usage: Usage) => number): number | null =>
    median((results.get(candidate) ?? []).map(read));
  const cpu = (candidate: string) => metric(candidate, (usage) => usage.cpuSeconds);
  const peak = (candidate: string) => metric(candidate, (usage) => usage.peakMegabytes);
  const shared = { bench: "generate", case: name };
  const peers = generatorPeers.map((peer) => peer.name);
  const rows = peers.flatMap((peer) => [
    compareWithPeer({
      ...shared,
      peer,
      metric: "cpu s",
      value: cpu(ours),
      peerValue: cpu(peer),
      target: name === "github" ? 1 : null,
    }),
    compareWithPeer({
      ...shared,
      peer,
      metric: "peak MB",
      value: peak(ours),
      peerValue: peak(peer),
      target: null,
    }),
  ]);
  if (name !== "github") return rows;
  const limit = { ...shared, peer: "limit", metric: "peak MB", value: peak(ours) };
  return [...rows, compareWithPeer({ ...limit, peerValue: maxGithubMegabytes, target: 1 })];
}
