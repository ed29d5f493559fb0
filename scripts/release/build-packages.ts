import { rmSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error.ts";
import { lastLines, runCommand } from "./run-command.ts";
import type { WorkspacePackage } from "./workspace.ts";

const repeat =
  "The versions are committed already. Fix the cause, commit the fix, and run the same command again.";

/**
 * Builds packages from scratch, because a compiler does not delete the output of a removed file.
 * @throws ReleaseError if a package does not build.
 */
export function buildPackages(root: string, packages: readonly WorkspacePackage[]): void {
  for (const { folder } of packages) {
    rmSync(join(root, folder, "dist"), { recursive: true, force: true });
  }
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const args = ["scripts/turbo.mjs", "run", "build", "--output-logs=errors-only", ...filters];
  const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const result = runCommand(root, process.execPath, args, { PATH: path });
  if (!result.ok) throw new ReleaseError(`The build failed:\n${lastLines(result)}`, repeat);
}

/**
 * Runs `npm run check`: generated code, types, style, boundaries and unused code.
 *
 * @throws ReleaseError if a check fails.
 */
export function checkTree(root: string): void {
  const result = runCommand(root, "npm", ["run", "--silent", "check"]);
  if (!result.ok) throw new ReleaseError(`The check failed:\n${lastLines(result)}`, repeat);
}
