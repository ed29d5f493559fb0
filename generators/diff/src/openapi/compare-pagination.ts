import type { HttpOperation, Pagination } from "@specwright/contract";
import type { JsonObject } from "@specwright/spec-loader";
import type { Finding } from "../changes/finding.ts";
import { canonicalText, writeValue } from "../changes/write-value.ts";

/** Compares how the pages of a list follow one another (`x-pagination`). */
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
        ...placesOf(old, revised),
        message: `${name} says now how its pages follow one another.`,
        why: "Requests and answers stay the same, and generated clients go through all pages.",
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
        ...placesOf(old, revised),
        message: `${name} no longer says how its pages follow one another.`,
        why: "Requests and answers stay the same, but code that lets a generated client go through all pages no longer compiles.",
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
      ...placesOf(old, revised),
      message: `The pages of ${name} follow one another by ${writeValue(after)}; it was ${writeValue(before)}.`,
      why: "A client that was generated from the base goes on as before, and may miss pages or items.",
    },
  ];
}

/** Returns the rule as data, with its defaults. */
function ruleOf(pagination: Pagination | undefined): JsonObject | undefined {
  if (pagination === undefined) return undefined;
  const { source: _, ...rule } = pagination;
  return { ...rule };
}

function placesOf(
  old: Pagination | undefined,
  revised: Pagination | undefined,
): Pick<Finding, "base" | "revision"> {
  return { ...(old && { base: old.source }), ...(revised && { revision: revised.source }) };
}
