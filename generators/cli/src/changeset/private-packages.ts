import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Reports whether changesets changes the versions of private packages. Uses the configuration, or else the
 * default of the installed version: true up to version 2, false from version 3. If changesets is not
 * installed, returns true, because people notice an unnecessary changeset, but not a missing one.
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

/** Returns the major version of the nearest installed changesets tool. */
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
