// Reads the document of a mock again when one of its files changes.

import { relative } from "node:path";
import type { FileWatch } from "../project/watch-files.ts";
import { explainFailure } from "../terminal/explain-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ReadMocked } from "./read-mocked.ts";

/** The functions that read and serve a changed document. */
export interface Following {
  /** Reads the document again, and prints its errors. */
  read(): Promise<ReadMocked>;
  /** Serves a different version of the document. Returns a description of the new mock for the user. */
  serve(document: ReadMocked): Promise<string>;
}

/**
 * Reads a document again after each change of its files, and serves it. Ends when the watch ends. If the
 * document has errors, the last valid version stays.
 */
export async function followDocument(
  terminal: Terminal,
  watch: FileWatch,
  served: ReadMocked,
  { read, serve }: Following,
): Promise<void> {
  let { hash, sources } = served;
  let isFixed = true;
  for (;;) {
    const changes = await watch.changed();
    if (changes.size === 0) return;
    const document = await tryStep(terminal, read);
    const isGood = document?.contract !== undefined;
    // If the document has errors, it may not list all its files, so watch the previous files too.
    sources = [...new Set([...(isGood ? [] : sources), ...(document?.sources ?? [])])];
    followFiles(terminal, watch, sources);
    const isSame = isGood && document.hash === hash;
    // Only the time of a file has changed.
    if (isSame && isFixed) continue;
    const now = !isGood
      ? undefined
      : isSame
        ? "the document is unchanged"
        : await tryStep(terminal, () => serve(document));
    isFixed = now !== undefined;
    if (isGood && isFixed) hash = document.hash;
    const verb = changes.size === 1 ? "has" : "have";
    const what = now ?? "the last valid document is served until this one is fixed";
    terminal.err(`${fileNames(terminal, changes)} ${verb} changed: ${what}.`);
  }
}

/** Watches files. If the system does not allow that, prints a message and continues without a watch. */
export function followFiles(terminal: Terminal, watch: FileWatch, files: Iterable<string>): void {
  try {
    watch.follow(files);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    terminal.err(`Cannot watch for changes: ${error.message}. Restart the mock after a change.`);
  }
}

/**
 * Runs a step. Prints an error instead of throwing it, because the next change of a file may fix the cause.
 */
async function tryStep<Value>(
  terminal: Terminal,
  step: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await step();
  } catch (error) {
    await explainFailure(error, terminal);
    return undefined;
  }
}

function fileNames({ folder }: Terminal, paths: ReadonlySet<string>): string {
  const names = [...paths].map((path) => relative(folder, path).replaceAll("\\", "/"));
  return names.toSorted().join(", ");
}
