import type { ReferenceIndex } from "@specwright/site";
import type { Framing } from "../storage/framing.ts";
import type { PageReader } from "../storage/page-repository.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { readFragment } from "./read-fragment.ts";

/** How many versions are kept in memory. */
const MAX_KEPT = 100;

/** By digest: what is stored under one never changes. */
const kept = new Map<string, Promise<Framing>>();

/** Reads what the pages of a version need beside their content; `undefined` if it has none. */
export async function readFraming(
  pages: PageReader,
  { facts }: Pick<PublishedVersion, "facts">,
): Promise<Framing | undefined> {
  const { framing: digest } = facts;
  if (digest === null) return undefined;
  const known = kept.get(digest) ?? readFragment(pages, digest).then(parse);
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

/** Reads where the reference pages of a version are. */
export async function readReference(
  pages: PageReader,
  version: Pick<PublishedVersion, "facts">,
): Promise<ReferenceIndex> {
  const framing = await readFraming(pages, version);
  return new Map(framing?.reference ?? []);
}

/** Reads what this service wrote itself, so that its shape is not checked again. */
function parse(json: string): Framing {
  const framing: Framing = JSON.parse(json);
  return framing;
}
