import type { Affected, Subject } from "@specwright/diff";
import { type Release, releaseKey } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { type Address, pageLink } from "../html/address.ts";
import { pageOfAffected, pageOfSubject, type ReferenceIndex } from "./reference-index.ts";
import type { FindSource } from "./source-file.ts";
import { versionName } from "./version-name.ts";

/** A version with its name and folder, for pages about changes. */
export interface NamedVersion {
  /** Its folder below the folder of the interface, with a slash at its end. */
  readonly folder: string;
  /** Such as `1.2.0`. */
  readonly name: string;
  readonly reference: ReferenceIndex;
  /** Finds the files of its document, for the excerpts on change pages. */
  readonly source?: FindSource;
}

/** Two versions that are compared. */
export interface ComparedVersions {
  /** Absent if the revision is the first version. */
  readonly base: NamedVersion | undefined;
  readonly revision: NamedVersion;
}

/** The URLs to which a page about changes links. */
export interface ChangeLinks {
  /** Returns the URL of a path below the folder of the interface. */
  readonly inInterface: (path: string, anchor?: string) => Address;
  /** Returns the URL of the rule of a change. */
  readonly rule: (ruleId: string) => Address;
  /** Returns the URL of a subject's reference page, in the newest version that has one. */
  readonly subject: (subject: Pick<Subject, "kind" | "name">) => Address | undefined;
  readonly affected: (affected: Affected) => Address | undefined;
}

/** Returns the folder of a version below the folder of its interface, with a slash at its end. */
export function versionFolder(key: string): string {
  return `versions/${pathSegment(key)}/`;
}

/** Returns a release as a version for pages about changes. */
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
