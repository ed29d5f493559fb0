// Offers to install optional packages that are missing, if the terminal is interactive.

import { loadOptionalPackage } from "@specwright/spec-loader";
import { readProject } from "../project/project.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { InitWorld } from "./init-world.ts";
import { addArguments, findPackageManager } from "./package-manager.ts";

/** The package that edits handlers, in the version that this command supports. */
export const editorPackage = "ts-morph@28";

/**
 * Offers to install each package that is missing. If the user accepts, installs it with the package manager
 * of the project. Does nothing if the terminal is not interactive. Then the command itself reports the
 * missing package. A package may have a version: `ts-morph@28`.
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
