import type { Change } from "../changes/change.ts";
import { formatGithub } from "./github.ts";
import { formatHtml } from "./html.ts";
import { formatJson } from "./json.ts";
import { formatJunit } from "./junit.ts";
import { formatMarkdown } from "./markdown.ts";
import type { ComparedDocuments, ReportFormat, ReportOptions } from "./report.ts";
import { formatSarif } from "./sarif.ts";
import { formatText } from "./text.ts";

/**
 * Formats the changes between two documents. Texts from the documents are escaped for the format.
 *
 * @example
 * ```ts
 * formatChanges(compareContracts(before, after), "markdown", { base, revision });
 * ```
 */
export function formatChanges(
  changes: readonly Change[],
  format: ReportFormat,
  options: ReportOptions & Omit<ComparedDocuments, "changes"> = {},
): string {
  return formatComparisons([{ ...options, changes }], format, options);
}

/** Formats the changes between several pairs of documents as one report. */
export function formatComparisons(
  comparisons: readonly ComparedDocuments[],
  format: ReportFormat,
  options: ReportOptions = {},
): string {
  return formatters[format](comparisons, options);
}

const formatters: Readonly<
  Record<
    ReportFormat,
    (comparisons: readonly ComparedDocuments[], options: ReportOptions) => string
  >
> = {
  text: formatText,
  json: formatJson,
  markdown: formatMarkdown,
  html: formatHtml,
  sarif: formatSarif,
  github: formatGithub,
  junit: formatJunit,
};
