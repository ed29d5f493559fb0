import { type Address, pageLink } from "../html/address.ts";

/** Returns the URL of a frame's path, as a link of a page. */
export type LinkTo = (path: string) => Address;

/** Returns a function that creates links for the page with the given path. */
export function linksFrom(page: string): LinkTo {
  const above = "../".repeat(page.split("/").length - 1);
  return (path) => pageLink(path.startsWith("/") ? path : above + path);
}
