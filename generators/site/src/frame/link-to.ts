import { type Address, pageLink } from "../html/address.ts";

/** Returns the address of a path of a frame, as a link of a page. */
export type LinkTo = (path: string) => Address;

/** Returns the function that makes links of the page with the given path. */
export function linksFrom(page: string): LinkTo {
  const above = "../".repeat(page.split("/").length - 1);
  return (path) => pageLink(path.startsWith("/") ? path : above + path);
}
