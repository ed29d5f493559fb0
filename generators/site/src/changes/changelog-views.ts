import { feedViews } from "@specwright/diff/changelog";

/** A filter of the changelog, with a page and feeds of its own. */
export interface ChangelogView {
  readonly show: (typeof feedViews)[number]["show"];
  /** The path of its page, relative to the folder of the interface. */
  readonly path: string;
  readonly title: string;
  /** The word in the list of filters. */
  readonly label: string;
  /** What the page says if nothing matches. */
  readonly empty: string;
}

const words = {
  all: { title: "Changes", label: "All", empty: "No version is published." },
  breaking: { title: "Breaking changes", label: "Breaking", empty: "Nothing has broken." },
  deprecations: {
    title: "Deprecations",
    label: "Deprecations",
    empty: "Nothing was deprecated.",
  },
} as const;

/** The filters of the changelog. */
export const changelogViews: readonly ChangelogView[] = feedViews.map(({ show, name }) => ({
  show,
  path: `${name}.html`,
  ...words[show],
}));
