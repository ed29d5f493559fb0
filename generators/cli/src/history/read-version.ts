import type { Contract } from "@specwright/contract";
import { operationTags, type Release } from "@specwright/diff/changelog";
import { changesOf } from "../documents/compare-pair.ts";
import type { ReadDocument } from "../documents/read-document.ts";

/** A version of a document, as it was read, with what it changed. */
export interface ReadVersion extends ReadDocument {
  readonly release: Release;
}

/** Dates of an end (`x-sunset`) are compared with the day of the release, and not with that of the run. */
function dayOf({ date }: Pick<Release, "date">): { readonly today?: string } {
  return date === undefined ? {} : { today: new Date(date).toISOString().slice(0, 10) };
}

/**
 * Returns a version with its changes since another, if there is one.
 *
 * @throws {CliError} `documents_unlike`.
 */
export function readVersion(
  read: ReadDocument,
  facts: Omit<Release, "changes" | "operationTags" | "previous">,
  before: ReadVersion | undefined,
): ReadVersion {
  const compared: readonly Contract[] =
    before === undefined ? [read.contract] : [before.contract, read.contract];
  const changes =
    before === undefined ? [] : changesOf(before.contract, read.contract, dayOf(facts));
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
