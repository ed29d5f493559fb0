// Measures how a generator is added to an empty project: the time of npm, and the size of the
// installed files. All packages come from the cache of npm, which the first installation fills. Our
// packages are not published, so they come from a registry on the loopback address. With a filled
// cache, npm mostly creates files.

import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { measureCommand } from "../measure-command.ts";
import { compareWithPeer, median } from "../rows.ts";
import { servePackages } from "./adopt/serve-packages.ts";
import { generatorPeers } from "./generator-peers.ts";

/** Compares the installation of generators. */
export const adoptBench: Bench = {
  name: "adopt",
  description: "time, packages, files and megabytes of an installation, against other generators",
  run,
};

const ours = "@specwright/cli";
const peerNames = ["@hey-api/openapi-ts", "orval", "@redocly/cli"];

interface Installation {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly packages: number;
  readonly files: number;
  readonly megabytes: number;
}

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-adopt-"));
  await using registry = await servePackages(context.root, folder, "generators/cli");
  const settings = `@specwright:registry=${registry.url}\n`;
  try {
    const candidates = new Map<string, readonly string[]>([[ours, [ours]]]);
    for (const { name, dependencies } of generatorPeers) {
      if (!peerNames.includes(name)) continue;
      const { zod: _, ...needed } = dependencies;
      candidates.set(
        name,
        Object.entries(needed).map(([each, version]) => `${each}@${version}`),
      );
    }
    const results = new Map<string, Installation[]>();
    for (let round = 0; round <= context.rounds; round++) {
      for (const [name, packages] of candidates) {
        const project = join(folder, `${round}-${name.replaceAll("/", "-")}`);
        const installed = await installPackages(project, settings, packages);
        await rm(project, { recursive: true, force: true });
        // The first installation only fills the cache, and is not measured.
        if (round === 0) continue;
        results.set(name, [...(results.get(name) ?? []), installed]);
        const { wallSeconds, packages: count, files, megabytes } = installed;
        context.log(
          `${name} ${round}/${context.rounds}: ${wallSeconds.toFixed(2)} s, ${count} packages, ${files} files, ${megabytes.toFixed(1)} MB`,
        );
      }
    }
    return peerNames.flatMap((peer) => compareInstalls(peer, results));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function installPackages(
  project: string,
  settings: string,
  packages: readonly string[],
): Promise<Installation> {
  await mkdir(project);
  await writeFile(join(project, ".npmrc"), settings);
  await writeFile(join(project, "package.json"), "{}");
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--save-dev"];
  const { wallSeconds, cpuSeconds } = await npm(project, [...args, ...packages]);
  return { wallSeconds, cpuSeconds, ...(await measureFolder(join(project, "node_modules"))) };
}

async function npm(cwd: string, args: readonly string[]) {
  const program = process.env["npm_execpath"];
  if (program === undefined) throw new Error("Run this benchmark with `npm run bench -- adopt`.");
  const measured = await measureCommand([program, ...args], { cwd });
  if (!measured.ok) throw new Error(`npm ${args.join(" ")}: ${measured.reason}`);
  return measured.usage;
}

async function measureFolder(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  const manifests = files.filter(
    ({ parentPath, name }) =>
      name === "package.json" && /node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(parentPath),
  );
  return {
    packages: manifests.length,
    files: files.length,
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}

function compareInstalls(
  peer: string,
  results: ReadonlyMap<string, readonly Installation[]>,
): readonly BenchRow[] {
  const metrics: Readonly<Record<string, (each: Installation) => number>> = {
    "wall s": ({ wallSeconds }) => wallSeconds,
    "cpu s": ({ cpuSeconds }) => cpuSeconds,
    packages: ({ packages }) => packages,
    files: ({ files }) => files,
    MB: ({ megabytes }) => megabytes,
  };
  return Object.entries(metrics).map(([metric, read]) =>
    compareWithPeer({
      ...{ bench: "adopt", case: "install", peer, metric },
      value: median((results.get(ours) ?? []).map(read)),
      peerValue: median((results.get(peer) ?? []).map(read)),
      target: metric === "packages" ? null : 1,
    }),
  );
}
