/** A page of a guide, in Markdown. */
export interface GuideFile {
  /** Relative to the folder of the pages, with slashes: `start.md`, `extensions/README.md`. */
  readonly path: string;
  readonly text: string;
}

/** Handwritten pages beside the reference of interfaces. */
export interface Guide {
  /**
   * The pages. `README.md` or `index.md` of a folder is its first page. The sections of the top first page,
   * with the links in them, are the navigation.
   */
  readonly files: readonly GuideFile[];
  /**
   * The URL of the folder of the pages, for links to other files. Without it, such links become their
   * text.
   */
  readonly source?: string;
}

/** The folder of the pages in a site with interfaces. */
export const guideFolder = "guide/";

/** Returns the path of a page of a guide in the site. */
export function guidePath(path: string): string {
  return path.replace(/(^|\/)README\.md$/i, "$1index.md").replace(/\.md$/i, ".html");
}
