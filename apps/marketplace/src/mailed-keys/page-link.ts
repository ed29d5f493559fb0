/** The values in a link to a page of the operator. */
export type LinkValues = Readonly<Record<"username" | "key", string>>;

const PLACE = /\{([^{}]*)\}/g;

/**
 * Returns the link to a page where a user uses a key. If the URL does not contain `{key}`, the
 * values are added in the fragment, which browsers do not send to servers.
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

/** Reports whether a text is a valid page URL. It may contain `{key}` and `{username}`. */
export function isPageUrl(text: string): boolean {
  const places = [...text.matchAll(PLACE)].map(([, name]) => name);
  const filled = text.replaceAll(/\{(key|username)\}/g, "x");
  if (/[{}]/.test(filled) || (places.length > 0 && !places.includes("key"))) return false;
  // If the host name contained the key, the link would lead to a different host.
  const host = (url: string): string | undefined => URL.parse(url)?.origin;
  const other = text.replaceAll(/\{(key|username)\}/g, "y");
  return /^https?:/.test(text) && host(filled) !== undefined && host(filled) === host(other);
}
