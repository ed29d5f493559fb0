import { hash } from "node:crypto";
import type { SitePage } from "@specwright/site";
import type { ResultBatch } from "../processing/protocol.ts";
import { foldCase } from "../storage/fold-case.ts";
import { createFragment } from "../storage/fragment-of.ts";
import type { Fragment, NewPage, SearchText } from "../storage/page-repository.ts";

/** The approximate length of a batch, in characters. */
const BATCH_LENGTH = 500_000;
const MAX_PAGES = 64;

/** A batch that is being filled. */
interface Filling {
  readonly pages: NewPage[];
  readonly fragments: Map<string, Fragment>;
  readonly searchTexts: Map<string, SearchText>;
  length: number;
}

/** Divides pages into batches for the storage, while they are written. */
export function* pageBatches(pages: Iterable<SitePage>): Generator<ResultBatch> {
  let filling = emptyBatch();
  let position = 0;
  for (const page of pages) {
    addPage(filling, page, position);
    position += 1;
    if (filling.length < BATCH_LENGTH && filling.pages.length < MAX_PAGES) continue;
    yield batchOf(filling);
    filling = emptyBatch();
  }
  if (filling.pages.length > 0) yield batchOf(filling);
}

function emptyBatch(): Filling {
  return { pages: [], fragments: new Map(), searchTexts: new Map(), length: 0 };
}

function addPage(filling: Filling, page: SitePage, position: number): void {
  const { path, kind, title, description, main, markdown, search } = page;
  const [html, twin] = [createFragment(main), createFragment(markdown)];
  const entries = JSON.stringify(search);
  const searchDigest = hash("sha256", entries, "hex");
  for (const fragment of [html, twin]) filling.fragments.set(fragment.digest, fragment);
  const words = search.map(({ name, text }) => foldCase(`${name} ${text}`)).join("\n");
  filling.searchTexts.set(searchDigest, { digest: searchDigest, entries, words });
  filling.length += main.length + markdown.length + entries.length;
  filling.pages.push({
    ...{ path, kind, title, description, position, searchDigest },
    ...{ htmlDigest: html.digest, markdownDigest: twin.digest },
  });
}

function batchOf({ pages, fragments, searchTexts }: Filling): ResultBatch {
  return { pages, fragments: [...fragments.values()], searchTexts: [...searchTexts.values()] };
}
