import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Reports whether changesets gives private packages versions: as its configuration says, else as the
 * installed release of changesets does by default. Up to 2, it does, and from 3 it does not. Without
 * one they have versions: a changeset too many is seen, a missing one is not.
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

/** Returns the first number of the version of changesets in the nearest `node_modules`. */
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
