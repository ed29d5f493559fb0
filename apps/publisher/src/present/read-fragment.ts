import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PageReader } from "../storage/page-repository.ts";

const decompress = promisify(gunzip);

/**
 * Reads a stored text. If the text is missing, the database is damaged, and the promise rejects.
 */
export async function readFragment(pages: PageReader, digest: string): Promise<string> {
  const content = await pages.fragment(digest);
  if (content === undefined) throw new TypeError(`the database has no fragment ${digest}`);
  return (await decompress(content)).toString("utf8");
}
