/** What a page is about. */
export type PageKind =
  | "overview"
  | "group"
  | "operation"
  | "channel"
  | "schema"
  | "security"
  | "changelog"
  | "changes"
  | "change"
  | "versions"
  | "compare"
  | "search"
  | "interfaces"
  | "rules"
  | "guide"
  | "missing";

/** What a search finds, and where. */
export interface SearchEntry {
  readonly kind:
    | "operation"
    | "channel"
    | "message"
    | "schema"
    | "field"
    | "value"
    | "section"
    | "change";
  /** What it is called: an operation's id or path, the name of a field, a member of an enum. */
  readonly name: string;
  /** What else describes it, as plain text. */
  readonly text: string;
  /** The id of its element in the page; empty for the page itself. */
  readonly anchor: string;
}

/**
 * A page without the frame around it: the same bytes in every version of an interface in which its
 * content is the same.
 */
export interface SitePage {
  /** Relative to the root of the version, such as `operations/list-users.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** The plain text of its heading, without the title of the API, which the frame adds. */
  readonly title: string;
  /** One sentence of plain text. */
  readonly description: string;
  /** The HTML of `<main>`. Its links are relative and never name the version. */
  readonly main: string;
  /** The same page in Markdown; its path is that of the page with `.md`. */
  readonly markdown: string;
  readonly search: readonly SearchEntry[];
}
