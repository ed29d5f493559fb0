// Runs each measurement in its own process. Modules of other candidates in the same process would
// change what the engine compiles, and the measured time by 10 to 20 %.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Form } from "./forms.ts";
import type { FrameType } from "./frames.ts";

/** Whether a candidate gets a text as a string or as bytes. */
export type Input = "string" | "bytes";

/**
 * The work of one process. A candidate is the name of one of our tiers, or the name of a peer in
 * `codecPeers`.
 */
export type Job =
  /**
   * Times decoding by one of our tiers or a peer, in pairs with `JSON.parse` of the same text. The
   * baseline first converts bytes to a string.
   */
  | {
      readonly kind: "decode";
      readonly frame: FrameType;
      readonly form: Form;
      readonly input: Input;
      readonly candidate: string;
    }
  /**
   * Times encoding to bytes, in pairs with `Buffer.from(JSON.stringify(value))` of rounded values.
   */
  | { readonly kind: "encode"; readonly frame: FrameType; readonly candidate: string }
  /** Times our check in pairs with the check of a peer, or the check of a peer alone. */
  | {
      readonly kind: "is";
      readonly frame: FrameType;
      readonly peer: string;
      readonly alone: boolean;
    }
  /**
   * Times updating a book from `book_diff` frames, in pairs with `JSON.parse`. The candidate either
   * creates objects in between or does not.
   */
  | { readonly kind: "book"; readonly candidate: "objects" | "fused"; readonly input: Input }
  /** Times importing a module. */
  | { readonly kind: "import"; readonly url: string }
  /** Times decoding from the first frame on. Frames of all types are mixed. */
  | { readonly kind: "cold"; readonly candidate: string; readonly frames: number };

/** The data that a measuring process needs in addition to its job. */
export interface JobContext {
  readonly rounds: number;
  readonly root: string;
  /** The folder of each installed peer, by name. */
  readonly folders: Readonly<Record<string, string>>;
}

/** The result of a job, or the reason why it failed. */
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

/** Returns the line with the reason from the output of a process that failed. */
function reasonOf(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return (output.split("\n").find((line) => /^\w*Error/u.test(line)) ?? output).slice(0, 300);
}
