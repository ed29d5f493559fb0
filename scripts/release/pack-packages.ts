import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git } from "./git.ts";
import { ReleaseError } from "./release-error.ts";
import { lastLines, runCommand } from "./run-command.ts";
import type { WorkspacePackage } from "./workspace.ts";

/** A package as a tarball that is ready to be published. */
export interface PackedPackage extends WorkspacePackage {
  readonly tarball: string;
  readonly integrity: string;
}

interface Packing {
  readonly checked: boolean;
  readonly packages: readonly PackedPackage[];
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly integrity: string;
}

const folderOf = (root: string): string => join(root, ".tmp/release");
const recordOf = (root: string): string =>
  join(folderOf(root), git(root, "rev-parse", "HEAD"), "packed.json");

const isIntact = ({ tarball, integrity }: PackedPackage): boolean =>
  existsSync(tarball) &&
  integrity === `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;

/**
 * Returns the tarballs that an earlier run packed from this commit, so that a repeated release publishes
 * the same bytes; `undefined` if they are missing, or if that run skipped a check that this one needs.
 */
export function readPacked(root: string, skipCheck: boolean): readonly PackedPackage[] | undefined {
  const record = recordOf(root);
  if (!existsSync(record)) return undefined;
  const { checked, packages } = JSON.parse(readFileSync(record, "utf8")) as Packing;
  return (checked || skipCheck) && packages.every(isIntact) ? packages : undefined;
}

/**
 * Packs built packages, each once, into `.tmp/release/COMMIT`.
 *
 * @throws ReleaseError if npm cannot pack them.
 */
export function packPackages(
  root: string,
  packages: readonly WorkspacePackage[],
  checked: boolean,
): readonly PackedPackage[] {
  const record = recordOf(root);
  const target = join(record, "..");
  rmSync(folderOf(root), { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const chosen = packages.map(({ name }) => `--workspace=${name}`);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", target, ...chosen];
  const result = runCommand(root, "npm", args);
  if (!result.ok) {
    throw new ReleaseError(
      `Packing failed:\n${lastLines(result)}`,
      "Fix the cause, commit the fix, and run the same command again.",
    );
  }
  // npm 10 and 11 print a list, npm 12 an object with the names as keys.
  const reports = Object.values(JSON.parse(result.stdout) as Readonly<Record<string, PackReport>>);
  const packed = packages.map((each) => {
    const report = reports.find(({ name }) => name === each.name);
    if (report === undefined) {
      throw new ReleaseError(`npm packed no tarball of ${each.name}.`, "Report this as a defect.");
    }
    return { ...each, tarball: join(target, report.filename), integrity: report.integrity };
  });
  writeFileSync(record, JSON.stringify({ checked, packages: packed } satisfies Packing, null, 2));
  return packed;
}
