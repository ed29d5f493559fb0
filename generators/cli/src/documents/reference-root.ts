import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the loader's option `root`, from the value of `--root` or from a configuration. Relative paths
 * are resolved from `folder`.
 *
 * @throws {CliError} `usage` if the folder does not exist.
 */
export function rootOf(folder: string, root: string | undefined): { readonly root?: string } {
  if (root === undefined) return {};
  const path = resolve(folder, root);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { root: path };
  throw new CliError(
    "usage",
    `The root ${root} is not a folder.`,
    "Set --root, or `root` in the configuration, to a folder that holds all referenced files.",
  );
}
