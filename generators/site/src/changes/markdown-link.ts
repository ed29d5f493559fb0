import { escapeMarkdown } from "@specwright/diff";
import type { Address } from "../html/address.ts";

/** Writes a link in Markdown; a link to one of our pages leads to its twin in Markdown. */
export function markdownLink(text: string, address: Address | undefined): string {
  const words = escapeMarkdown(text);
  return address === undefined ? words : `[${words}](<${twinOf(address)}>)`;
}

/** Returns the address of the Markdown of a page. */
export function twinOf({ href }: Address): string {
  return href.replace(/\.html(?=#|$)/, ".md");
}
