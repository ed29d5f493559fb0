import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Reports whether changesets gives versions to private packages: by its configuration, else by the
 * default of the installed release (up to version 2 it does, from version 3 it does not). Without
 * an installed release, assumes that it does, because an extra changeset is noticed and a missing
 * one is not.
 *
 * @param setting The member `privatePackages` of the configuration.
 * @param root The folder that contains the folder of changesets.
 */
export function versionsPrivatePackages(setting: unknown, root: string): boolean {
  if (typeof setting === "boolean") return setting;
  const { version } = Object(setting) as { readonly version?: unknown };
  if (typeof version === "boolean") return version;
  const release = installedRelease(root);
  return release === undefined || release < 3;
}

/** Returns the major version of changesets in the nearest `node_modules`. */
function installedRelease(root: string): number | undefined {
  for (let at = root; ; at = dirname(at)) {
    const file = join(at, "node_modules/@changesets/cli/package.json");
    if (existsSync(file)) {
      const [, major] = /"version"\s*:\s*"(\d+)\./.exec(readFileSync(file, "utf8")) ?? [];
      return major === undefined ? undefined : Number(major);
    }
    if (dirname(at) === at) return undefined;
  }
}
