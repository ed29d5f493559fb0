// Packages that few need: where somebody can answer, the command offers to install one that it lacks.

import { loadOptionalPackage } from "@specwright/spec-loader";
import { readProject } from "../project/project.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { InitWorld } from "./init-world.ts";
import { addArguments, findPackageManager } from "./package-manager.ts";

/** The package that edits handlers, with the major version that the command works with. */
export const editorPackage = "ts-morph@28";

/**
 * Offers to install those of the given packages that are missing, and installs what is accepted with
 * the package manager of the project. Does nothing if nobody can answer: the command then says what is
 * missing when it needs it. Packages may be given with a version: `ts-morph@28`.
 *
 * @throws {CliError} `install_failed`.
 */
export async function offerPackages(
  terminal: Terminal,
  packages: readonly string[],
  world: InitWorld,
  load: (name: string) => unknown = loadOptionalPackage,
): Promise<void> {
  if (!world.isInteractive) return;
  for (const wanted of new Set(packages)) {
    const name = wanted.replace(/(?<=.)@.*$/, "");
    if (load(name) !== undefined) continue;
    const { root } = readProject(terminal.folder);
    const manager = findPackageManager(root);
    const answer = await world.choose(
      `${name} is needed, but not installed. Install ${wanted} with ${manager} now?`,
      [
        { value: "yes", label: "yes" },
        { value: "no", label: "no" },
      ],
    );
    if (answer !== "yes") continue;
    const args = addArguments(manager, [wanted], true);
    const line = `${manager} ${args.join(" ")}`;
    terminal.err(`> ${line}`);
    const code = await world.runProgram(manager, args, root);
    if (code === 0) continue;
    throw new CliError(
      "install_failed",
      code === 127 ? `${manager} is not installed.` : `${manager} ended with exit code ${code}.`,
      `Fix the cause, then run: ${line}`,
    );
  }
}
