// URLs in pages. Only an `Address` can be the value of `href`.

import { linkAddress } from "@specwright/diff/changelog/text";

/** A URL that is safe in a link. */
export class Address {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }
}

/** Returns a web URL, or `undefined` if the text is not a web URL. */
export function webLink(text: string | undefined): Address | undefined {
  const href = text === undefined ? undefined : linkAddress(text);
  return href === undefined ? undefined : new Address(href);
}

/**
 * Returns the URL of a page on the same site. The path is encoded. It may be relative or begin with `/`.
 *
 * @throws {TypeError} The path leads to a different site.
 */
export function pageLink(path: string, anchor?: string): Address {
  const [file = "", query] = path.split(/\?(.*)/s);
  if (/^(?:[/\\]{2}|[a-z][a-z\d+.-]*:)/i.test(file)) {
    throw new TypeError(`${JSON.stringify(path)} is not the path of a page.`);
  }
  const encoded = file.split("/").map(encodeSegment).join("/");
  const search = query === undefined ? "" : `?${query}`;
  return new Address(`${encoded}${search}${anchor === undefined ? "" : anchorHash(anchor)}`);
}

/** Returns the URL of an element of the same page. */
export function anchorLink(anchor: string): Address {
  return new Address(anchorHash(anchor));
}

function anchorHash(anchor: string): string {
  return `#${encodeSegment(anchor)}`;
}

/**
 * Encodes a path segment. Keeps characters such as `@` and `:`, which are valid in a path and readable.
 */
function encodeSegment(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:40|24|2C|3A|3B|3D|2B)/g, (code) =>
    decodeURIComponent(code),
  );
}
