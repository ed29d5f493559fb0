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
  /** The name: an operation's id or path, a field, a member of an enum. */
  readonly name: string;
  /** Further plain text to search in. */
  readonly text: string;
  /** The id of its element in the page; empty for the page itself. */
  readonly anchor: string;
}

/**
 * A page without its frame. It has the same bytes in all versions of an interface with the same content.
 */
export interface SitePage {
  /** Relative to the root of the version, such as `operations/list-users.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** The plain text of its heading, without the title of the API: the frame adds that. */
  readonly title: string;
  /** One sentence of plain text. */
  readonly description: string;
  /** The HTML of `<main>`. Its links are relative and never name the version. */
  readonly main: string;
  /** The page in Markdown. Its path has the ending `.md`. */
  readonly markdown: string;
  readonly search: readonly SearchEntry[];
}
