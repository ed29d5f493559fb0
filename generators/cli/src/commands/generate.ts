// `specwright generate`: generates files from documents.

import type { Outcome, Target } from "../generate/generate-target.ts";
import { runTargets, shownPath } from "../generate/run-targets.ts";
import { readTargets, type TargetFlags } from "../generate/targets.ts";
import type { InitWorld } from "../init/init-world.ts";
import { offerPackages } from "../init/offer-packages.ts";
import { addArguments, findPackageManager } from "../init/package-manager.ts";
import { importedFiles } from "../project/import-default.ts";
import { missingImports } from "../project/missing-imports.ts";
import {
  assertWritable,
  type Drift,
  isClean,
  manifestName,
  writeFolder,
} from "../project/output-folder.ts";
import { watchFiles } from "../project/watch-files.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { explainFailure } from "../terminal/explain-failure.ts";
import { formatCount } from "../terminal/format-count.ts";
import { hasError } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface GenerateFlags extends TargetFlags {
  readonly watch?: boolean;
  readonly quiet?: boolean;
  /** Whether to print every diagnostic. By default, only the first ones of each code are printed. */
  readonly all?: boolean;
}

/**
 * Generates the files of every target. If any document has an error, writes nothing. Returns the exit code.
 */
export async function generateCommand(
  terminal: Terminal,
  flags: GenerateFlags,
  world: InitWorld,
  signal?: AbortSignal,
): Promise<number> {
  if (flags.watch === true) {
    await watchTargets(terminal, flags, world, signal);
    return 0;
  }
  const targets = await readRunTargets(terminal, flags, world);
  return (await generateTargets(terminal, flags, targets)).ok ? 0 : 1;
}

/** Reads the targets. Offers to install missing optional packages that their emitters use. */
async function readRunTargets(
  terminal: Terminal,
  flags: GenerateFlags,
  world: InitWorld,
): Promise<readonly Target[]> {
  const targets = await readTargets(terminal.folder, flags);
  if (world.isInteractive) {
    const packages = targets.flatMap(({ emitters }) =>
      emitters.flatMap((emitter) => emitter.packages ?? []),
    );
    await offerPackages(terminal, packages, world);
  }
  return targets;
}

/** The result of a run. `ok` is true if the files were written. */
interface Run {
  readonly ok: boolean;
  readonly outcomes: readonly Outcome[];
}

async function generateTargets(
  terminal: Terminal,
  flags: GenerateFlags,
  targets: readonly Target[],
): Promise<Run> {
  const started = performance.now();
  const infos = flags.all === true ? "all" : "first";
  const { ok, outcomes } = await runTargets(terminal, targets, {
    infos: flags.quiet === true ? "errors" : infos,
    refusal: "Nothing was written.",
  });
  if (!ok) return { ok, outcomes };
  // Check all targets before the first file is written.
  for (const { target, files = [] } of outcomes) await assertWritable(target.output, files);
  for (const { target, files = [] } of outcomes) {
    const drift = await writeFolder(target.output, files);
    if (flags.quiet === true) continue;
    terminal.err(
      `${target.label} -> ${shownPath(terminal, target.output)}: ${describeDrift(drift, files.length)}`,
    );
  }
  if (flags.quiet === true) return { ok, outcomes };
  terminal.err(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  adviseOnImports(terminal, outcomes);
  return { ok, outcomes };
}

/** Prints how to install packages that the generated files import and the project does not have. */
function adviseOnImports(terminal: Terminal, outcomes: readonly Outcome[]): void {
  const missing = outcomes.flatMap(({ target, files = [] }) =>
    missingImports(
      target.output,
      files.filter(({ path }) => /\.m?ts$/.test(path)).map(({ content }) => content),
    ),
  );
  if (missing.length === 0) return;
  const names = [...new Set(missing)];
  const manager = findPackageManager(terminal.folder);
  terminal.err(
    `The files import ${names.join(" and ")}, which the project does not have: ${manager} ${addArguments(manager, names, false).join(" ")}`,
  );
}

function describeDrift(drift: Drift, total: number): string {
  const files = formatCount(total, "file");
  if (isClean(drift)) return `${files}, up to date`;
  // Do not count the manifest, because no emitter generated it.
  const count = (paths: readonly string[]): number =>
    paths.filter((path) => path !== manifestName).length;
  const parts = [
    [count(drift.missing), "new"],
    [count(drift.changed), "changed"],
    [count(drift.stale), "removed"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return [files, ...shown].join(", ");
}

/** A watched target, its source files, and whether it must be generated again. */
interface WatchedTarget {
  readonly target: Target;
  sources: ReadonlySet<string>;
  isDue: boolean;
}

/**
 * Generates targets again after each change of the configuration or a document, until the signal aborts.
 * After a change of the configuration, generates all targets. After a change of a document, generates only
 * the targets of this document.
 */
async function watchTargets(
  terminal: Terminal,
  flags: GenerateFlags,
  world: InitWorld,
  signal?: AbortSignal,
): Promise<void> {
  const configs = flags.input === undefined ? findConfigs(terminal.folder, flags.config) : [];
  let watched = start(await readRunTargets(terminal, flags, world));
  const watch = watchFiles(signal);
  try {
    for (let isFirst = true; ; isFirst = false) {
      const settings = new Set(configs.flatMap((each) => [...importedFiles(each)]));
      // Start to watch before the run, so that no change is missed.
      watch.follow([...settings, ...watched.flatMap(({ sources }) => [...sources])]);
      await reportErrors(terminal, () => runDue(terminal, flags, watched));
      const files = new Set([...settings, ...watched.flatMap(({ sources }) => [...sources])]);
      watch.follow(files);
      if (isFirst || flags.quiet !== true) {
        terminal.err(`Watching ${formatCount(files.size, "file")}. Press Ctrl+C to stop.`);
      }
      const changes = await watch.changed();
      if (signal?.aborted === true) return;
      for (const each of watched) each.isDue ||= haveCommon(each.sources, changes);
      if (!haveCommon(settings, changes)) continue;
      await reportErrors(terminal, async () => {
        watched = start(await readRunTargets(terminal, flags, world));
      });
    }
  } finally {
    watch.close();
  }
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((path) => others.has(path));
}

function start(targets: readonly Target[]): readonly WatchedTarget[] {
  return targets.map((target) => ({ target, sources: new Set([target.input]), isDue: true }));
}

/** Generates the targets that are due. If any target has an error, all of them stay due. */
async function runDue(
  terminal: Terminal,
  flags: GenerateFlags,
  watched: readonly WatchedTarget[],
): Promise<void> {
  const due = watched.filter(({ isDue }) => isDue);
  if (due.length === 0) return;
  const targets = due.map(({ target }) => target);
  const { ok, outcomes } = await generateTargets(terminal, flags, targets);
  for (const [index, { sources, diagnostics }] of outcomes.entries()) {
    const each = due[index];
    if (each === undefined) continue;
    each.isDue = !ok;
    // If a document has errors, the fault may be in a file that it refers to, so watch the previous files
    // too.
    each.sources = new Set([...(hasError(diagnostics) ? each.sources : []), ...sources]);
  }
}

/**
 * Runs a step of the watch. Prints an error instead of throwing it, because the next change of a file may
 * fix the cause.
 */
async function reportErrors(terminal: Terminal, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    await explainFailure(error, terminal);
  }
}
