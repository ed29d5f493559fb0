import { readFileSync } from "node:fs";
import type { PackedPackage } from "./pack-packages.ts";
import { differingFiles } from "./read-tarball.ts";
import { downloadTarball, type Registry, readVersion } from "./registry-client.ts";
import { ReleaseError } from "./release-error.ts";

/** The packages that the registry lacks, and those that it has already. */
export interface PublicationPlan {
  readonly missing: readonly PackedPackage[];
  readonly present: readonly PackedPackage[];
}

type Found = "missing" | "equal" | readonly string[];

/**
 * Compares a tarball with the same version in the registry: missing, equal, or the files that differ.
 * Another Node release may compress equal files to other bytes; these count as equal.
 */
export async function compareWithRegistry(registry: Registry, each: PackedPackage): Promise<Found> {
  const published = await readVersion(registry, each.name, each.version);
  if (published === undefined) return "missing";
  if (published.integrity === each.integrity) return "equal";
  const files = differingFiles(
    await downloadTarball(registry, published),
    readFileSync(each.tarball),
  );
  return files.length === 0 ? "equal" : files;
}

const listFiles = (files: readonly string[]): string => {
  const more = files.length > 5 ? ` and ${files.length - 5} more` : "";
  return `${files.slice(0, 5).join(", ")}${more}`;
};

/**
 * Compares all tarballs with the registry before the first one is published.
 * @throws ReleaseError if the registry has other contents for a version of this release.
 */
export async function planPublication(
  registry: Registry,
  packed: readonly PackedPackage[],
): Promise<PublicationPlan> {
  const found = await Promise.all(
    packed.map(async (each) => ({ each, state: await compareWithRegistry(registry, each) })),
  );
  const different = found.flatMap(({ each, state }) =>
    typeof state === "string" ? [] : [`${each.name}@${each.version}: ${listFiles(state)}`],
  );
  if (different.length > 0) {
    throw new ReleaseError(
      `The registry has these versions with other contents:\n${different.join("\n")}`,
      "A published version cannot change. Add a changeset for each of these packages " +
        "(npx changeset), commit it, and run the same command again. Nothing was published.",
    );
  }
  const of = (wanted: Found): readonly PackedPackage[] =>
    found.filter(({ state }) => state === wanted).map(({ each }) => each);
  return { missing: of("missing"), present: of("equal") };
}
