import type { FileDigest, Version } from "@specwright/publisher-api/types";
import { isBreaking, presentCounts } from "../changes/change-classes.ts";
import { clipText } from "../changes/clip-text.ts";
import { type Addresses, changesUrl, documentationUrl } from "../http/addresses.ts";
import type { PublishedVersion } from "../storage/version.ts";

/** Converts a published version and its files to their form in the API. */
export function presentVersion(
  version: PublishedVersion,
  files: readonly FileDigest[],
  addresses: Addresses,
): Version {
  const { facts, interface: name, number } = version;
  const counts = presentCounts(facts.counts);
  return {
    id: version.id,
    interface: name,
    branch: version.branch,
    number,
    format: facts.format,
    format_version: clipText(facts.formatVersion, 32),
    title: clipText(facts.title, 1024),
    version: clipText(facts.version, 256),
    path: version.path,
    sha256: files.find(({ path }) => path === version.path)?.sha256 ?? "",
    files: files.filter(({ path }) => path !== version.path),
    commit: version.commit,
    previous_id: version.previousId,
    release_title: version.release.title,
    release_notes: version.release.notes,
    bump: facts.bump,
    change_counts: counts,
    doc_public_url: documentationUrl(addresses, name, number),
    diff_public_url: changesUrl(addresses, name, number),
    diff_summary: clipText(facts.summary, 2048),
    diff_breaking: isBreaking(counts),
    released_at: version.releasedAt,
    published_at: new Date(version.publishedAt).toISOString(),
  };
}
