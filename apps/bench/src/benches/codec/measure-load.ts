// Measures sizes, and the costs of an import and of the first frames.

import { pathToFileURL } from "node:url";
import type { BenchContext, BenchRow } from "../../bench.ts";
import { installPeer } from "../../peers.ts";
import { compareWithPeer, median } from "../../rows.ts";
import { bundleModule, bundler } from "./bundle-size.ts";
import { breakEven, type ColdCurve } from "./cold-curve.ts";
import { type JobContext, runJob } from "./job.ts";
import { specifierOf, type Tier } from "./ours.ts";

// The stream tier consists of 14 KB of its own code, and the 6 KB of the compact tier, which it
// imports for rare cases.
const tiers = [
  { tier: "compact", gzipLimit: 6, importLimitMs: 2 },
  { tier: "stream", gzipLimit: 20, importLimitMs: 5 },
] as const satisfies readonly { tier: Tier; gzipLimit: number; importLimitMs: number }[];
const imports = 12;
const coldFrames = 20_000;
const coldRuns = 5;
const breakEvenLimit = 8000;

/** Measures the cost of loading the codecs of all frames, and the cost of the first frames. */
export async function measureLoad(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const folder = await installPeer(context, bundler);
  const rows: BenchRow[] = [];
  for (const { tier, gzipLimit, importLimitMs } of tiers) {
    const specifier = specifierOf(tier);
    const program = `export * from "${specifier}";`;
    const pack = (name: string, source: string, alone: boolean) =>
      bundleModule(folder, context.root, `${tier}-${name}`, source, alone).catch(
        (error: unknown) => {
          context.log(`${specifier}: ${String(error).slice(0, 200)}`);
          return null;
        },
      );
    const frames = await frameCodecsOf(tier);
    const picked = `export { ${frames.join(", ")} } from "${specifier}";`;
    const whole = await pack("whole", program, false);
    const alone = await pack("alone", program, true);
    const aloneFrames = await pack("frames", picked, true);
    const limit = (
      metric: string,
      value: number | null,
      most: number | null,
      of = "all schemas",
    ): BenchRow =>
      compareWithPeer({
        bench: "codec",
        case: `${tier} tier, ${of}`,
        peer: "limit",
        metric,
        value,
        peerValue: most,
        target: most === null ? null : 1,
      });
    rows.push(
      limit("generated module, gzip KB", aloneFrames?.gzipKb ?? null, gzipLimit, "all frames"),
      limit("generated module, gzip KB", alone?.gzipKb ?? null, null),
      limit("with the run time, gzip KB", whole?.gzipKb ?? null, null),
      limit("with the run time, minified KB", whole?.minifiedKb ?? null, null),
    );
    const urls = {
      "import as installed, cpu ms": whole === null ? null : import.meta.resolve(specifier),
      "import as one file, cpu ms": whole === null ? null : pathToFileURL(whole.path).href,
    };
    for (const [metric, url] of Object.entries(urls)) {
      const value = url === null ? null : await fastestImport(jobContext, url);
      rows.push(limit(metric, value, importLimitMs));
    }
  }
  return [...rows, ...(await measureBreakEven(context, jobContext))];
}

/**
 * Returns the names of the codecs of frames. Codecs of headers, queries and parts of frames are not
 * included.
 */
async function frameCodecsOf(tier: Tier): Promise<readonly string[]> {
  const module = (await import(specifierOf("stream"))) as Readonly<Record<string, unknown>>;
  const suffix = tier === "stream" ? "StreamCodec" : "Codec";
  return Object.keys(module).map((name) => name.replace(/StreamCodec$/u, suffix));
}

async function fastestImport(jobContext: JobContext, url: string): Promise<number | null> {
  const found: number[] = [];
  for (let run = 0; run < imports; run++) {
    const result = await runJob<number>({ kind: "import", url }, jobContext);
    if (result.ok) found.push(result.value);
  }
  return found.length === 0 ? null : Math.min(...found);
}

async function measureBreakEven(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const theirs = await medianCurve(context, jobContext, "ajv");
  const rows: BenchRow[] = [];
  for (const { tier } of tiers) {
    const ours = await medianCurve(context, jobContext, tier);
    for (const load of [false, true]) {
      const value = ours === null || theirs === null ? null : breakEven(ours, theirs, load);
      const judged = tier === "stream" && !load;
      rows.push(
        compareWithPeer({
          bench: "codec",
          case: `${tier} tier, mixed frames`,
          metric: `frames until cheaper than JSON.parse + ajv${load ? ", loading included" : ""}`,
          peer: "limit",
          value,
          peerValue: judged ? breakEvenLimit : null,
          target: judged ? 1 : null,
        }),
      );
    }
  }
  return rows;
}

/** Returns a curve whose points are the medians of the same points in several runs. */
async function medianCurve(
  context: BenchContext,
  jobContext: JobContext,
  candidate: string,
): Promise<ColdCurve | null> {
  const curves: ColdCurve[] = [];
  for (let run = 0; run < coldRuns; run++) {
    const job = { kind: "cold", candidate, frames: coldFrames } as const;
    const result = await runJob<ColdCurve>(job, jobContext);
    if (!result.ok) {
      context.log(`cold ${candidate}: ${result.reason}`);
      return null;
    }
    curves.push(result.value);
  }
  const [first] = curves;
  if (first === undefined) return null;
  const middle = (read: (curve: ColdCurve) => number | undefined): number =>
    median(curves.map((curve) => read(curve) ?? Number.NaN)) ?? Number.NaN;
  const spentMs = first.spentMs.map((_, place) => middle((curve) => curve.spentMs[place]));
  const curve = { step: first.step, loadMs: middle(({ loadMs }) => loadMs), spentMs };
  const at = (frames: number): string => (spentMs[frames / first.step - 1] ?? 0).toFixed(1);
  context.log(
    `cold ${candidate}: load ${curve.loadMs.toFixed(1)} ms, 100 frames ${at(100)} ms, 1000 ${at(1000)} ms, ${coldFrames} ${at(coldFrames)} ms`,
  );
  return curve;
}
