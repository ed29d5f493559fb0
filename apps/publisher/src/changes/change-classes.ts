// The classes of changes. Their names have underscores in the API, and hyphens in the comparison.

import { type ChangeClass, type ChangeCounts, changeClasses } from "@specwright/diff";
import type {
  ChangeClass as PublishedClass,
  ChangeCounts as PublishedCounts,
} from "@specwright/publisher-api/types";

const publishedClasses = {
  breaking: "breaking",
  "potentially-breaking": "potentially_breaking",
  deprecation: "deprecation",
  "non-breaking": "non_breaking",
  docs: "docs",
} as const satisfies Readonly<Record<ChangeClass, PublishedClass>>;

export function publishedClass(changeClass: ChangeClass): PublishedClass {
  return publishedClasses[changeClass];
}

export function presentCounts(counts: ChangeCounts): PublishedCounts {
  const presented = { ...none };
  for (const each of changeClasses) presented[publishedClasses[each]] = counts[each];
  return presented;
}

const none = { breaking: 0, potentially_breaking: 0, deprecation: 0, non_breaking: 0, docs: 0 };

/** Reports whether there are breaking or potentially breaking changes. */
export function isBreaking(counts: PublishedCounts): boolean {
  return counts.breaking + counts.potentially_breaking > 0;
}
