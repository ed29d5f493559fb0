import type { VersionDetails } from "@specwright/publisher-api/types";
import { clipText } from "../changes/clip-text.ts";
import { diffItems } from "../changes/diff-items.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { presentDiagnostic } from "./present-pending.ts";
import { presentVersion } from "./present-version.ts";
import { readFragment } from "./read-fragment.ts";

/** The maximum number of changes in the details of a version. */
const MAX_CHANGES = 1000;

/** The maximum length of a report in a response. */
const MAX_REPORT = 1024 * 1024;

/** Reads a version with its changes since the previous version, in the form of the API. */
export async function readVersionDetails(
  { storage, addresses }: Pick<HttpServices, "storage" | "addresses">,
  version: PublishedVersion,
): Promise<VersionDetails> {
  const { files, changes, pages } = storage.committed;
  const [own, report, list] = await Promise.all([
    files.ofOwner(version.id),
    readFragment(pages, version.facts.reports.markdown),
    changes.list(version.id, { limit: MAX_CHANGES }),
  ]);
  return {
    ...presentVersion(version, own, addresses),
    diff_markdown: clipText(report, MAX_REPORT),
    faults: (version.facts.faults ?? []).map(presentDiagnostic),
    diff_details: diffItems(list.map(({ change }) => change)),
  };
}
