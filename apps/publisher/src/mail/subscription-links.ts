import type { Addresses } from "../http/addresses.ts";

/** The paths of pages that links in mails lead to. */
export const CONFIRM = "confirm.html";
export const UNSUBSCRIBE = "unsubscribe.html";
/** The path of the page of an interface where an address is entered. */
export const SUBSCRIBE = "subscribe.html";

/** Returns the link to a page that takes a token. */
export function tokenLink(
  { pages }: Pick<Addresses, "pages">,
  page: typeof CONFIRM | typeof UNSUBSCRIBE,
  token: string,
): string {
  return `${pages()}/${page}?token=${token}`;
}

/** Returns the domain of IDs of mails and lists, which is that of the pages. */
export function mailDomain({ pages }: Pick<Addresses, "pages">): string {
  return new URL(pages()).hostname.replaceAll(/[^\w.-]/g, "-");
}
