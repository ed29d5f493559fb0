import { escapeMarkdown } from "@specwright/diff";
import { html, type SitePage } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { readFragment } from "../present/read-fragment.ts";
import type { Facts } from "../storage/facts.ts";
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
  const warning = path === "index.html" ? repairWarning(version.facts) : undefined;
  const main = (warning?.html ?? "") + (await readFragment(pages, found.htmlDigest));
  return {
    page: { path, kind, title, description, main, markdown: "", search: [] },
    markdown: async () =>
      (warning?.markdown ?? "") + (await readFragment(pages, found.markdownDigest)),
  };
}

/** Warns of the faults of a document that were repaired. */
function repairWarning({
  repairs = [],
}: Facts): { readonly html: string; readonly markdown: string } | undefined {
  if (repairs.length === 0) return undefined;
  const text = "The document has faults, which were repaired. These pages show it as it was read:";
  const items = repairs.map(
    ({ message, place }) => html`<li>${message} (<code>${place}</code>)</li>
`,
  );
  const lines = repairs.map(({ message, place }) => `- ${escapeMarkdown(message)} (${place})\n`);
  return {
    html: html`<p><strong>Warning:</strong> ${text}</p>
<ul>
${items}</ul>
`.text,
    markdown: `**Warning:** ${text}\n\n${lines.join("")}\n`,
  };
}
