import { formatDiagnostics } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "../storage/facts.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { VersionHead } from "../storage/version.ts";

/** The maximum number of versions that are checked. */
const MAX_VERSIONS = 1000;

/**
 * Returns the fault of a document that has the `info.version` of a withdrawn version, but different
 * content. The sender may allow this. If several versions share an `info.version`, it does not
 * identify content, so reuse is allowed.
 */
export async function withdrawnClash(
  { versions }: Pick<Repositories, "versions">,
  { interface: name, digest, path, replacesWithdrawn }: VersionHead,
  { version }: Pick<Facts, "version">,
): Promise<Diagnostic | undefined> {
  if (replacesWithdrawn) return undefined;
  const selection = { interface: name, limit: MAX_VERSIONS };
  const withdrawn = (await versions.withdrawn(selection)).filter(
    (each) => each.facts.version === version,
  );
  if (withdrawn.length === 0 || withdrawn.some((each) => each.digest === digest)) return undefined;
  const others = await versions.list(selection);
  if (others.some((each) => each.facts.version === version)) return undefined;
  const { severity, fix } = formatDiagnostics.VERSION_WITHDRAWN;
  return {
    ...{ code: "VERSION_WITHDRAWN", severity, fix, file: path, pointer: "/info/version" },
    ...{ line: 1, column: 1 },
    message: `version ${version} was published with different content and withdrawn`,
  };
}
