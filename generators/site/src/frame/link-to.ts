import { type Address, pageLink } from "../html/address.ts";

/** Converts a path of the frame to the URL of a link in a page. */
export type LinkTo = (path: string) => Address;

/** Returns a function that converts paths of the frame to links for the page with the given path. */
export function linksFrom(page: string): LinkTo {
  const above = "../".repeat(page.split("/").length - 1);
  return (path) => pageLink(path.startsWith("/") ? path : above + path);
}
