// `npm run histories [-- --only TEXT]` compares versions of real documents with ours, oasdiff and Redocly.
// It exits with 1 if the tools disagree about an operation without a verdict in disagreements.ts, if a
// verdict is unused, if ours fails where Redocly does not, or if ours costs too much.

import { mkdir, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { verdicts } from "./disagreements.ts";
import { fetchDocument, folder } from "./documents.ts";
import { type Finding, oasdiffFindings, ourFindings } from "./findings.ts";
import { type Disagreement, findDisagreements, isAbout } from "./judge.ts";
import { type Pair, pairs } from "./pairs.ts";
import { redoclyFindings } from "./redocly-findings.ts";
import {
  type Comparison,
  compareOasdiff,
  compareOurs,
  compareRedocly,
  countLines,
} from "./tools.ts";

const limits = { cpuRatio: 0.8, memoryRatio: 1, seconds: 30, lines: 300 };

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const chosen = pairs.filter(({ name }) => name.includes(values.only));
const disagreements: Disagreement[] = [];
const faults: string[] = [];
const cpuRatios: number[] = [];
await mkdir(folder, { recursive: true });

for (const pair of chosen) await comparePair(pair);

const unjudged = disagreements.filter(
  (disagreement) => !verdicts.some((verdict) => isAbout(verdict, disagreement)),
);
for (const { pair, peer, reporter, operation, rule, message } of unjudged) {
  const who = reporter === "ours" ? `not ${peer}` : `${peer}, not ours`;
  faults.push(`${pair}: ${operation}: ${rule} (${who}): ${message}`);
}
if (chosen.length === pairs.length) {
  for (const verdict of verdicts) {
    if (disagreements.some((disagreement) => isAbout(verdict, disagreement))) continue;
    faults.push(`the entry about ${verdict.rule} (${verdict.peer}) is not needed: ${verdict.why}`);
  }
}
const right = (who: "ours" | "theirs" | "both") =>
  disagreements.filter((disagreement) =>
    verdicts.some((verdict) => verdict.right === who && isAbout(verdict, disagreement)),
  ).length;
console.log(`
pairs           ${chosen.length}
disagreements   ${disagreements.length}: ours is right in ${right("ours")}, theirs in ${right("theirs")}, both can be defended in ${right("both")}
CPU of Redocly  ${median(cpuRatios).toFixed(2)} in the median, ${Math.max(...cpuRatios).toFixed(2)} at most`);
if (faults.length > 0) console.log(`\n${faults.length} faults:\n${faults.join("\n")}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function comparePair(pair: Pair): Promise<void> {
  const base = await fetchDocument(pair.base);
  const revision = await fetchDocument(pair.revision);
  const ours = await compareOurs(base, revision);
  const redocly = await compareRedocly(base, revision);
  const oasdiff = await compareOasdiff(base, revision);
  const parts = [
    describe("ours", ours),
    describe("Redocly", redocly),
    describe("oasdiff", oasdiff),
  ];
  if ("report" in ours) {
    const lines = await countLines(base, revision);
    parts.push(`${lines} lines`);
    if (lines > limits.lines) faults.push(`${pair.name}: ${lines} lines`);
    const found = ourFindings(ours.report);
    if ("report" in oasdiff) {
      note({ pair: pair.name, peer: "oasdiff" }, found, oasdiffFindings(oasdiff.report));
    }
    if ("report" in redocly) {
      const documents = [await readDocument(base), await readDocument(revision)] as const;
      const theirs = redoclyFindings(redocly.report, ...documents);
      note({ pair: pair.name, peer: "redocly" }, found, theirs);
    }
  } else if ("report" in redocly) {
    faults.push(`${pair.name}: refused, and Redocly compares it: ${ours.failure}`);
  }
  judgeCost(pair, ours, redocly);
  console.log(`${pair.name}: ${parts.join("; ")}`);
}

function note(
  about: { readonly pair: string; readonly peer: "oasdiff" | "redocly" },
  ours: readonly Finding[],
  theirs: readonly Finding[],
): void {
  disagreements.push(...findDisagreements(about, ours, theirs));
}

function judgeCost({ name }: Pair, ours: Comparison, redocly: Comparison): void {
  if (!("usage" in ours && "usage" in redocly) || !ours.usage || !redocly.usage) return;
  const cpu = ours.usage.cpuSeconds / redocly.usage.cpuSeconds;
  const memory = ours.usage.peakMegabytes / redocly.usage.peakMegabytes;
  cpuRatios.push(cpu);
  if (cpu > limits.cpuRatio) faults.push(`${name}: ${cpu.toFixed(2)} of Redocly's CPU time`);
  if (memory > limits.memoryRatio) faults.push(`${name}: ${memory.toFixed(2)} of Redocly's memory`);
  if (ours.usage.wallSeconds > limits.seconds) faults.push(`${name}: over ${limits.seconds} s`);
}

function describe(tool: string, comparison: Comparison): string {
  if ("failure" in comparison) return `${tool} fails`;
  const { usage } = comparison;
  if (usage === undefined) return tool;
  return `${tool} ${usage.cpuSeconds.toFixed(2)} s, ${usage.peakMegabytes.toFixed(0)} MB`;
}

async function readDocument(path: string): Promise<unknown> {
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  return path.endsWith(".json") ? JSON.parse(text) : parse(text);
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
