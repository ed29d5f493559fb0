// One measurement in its own process: modules loaded for another candidate change what the engine
// compiles, which affects the time by 10 to 20 %.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Form } from "./forms.ts";
import type { FrameType } from "./frames.ts";

/** The form in which texts are passed. */
export type Input = "string" | "bytes";

/**
 * The job of one process. A candidate is one of our tiers or the name of a peer in `codecPeers`.
 */
export type Job =
  /**
   * Decoding by ours or a peer, paired with `JSON.parse` of the same text; bytes are converted to a
   * string first.
   */
  | {
      readonly kind: "decode";
      readonly frame: FrameType;
      readonly form: Form;
      readonly input: Input;
      readonly candidate: string;
    }
  /** Encoding to bytes, paired with `Buffer.from(JSON.stringify(value))` of rounded values. */
  | { readonly kind: "encode"; readonly frame: FrameType; readonly candidate: string }
  /** Our check paired with that of a peer, or a peer alone. */
  | {
      readonly kind: "is";
      readonly frame: FrameType;
      readonly peer: string;
      readonly alone: boolean;
    }
  /**
   * Keeping a book from `book_diff` frames, with or without objects in between, paired with
   * `JSON.parse`.
   */
  | { readonly kind: "book"; readonly candidate: "objects" | "fused"; readonly input: Input }
  /** Importing a module. */
  | { readonly kind: "import"; readonly url: string }
  /** Decoding from the first frame on, with all types mixed. */
  | { readonly kind: "cold"; readonly candidate: string; readonly frames: number };

/** The input of a measuring process in addition to its job. */
export interface JobContext {
  readonly rounds: number;
  readonly root: string;
  /** The folder of each installed peer, by name. */
  readonly folders: Readonly<Record<string, string>>;
}

/** The result of a job, or the reason of its failure. */
export type JobResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

const module = new URL("./run-measurement.ts", import.meta.url).href;

/** Runs a job in its own process. */
export async function runJob<T>(job: Job, context: JobContext): Promise<JobResult<T>> {
  const program = `import { runMeasurement } from ${JSON.stringify(module)}; console.log("\\n" + JSON.stringify(await runMeasurement(${JSON.stringify(job)}, ${JSON.stringify(context)})));`;
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

/** Returns the line in the output of a failed process that states the reason. */
function reasonOf(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return (output.split("\n").find((line) => /^\w*Error/u.test(line)) ?? output).slice(0, 300);
}
