// Generates documents one after the other, in a separate process, which the parent ends if a
// document takes too long.

import { writeInto } from "../compile-typescript.ts";
import { readDocument } from "./read-document.ts";

/** A document to generate, and the folder for its output. */
export interface Assignment {
  readonly name: string;
  readonly path: string;
  readonly root: string;
  readonly output: string;
}

/** The outcome for a document; `crashed` if an exception escaped. */
export interface Result {
  readonly outcome: "strict" | "lenient" | "refused" | "crashed" | "timeout";
  readonly codes: readonly string[];
  readonly errors: readonly string[];
  readonly files: number;
  readonly durationMs: number;
}

process.on("message", (assignment: Assignment) => {
  void run(assignment).then((result) => process.send?.(result));
});

async function run({ path, root, output }: Assignment): Promise<Result> {
  const started = performance.now();
  const none = { codes: [], errors: [], files: 0 };
  const durationMs = (): number => Math.round(performance.now() - started);
  try {
    const reading = await readDocument(path, root);
    if (reading.outcome === "refused") return { ...none, ...reading, durationMs: durationMs() };
    const { outcome, files } = reading;
    for (const file of files) await writeInto(output, file.path, file.content);
    return { ...none, outcome, files: files.length, durationMs: durationMs() };
  } catch (cause) {
    const errors = [cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)];
    return { ...none, outcome: "crashed", errors, durationMs: durationMs() };
  }
}
