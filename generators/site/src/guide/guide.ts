/** A page of a guide, in Markdown. */
export interface GuideFile {
  /** Relative to the folder of the pages, with slashes: `start.md`, `extensions/README.md`. */
  readonly path: string;
  readonly text: string;
}

/** Pages that people have written: what no document of an interface says. */
export interface Guide {
  /**
   * The pages. `README.md` or `index.md` of a folder is its first page; the sections of that of all,
   * with the links in them, are the navigation.
   */
  readonly files: readonly GuideFile[];
  /**
   * The address of the folder of the pages, for links to files that are no pages. Without it, only
   * the text of such links is kept.
   */
  readonly source?: string;
}

/** The folder of the pages in a site with interfaces. */
export const guideFolder = "guide/";

/** Returns the path of a page of a guide in the site. */
export function guidePath(path: string): string {
  return path.replace(/(^|\/)README\.md$/i, "$1index.md").replace(/\.md$/i, ".html");
}
