import { escapeAttribute } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";

/** The media types of the formats. */
export const feedTypes = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;

/** A format of feeds. */
export type FeedFormat = keyof typeof feedTypes;

/** A feed that a page announces. */
export interface FeedLink {
  readonly format: FeedFormat;
  readonly title: string;
  readonly url: string;
}

/**
 * Returns the `<link>` elements by which readers find the feeds of a page, one a line.
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
