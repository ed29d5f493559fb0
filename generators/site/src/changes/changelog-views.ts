import { feedViews } from "@specwright/diff/changelog";

/** A filter of the changelog. Each filter has a page and feeds. */
export interface ChangelogView {
  readonly show: (typeof feedViews)[number]["show"];
  /** The path of the page, relative to the folder of the interface. */
  readonly path: string;
  readonly title: string;
  /** The text of the link in the list of filters. */
  readonly label: string;
  /** The text that the page shows if no change matches the filter. */
  readonly empty: string;
}

const words = {
  all: { title: "Changes", label: "All", empty: "No version has been published." },
  breaking: { title: "Breaking changes", label: "Breaking", empty: "No breaking changes." },
  deprecations: {
    title: "Deprecations",
    label: "Deprecations",
    empty: "No deprecations.",
  },
} as const;

/** The filters of the changelog. */
export const changelogViews: readonly ChangelogView[] = feedViews.map(({ show, name }) => ({
  show,
  path: `${name}.html`,
  ...words[show],
}));
