import type { Addresses } from "../http/addresses.ts";

/** The path of the confirmation page, which mails link to. */
export const CONFIRM = "confirm.html";
export const UNSUBSCRIBE = "unsubscribe.html";
/** The path of the subscription page of an interface. */
export const SUBSCRIBE = "subscribe.html";

/** Returns the link to a page that needs a token. The link contains the token. */
export function tokenLink(
  { pages }: Pick<Addresses, "pages">,
  page: typeof CONFIRM | typeof UNSUBSCRIBE,
  token: string,
): string {
  return `${pages()}/${page}?token=${token}`;
}

/** Returns the domain of the pages. The IDs of mails and of mailing lists contain it. */
export function mailDomain({ pages }: Pick<Addresses, "pages">): string {
  return new URL(pages()).hostname.replaceAll(/[^\w.-]/g, "-");
}
