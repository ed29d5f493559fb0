// `specwright generate`: generates files from documents.

import { watch } from "node:fs";
import type { InitWorld } from "../init/init-world.ts";
import { assertWritable, type Drift, isClean, writeFolder } from "../output-folder.ts";
import { offerPackages } from "../project/offer-packages.ts";
import { runTargets, shownPath } from "../run-targets.ts";
import { readTargets, type TargetFlags } from "../targets.ts";
import type { Terminal } from "../terminal.ts";

/** The flags of `generate`. */
export interface GenerateFlags extends TargetFlags {
  readonly watch?: boolean;
  readonly quiet?: boolean;
  /** Whether infos with the code of another one are printed as well. */
  readonly all?: boolean;
}

/** Generates every target. Writes nothing if any document has an error. Returns the exit code. */
export async function generateCommand(
  terminal: Terminal,
  flags: GenerateFlags,
  world: InitWorld,
  signal?: AbortSignal,
): Promise<number> {
  // Reading the configuration twice takes time that only a person has.
  if (world.isInteractive) {
    await offerPackages(terminal, await packagesOf(terminal, flags), world);
  }
  const { code, sources } = await generateOnce(terminal, flags);
  if (flags.watch !== true) return code;
  await watchSources(terminal, flags, sources, signal);
  return 0;
}

/** Returns the optional packages that the emitters load. */
async function packagesOf(terminal: Terminal, flags: GenerateFlags): Promise<readonly string[]> {
  const targets = await readTargets(terminal.folder, flags);
  return targets.flatMap(({ emitters }) => emitters.flatMap(({ packages = [] }) => packages));
}

async function generateOnce(
  terminal: Terminal,
  flags: GenerateFlags,
): Promise<{ readonly code: number; readonly sources: readonly string[] }> {
  const started = performance.now();
  const targets = await readTargets(terminal.folder, flags);
  const infos = flags.all === true ? "all" : "first";
  const { ok, outcomes } = await runTargets(terminal, targets, {
    infos: flags.quiet === true ? "none" : infos,
  });
  const sources = [...new Set(outcomes.flatMap((outcome) => outcome.sources))];
  if (!ok) {
    terminal.err("Nothing was written.");
    return { code: 1, sources };
  }
  // A single file that must not be written stops the run before the first is written.
  for (const { target, files = [] } of outcomes) await assertWritable(target.output, files);
  for (const { target, files = [] } of outcomes) {
    const drift = await writeFolder(target.output, files);
    if (flags.quiet === true) continue;
    terminal.err(
      `${target.label} -> ${shownPath(terminal, target.output)}: ${describe(drift, files.length)}`,
    );
  }
  if (flags.quiet !== true)
    terminal.err(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return { code: 0, sources };
}

function describe({ missing, changed, stale }: Drift, total: number): string {
  if (isClean({ missing, changed, stale })) return `${total} files, up to date`;
  const parts = [
    [missing.length, "new"],
    [changed.length, "changed"],
    [stale.length, "removed"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${total} files, ${shown.join(", ")}`;
}

const settleMs = 100;

/** Generates again whenever a source changes, until the signal aborts. */
async function watchSources(
  terminal: Terminal,
  flags: GenerateFlags,
  first: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  let sources = first;
  while (signal?.aborted !== true) {
    terminal.err(
      `Watching ${sources.length} file${sources.length === 1 ? "" : "s"}. Press Ctrl+C to stop.`,
    );
    if (!(await nextChange(sources, signal))) return;
    const result = await generateOnce(terminal, flags).catch((error: unknown) => {
      terminal.err(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (result !== undefined && result.sources.length > 0) sources = result.sources;
  }
}

/**
 * Resolves with true shortly after one of the files has changed, or with false when the signal
 * aborts.
 */
function nextChange(files: readonly string[], signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    // An editor replaces a file by renaming another over it, which ends a watch of the file itself.
    const folders = [...new Set(files.map((file) => file.replace(/[^/\\]*$/, "")))];
    const watchers = folders.map((folder) => watch(folder === "" ? "." : folder, schedule));
    const finish = (changed: boolean): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal?.removeEventListener("abort", stop);
      resolve(changed);
    };
    const stop = (): void => finish(false);
    function schedule(_event: string, name: string | null): void {
      if (name !== null && !files.some((file) => file.endsWith(name))) return;
      clearTimeout(timer);
      timer = setTimeout(() => finish(true), settleMs);
    }
    signal?.addEventListener("abort", stop);
  });
}
