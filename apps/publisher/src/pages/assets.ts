import { searchScript, siteAssets } from "@specwright/site";
import type { Consoles } from "@specwright/site/console";
import type { PageContent } from "../delivery/finished-page.ts";

/** The script of a static site's search is there for pages that a browser has kept of one. */
const own = [...siteAssets(), searchScript];

/** Returns a file that pages load. */
export function readAsset(name: string, consoles: Consoles | undefined): PageContent | undefined {
  const isNamed = (each: { readonly name: string }): boolean => each.name === name;
  const found = own.find(isNamed) ?? consoles?.files.find(isNamed);
  if (found === undefined) return undefined;
  // The name changes with the content.
  const caching = "public, max-age=31536000, immutable";
  return { type: found.type, content: found.text, caching };
}
