import { type Change, compareContracts } from "@specwright/diff";
import { releaseKey } from "@specwright/diff/changelog";
import type { SiteVersion } from "./site-interface.ts";

/** Two versions that a page compares, the older one first. */
export interface ComparedPair {
  readonly base: SiteVersion;
  readonly head: SiteVersion;
  /**
   * Returns the changes from `base` to `head`. Uses the changes of the release if it was compared with
   * `base`.
   */
  readonly changes: () => readonly Change[];
}

/**
 * Chooses the versions to compare. If the interface has at most `maxCompared` versions, all pairs are
 * compared. Otherwise each version is compared with its predecessor, and with the version to which the
 * changes of its release refer.
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
