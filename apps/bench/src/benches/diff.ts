// Compares GitHub's description with a copy that has 50 edits. Our command and Redocly's command
// each run in a separate process. A seed selects the edits, so the benchmark knows which changes
// each tool must find.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { measureCommand, type Usage } from "../measure-command.ts";
import { installPeer } from "../peers.ts";
import { compareWithPeer, median } from "../rows.ts";
import { describeDiff } from "./diff/describe-diff.ts";
import { type Findings, judgeFindings, readOurs, readRedocly } from "./diff/findings.ts";
import type { EditableObject } from "./diff/json.ts";
import { type SeededRevision, seedEdits } from "./diff/seed-edits.ts";

/** Compares the time, the memory and the findings of a comparison. */
export const diffBench: Bench = {
  name: "diff",
  description: "CPU time, peak memory and findings of a comparison, against Redocly",
  run,
  describe: describeDiff,
};

const edits = 50;
const maxSeconds = 5;
const maxMegabytes = 1000;

interface Files {
  readonly folder: string;
  readonly base: string;
  readonly revision: string;
}

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const redocly = await installPeer(context, {
    name: "@redocly/cli",
    dependencies: { "@redocly/cli": "2.77.0" },
  });
  const rows: BenchRow[] = [];
  const usages = { ours: [] as Usage[], theirs: [] as Usage[] };
  for (let round = 1; round <= context.rounds; round++) {
    const { files, seeded } = await writeRevision(context, round);
    const ours = await measureTools(context, files, "ours.json", (output) => [
      join(context.root, "generators/cli/dist/bin.js"),
      ...["diff", files.base, files.revision, "--format", "json", "--fail-on", "none"],
      ...["--output", output],
    ]);
    const theirs = await measureTools(context, files, "theirs.json", (output) => [
      join(redocly, "node_modules/@redocly/cli/bin/cli.js"),
      ...["diff", files.base, files.revision, "--format", "json", "--fail-on", "none"],
      ...["--output", output],
    ]);
    usages.ours.push(ours.usage);
    usages.theirs.push(theirs.usage);
    const found = judgeFindings(seeded.expected, readOurs(ours.report));
    const peer = judgeFindings(seeded.expected, readRedocly(theirs.report));
    for (const line of [...found.missed, ...found.others]) context.log(`  ${line}`);
    context.log(
      `round ${round}: ours ${describeUsage(ours.usage, found)}; Redocly ${describeUsage(theirs.usage, peer)}`,
    );
    rows.push(...findingRows(`${edits} edits, seed ${round}`, found, peer));
  }
  return [...costRows(usages.ours, usages.theirs), ...rows];
}

async function writeRevision(
  context: BenchContext,
  seed: number,
): Promise<{ readonly files: Files; readonly seeded: SeededRevision }> {
  const octokit = await installPeer(context, {
    name: "octokit-openapi",
    dependencies: { "@octokit/openapi": "23.0.2" },
  });
  const base = join(octokit, "node_modules/@octokit/openapi/generated/api.github.com.json");
  const document = JSON.parse(await readFile(base, "utf8")) as EditableObject;
  const seeded = seedEdits(document, edits, seed);
  const folder = join(context.peersFolder, "diff");
  await mkdir(folder, { recursive: true });
  const revision = join(folder, "revision.json");
  await writeFile(revision, JSON.stringify(seeded.revision, null, 2));
  return { files: { folder, base, revision }, seeded };
}

async function measureTools(
  context: BenchContext,
  { folder }: Files,
  name: string,
  args: (output: string) => readonly string[],
): Promise<{ readonly usage: Usage; readonly report: string }> {
  const output = join(folder, name);
  const measured = await measureCommand(args(output), { cwd: context.root });
  if (!measured.ok) throw new Error(`${name}: ${measured.reason}`);
  return { usage: measured.usage, report: await readFile(output, "utf8") };
}

function describeUsage({ cpuSeconds, peakMegabytes }: Usage, { missed, others }: Findings): string {
  const cost = `cpu ${cpuSeconds.toFixed(2)} s, peak ${peakMegabytes.toFixed(0)} MB`;
  return `${cost}, ${missed.length} missed, ${others.length} besides`;
}

function costRows(ours: readonly Usage[], theirs: readonly Usage[]): readonly BenchRow[] {
  const row = { bench: "diff", case: "github", peer: "@redocly/cli" };
  const of = (usages: readonly Usage[], metric: keyof Usage) =>
    median(usages.map((usage) => usage[metric]));
  const cpu = of(ours, "cpuSeconds");
  const peak = of(ours, "peakMegabytes");
  const compare = (metric: string, value: number | null, peerValue: number | null) =>
    compareWithPeer({ ...row, metric, value, peerValue, target: null });
  const limit = { ...row, peer: "limit", target: 1 };
  return [
    compare("cpu s", cpu, of(theirs, "cpuSeconds")),
    compareWithPeer({ ...limit, metric: "cpu s", value: cpu, peerValue: maxSeconds }),
    compare("peak MB", peak, of(theirs, "peakMegabytes")),
    compareWithPeer({ ...limit, metric: "peak MB", value: peak, peerValue: maxMegabytes }),
  ];
}

function findingRows(name: string, ours: Findings, theirs: Findings): readonly BenchRow[] {
  const row = { bench: "diff", case: name, peer: "@redocly/cli", ratio: null, target: 0 };
  const holds = (value: number): boolean => value === 0;
  return (["missed", "others"] as const).map((metric) => ({
    ...row,
    metric: metric === "missed" ? "edits missed" : "changes besides",
    value: ours[metric].length,
    peerValue: theirs[metric].length,
    holds: holds(ours[metric].length),
  }));
}
