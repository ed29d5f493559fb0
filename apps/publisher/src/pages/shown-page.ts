import type { Frame, SitePage } from "@specwright/site";

/** A page with the frame around it. */
export interface ShownPage {
  readonly page: SitePage;
  readonly frame: Frame;
  /**
   * Reads the Markdown of the page. It is a function because clients rarely request the Markdown.
   */
  readonly markdown: () => Promise<string>;
  /**
   * The time of the last change in milliseconds; undefined for a page that is made for each
   * request.
   */
  readonly modifiedAt: number | undefined;
  /** The status of the response. Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
