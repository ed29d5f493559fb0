import type { Contract } from "@specwright/contract";
import { applySeverities } from "@specwright/diff";
import { operationTags, type Release } from "@specwright/diff/changelog";
import { compareVersions } from "../documents/compare-pair.ts";
import { checkedSettings } from "../documents/diff-settings.ts";
import type { ReadDocument } from "../documents/read-document.ts";
import type { DiffConfig } from "../project/config.ts";

/** A version of a document, and its release with all changes since the previous version. */
export interface ReadVersion extends ReadDocument {
  readonly release: Release;
}

/**
 * Returns the day of a release. `x-sunset` dates are compared with this day, because the result must not
 * depend on the day of the run.
 */
function releaseDay({ date }: Pick<Release, "date">): { readonly today?: string } {
  return date === undefined ? {} : { today: new Date(date).toISOString().slice(0, 10) };
}

/**
 * Returns a version with its changes since `before`. The first version has no changes.
 *
 * @throws {CliError} `documents_unlike`.
 */
export function readVersion(
  read: ReadDocument,
  facts: Omit<Release, "changes" | "operationTags" | "previous">,
  before: ReadVersion | undefined,
  diff: DiffConfig | undefined,
): ReadVersion {
  const { severity, basePaths } = checkedSettings(diff);
  const compared: readonly Contract[] =
    before === undefined ? [read.contract] : [before.contract, read.contract];
  const found =
    before === undefined
      ? []
      : compareVersions(before.contract, read.contract, { ...releaseDay(facts), basePaths });
  const { changes } = applySeverities({ changes: found }, severity, compared, basePaths);
  return {
    ...read,
    release: {
      ...facts,
      ...(before !== undefined && { previous: before.release.key ?? before.release.version }),
      changes,
      operationTags: operationTags(compared, changes),
    },
  };
}
