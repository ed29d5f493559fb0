import { escapeMarkdown } from "@specwright/diff";
import { html, type SitePage } from "@specwright/site";
import type { HttpServices } from "../http-services.ts";
import { readFragment } from "../present/read-fragment.ts";
import type { Facts, Repair } from "../storage/facts.ts";
import type { PublishedVersion } from "../storage/version.ts";

/** A page without its frame. */
export interface StoredContent {
  readonly page: SitePage;
  /** Reads the Markdown of the page. Absent if `content` already contains the Markdown. */
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
  const warnings =
    path === "index.html"
      ? [faultWarning(version.facts), repairWarning(version.facts)].filter(
          (each) => each !== undefined,
        )
      : [];
  const main =
    warnings.map((each) => each.html).join("") + (await readFragment(pages, found.htmlDigest));
  return {
    page: { path, kind, title, description, main, markdown: "", search: [] },
    markdown: async () =>
      warnings.map((each) => each.markdown).join("") +
      (await readFragment(pages, found.markdownDigest)),
  };
}

/** A warning on the first page of a version. */
interface Warning {
  readonly html: string;
  readonly markdown: string;
}

/**
 * Writes a warning about the faults that the document was published with; undefined if it has none.
 */
function faultWarning({ faults = [] }: Facts): Warning | undefined {
  const text =
    "The document was published despite these faults. The affected parts may be missing or wrong on these pages:";
  return warningOf(
    text,
    faults.map(({ message, file, line, column }) => ({
      message,
      place: `${file}:${line}:${column}`,
    })),
  );
}

/** Writes a warning about repaired faults; undefined if no faults were repaired. */
function repairWarning({ repairs = [] }: Facts): Warning | undefined {
  const text = "These faults of the document were repaired. The pages show the repaired document:";
  return warningOf(text, repairs);
}

function warningOf(text: string, repairs: readonly Repair[]): Warning | undefined {
  if (repairs.length === 0) return undefined;
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
