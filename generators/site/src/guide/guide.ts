/** A page of a guide, in Markdown. */
export interface GuideFile {
  /** The path relative to the folder of the guide, with slashes: `start.md`, `extensions/README.md`. */
  readonly path: string;
  readonly text: string;
}

/** Handwritten pages next to the reference pages of interfaces. */
export interface Guide {
  /**
   * The pages. In each folder, `README.md` or `index.md` is the first page. In the top folder, the sections
   * of the first page and the links in these sections define the navigation.
   */
  readonly files: readonly GuideFile[];
  /**
   * The URL of the folder of the guide, for links to files that are not pages. Without this URL, such links
   * become plain text.
   */
  readonly source?: string;
}

/** The folder of the guide on a site that also has interfaces. */
export const guideFolder = "guide/";

/** Returns the path of the page that shows a file of a guide. */
export function guidePath(path: string): string {
  return path.replace(/(^|\/)README\.md$/i, "$1index.md").replace(/\.md$/i, ".html");
}
