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
  /** The name that readers search for: the id or path of an operation, a field, or a value of an enum. */
  readonly name: string;
  /** Additional plain text that readers can search. */
  readonly text: string;
  /** The id of the element in the page. Empty if the entry is about the whole page. */
  readonly anchor: string;
}

/**
 * A page without its frame. If the content of an interface does not change, the page has the same bytes in
 * all versions.
 */
export interface SitePage {
  /** The path relative to the root of the version, such as `operations/list-users.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** The heading as plain text. Omits the title of the API, which the frame adds. */
  readonly title: string;
  /** A description in one sentence of plain text. */
  readonly description: string;
  /** The HTML of `<main>`. Links are relative and do not contain the version. */
  readonly main: string;
  /** The page in Markdown. The site serves it at `path` with the extension `.md`. */
  readonly markdown: string;
  readonly search: readonly SearchEntry[];
}
