import type { Contract } from "@specwright/contract";
import { type Change, formatChanges, type ReportedDocument } from "@specwright/diff";
import type { ReportDigests } from "../storage/facts.ts";
import { createFragment } from "../storage/fragment-of.ts";
import type { Fragment } from "../storage/page-repository.ts";

/** The maximum length of a report in UTF-8, in bytes. A report is not divided into pages. */
const MAX_BYTES = 1_000_000;

/**
 * Writes the reports about changes. If a report would be too long, it contains only the most severe
 * changes.
 */
export function reportFragments(
  changes: readonly Change[],
  { before, after }: { readonly before: Contract | undefined; readonly after: Contract },
): { readonly reports: ReportDigests; readonly fragments: readonly Fragment[] } {
  const options = {
    ...(before && { base: reportedChanges(before) }),
    revision: reportedChanges(after),
  };

  function writeReport(format: "markdown" | "html" | "text"): Fragment {
    let shown = changes;
    for (;;) {
      const hidden = changes.slice(shown.length);
      const text = formatChanges(shown, format, { ...options, hidden });
      if (Buffer.byteLength(text) <= MAX_BYTES || shown.length === 0) return createFragment(text);
      shown = changes.slice(0, Math.floor(shown.length / 2));
    }
  }

  const [markdown, html, text] = [
    writeReport("markdown"),
    writeReport("html"),
    writeReport("text"),
  ];
  return {
    reports: { markdown: markdown.digest, html: html.digest, text: text.digest },
    fragments: [markdown, html, text],
  };
}

function reportedChanges({ file, info, format, formatVersion }: Contract): ReportedDocument {
  const name = format === "openapi" ? "OpenAPI" : "AsyncAPI";
  const { title, version } = info;
  return { path: file, title, version, format: `${name} ${formatVersion}` };
}
