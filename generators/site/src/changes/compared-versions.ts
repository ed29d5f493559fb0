import type { Affected, Subject } from "@specwright/diff";
import { type Release, releaseKey } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { type Address, pageLink } from "../html/address.ts";
import { pageOfAffected, pageOfSubject, type ReferenceIndex } from "./reference-index.ts";
import type { FindSource } from "./source-file.ts";
import { versionName } from "./version-name.ts";

/** A version as pages about changes name it and link to it. */
export interface NamedVersion {
  /** Its folder below that of the interface, with a slash at its end. */
  readonly folder: string;
  /** What it is called: `1.2.0`. */
  readonly name: string;
  readonly reference: ReferenceIndex;
  /** Finds the files of its document, which pages of changes quote. */
  readonly source?: FindSource;
}

/** Two versions that are compared. */
export interface ComparedVersions {
  /** Absent if the revision is the first version. */
  readonly base: NamedVersion | undefined;
  readonly revision: NamedVersion;
}

/** The addresses to which a page about changes links. */
export interface ChangeLinks {
  /** Returns the address of a path below the folder of the interface. */
  readonly inInterface: (path: string, anchor?: string) => Address;
  /** Returns the address of the rule that found a change. */
  readonly rule: (ruleId: string) => Address;
  /** Returns the address of a subject's reference page, in the newer version that has one. */
  readonly subject: (subject: Pick<Subject, "kind" | "name">) => Address | undefined;
  readonly affected: (affected: Affected) => Address | undefined;
}

/** Returns the folder of a version below that of its interface, with a slash at its end. */
export function versionFolder(key: string): string {
  return `versions/${pathSegment(key)}/`;
}

/** Returns a version as pages about changes need it. */
export function namedVersion(
  release: Release,
  reference: ReferenceIndex,
  source?: FindSource,
): NamedVersion {
  const folder = versionFolder(releaseKey(release));
  return { folder, name: versionName(release), reference, ...(source !== undefined && { source }) };
}

/**
 * Returns the makers of links for a page; `above` leads from the page to the folder of the
 * interface, such as `../../`.
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
