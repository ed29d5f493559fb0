// Reloads the document of a mock when one of its files changes.

import { relative } from "node:path";
import type { FileWatch } from "../project/watch-files.ts";
import { explainFailure } from "../terminal/explain-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ReadMocked } from "./read-mocked.ts";

/** The reactions to a changed document. */
export interface Following {
  /** Reads the document again, and prints its errors. */
  read(): Promise<ReadMocked>;
  /** Replaces the served document. Returns a description of the new mock for people. */
  serve(document: ReadMocked): Promise<string>;
}

/**
 * Serves a document again after each change of its files, until the watch ends. A document with
 * errors is not served: the last valid one stays.
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
    // If a file does not load, the files that it refers to are unknown.
    sources = [...new Set([...(isGood ? [] : sources), ...(document?.sources ?? [])])];
    followFiles(terminal, watch, sources);
    const isSame = isGood && document.hash === hash;
    // A file was saved without changes.
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

/** Watches files. If that is impossible, the mock continues without watching. */
export function followFiles(terminal: Terminal, watch: FileWatch, files: Iterable<string>): void {
  try {
    watch.follow(files);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    terminal.err(`Cannot watch for changes: ${error.message}. Restart the mock after a change.`);
  }
}

/** Prints the error of a step instead of ending the mock: the next change may fix it. */
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
