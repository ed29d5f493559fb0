import type { Frame, SitePage } from "@specwright/site";

/** A page with the frame around it. */
export interface ShownPage {
  readonly page: SitePage;
  readonly frame: Frame;
  /** Reads its Markdown, which is requested rarely. */
  readonly markdown: () => Promise<string>;
  /** In milliseconds; absent if it is made on request. */
  readonly modifiedAt: number | undefined;
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
