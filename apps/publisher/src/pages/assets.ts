import { siteAssets } from "@specwright/site";
import type { PageContent } from "./finished-page.ts";

const assets: ReadonlyMap<string, PageContent> = new Map(
  siteAssets().map(({ name, type, text }) => [
    name,
    // The name changes with the content.
    { type, content: text, caching: "public, max-age=31536000, immutable" },
  ]),
);

/** Returns a file that pages load. */
export function readAsset(name: string): PageContent | undefined {
  return assets.get(name);
}
