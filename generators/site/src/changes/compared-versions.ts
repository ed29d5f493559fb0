import type { Affected, Subject } from "@specwright/diff";
import { type Release, releaseKey } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { type Address, pageLink } from "../html/address.ts";
import { pageOfAffected, pageOfSubject, type ReferenceIndex } from "./reference-index.ts";
import type { FindSource } from "./source-file.ts";
import { versionName } from "./version-name.ts";

/** A version, as shown on the pages that list changes. */
export interface NamedVersion {
  /** The folder of the version, relative to the folder of the interface, with a final slash. */
  readonly folder: string;
  /** The name of the version, such as `1.2.0`. */
  readonly name: string;
  readonly reference: ReferenceIndex;
  /** Finds the files of the version's document. Change pages show excerpts of them. */
  readonly source?: FindSource;
}

/** Two versions that are compared. */
export interface ComparedVersions {
  /** The older version; absent if `revision` is the first version. */
  readonly base: NamedVersion | undefined;
  readonly revision: NamedVersion;
}

/** The links of a page about changes. */
export interface ChangeLinks {
  /** Returns the URL of a path below the folder of the interface. */
  readonly inInterface: (path: string, anchor?: string) => Address;
  /** Returns the URL of the rule of a change. */
  readonly rule: (ruleId: string) => Address;
  /** Returns the URL of a subject's reference page, in the newest version that has such a page. */
  readonly subject: (subject: Pick<Subject, "kind" | "name">) => Address | undefined;
  readonly affected: (affected: Affected) => Address | undefined;
}

/** Returns the folder of a version, relative to the folder of the interface, with a final slash. */
export function versionFolder(key: string): string {
  return `versions/${pathSegment(key)}/`;
}

/** Returns the data of a release that pages about changes need. */
export function namedVersion(
  release: Release,
  reference: ReferenceIndex,
  source?: FindSource,
): NamedVersion {
  const folder = versionFolder(releaseKey(release));
  return { folder, name: versionName(release), reference, ...(source !== undefined && { source }) };
}

/**
 * Creates the links of a page. `above` is the path from the page to the folder of the interface, such as
 * `../../`.
 */
export function changeLinks({ base, revision }: ComparedVersions, above: string): ChangeLinks {
  const inInterface = (path: string, anchor?: string): Address =>
    pageLink(`${above}${path}`, anchor);
  const find = (pathIn: (index: ReferenceIndex) => string | undefined): Address | undefined => {
    for (const version of [revision, base]) {
      const path = version && pathIn(version.reference);
      if (version !== undefined && path !== undefined) {
        return inInterface(version.folder + path);
      }
    }
    return undefined;
  };
  return {
    inInterface,
    rule: (ruleId) => pageLink(`${above}../rules.html`, ruleId),
    subject: (subject) => find((index) => pageOfSubject(index, subject)),
    affected: (affected) => find((index) => pageOfAffected(index, affected)),
  };
}
