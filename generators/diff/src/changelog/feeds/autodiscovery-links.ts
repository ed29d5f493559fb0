import { escapeAttribute } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";

/** The media types of feed formats. */
export const feedTypes = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;

/** A format of feeds. */
export type FeedFormat = keyof typeof feedTypes;

/** A feed that a page links to. */
export interface FeedLink {
  readonly format: FeedFormat;
  readonly title: string;
  readonly url: string;
}

/**
 * Returns `<link>` elements, one per line, by which feed readers find the feeds of a page.
 *
 * @throws {ChangelogError} `invalid_url`.
 */
export function autodiscoveryLinks(feeds: readonly FeedLink[]): string {
  return feeds
    .map(({ format, title, url }) => {
      const href = escapeAttribute(webAddress(url));
      const name = escapeAttribute(title);
      return `<link rel="alternate" type="${feedTypes[format]}" title="${name}" href="${href}">`;
    })
    .join("\n");
}
