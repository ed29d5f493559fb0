import type { Release } from "@specwright/diff/changelog";
import type { ChangeTotals } from "@specwright/site";
import type { PublishedVersion } from "../storage/version.ts";

/**
 * Returns a function that returns the stored change counts of a version. With it, lists of versions
 * need not read the changes, which can be thousands.
 */
export function totalsOf(
  versions: readonly PublishedVersion[],
): (release: Release) => ChangeTotals {
  const byNumber = new Map(versions.map(({ number, facts }) => [`${number}`, facts]));
  return ({ key = "" }) => {
    const facts = byNumber.get(key);
    if (facts === undefined) throw new TypeError(`unknown version number ${key}`);
    return { counts: facts.counts, bump: facts.bump };
  };
}
