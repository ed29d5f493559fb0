import type { Release } from "@specwright/diff/changelog";
import type { ChangeTotals } from "@specwright/site";
import type { PublishedVersion } from "../storage/version.ts";

/**
 * Returns the function that tells what the changes of versions come to, as it was counted when they
 * were processed. Some versions have thousands of changes, which lists of versions need not read.
 */
export function totalsOf(
  versions: readonly PublishedVersion[],
): (release: Release) => ChangeTotals {
  const byNumber = new Map(versions.map(({ number, facts }) => [`${number}`, facts]));
  return ({ key = "" }) => {
    const facts = byNumber.get(key);
    if (facts === undefined) throw new TypeError(`no version has the number ${key}`);
    return { counts: facts.counts, bump: facts.bump };
  };
}
