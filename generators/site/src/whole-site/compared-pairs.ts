import { type Change, compareContracts } from "@specwright/diff";
import { releaseKey } from "@specwright/diff/changelog";
import type { SiteVersion } from "./site-interface.ts";

/** Two versions with a comparison page, the older one first. */
export interface ComparedPair {
  readonly base: SiteVersion;
  readonly head: SiteVersion;
  /** Returns the changes, without a new comparison if a release has them. */
  readonly changes: () => readonly Change[];
}

/**
 * Chooses the versions to compare: all pairs for up to a given number of versions; otherwise each version
 * with its predecessor and with the version that its release was compared with.
 */
export function comparedPairs(
  versions: readonly SiteVersion[],
  maxCompared: number,
): readonly ComparedPair[] {
  const comparesAll = versions.length <= maxCompared;
  return versions.flatMap((head, at) =>
    versions.slice(0, at).flatMap((base, index): ComparedPair[] => {
      const isRelease = releaseKey(base.release) === head.release.previous;
      if (!comparesAll && !isRelease && index !== at - 1) return [];
      // An OpenAPI document cannot be compared with an AsyncAPI document.
      if (base.contract.format !== head.contract.format) return [];
      const changes = (): readonly Change[] =>
        isRelease ? head.release.changes : compareContracts(base.contract, head.contract);
      return [{ base, head, changes }];
    }),
  );
}
