/** The values that a link to a page of the operator carries. */
export type LinkValues = Readonly<Record<"username" | "key", string>>;

const PLACE = /\{([^{}]*)\}/g;

/**
 * Returns the link to a page that takes a key. Without `{key}` in the URL, the values are in the
 * fragment, which browsers
 * do not send to servers.
 */
export function pageLink(
  page: string | undefined,
  values: LinkValues,
  fragment: Readonly<Record<string, string>>,
): string {
  if (page === undefined) return "";
  if (page.includes("{key}")) {
    return page.replaceAll(PLACE, (place, name: string) =>
      name === "key" || name === "username" ? encodeURIComponent(values[name]) : place,
    );
  }
  const link = new URL(page);
  link.hash = new URLSearchParams(fragment).toString();
  return link.href;
}

/** Reports whether a text is a valid page URL, with or without `{key}` and `{username}`. */
export function isPageUrl(text: string): boolean {
  const places = [...text.matchAll(PLACE)].map(([, name]) => name);
  const filled = text.replaceAll(/\{(key|username)\}/g, "x");
  if (/[{}]/.test(filled) || (places.length > 0 && !places.includes("key"))) return false;
  // A key in the host name would send the user to a different host.
  const host = (url: string): string | undefined => URL.parse(url)?.origin;
  const other = text.replaceAll(/\{(key|username)\}/g, "y");
  return /^https?:/.test(text) && host(filled) !== undefined && host(filled) === host(other);
}
