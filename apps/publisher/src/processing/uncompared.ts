import type { Facts } from "../storage/facts.ts";
import { createFragment } from "../storage/fragment-of.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { PublishedVersion } from "../storage/version.ts";

const nothing = {
  ...{ breaking: 0, "potentially-breaking": 0, deprecation: 0, "non-breaking": 0, docs: 0 },
};

/**
 * Replaces the changes of a published version with a message. The pages of the version stay.
 *
 * @param previousId the base that the published version will be compared with
 */
export async function removeComparison(
  { versions, changes, pages }: Repositories,
  version: PublishedVersion,
  {
    previousId,
    text,
    now,
  }: {
    readonly previousId: string | null;
    readonly text: string;
    readonly now: number;
  },
): Promise<void> {
  const { id } = version;
  const report = createFragment(`${text}\n`);
  const { digest } = report;
  const facts: Facts = {
    ...version.facts,
    ...{ bump: "none", counts: nothing, summary: text },
    reports: { markdown: digest, html: digest, text: digest },
  };
  await changes.removeAll(id);
  await pages.insertFragments([report]);
  await pages.insertUses(id, [report]);
  await pages.removeUses(id, fragmentsOf(facts));
  await versions.compareAgain(id, { previousId, facts }, now);
}

/** Returns the digests of the fragments that a version uses outside of its pages. */
export function fragmentsOf({ reports, framing }: Facts): readonly string[] {
  return [...Object.values(reports), ...(framing === null ? [] : [framing])];
}
