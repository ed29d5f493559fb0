// Runs a Node program and measures its cost. The benchmark compares CPU times, because benchmark
// machines are shared and wall times vary.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The cost of one run. It includes all Node processes that the run started. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** The peak memory of the process that used the most memory, in megabytes. */
  readonly peakMegabytes: number;
}

/** The cost of a run, or the reason why it failed. */
export type Measurement =
  | { readonly ok: true; readonly usage: Usage }
  | { readonly ok: false; readonly reason: string };

const preload = new URL(`./report-usage.ts`, import.meta.url).href;

/**
 * Runs `node ARGS` in a folder. The run fails if the exit code is not 0, or if it takes longer than
 * `timeoutMs` (default ten minutes).
 */
export async function measureCommand(
  args: readonly string[],
  options: { readonly cwd: string; readonly timeoutMs?: number },
): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-"));
  const file = join(folder, "usage");
  try {
    const started = performance.now();
    const { code, output } = await runNode(args, file, options);
    const wallSeconds = (performance.now() - started) / 1000;
    if (code !== 0) return { ok: false, reason: `exit code ${code}: ${output.slice(-400).trim()}` };
    return { ok: true, usage: { ...readUsage(await readFile(file, "utf8")), wallSeconds } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runNode(
  args: readonly string[],
  file: string,
  { cwd, timeoutMs = 600_000 }: { readonly cwd: string; readonly timeoutMs?: number },
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      timeout: timeoutMs,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=${preload}`,
        SPECWRIGHT_USAGE_FILE: file,
        DO_NOT_TRACK: "1",
        CI: "1",
      },
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

function readUsage(text: string): Omit<Usage, "wallSeconds"> {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly cpuMicros: number; readonly peakKiB: number });
  return {
    cpuSeconds: lines.reduce((sum, line) => sum + line.cpuMicros, 0) / 1e6,
    peakMegabytes: Math.max(...lines.map((line) => line.peakKiB)) / 1024,
  };
}
