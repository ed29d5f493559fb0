import { formatDiagnostics } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "../storage/facts.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { VersionHead } from "../storage/version.ts";

/** The maximum number of versions that are checked. */
const MAX_VERSIONS = 1000;

/**
 * Returns a fault if the document has the same `info.version` as a withdrawn version, but different
 * content. The sender may allow this. If several versions share one `info.version`, there is no
 * fault, because this `info.version` does not identify any content.
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
