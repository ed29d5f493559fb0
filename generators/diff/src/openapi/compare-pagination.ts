import type { HttpOperation, Pagination } from "@specwright/contract";
import type { JsonObject } from "@specwright/spec-loader";
import type { Finding } from "../changes/finding.ts";
import { canonicalText, writeValue } from "../changes/write-value.ts";

/** Compares the pagination of an operation (`x-pagination`). */
export function paginationFindings(
  name: string,
  { pagination: old }: HttpOperation,
  { pagination: revised }: HttpOperation,
): Finding[] {
  const [before, after] = [ruleOf(old), ruleOf(revised)];
  if (before === undefined && after !== undefined) {
    return [
      {
        rule: "pagination-added",
        class: "non-breaking",
        surface: "code",
        details: [after],
        ...paginationPlaces(old, revised),
        message: `${name} now declares its pagination.`,
        why: "Requests and responses stay the same. Generated clients can now read all pages.",
      },
    ];
  }
  if (before !== undefined && after === undefined) {
    return [
      {
        rule: "pagination-removed",
        class: "breaking",
        surface: "code",
        details: [before],
        ...paginationPlaces(old, revised),
        message: `${name} no longer declares its pagination.`,
        why: "Requests and responses stay the same, but code that reads all pages with a generated client no longer compiles.",
      },
    ];
  }
  if (before === undefined || after === undefined) return [];
  if (canonicalText(before) === canonicalText(after)) return [];
  return [
    {
      rule: "pagination-changed",
      class: "potentially-breaking",
      surface: "wire",
      details: [before, after],
      ...paginationPlaces(old, revised),
      message: `The pagination of ${name} is now ${writeValue(after)}; it was ${writeValue(before)}.`,
      why: "Clients generated from the old version use the old rules, and may miss pages or items.",
    },
  ];
}

/** Returns the pagination as JSON, with default values, so that two rules can be compared. */
function ruleOf(pagination: Pagination | undefined): JsonObject | undefined {
  if (pagination === undefined) return undefined;
  const { source: _, ...rule } = pagination;
  return { ...rule };
}

function paginationPlaces(
  old: Pagination | undefined,
  revised: Pagination | undefined,
): Pick<Finding, "base" | "revision"> {
  return { ...(old && { base: old.source }), ...(revised && { revision: revised.source }) };
}
