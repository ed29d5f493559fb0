// One measurement, in a process of its own: a module that was loaded for another candidate changes
// what the engine compiles, by 10 to 20 % of the time.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Form } from "./forms.ts";
import type { FrameType } from "./frames.ts";

/** Says how texts are handed over. */
export type Input = "string" | "bytes";

/** Is what one process measures. A candidate is one of our tiers, or a peer named as in `codecPeers`. */
export type Job =
  /** Decoding by ours or by a peer, next to `JSON.parse` of the same text, of bytes made a string first. */
  | {
      readonly kind: "decode";
      readonly frame: FrameType;
      readonly form: Form;
      readonly input: Input;
      readonly candidate: string;
    }
  /** Encoding to bytes, next to `Buffer.from(JSON.stringify(value))` of rounded values. */
  | { readonly kind: "encode"; readonly frame: FrameType; readonly candidate: string }
  /** Our check next to a peer's; or the peer's alone. */
  | {
      readonly kind: "is";
      readonly frame: FrameType;
      readonly peer: string;
      readonly alone: boolean;
    }
  /** Keeping a book from `book_diff` frames, with objects between or without, next to `JSON.parse` alone. */
  | { readonly kind: "book"; readonly candidate: "objects" | "fused"; readonly input: Input }
  /** Importing a module. */
  | { readonly kind: "import"; readonly url: string }
  /** Decoding from the first frame on, all types mixed. */
  | { readonly kind: "cold"; readonly candidate: string; readonly frames: number };

/** Is what the measuring process is told besides its job. */
export interface JobContext {
  readonly rounds: number;
  readonly root: string;
  /** Where each peer is installed, by name. */
  readonly folders: Readonly<Record<string, string>>;
}

/** Is a job's result, or why there is none. */
export type JobResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

const performer = new URL("./perform-job.ts", import.meta.url).href;
const module = import.meta.url.endsWith(".ts") ? performer : performer.replace(/ts$/u, "js");

/** Runs a job in a process of its own. */
export async function runJob<T>(job: Job, context: JobContext): Promise<JobResult<T>> {
  const program = `import { performJob } from ${JSON.stringify(module)}; console.log("\\n" + JSON.stringify(await performJob(${JSON.stringify(job)}, ${JSON.stringify(context)})));`;
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...process.execArgv, "--input-type=module", "--eval", program],
      { cwd: context.root, timeout: 300_000, maxBuffer: 16 * 1024 * 1024 },
    );
    const last = stdout.trim().split("\n").at(-1) ?? "";
    return { ok: true, value: JSON.parse(last) as T };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Keeps the line of a failed process's output that says what went wrong. */
function reasonOf(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return (output.split("\n").find((line) => /^\w*Error/u.test(line)) ?? output).slice(0, 300);
}
