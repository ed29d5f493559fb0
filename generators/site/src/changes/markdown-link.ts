import { escapeMarkdown } from "@specwright/diff";
import type { Address } from "../html/address.ts";

/** Writes a link in Markdown. A link to a page of the site leads to the Markdown version of the page. */
export function markdownLink(text: string, address: Address | undefined): string {
  const words = escapeMarkdown(text);
  return address === undefined ? words : `[${words}](<${twinOf(address)}>)`;
}

/** Returns the URL of the Markdown version of a page. */
export function twinOf({ href }: Address): string {
  return href.replace(/\.html(?=#|$)/, ".md");
}
