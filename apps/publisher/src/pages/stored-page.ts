import type { SitePage } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { readFragment } from "../present/read-fragment.ts";
import type { PublishedVersion } from "../storage/version.ts";

/** A page without its frame. */
export interface StoredContent {
  readonly page: SitePage;
  /** Reads its Markdown, if the page does not contain it. */
  readonly markdown?: () => Promise<string>;
}

/** Reads a reference page of a version. */
export async function storedPage(
  { storage }: HttpServices,
  version: PublishedVersion,
  path: string,
): Promise<StoredContent | undefined> {
  const { pages } = storage.committed;
  const found = await pages.byPath(version.id, path);
  if (found === undefined) return undefined;
  const { kind, title, description } = found;
  const main = await readFragment(pages, found.htmlDigest);
  return {
    page: { path, kind, title, description, main, markdown: "", search: [] },
    markdown: () => readFragment(pages, found.markdownDigest),
  };
}
