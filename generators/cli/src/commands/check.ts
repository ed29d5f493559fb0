// `specwright check`: checks that the committed files match the documents.

import { runTargets, shownPath } from "../generate/run-targets.ts";
import { readTargets, type TargetFlags } from "../generate/targets.ts";
import { findDrift, isClean } from "../project/output-folder.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Compares every output folder with the files that its document generates. Prints the differences. Returns
 * exit code 1 if a folder differs.
 */
export async function checkCommand(terminal: Terminal, flags: TargetFlags): Promise<number> {
  const targets = await readTargets(terminal.folder, flags);
  const { ok, outcomes } = await runTargets(terminal, targets, { infos: "none" });
  if (!ok) return 1;
  let clean = true;
  for (const { target, files = [] } of outcomes) {
    const drift = await findDrift(target.output, files);
    if (isClean(drift)) continue;
    clean = false;
    const folder = shownPath(terminal, target.output);
    for (const path of drift.missing) terminal.out(`missing  ${folder}/${path}`);
    for (const path of drift.changed) terminal.out(`changed  ${folder}/${path}`);
    for (const path of drift.stale) terminal.out(`stale    ${folder}/${path}`);
  }
  if (clean) {
    terminal.err(
      `${outcomes.length} output folder${outcomes.length === 1 ? " is" : "s are"} up to date.`,
    );
    return 0;
  }
  terminal.err("Run `specwright generate` and commit the result.");
  return 1;
}
