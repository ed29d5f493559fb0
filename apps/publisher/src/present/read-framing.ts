import type { ReferenceIndex } from "@specwright/site";
import type { Framing } from "../storage/framing.ts";
import type { PageReader } from "../storage/page-repository.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { readFragment } from "./read-fragment.ts";

/** How many versions are kept in memory. */
const MAX_KEPT = 100;

/** The framings by digest. An entry is never outdated, because a digest identifies its content. */
const kept = new Map<string, Promise<Framing>>();

/** Reads the framing of a version; undefined if the version has no pages. */
export async function readFraming(
  pages: PageReader,
  { facts }: Pick<PublishedVersion, "facts">,
): Promise<Framing | undefined> {
  const { framing: digest } = facts;
  if (digest === null) return undefined;
  const known = kept.get(digest) ?? readFragment(pages, digest).then(parseFraming);
  kept.delete(digest);
  kept.set(digest, known);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  try {
    return await known;
  } catch (error) {
    kept.delete(digest);
    throw error;
  }
}

/** Reads the paths of a version's reference pages. */
export async function readReference(
  pages: PageReader,
  version: Pick<PublishedVersion, "facts">,
): Promise<ReferenceIndex> {
  const framing = await readFraming(pages, version);
  return new Map(framing?.reference ?? []);
}

/** Parses a framing. Its shape is not checked, because this service wrote the text. */
function parseFraming(json: string): Framing {
  const framing: Framing = JSON.parse(json);
  return framing;
}
